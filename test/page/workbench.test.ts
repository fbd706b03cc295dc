import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { packageRoot } from '../../src/config/package-root.js';
import { hasBrowser } from '../support/page/browser.js';
import { pageSuite, sent, testViews } from '../support/page/page-suite.js';
import { assemble } from '../support/wasm/wat.js';

const test = pageSuite('workbench');

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

test('a Lua contract is deployed from a file, tried out and called; what it refuses is explained', async ({
  person,
  node,
}) => {
  const { page } = person;
  const template = readFileSync(join(packageRoot(), 'contracts/templates/lua/__name__.lua'));
  await person.show('workbench/contracts');
  await page.setInputFiles('input[type=file]', {
    name: 'box.lua',
    mimeType: 'text/plain',
    buffer: template,
  });
  await page.getByLabel('Memo').fill('a box');
  await page.getByRole('button', { name: 'Deploy', exact: true }).click();
  const { regid } = await node.call<{ regid: string }>('getcontractregid', await sent(person));
  const { code, memo } = await node.call<{ code: string; memo: string }>('getcontractinfo', regid);
  assert.equal([code, memo], [template.toString('hex'), 'a box']);
  await page.getByRole('link', { name: `Call the contract ${regid}` }).click();
  await page.getByRole('button', { name: 'withdraw' }).click();
  const amount = page.getByLabel('amount', { exact: true });
  await amount.fill('18446744073709551616');
  assert.match(await person.text(), /too small or too large/);
  await amount.fill('5');
  await page.getByRole('button', { name: 'Try it out' }).click();
  await page.waitForSelector('main .note.bad');
  assert.match(
    await person.panelText('Trial run'),
    /Refused by the contract itself[\s\S]*Not that much was paid in[\s\S]*:38/,
  );
  const call = page.getByRole('button', { name: 'Call it for real' });
  assert.is(await call.isDisabled(), true);
  await page.getByRole('button', { name: 'deposit' }).click();
  await page.getByLabel('Coins for the contract').fill('3');
  await page.getByRole('button', { name: 'Try it out' }).click();
  await page.waitForSelector('main .note.good');
  const trial = await person.panelText('Trial run');
  assert.match(trial, /units of fuel[\s\S]*Least fee[\s\S]*transfer by a Lua contract[\s\S]*3 WICC/);
  assert.match(await person.text(), /submitucontractcalltx[\s\S]*"f011","WICC:300000000:sawi"/);
  const before = await node.call<number>('getblockcount');
  await call.click();
  const { confirmed_height } = await node.call<{ confirmed_height: number }>(
    'gettxdetail',
    await sent(person),
  );
  assert.is(confirmed_height, before + 1, 'the trial has sent nothing');
  assert.equal(person.problems, []);
});

test('an asset is issued by a form made of the ABI, which checks what is typed; a module is deployed with its ABI by dropping both', async ({
  person,
  node,
}) => {
  const { page } = person;
  await person.show('workbench/contracts/0-800');
  for (const [field, text] of [
    ['symbol', '8,SILVER'],
    ['owner', 'nobody'],
    ['name', 'Silver'],
    ['total_supply', '100000000'],
    ['mintable', 'true'],
  ] as const) {
    await page.getByLabel(field, { exact: true }).fill(text);
  }
  assert.match(await person.text(), /A regid is needed/);
  const tryOut = page.getByRole('button', { name: 'Try it out' });
  assert.is(await tryOut.isDisabled(), true);
  await page.getByLabel('owner', { exact: true }).fill('0-14');
  await tryOut.click();
  await page.waitForSelector('main .note.bad');
  assert.match(await person.panelText('Trial run'), /Refused: whoever calls may not do this/);
  await page.getByLabel('owner', { exact: true }).fill('0-13');
  await tryOut.click();
  await page.getByRole('button', { name: 'Call it for real' }).click();
  await sent(person);
  await person.show('asset/SILVER');
  assert.match(await person.text(), /SILVER[\s\S]*Silver/);

  const abi = {
    version: 'wasm::abi/1.0',
    structs: [{ name: 'ping', base: '', fields: [{ name: 'times', type: 'uint8' }] }],
    actions: [{ name: 'ping', type: 'ping', ricardian_contract: '' }],
  };
  const module = assemble(
    '(module (memory (export "memory") 1) (func (export "apply") (param i64 i64 i64)))',
  );
  const files = [
    ['ping.wasm', module.toString('base64')],
    ['ping.abi.json', Buffer.from(JSON.stringify(abi)).toString('base64')],
  ];
  await person.show('workbench/contracts');
  const dropped = await page.evaluateHandle(given => {
    const { DataTransfer, File, atob } = globalThis as unknown as {
      DataTransfer: new () => { items: { add(file: unknown): void } };
      File: new (parts: readonly Uint8Array[], name: string) => unknown;
      atob(text: string): string;
    };
    const transfer = new DataTransfer();
    for (const [name = '', content = ''] of given) {
      transfer.items.add(new File([Uint8Array.from(atob(content), sign => sign.charCodeAt(0))], name));
    }
    return transfer;
  }, files);
  await page.dispatchEvent('.drop', 'drop', { dataTransfer: dropped });
  await page.getByRole('button', { name: 'Deploy', exact: true }).click();
  const { regid } = await node.call<{ regid: string }>('getcontractregid', await sent(person));
  assert.is((await node.call<{ vm_type: number }>('getcontractinfo', regid)).vm_type, 2);
  await page.getByRole('link', { name: `Call the contract ${regid}` }).click();
  await page.getByLabel('times', { exact: true }).fill('256');
  assert.match(await person.text(), /too small or too large/);
  await page.getByLabel('times', { exact: true }).fill('255');
  await page.getByRole('button', { name: 'Try it out' }).click();
  await page.getByRole('button', { name: 'Call it for real' }).click();
  const { inline_transactions } = await node.call<{
    inline_transactions: { contract: string; data_detail: unknown }[];
  }>('gettxdetail', await sent(person));
  const [action] = inline_transactions;
  assert.is(action?.contract, regid);
  assert.is(JSON.stringify(action?.data_detail), '{"times":255}');
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

testViews(
  test,
  [
    ['exchange', () => 'exchange'],
    ['order', ({ order }) => `order/${order}`],
    ['positions', () => 'positions'],
    ['position', ({ position }) => `position/${position}`],
    ['outputs', () => 'outputs/0-14'],
    ['workbench', () => 'workbench'],
    ['deploying', () => 'workbench/contracts'],
    ['calling', ({ contract }) => `workbench/contracts/${contract}`],
    ['actions', () => 'workbench/contracts/0-800'],
    ['methods', () => 'workbench/methods/submitsendtx'],
    ['chain', () => 'workbench/chain'],
    ['console', () => 'workbench/console'],
    ['operations', () => 'operations'],
  ],
  [
    { width: 1280, colors: 'dark', language: 'en' },
    { width: 390, colors: 'light', language: 'zh' },
  ],
);

if (hasBrowser()) test.run();
