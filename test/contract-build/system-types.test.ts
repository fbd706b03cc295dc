import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { packageRoot } from '../../src/config/package-root.js';
import { SYSTEM_TYPES_FILE, systemTypes } from '../../src/contract-build/types/system-types.js';

test('the types of the contracts of the system are those of their ABIs: npm run docs writes them', () => {
  assert.fixture(readFileSync(join(packageRoot(), SYSTEM_TYPES_FILE), 'utf8'), systemTypes());
});

test.run();
