import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { JsonObject } from '../../../src/codec/json-value.js';
import { EXAMPLE } from '../../../src/rpc/declaration/common-parameters.js';
import { recordedShape, shapeOf, without } from '../../support/answers/answer-shape.js';
import { startTestNode } from '../../support/nodes/node.js';

const { alice, bob, carol } = EXAMPLE;
/** An address of this network that has never received coins and whose key nobody has. */
const STRANGER = 'wLhEPvxZmBBuWoyJedeRHSxuMEnMFP6ycb';

const node = await startTestNode();
const transfers = suite('transfers');
transfers.after(() => node.stop());

async function free(account: string, symbol = 'WICC'): Promise<bigint> {
  const { tokens } = await node.call('getaccountinfo', account);
  const token = (tokens as JsonObject)[symbol] as JsonObject | undefined;
  return BigInt((token?.free_amount as number | bigint | undefined) ?? 0);
}

async function mined(): Promise<void> {
  await node.call('generate', 1);
}

transfers('a transfer moves the coins and takes the smallest fee when none is given', async () => {
  const [aliceBefore, bobBefore] = [await free(alice), await free(bob)];
  const { txid } = await node.call('submitsendtx', alice, bob, 'WICC:1.5:wi');
  await mined();
  assert.is(await free(alice), aliceBefore - 150_000_000n - 10_000n);
  assert.is(await free(bob), bobBefore + 150_000_000n);
  const detail = await node.call('gettxdetail', txid as string);
  assert.is(detail.fees, 10_000);
});

transfers(
  'the detail of a transfer has the members of both documents, first unconfirmed, then confirmed',
  async () => {
    const { txid } = await node.call(
      'submitsendtx',
      alice,
      carol,
      'WICC:100000000:sawi',
      'WICC:20000:sawi',
      'hello',
    );
    const waiting = await node.call('gettxdetail', txid as string);
    assert.equal(
      without(shapeOf(waiting), ['memo_hex']),
      recordedShape('gettxdetail', r => r.tx_type === 'UCOIN_TRANSFER_TX' && !('confirmed_height' in r)),
    );
    await mined();
    const detail = await node.call('gettxdetail', txid as string);
    assert.equal(
      without(shapeOf(detail), ['memo_hex', 'tx_code', 'receipt']),
      recordedShape('gettxdetail', r => r.tx_type === 'UCOIN_TRANSFER_TX' && 'confirmed_height' in r),
    );
    const height = await node.call<number>('getblockcount');
    const block = await node.call('getblock', height);
    const { signature, rawtx, receipts, receipt, ...rest } = detail;
    assert.equal(
      { ...rest },
      {
        txid,
        tx_type: 'UCOIN_TRANSFER_TX',
        ver: 1,
        tx_uid: '0-13',
        from_addr: alice,
        fee_symbol: 'WICC',
        fees: 20_000,
        valid_height: height - 1,
        transfers: [
          Object.assign(Object.create(null), {
            to_uid: '0-15',
            to_addr: carol,
            coin_symbol: 'WICC',
            coin_amount: 100_000_000,
          }),
        ],
        memo: 'hello',
        memo_hex: '68656c6c6f',
        confirmed_height: height,
        confirmed_time: block.time,
        block_hash: block.curr_block_hash,
        tx_cord: `${height}-2`,
        tx_code: `${height}-2`,
        confirmations: 0,
      },
    );
    assert.match(signature as string, /^30[0-9a-f]+$/);
    assert.match(rawtx as string, /^0b01[0-9a-f]+$/);
    assert.equal(receipt, receipts);
    const received = (receipts as JsonObject[]).filter(({ to_addr }) => to_addr === carol);
    assert.equal(
      received.map(({ from_addr, coin_amount }) => [from_addr, coin_amount]),
      [[alice, 100_000_000]],
    );
  },
);

transfers('confirmations grow with the chain', async () => {
  const { txid } = await node.call('submitsendtx', alice, bob, 10_000);
  await node.call('generate', 3);
  assert.is((await node.call('gettxdetail', txid as string)).confirmations, 2);
});

transfers('an unknown transaction is an empty object', async () => {
  assert.equal({ ...(await node.call('gettxdetail', EXAMPLE.txid)) }, {});
});

