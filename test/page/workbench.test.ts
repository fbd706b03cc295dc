import type { Browser } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { NodeProcess } from '../support/nodes/node-process.js';
import { hasBrowser, Person, startBrowser } from '../support/page/browser.js';
import { type Populated, populate, startPopulatedNode } from '../support/page/populated-chain.js';

interface World {
  readonly node: NodeProcess;
  readonly browser: Browser;
  readonly ids: Populated;
  readonly person: Person;
}

const test = suite<World>('workbench');

test.before(async context => {
  const node = await startPopulatedNode();
  const browser = await startBrowser();
  const ids = await populate(node);
  const person = await Person.open(browser, node);
  await person.signIn(node);
  Object.assign(context, { node, browser, ids, person });
});

test.after(async ({ node, browser }) => {
  // Not there where the set-up has failed, which is told then.
  await browser?.close();
  await node?.stop();
});

/** The id of the transaction that the page says it has sent. */
async function sent({ page }: Person): Promise<string> {
  const link = page.locator('main .note.good a');
  return (await link.getAttribute('title'))!;
}

test('coins are sent, and a refusal is told in the words of the node', async ({ person, node }) => {
  const { page } = person;
  await person.show('workbench');
  await page.getByLabel('To', { exact: true }).fill('0-14');
  await page.getByLabel('Amount').fill('2.5');
  await page.getByLabel('Memo').fill('for tea');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  const { memo, transfers } = await node.call<{ memo: string; transfers: { coin_amount: number }[] }>(
    'gettxdetail',
    await sent(person),
  );
  assert.is(memo, 'for tea');
  assert.is(transfers[0]!.coin_amount, 250_000_000);
  await page.getByLabel('Amount').fill('99999999');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.waitForSelector('main .note.bad');
  assert.match(await page.innerText('main .note.bad'), /does not have enough/i);
  assert.equal(person.problems, []);
});

test('an order is placed and cancelled', async ({ person, node }) => {
  const { page } = person;
  await person.show('exchange/WICC/WUSD');
  await page.getByLabel('Amount (WICC)').fill('11');
  await page.getByLabel('Price (WUSD)').fill('0.1234');
  assert.match(await person.text(), /Pays 1\.3574 WUSD/);
  await page.getByRole('button', { name: 'Place the buy order' }).click();
  const id = await sent(person);
  const order = await node.call<{ price: number; asset_amount: number }>('getdexorder', id);
  assert.equal([order.price, order.asset_amount], [12_340_000, 1_100_000_000]);
  const row = page.locator(`tr:has(a[title='${id}'])`);
  await row.getByRole('button', { name: 'Cancel' }).click();
  await row.waitFor({ state: 'detached' });
  assert.is((await node.call<{ state: string }>('getdexorder', id)).state !== undefined, true);
  assert.equal(person.problems, []);
});

test('a position is opened and redeemed, and tells what a lower price would do', async ({ person, node }) => {
  const { page } = person;
  await person.show('positions');
  await page.getByLabel('Account').selectOption('0-16');
  await page.getByLabel('Collateral (WICC)').fill('4000');
  await page.getByLabel('Debt (WUSD)').fill('300');
  await page.getByRole('button', { name: 'Pledge and borrow' }).click();
  const id = await sent(person);
  await person.show(`position/${id}`);
  assert.match(await person.text(), /266\.6\d%/);
  await page.getByLabel(/Price of WICC/).fill('40');
  assert.match(await person.text(), /anybody could liquidate it/);
  await page.getByLabel('Pay back (WUSD)').fill('100');
  await page.getByLabel('Take out (WICC)').fill('500');
  await page.getByRole('button', { name: 'Pay back' }).click();
  await sent(person);
  const { cdp } = await node.call<{ cdp: { total_bcoin: number } }>('getcdp', id);
  assert.is(cdp.total_bcoin, 350_000_000_000);
  assert.equal(person.problems, []);
});

test('coins are locked for an account, which spends them', async ({ person, node }) => {
  const { page } = person;
  await person.show('outputs/0-17');
  await page.getByLabel('For', { exact: true }).fill('0-17');
  await page.getByLabel('Amount (WICC)').fill('3');
  await page.getByRole('button', { name: 'Lock', exact: true }).click();
  const id = await sent(person);
  await page.waitForSelector(`article a[title='${id}']`);
  await page.getByRole('button', { name: 'Spend' }).click();
  await page.waitForSelector(`article a[title='${id}']`, { state: 'detached' });
  assert.is((await node.call<{ count: number }>('listutxos', '0-17')).count, 0);
  assert.equal(person.problems, []);
});

test('a method is called by a form made of its declaration, which checks what is typed', async ({
  person,
}) => {
  const { page } = person;
  await person.show('workbench/methods/getblockhash');
  const call = page.getByRole('button', { name: 'Ask' });
  assert.is(await call.isDisabled(), true);
  await page.locator('main input').nth(1).fill('x');
  assert.match(await person.text(), /A whole number is needed/);
  await page.locator('main input').nth(1).fill('0');
  assert.match(await person.text(), /curl[\s\S]*"method":"getblockhash","params":\[0\]/);
  await call.click();
  await page.waitForSelector('main .tree, main .foreign');
  assert.match(await person.text(), /[0-9a-f]{64}/);
  assert.equal(person.problems, []);
});

test('the console calls what is typed, and remembers it', async ({ person }) => {
  const { page } = person;
  await person.show('workbench/console');
  const line = page.getByRole('textbox', { name: 'Console' });
  await line.fill('getblockcount');
  await line.press('Enter');
  await page.waitForSelector('main .tree li .number');
  await line.press('ArrowUp');
  assert.is(await line.inputValue(), 'getblockcount');
  await line.fill('getblock 99999999');
  await line.press('Enter');
  await page.waitForSelector('main .note.bad');
  assert.equal(person.problems, []);
});

test('blocks are made by a button', async ({ person, node }) => {
  const { page } = person;
  const before = await node.call<number>('getblockcount');
  await person.show('workbench/chain');
  await page.getByLabel('How many').fill('3');
  await page.getByRole('button', { name: 'Make' }).click();
  await page.waitForFunction(
    height =>
      (
        globalThis as unknown as { document: { body: { innerText: string } } }
      ).document.body.innerText.includes(height),
    String(before + 3),
  );
  assert.is(await node.call<number>('getblockcount'), before + 3);
  assert.equal(person.problems, []);
});

const VIEWS: readonly (readonly [name: string, path: (ids: Populated) => string])[] = [
  ['exchange', () => 'exchange'],
  ['order', ({ order }) => `order/${order}`],
  ['positions', () => 'positions'],
  ['position', ({ position }) => `position/${position}`],
  ['outputs', () => 'outputs/0-14'],
  ['workbench', () => 'workbench'],
  ['methods', () => 'workbench/methods/submitsendtx'],
  ['chain', () => 'workbench/chain'],
  ['console', () => 'workbench/console'],
  ['operations', () => 'operations'],
];

for (const options of [
  { width: 1280, colors: 'dark', language: 'en' },
  { width: 390, colors: 'light', language: 'zh' },
] as const) {
  const { width, colors, language } = options;
  test(`nothing keeps anybody out of a view, and none is wider than its window: ${width} pixels, ${colors}, ${language}`, async ({
    node,
    browser,
    ids,
  }) => {
    const person = await Person.open(browser, node, options);
    await person.signInByPassword(node.credentials);
    assert.equal(await person.faults(VIEWS.map(([name, path]) => [name, path(ids)] as const)), []);
    assert.equal(person.problems, []);
    await person.close();
  });
}

if (hasBrowser()) test.run();
