import * as assert from 'uvu/assert';
import { hasBrowser, type Person } from '../support/page/browser.js';
import { pageSuite } from '../support/page/page-suite.js';
import { ALICE, BOB, CAROL } from '../support/page/populated-chain.js';

/*
 * What the indexes of the chain answer: the page goes through it page by page, and does without it where it is not kept.
 */

const test = pageSuite('listings', async node => {
  for (let n = 0; n < 40; n++) {
    await node.call('submitsendtx', ALICE, BOB, 'WICC:1:wi', 'WICC:10000:sawi', `rent ${n}`);
  }
});

/** Ids in the first column of the table of a panel. */
function idsOf(person: Person, title: string): Promise<string[]> {
  return person
    .panel(title)
    .locator('tbody tr td:first-child a')
    .evaluateAll(links => links.map(link => (link as unknown as { readonly title: string }).title));
}

test('the transactions of an account are reached page by page, down to its first one and back', async ({
  person,
  node,
}) => {
  const { transactions } = await node.call<{ transactions: readonly { txid: string }[] }>(
    'listaddresstransactions',
    ALICE,
    1000,
  );
  await person.show(`account/${ALICE}`);
  const history = person.panel('Transactions');
  const next = history.getByRole('button', { name: 'Next page' });
  const first = await idsOf(person, 'Transactions');
  const shown = [...first];
  while (await next.isEnabled()) {
    await next.click();
    await person.settled();
    shown.push(...(await idsOf(person, 'Transactions')));
  }
  assert.is(first.length, 25);
  assert.equal(
    shown,
    transactions.map(({ txid }) => txid),
  );
  const previous = history.getByRole('button', { name: 'Previous page' });
  while (await previous.isEnabled()) {
    await previous.click();
    await person.settled();
  }
  assert.equal(await idsOf(person, 'Transactions'), first);
  assert.equal(person.problems, []);
});

test('an account shows its orders and positions, open and not, and one without any shows no empty list', async ({
  person,
  node,
  ids,
}) => {
  const open = (): Promise<{ txid: string }> =>
    node.call('submitcdpstaketx', CAROL, 'WICC:9000:wi', 'WUSD:700:wi');
  const { txid: closed } = await open();
  // More is paid back than was borrowed, for the interest; what is too much is not taken.
  await node.call('submitsendtx', BOB, CAROL, 'WUSD:10:wi', 'WICC:10000:sawi', '');
  await node.call('submitcdpredeemtx', CAROL, closed, 70_000_000_000, 900_000_000_000);
  await open();
  await person.show(`account/${BOB}`);
  assert.match(
    await person.panelText('Orders'),
    /70 WICC.*filled[\s\S]*500 WICC.*open[\s\S]*180 WICC.*filled[\s\S]*300 WICC.*open/,
  );
  assert.ok((await idsOf(person, 'Orders')).includes(ids.order));
  await person.show(`account/${CAROL}`);
  const positions = await person.panelText('Debt positions');
  assert.match(positions, /9,000 WICC[\s\S]*700 WUSD[\s\S]*open[\s\S]*paid back/);
  await person.show('account/0-18');
  assert.not.match(await person.text(), /Orders|Debt positions/);
  assert.equal(person.problems, []);
});

test('an asset shows who has it, the largest first', async ({ person }) => {
  await person.show('asset/GOLDEN');
  const text = await person.panelText('Holders');
  assert.match(text, /0-13[\s\S]*999,875[\s\S]*99\.99 %[\s\S]*0-14[\s\S]*125[\s\S]*0\.01 %/);
  assert.equal(person.problems, []);
});

test('a contract shows who has called it, the newest first', async ({ person, node, ids }) => {
  await person.show(`contract/${ids.contract}`);
  const { transactions } = await node.call<{ transactions: readonly { txid: string }[] }>(
    'listcontractcalls',
    ids.contract,
  );
  assert.is(transactions.length, 1);
  await person.panel('Calls').getByRole('link').first().waitFor();
  assert.equal(
    await idsOf(person, 'Calls'),
    transactions.map(({ txid }) => txid),
  );
  assert.equal(person.problems, []);
});

test('without an index the page shows what blocks and state tell, and says so', async ({ person, node }) => {
  for (const name of ['addresses', 'orders', 'positions', 'holders', 'contracts']) {
    await node.call('dropindex', name);
  }
  await person.show(`account/${BOB}`);
  const history = person.panel('Transactions');
  await history.locator('tbody tr').first().waitFor();
  assert.match(await person.panelText('Transactions'), /of the last 2000 blocks/i);
  assert.match(await person.panelText('Debt positions'), /50,000 WICC/);
  assert.is(await person.panel('Orders').count(), 0);
  await person.show('asset/GOLDEN');
  assert.match(await person.text(), /Gold of the mine/);
  assert.is(await person.panel('Holders').count(), 0);
  assert.equal(person.problems, []);
});

if (hasBrowser()) test.run();