transfers('amounts can be written in every form of combo money', async () => {
  for (const amount of ['10000', 10_000, 'WICC:10000', 'WICC:10000:sawi', '0.0001:wi', 'WICC:0.0001:WI']) {
    const before = await free(bob);
    await node.call('submitsendtx', alice, bob, amount);
    await mined();
    assert.is(await free(bob), before + 10_000n, String(amount));
  }
});

transfers('several receivers are paid in one transaction, given as an array or as JSON text', async () => {
  const list = [
    { to_uid: bob, symbol_amount_unit: 'WICC:1:wi' },
    { to_uid: '0-15', symbol_amount_unit: 'WICC:20000:sawi' },
  ];
  for (const given of [list, JSON.stringify(list)]) {
    const [bobBefore, carolBefore] = [await free(bob), await free(carol)];
    const { txid } = await node.call('submitsendmultitx', alice, given);
    await mined();
    assert.is(await free(bob), bobBefore + 100_000_000n);
    assert.is(await free(carol), carolBefore + 20_000n);
    assert.is((await node.call('gettxdetail', txid as string)).fees, 20_000);
  }
});

const REFUSALS: [
  why: string,
  params: readonly (string | number | null | boolean)[],
  code: number,
  message: string,
][] = [
  ['too few coins', [alice, bob, 'WICC:999999999:wi'], -2002, 'Account does not have enough WICC'],
  [
    'a fee below the minimum',
    [alice, bob, 'WICC:1:wi', 'WICC:1:sawi'],
    -32602,
    'The given fee is too small: 1 < 10000 sawi',
  ],
  [
    'a fee in another coin',
    [alice, bob, 'WICC:1:wi', 'WGRT:1:wi'],
    -32602,
    'Fee symbol is WGRT, but expect WUSD|WICC',
  ],
  [
    'a sender that is no account',
    ['wUnknownAddressxxxxxxxxxxxxxxxxxxx', bob, 'WICC:1:wi'],
    -5,
    'Invalid address=wUnknownAddressxxxxxxxxxxxxxxxxxxx: one of its characters is another, or it is of another network',
  ],
  [
    'a receiver that is no account',
    [alice, 'nickname', 'WICC:1:wi'],
    -5,
    'Invalid address=nickname: it ends at position 8, an address has 34 characters',
  ],
  [
    'a regid that is not on chain, as sender',
    ['999999-1', bob, 'WICC:1:wi'],
    -5,
    'The account not exist (never received coins before)! userId=999999-1',
  ],
  [
    'a regid that is not on chain, as receiver',
    [alice, '999999-1', 'WICC:1:wi'],
    -2001,
    'CommitTx failed: code=48, reason=account-not-exist',
  ],
  [
    'a sender whose key is elsewhere',
    [STRANGER, bob, 'WICC:1:wi'],
    -2001,
    'Key not found in the local wallet',
  ],
  [
    'the reserve, which has no key',
    ['1-1', bob, 'WUSD:1:wi', 'WUSD:10000'],
    -2001,
    'Sender address not found in wallet',
  ],
  ['an unknown coin', [alice, bob, 'NOPE:1:wi'], 16, 'Invalid coin symbol=NOPE!'],
  ['a coin in lower case', [alice, bob, 'wicc:1:wi'], 16, 'Invalid coin symbol=wicc!'],
  ['no coins', [alice, bob, 'WICC:0:wi'], -8, 'Coins is zero!'],
  ['dust', [alice, bob, 'WICC:9999'], -2001, 'CommitTx failed: code=33, reason=invalid-coin-amount'],
  ['an empty amount', [alice, bob, ''], -8, 'Invalid combo money format='],
  ['an unknown unit', [alice, bob, 'WICC:1:foo'], -8, 'Invalid combo money format=WICC:1:foo'],
  ['a negative number', [alice, bob, -1], -3, 'Invalid amount'],
  ['null as amount', [alice, bob, null], -8, 'Invalid json value type: null'],
  ['true as amount', [alice, bob, true], -8, 'Invalid json value type: bool'],
  [
    'a memo of 101 bytes',
    [alice, bob, 'WICC:1:wi', 'WICC:0.01:wi', 'm'.repeat(101)],
    -2001,
    'CommitTx failed: code=16, reason=memo-size-toolarge',
  ],
  [
    'a memo that is no text',
    [alice, bob, 'WICC:1:wi', 'WICC:0.01:wi', 5],
    -1,
    'value is type int, expected str',
  ],
  ['a sender that is no text', [5, bob, 'WICC:1:wi'], -1, 'value is type int, expected str'],
];

