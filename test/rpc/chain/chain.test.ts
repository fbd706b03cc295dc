import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Json, JsonObject } from '../../../src/codec/json-value.js';
import { decodeAddress } from '../../../src/crypto/address.js';
import { EXAMPLE } from '../../../src/rpc/declaration/common-parameters.js';
import { STATE_SCHEMA } from '../../../src/state/schema.js';
import { diskKey } from '../../../src/state/table.js';
import { ACCOUNTS } from '../../../src/state/tables/accounts.js';
import { recordedShape, shapeOf, without } from '../../support/answers/answer-shape.js';
import { startTestNode } from '../../support/nodes/node.js';

const { alice, bob } = EXAMPLE;
const ZERO = '0'.repeat(64);

const node = await startTestNode();
const chain = suite('chain');
chain.after(() => node.stop());
await node.call('submitsendtx', alice, bob, 'WICC:1:wi');
await node.call('generate', 3);

chain('getblock shows a block by height, by hash, and by a number in quotes', async () => {
  const block = await node.call('getblock', 2);
  const emptied = { ...block, receipts: [], median_price: [] };
  assert.equal(
    shapeOf(emptied),
    without(
      recordedShape('getblock', r => typeof r === 'object' && 'next_block_hash' in r && !('tx_details' in r)),
      [],
    ),
  );
  assert.equal(await node.call('getblock', block.curr_block_hash as string), block);
  assert.equal(await node.call('getblock', '2'), block);
  assert.equal([block.height, block.confirmations, block.tx_count], [2, 3, 3]);
  assert.is((block.tx as string[]).length, 3);
});

chain('the first block has no block before it, the newest none after it', async () => {
  const genesis = await node.call('getblock', 0);
  assert.not.ok('prev_block_hash' in genesis);
  assert.is(genesis.next_block_hash, (await node.call('getblock', 1)).curr_block_hash);
  const newest = await node.call('getblock', 4);
  assert.not.ok('next_block_hash' in newest);
  assert.is(newest.confirmations, 1);
});

chain('the details of a block are those of its transactions', async () => {
  const block = await node.call('getblock', 2, true);
  const details = block.tx_details as JsonObject[];
  for (const [i, txid] of (block.tx as string[]).entries()) {
    assert.equal(details[i], await node.call('gettxdetail', txid));
  }
  const transfer = details.find(({ tx_type }) => tx_type === 'UCOIN_TRANSFER_TX')!;
  const [entry] = transfer.transfers as JsonObject[];
  assert.equal([entry!.to_addr, entry!.coin_symbol, entry!.coin_amount], [bob, 'WICC', 100_000_000]);
});

chain('a block can be had in hex, as long as it says it is', async () => {
  const { size, curr_block_hash } = await node.call('getblock', 3);
  const hex = await node.call<string>('getblock', 3, false, false);
  assert.is(hex.length, 2 * Number(size));
  assert.equal({ ...(await node.call('getblockhash', 3)) }, { hash: curr_block_hash });
});

chain('getblock refuses what is no block', async () => {
  for (const height of [-1, 5, 1_000_000]) {
    assert.equal(await node.fail('getblock', height), { code: -8, message: 'Block height out of range.' });
    assert.equal(await node.fail('getblockhash', height), {
      code: -8,
      message: 'Block height out of range.',
    });
  }
  assert.equal(await node.fail('getblock', ZERO), { code: -5, message: 'Block not found' });
  assert.equal(await node.fail('getblock', 'nonsense'), {
    code: -32602,
    message: 'Get param hash_or_height error! Invalid hex char in the position 0 or 1: character 0 is "n"',
  });
  assert.equal(await node.fail('getblock', true), { code: -1, message: 'value is type bool, expected str' });
  const { code, message } = await node.fail('getblock');
  assert.is(code, -1);
  assert.match(message, /^getblock hash_or_height \( list_txs verbose \)\n/);
});

chain('getblockundo shows the entries that a block has overwritten', async () => {
  const undo = await node.call('getblockundo', 2);
  assert.equal(shapeOf(undo), recordedShape('getblockundo'));
  assert.is(undo.block_hash, (await node.call('getblock', 2)).curr_block_hash);
  assert.equal(await node.fail('getblockundo', 0), { code: -32603, message: 'no undo data available' });
});

chain('the coins of all accounts sum up to what the network has issued', async () => {
  const totals = await node.call('gettotalcoins');
  assert.equal(shapeOf(totals), recordedShape('gettotalcoins'));
  const total = (symbol: string) => BigInt((totals[symbol] as JsonObject).total_amount as bigint);
  assert.is(total('WGRT'), 2_016_000_000_000_000_000n);
  assert.is(total('WUSD'), 100_000_000_000_000n);
  // The fee of the transfer above waits for its producer.
  assert.is(total('WICC'), 21_000_000_000_000_000n - 10_000n);
});

chain('getcontractregid is about deployments, and says what another transaction is', async () => {
  const [, , txid] = (await node.call('getblock', 2)).tx as string[];
  const message = `transaction ${txid} is in block 2, but it deploys no contract`;
  assert.equal(await node.fail('getcontractregid', txid!), { code: -1, message });
  assert.equal(await node.fail('getcontractregid', ZERO), { code: -1, message: 'tx unconfirmed' });
});

chain('getfcoingenesistxinfo names the mints of block 1', async () => {
  const answer = await node.call('getfcoingenesistxinfo');
  assert.equal(shapeOf(answer), recordedShape('getfcoingenesistxinfo'));
  assert.equal(Object.values(answer), ((await node.call('getblock', 1)).tx as string[]).slice(1));
});

