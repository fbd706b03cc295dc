/** `npm run docs`: writes the types of the contracts that are part of the node. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../config/package-root.js';
import { SYSTEM_TYPES_FILE, systemTypes } from './system-types.js';

writeFileSync(join(packageRoot(), SYSTEM_TYPES_FILE), systemTypes());
