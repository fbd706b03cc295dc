import { writeFileSync } from 'node:fs';
import { documents } from './index.js';

/* `npm run docs`: writes the files that describe the interface, from the root of the project. */
for (const [path, text] of documents()) writeFileSync(path, text);
