import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { INDEX_NAMES } from '../../../src/config/index-names.js';
import { EXAMPLE } from '../../../src/rpc/declaration/common-parameters.js';
import { RECEIPT } from '../../../src/tx/receipt.js';
import { listed, scan } from '../../chain/indexes/index-scan.js';
import { ExampleChain } from '../../support/chains/example-chain.js';
import { SeededRandom } from '../../support/random/seeded-random.js';

const { alice, bob, carol } = EXAMPLE;
const test = suite('indexes');

const chain = await ExampleChain.start();
const { node } = chain;

interface Page {
  readonly cursor: string;
  readonly has_more: boolean;
  readonly [member: string]: unknown;
}

interface Listed {
  readonly txid: string;
  readonly height: number;
  readonly tx_type: string;
  readonly participation: readonly string[];
}

/** All entries of a listing, page by page. */
async function all<T>(member: string, method: string, subject: string, size: number): Promise<T[]> {
  const found: T[] = [];
  for (let cursor = ''; ; ) {
    const page: Page = await node.call<Page>(method, chain.actual(subject), size, cursor);
    found.push(...(page[member] as T[]));
    assert.ok((page[member] as T[]).length <= size);
    if (!page.has_more) {
      assert.is(page.cursor, '');
      return found;
    }
    cursor = page.cursor;
  }
}

test.before(async () => {
  const deal = {
    buy_order_id: chain.actual(EXAMPLE.buyOrder),
    sell_order_id: chain.actual(EXAMPLE.sellOrder),
    deal_price: 100_000_000,
    deal_coin_amount: 100_000_000,
    deal_asset_amount: 100_000_000,
  };
  await node.call('submitdexsettletx', EXAMPLE.settler, [deal]);
  await node.call('generate', 1);
});

test.after(() => chain.stop());

test('on a chain that has something of everything, each index is what a scan of the chain finds, also after blocks were taken back', async () => {
  const { chain: blocks, market, indexes } = node.node.context;
  for (const back of [0, 3]) {
    if (back > 0) await node.call('disconnectblock', back);
    await blocks.settled();
    const expected = scan(blocks, market);
    const names = new Set([...expected.keys()].map(key => key.split(' ')[0]!));
    assert.equal([...names].sort(), INDEX_NAMES.filter(name => back === 0 || name !== 'trades').sort());
    const random = new SeededRandom();
    const has = listed(indexes, expected.keys(), random);
    for (const [subject, texts] of expected) {
      assert.equal(has.get(subject), texts, `${subject}, SEED=${random.seed}`);
    }
    if (back > 0) await node.call('generate', 1);
  }
});

test('the transactions of an account come page by page, the newest first, with how it takes part', async () => {
  const whole = await all<Listed>('transactions', 'listaddresstransactions', alice, 1000);
  assert.ok(whole.length > 20);
  assert.equal(await all('transactions', 'listaddresstransactions', alice, 7), whole);
  assert.ok(whole.every(({ height }, i) => i === 0 || height <= whole[i - 1]!.height));
  const sent = whole.find(({ txid }) => txid === chain.actual(EXAMPLE.txid))!;
  assert.equal([sent.tx_type, sent.participation], ['UCOIN_TRANSFER_TX', ['signer', 'receipt']]);
  const received = await all<Listed>('transactions', 'listaddresstransactions', bob, 50);
  assert.equal(
    received.find(({ txid }) => txid === sent.txid)?.participation.filter(way => way !== 'receipt'),
    ['named'],
  );
});

test('calls of a contract, orders, trades and positions of an account, and receipts of a type are listed', async () => {
  const calls = await all<Listed>('transactions', 'listcontractcalls', EXAMPLE.luaContract, 2);
  assert.ok(calls.length > 0 && calls.every(({ tx_type }) => tx_type === 'LCONTRACT_INVOKE_TX'));
  const orders = await all<{ order_id: string }>('orders', 'listaccountorders', bob, 1);
  assert.ok(orders.some(({ order_id }) => order_id === chain.actual(EXAMPLE.otherOrder)));
  const positions = await all<{ cdp_id: string; is_open: boolean }>(
    'positions',
    'listaccountpositions',
    carol,
    1,
  );
  assert.equal(
    positions.map(({ cdp_id, is_open }) => [cdp_id, is_open]),
    [[chain.actual(EXAMPLE.cdpInDanger), true]],
  );
  const receipts = await all<{ receipts: { receipt_type: number }[] }>(
    'transactions',
    'listreceipts',
    'TRANSFER_ACTUAL_COINS',
    3,
  );
  assert.ok(receipts.length > 3);
  for (const entry of receipts) {
    assert.ok(entry.receipts.length > 0);
    assert.ok(entry.receipts.every(({ receipt_type }) => receipt_type === RECEIPT.TRANSFER_ACTUAL_COINS));
  }
});

test('the holders of a coin come with the largest first, and have all of it that accounts have', async () => {
  const holders = await all<{ address: string; total_amount: number }>(
    'holders',
    'listassetholders',
    'MYCOIN',
    1,
  );
  assert.equal(
    holders.map(({ address, total_amount }) => [address, total_amount]),
    [[alice, 1_000_000_000_000]],
  );
  const rich = await all<{ total_amount: number }>('holders', 'listassetholders', 'WICC', 5);
  assert.ok(rich.every(({ total_amount }, i) => i === 0 || total_amount <= rich[i - 1]!.total_amount));
});

test('a page has a bound, a cursor has to be one, and an index that is dropped says how to have it again', async () => {
  const refusal = async (...call: readonly [string, ...(string | number)[]]) =>
    (await node.fail(...call)).message;
  assert.match(
    await refusal('listaddresstransactions', alice, 1001),
    /max_count=1001 must be from 1 to 1000/,
  );
  assert.match(await refusal('listaddresstransactions', alice, 0), /max_count=0 must be from 1 to 1000/);
  assert.match(
    await refusal('listaddresstransactions', alice, 1, '5'),
    /cursor=5 is not what a page ended with/,
  );
  assert.match(await refusal('listassetholders', 'WICC', 1, '5:x'), /an amount and an address/);
  assert.match(await refusal('listreceipts', '999'), /no type 999 of receipts/);
  assert.is((await node.call('dropindex', 'contracts')).dropped, 'contracts');
  assert.match(
    await refusal('listcontractcalls', '0-1'),
    /the index contracts is being built or was dropped/,
  );
  const info = await node.call<Record<string, { state: string }>>('getindexinfo');
  assert.equal(
    INDEX_NAMES.map(name => info[name]!.state),
    INDEX_NAMES.map(name => (name === 'contracts' ? 'building' : 'ready')),
  );
});

test.run();
