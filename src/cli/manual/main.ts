import { writeFileSync } from 'node:fs';
import { manualPage } from './manual-page.js';

/* A part of `npm run docs`: writes the manual page, from the root of the project. */
writeFileSync('docs/coind.1', manualPage());