chain('listtxcache has the transactions of the last blocks', async () => {
  const answer = await node.call('listtxcache');
  assert.equal(shapeOf(answer), recordedShape('listtxcache'));
  const cached = new Set((answer.tx_cache as JsonObject[]).map(({ txid }) => txid));
  for (let height = 1; height <= 4; height++) {
    for (const txid of (await node.call('getblock', height)).tx as string[]) assert.ok(cached.has(txid));
  }
});

chain('verifychain finds a sound chain sound', async () => {
  assert.is(await node.call('verifychain'), true);
  assert.is(await node.call('verifychain', 3, 2), true);
});

chain('gethash hashes the bytes of a text in UTF-8', async () => {
  const cases: [text: string, hash: string][] = [
    [
      '0000001000005zQPcC1YpFMtwxiH787pSXanUECoGsxUq3KZieJxVG',
      '34e23296373f1eb2eeac700f9d3c016b4a5145ac589d03911deaec4444563ddf',
    ],
    ['é中', 'c2df9fdfc67a5aaff405b9a9e21eb3ebafff8c0b644a16164065b32f18b882d1'],
  ];
  for (const [text, hash] of cases) assert.equal({ ...(await node.call('gethash', text)) }, { txid: hash });
});

chain('a coin of another chain that was never registered does not exist', async () => {
  assert.equal(await node.fail('getswapcoindetail', 'BTC'), {
    code: -8,
    message: 'swap coin pair=BTC does not exist',
  });
});

chain('a block without failures has an empty list of them', async () => {
  const answer = await node.call('getblockfailures', 2);
  assert.equal({ ...answer }, { block_height: 2, failures: [] });
  assert.equal(await node.fail('getblockfailures', 99), { code: -8, message: 'Block height out of range.' });
});

interface StatePage {
  readonly block: { readonly height: number; readonly hash: string };
  readonly entries: readonly { readonly key: string; readonly value?: string }[];
  readonly has_more: boolean;
}

/** What is parsed has no prototype. */
const plain = (entries: StatePage['entries']): StatePage['entries'] => entries.map(entry => ({ ...entry }));

chain(
  'the tables, page by page in either direction, are the state of the block that the pages name',
  async () => {
    const { state } = node.node.context.chain;
    const { curr_block_hash: hash, height } = await node.call(
      'getblock',
      node.node.context.chain.tip.header.height,
    );
    for (const table of STATE_SCHEMA.tables) {
      const expected = [...state.iterate(table)].map(([key, value]) => ({
        key: diskKey(table, table.key.encode(key)).toString('hex'),
        value: table.value.encode(value).toString('hex'),
      }));
      for (const reverse of [false, true]) {
        const found: StatePage['entries'][number][] = [];
        let [from, to] = [table.prefix.toString(16).padStart(2, '0'), ''];
        for (let more = true; more; ) {
          const page = await node.call<StatePage>('liststateentries', from, to, reverse, 7);
          assert.ok(page.entries.length <= 7);
          assert.equal([page.block.height, page.block.hash], [height, hash]);
          found.push(...plain(page.entries));
          more = page.has_more;
          const last = page.entries.at(-1)?.key ?? '';
          [from, to] = reverse ? [from, last] : [`${last}00`, to];
        }
        assert.equal(found, reverse ? expected.toReversed() : expected, table.name);
      }
      const keys = expected.slice(0, 100).map(({ key }) => key);
      const missing = `${keys[0] ?? table.prefix.toString(16).padStart(2, '0')}00ff`;
      const { entries, has_more: more } = await node.call<StatePage>('getstateentries', [...keys, missing]);
      assert.equal(plain(entries), [...expected.slice(0, 100), { key: missing }], table.name);
      assert.not(more);
    }
  },
);

chain('entries of an earlier block are those of then', async () => {
  const key = diskKey(
    ACCOUNTS,
    ACCOUNTS.key.encode(decodeAddress(node.node.context.network.addressVersion, bob) ?? ''),
  ).toString('hex');
  const at = (height: number) => node.call<StatePage>('getstateentries', [key], { height });
  const [before, after] = [await at(1), await at(2)];
  assert.is.not(before.entries[0]?.value, after.entries[0]?.value);
  assert.is(before.block.hash, (await node.call('getblock', 1)).curr_block_hash);
  const listed = await node.call<StatePage>('liststateentries', key, '', false, 1, { height: 1 });
  assert.equal([listed.block, listed.entries], [before.block, before.entries]);
});

chain('lists and keys have bounds, and a list is of one table', async () => {
  const refusal = async (method: string, ...params: Json[]) => (await node.fail(method, ...params)).message;
  assert.match(await refusal('getstateentries', Array(1001).fill('01')), /1001 elements; at most 1000/);
  assert.match(await refusal('getstateentries', ['0']), /keys\[0\] is no hex of whole bytes/);
  assert.match(await refusal('getstateentries', [5]), /keys\[0\] must be a text/);
  assert.match(await refusal('getstateentries', ['']), /must begin with the byte of a table: it is empty/);
  assert.match(await refusal('liststateentries', 'ff', ''), /there is no table 255/);
  assert.match(
    await refusal('liststateentries', '01', '02'),
    /from is of table accounts, to is of table regids/,
  );
  assert.match(await refusal('liststateentries', '01', '', false, 1001), /from 1 to 1000/);
  assert.equal((await node.call<StatePage>('liststateentries', '0105', '0103')).entries, []);
});

chain.run();