for (const [why, params, code, message] of REFUSALS) {
  transfers(`submitsendtx refuses ${why}`, async () => {
    assert.equal(await node.fail('submitsendtx', ...params), { code, message });
  });
}

transfers('too few and too many parameters are answered with the usage line', async () => {
  for (const params of [
    [alice, bob],
    [alice, bob, 1, 2, 'm', 0, 'x'],
  ]) {
    const { code, message } = await node.fail('submitsendtx', ...params);
    assert.is(code, -1);
    assert.match(message, /^submitsendtx "from" "to" "amount" \( "fee" "memo" min_confirmations \)\n/);
  }
});

const MULTI_REFUSALS: [why: string, params: readonly (string | object)[], code: number, message: string][] = [
  ['an empty list', [[]], -2001, 'CommitTx failed: code=16, reason=invalid-transfers'],
  ['an entry without amount', [[{ to_uid: bob }]], -8, 'field symbol_amount_unit not found in json object'],
  ['no coins', [[{ to_uid: bob, symbol_amount_unit: 'WICC:0:wi' }]], -8, 'Coins is zero!'],
  ['an unknown coin', [[{ to_uid: bob, symbol_amount_unit: 'NOPE:1:wi' }]], 16, 'Invalid coin symbol=NOPE!'],
  [
    'too few coins',
    [[{ to_uid: bob, symbol_amount_unit: 'WICC:99999999:wi' }]],
    16,
    'WICC Insufficient coins',
  ],
  [
    'a fee below one minimum for each entry',
    [
      [
        { to_uid: bob, symbol_amount_unit: 'WICC:1:wi' },
        { to_uid: carol, symbol_amount_unit: 'WICC:1:wi' },
      ],
      'WICC:19999:sawi',
    ],
    -32602,
    'The given fee is too small: 19999 < 20000 sawi',
  ],
];

for (const [why, params, code, message] of MULTI_REFUSALS) {
  transfers(`submitsendmultitx refuses ${why}`, async () => {
    assert.equal(await node.fail('submitsendmultitx', alice, ...(params as never[])), { code, message });
  });
}

transfers('a hundred receivers are accepted, a hundred and one are not', async () => {
  const entry = { to_uid: bob, symbol_amount_unit: 'WICC:10000:sawi' };
  await node.call('submitsendmultitx', alice, Array(100).fill(entry));
  assert.equal(await node.fail('submitsendmultitx', alice, Array(101).fill(entry)), {
    code: -2001,
    message: 'CommitTx failed: code=16, reason=invalid-transfers',
  });
  await mined();
});

transfers(
  'two transfers that together overspend pass the first check, and the second is refused at the pool',
  async () => {
    const amount = await free(carol);
    const half = `WICC:${(amount * 2n) / 3n}:sawi`;
    await node.call('submitsendtx', carol, bob, half);
    assert.equal(await node.fail('submitsendtx', carol, alice, half), {
      code: -2001,
      message: 'CommitTx failed: code=50, reason=transfer-coin-failed',
    });
    await mined();
  },
);

transfers('release 1 names of transfers answer a hash too', async () => {
  const before = await free(bob);
  const first = await node.call('sendtoaddress', alice, bob, 10_000);
  assert.equal(Object.keys(first), ['txid', 'hash']);
  assert.is(first.txid, first.hash);
  await mined();
  const second = await node.call('sendtoaddresswithfee', alice, bob, 20_000, 30_000);
  await mined();
  assert.is((await node.call('gettxdetail', second.hash as string)).fees, 30_000);
  assert.is(await free(bob), before + 30_000n);
});

transfers(
  'release 1 transfers without a sender are paid by an address of the wallet that has enough',
  async () => {
    const { addr } = await node.call('getnewaddr');
    await node.call('sendtoaddress', addr as string, 50_000);
    await node.call('sendtoaddresswithfee', addr as string, 60_000, 20_000);
    await mined();
    assert.is(await free(addr as string), 110_000n);
    assert.is((await node.fail('sendtoaddress', addr as string, '12')).code, -1);
  },
);

transfers('amounts above 2^53 pass in both directions without loss', async () => {
  const amount = 2_015_999_999_999_999_999n;
  await node.call('submitsendtx', alice, '1-2', 'WICC:1:wi');
  await mined();
  await node.call('submitsendtx', '1-2', bob, `WGRT:${amount}`);
  await mined();
  assert.is(await free(bob, 'WGRT'), amount);
});

transfers.run();
