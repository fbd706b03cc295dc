import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { packageRoot } from '../../src/config/package-root.js';
import { hasBrowser, Person, type PersonOptions, startBrowser } from '../support/page/browser.js';
import { ALICE, type Populated, populate, startPopulatedNode } from '../support/page/populated-chain.js';

/*
 * The pictures of docs/page.md, made anew with SCREENSHOTS=1: each view on a chain that has something of everything.
 */

const DIRECTORY = join(packageRoot(), 'docs', 'page');
/** All pictures together, so that a checkout stays small. */
const MOST_BYTES = 2_500_000;

type Shots = readonly (readonly [name: string, path: (ids: Populated) => string])[];

const LIGHT: Shots = [
  ['overview', () => ''],
  ['block', () => 'block/20'],
  ['transaction', ({ settlement }) => `tx/${settlement}`],
  ['account', () => `account/${ALICE}`],
  ['contract', ({ contract }) => `contract/${contract}`],
  ['asset', () => 'asset/GOLDEN'],
  ['governance', () => 'governance'],
];
const DARK: Shots = [
  ['exchange', () => 'exchange/WICC/WUSD'],
  ['position', ({ position }) => `position/${position}`],
  ['outputs', () => 'outputs/0-14'],
  ['workbench', () => 'workbench'],
  ['method', () => 'workbench/methods/submitsendtx'],
  ['calling', () => 'workbench/contracts/0-800'],
  ['operations', () => 'operations'],
];
const SETS: readonly (readonly [PersonOptions, Shots])[] = [
  [{ width: 1280, colors: 'light', language: 'en' }, LIGHT],
  [{ width: 1280, colors: 'dark', language: 'en' }, DARK],
  [
    { width: 1280, colors: 'dark', language: 'zh' },
    [
      ['overview-zh', () => ''],
      ['account-zh', () => `account/${ALICE}`],
    ],
  ],
  [
    { width: 390, colors: 'dark', language: 'en' },
    [
      ['overview-phone', () => ''],
      ['exchange-phone', () => 'exchange/WICC/WUSD'],
    ],
  ],
  [{ width: 390, colors: 'light', language: 'zh' }, [['account-phone-zh', () => `account/${ALICE}`]]],
];

const test = suite('screenshots');

async function takePictures(): Promise<void> {
  const node = await startPopulatedNode();
  const browser = await startBrowser();
  try {
    const ids = await populate(node);
    mkdirSync(DIRECTORY, { recursive: true });
    for (const [options, shots] of SETS) {
      const person = await Person.open(browser, node, options);
      await person.signInByPassword(node.credentials);
      for (const [name, path] of shots) {
        await person.show(path(ids));
        // Blocks come one by one, and plots need some of what they measure.
        await person.page.waitForTimeout(name === 'operations' ? 8000 : 1200);
        writeFileSync(join(DIRECTORY, `${name}.webp`), await person.picture());
      }
      assert.equal(person.problems, []);
      await person.close();
    }
  } finally {
    await browser.close();
    await node.stop();
  }
}

if (process.env.SCREENSHOTS === '1' && hasBrowser()) test('a picture of each view is taken', takePictures);

test('there is a picture of each view, and docs/page.md shows it; all together are small', () => {
  const document = readFileSync(join(DIRECTORY, '../page.md'), 'utf8');
  const names = SETS.flatMap(([, shots]) => shots.map(([name]) => `${name}.webp`));
  for (const name of names) assert.ok(document.includes(`page/${name}`), `${name} is shown nowhere`);
  assert.equal(readdirSync(DIRECTORY).sort(), names.sort());
  const bytes = names.reduce((sum, name) => sum + statSync(join(DIRECTORY, name)).size, 0);
  assert.ok(bytes < MOST_BYTES, `${bytes} bytes`);
});

test.run();
