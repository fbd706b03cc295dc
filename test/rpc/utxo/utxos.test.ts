import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Json, JsonObject } from '../../../src/codec/json-value.js';
import { EXAMPLE } from '../../../src/rpc/declaration/common-parameters.js';
import { balanceOperationCode } from '../../../src/tx/balance-operation.js';
import { RECEIPT } from '../../../src/tx/receipt.js';
import { CONDITION_TYPES } from '../../../src/tx/utxo.js';
import { startTestNode } from '../../support/nodes/node.js';

const { alice, bob, carol } = EXAMPLE;
const STRANGER = 'wSms4pZnNe7bxjouLxUXQLowc7JqtNps94';
const COIN = 100_000_000;
const CONDITION_FAILS = 'CommitTx failed: code=16, reason=check-utox-cond-err';
const NEVER = '22'.repeat(32);

const node = await startTestNode();
const utxos = suite('outputs with conditions');
utxos.after(() => node.stop());

const to = (uid: string) => ({ cond_type: CONDITION_TYPES.OP2SA, uid });
const output = (...conds: Json[]) => ({ coin_amount: COIN, conds });
const input = (txid: string, index: number, ...conds: Json[]) => ({
  prev_utxo_txid: txid,
  prev_utxo_vout_index: index,
  conds,
});

/** Submits without making a block. @returns the txid */
async function submit(sender: string, vins: Json, vouts: Json, ...more: Json[]): Promise<string> {
  const params = [sender, 'WICC', vins, vouts, ...more];
  return (await node.call<{ txid: string }>('submitutxotransfertx', ...params)).txid;
}

async function mined(...params: Parameters<typeof submit>): Promise<string> {
  const txid = await submit(...params);
  await node.call('generate', 1);
  return txid;
}

/** ALICE makes one output. @returns its txid */
const charged = (...conds: Json[]) => mined(alice, [], [output(...conds)]);
/** Somebody takes an output, the first of its transaction, into his balance. */
const drawn = (sender: string, txid: string, ...conds: Json[]) =>
  mined(sender, [input(txid, 0, ...conds)], []);

/** Expects a call to fail so. */
async function refused(attempt: Promise<unknown>, code: number, message: string | RegExp): Promise<void> {
  const error = await attempt.then(
    () => undefined,
    (failure: Error) => failure,
  );
  const [, actualCode, actual] = /failed with (-?\d+): ([\s\S]*)$/.exec(error?.message ?? '') ?? [];
  assert.is(Number(actualCode), code, error?.message ?? 'the call was expected to fail');
  if (typeof message === 'string') assert.is(actual, message);
  else assert.match(actual!, message);
}

const height = () => node.call<number>('getblockcount');

utxos.before(async () => {
  await node.call('generate', 3);
});

utxos('an address: the account it is for draws the coins, with the receipt of it', async () => {
  const txid = await charged(to(bob));
  await refused(drawn(carol, txid, { cond_type: CONDITION_TYPES.IP2SA }), -2001, CONDITION_FAILS);
  const drawing = await drawn(bob, txid, { cond_type: CONDITION_TYPES.IP2SA });
  const { receipt, vins, fees } = await node.call('gettxdetail', drawing);
  assert.is(fees, 20_000, 'twice the minimum for an input');
  const [, movement] = receipt as JsonObject[];
  assert.equal(
    { ...movement },
    {
      receipt_type: RECEIPT.TRANSFER_UTXO_COINS,
      receipt_type_name: 'transfer coins in a UTXO trx',
      op_type: balanceOperationCode('ADD_FREE'),
      op_type_name: 'ADD_FREE',
      from_addr: '',
      to_addr: bob,
      coin_symbol: 'WICC',
      coin_amount: COIN,
    },
  );
  assert.equal((vins as JsonObject[])[0]!.prev_utxo_txid, txid);
  await refused(
    drawn(bob, txid, { cond_type: CONDITION_TYPES.IP2SA }),
    -2001,
    'CommitTx failed: code=16, reason=double-spend-prev-utxo-err',
  );
});

utxos('an output may be for an address that has never received anything', async () => {
  assert.match(await charged(to(STRANGER)), /^[0-9a-f]{64}$/);
});

utxos('inputs and outputs may be texts of JSON, and conditions may be named', async () => {
  const txid = await mined(alice, '[]', JSON.stringify([output({ cond_type: 'OP2SA', uid: bob })]));
  await mined(bob, JSON.stringify([input(txid, 0, { cond_type: 'IP2SA' })]), '[]', 'WICC:20000:sawi', 'memo');
  await refused(submit(alice, '[', '[]'), -8, /^vins is not JSON/);
  await refused(submit(alice, '{}', '[]'), -8, 'vins must be an array, the text contains obj');
});

utxos('2 of 3: address, hash, two signatures, spending', async () => {
  const signers = [alice, bob, carol];
  const { multi_addr } = await node.call('genutxomultisignaddr', 3, 2, signers);
  const txid = await charged({ cond_type: CONDITION_TYPES.OP2MA, multisign_address: multi_addr! });
  const other = await charged({ cond_type: CONDITION_TYPES.OP2MA, multisign_addr: multi_addr! });
  const { hash } = await node.call('genutxomultiinputcondhash', 3, 2, txid, 0, signers, carol);
  const sign = async (signer: string) =>
    (await node.call('genutxomultisignature', signer, hash!)).signature as string;
  const key = (signatures: readonly string[]) => ({
    cond_type: CONDITION_TYPES.IP2MA,
    m: 2,
    n: 3,
    uids: signers,
    signatures,
  });
  const [byAlice, byBob] = [await sign(alice), await sign(bob)];
  await refused(drawn(carol, txid, key([byAlice])), -2001, CONDITION_FAILS);
  await refused(drawn(carol, txid, key([byAlice, byAlice])), -2001, CONDITION_FAILS);
  await refused(drawn(bob, txid, key([byAlice, byBob])), -2001, CONDITION_FAILS);
  await refused(drawn(carol, other, key([byAlice, byBob])), -2001, CONDITION_FAILS);
  const listed = await node.call('listutxos', multi_addr!);
  assert.is(listed.count, 2);
  await drawn(carol, txid, key([byAlice, byBob]));
  assert.is((await node.call('listutxos', multi_addr!)).count, 1);
});

utxos('a password: whoever knows it; the errors do not tell it', async () => {
  const locked = (password: string) => ({
    cond_type: CONDITION_TYPES.OP2PH,
    password,
    password_proof_required: false,
  });
  for (const password of ['', 'secret', 'ü'.repeat(128)]) {
    const txid = await charged(locked(password));
    await refused(
      drawn(bob, txid, { cond_type: CONDITION_TYPES.IP2PH, password: `${password}?` }),
      ...tooLongOrWrong(password),
    );
    await drawn(bob, txid, { cond_type: CONDITION_TYPES.IP2PH, password });
  }
  const long = 'x'.repeat(257);
  const message = 'a password has at most 256 bytes, this one has 257';
  await refused(charged(locked(long)), -8, message);
  await refused(drawn(bob, NEVER, { cond_type: CONDITION_TYPES.IP2PH, password: long }), -8, message);
  await refused(node.call('submitpasswordprooftx', bob, NEVER, 0, long, alice), -8, message);
});

function tooLongOrWrong(password: string): [code: number, message: string | RegExp] {
  return Buffer.byteLength(password) === 256 ? [-8, /has 257$/] : [-2001, CONDITION_FAILS];
}

utxos('no error repeats what was sent as a password', async () => {
  const secret = 'hunter2';
  const broken = `[{"coin_amount":1,"conds":[{"cond_type":113,"password":"${secret}`;
  const key = { cond_type: CONDITION_TYPES.IP2PH, password: secret };
  const attempts: readonly (readonly [vins: Json, vouts: Json])[] = [
    ['[]', broken],
    ['[]', `${broken}" ${secret}}]}]`],
    [[input(NEVER, 0, key, key)], []],
    [[input(NEVER, 0, { ...key, password: [secret] })], []],
    [[], [output(key)]],
    [[], [output({ cond_type: CONDITION_TYPES.OP2PH, password: secret })]],
    [[input(NEVER, 0, key)], []],
  ];
  for (const [vins, vouts] of attempts) {
    const { message } = await node.fail('submitutxotransfertx', alice, 'WICC', vins, vouts);
    assert.not.match(message, secret);
  }
});

utxos('a password with proof: a thief who saw it in the memory pool comes too late', async () => {
  const txid = await charged({
    cond_type: CONDITION_TYPES.OP2PH,
    password: 'secret',
    password_proof_required: true,
  });
  const key = { cond_type: CONDITION_TYPES.IP2PH, password: 'secret' };
  await refused(drawn(bob, txid, key), -2001, CONDITION_FAILS);
  const { txid: proof } = await node.call('submitpasswordprooftx', bob, txid, 0, 'secret', alice);
  await node.call('generate', 1);
  const detail = await node.call('gettxdetail', proof!);
  assert.is(detail.utxo_txid, txid);
  assert.is(detail.utxo_vout_index, 0);
  const spending = await submit(bob, [input(txid, 0, key)], []);
  await refused(submit(carol, [input(txid, 0, key)], []), -2001, /double-spend-prev-utxo-err/);
  await node.call('generate', 1);
  assert.is((await node.call('getutxo', txid, 0)).spent_by, spending);

  const stolen = await charged({
    cond_type: CONDITION_TYPES.OP2PH,
    password: 'secret',
    password_proof_required: true,
  });
  await node.call('submitpasswordprooftx', carol, stolen, 0, 'guess', alice);
  await node.call('generate', 1);
  await refused(drawn(carol, stolen, key), -2001, CONDITION_FAILS);
});

const SECRET = { cond_type: CONDITION_TYPES.OP2PH, password: 'secret', password_proof_required: true };

utxos('a proof that could never be of use is not made, and costs nothing', async () => {
  const plain = await charged(to(bob));
  const locked = await charged(SECRET);
  const proof = (txid: string, index: number, maker: string) =>
    node.call('submitpasswordprooftx', bob, txid, index, 'secret', maker);
  await refused(proof(NEVER, 0, alice), -5, /would be of no use: there is none, or it is spent/);
  await refused(proof(locked, 33, alice), -5, /output 33 .* there is none/);
  await refused(proof(plain, 0, alice), -5, /no password locks it/);
  await refused(proof(locked, 0, carol), -5, /is not the account that has made it/);
  await proof(locked, 0, alice);
});

utxos('a proof can be made of an output that waits for its block', async () => {
  const waiting = await submit(alice, [], [output(SECRET)]);
  await node.call('submitpasswordprooftx', bob, waiting, 0, 'secret', alice);
  assert.is((await node.call('getutxo', waiting, 0)).waits, true);
  await node.call('generate', 1);
});

utxos(
  'a page of no outputs is refused: it would say that there are more, and not where to go on',
  async () => {
    await refused(node.call('listutxos', alice, '', false, 0), -8, 'max_count=0 must be at least 1');
  },
);

utxos('over time: nobody at the height, then its receiver; condition 14 says it early', async () => {
  const lock = (await height()) + 3;
  const txid = await charged(to(bob), { cond_type: CONDITION_TYPES.OCLAIM_LOCK, height: lock });
  const overTime = { cond_type: 14 };
  await refused(drawn(bob, txid), -2001, CONDITION_FAILS);
  await refused(drawn(bob, txid, overTime), -8, 'lock height not reached');
  await refused(drawn(bob, txid, { cond_type: 15 }), -8, 'cond type (15) does not match previous output');
  await node.call('generate', lock - (await height()) - 1);
  await refused(drawn(bob, txid), -2001, CONDITION_FAILS);
  await node.call('generate', 1);
  assert.is(await height(), lock);
  const drawing = await drawn(bob, txid, overTime);
  const [vin] = (await node.call('gettxdetail', drawing)).vins as JsonObject[];
  assert.equal(vin!.conds, [], 'condition 14 is no part of the transaction');
});

utxos('recycle: others at once, the creator above the height', async () => {
  const lock = (await height()) + 5;
  const mine = await charged(to(alice), { cond_type: CONDITION_TYPES.ORECLAIM_LOCK, height: lock });
  const given = await charged(to(bob), { cond_type: CONDITION_TYPES.ORECLAIM_LOCK, height: lock });
  await refused(drawn(alice, mine), -2001, CONDITION_FAILS);
  await refused(drawn(alice, mine, { cond_type: 15 }), -8, 'lock height not reached');
  await drawn(bob, given, { cond_type: 15 });
  assert.is((await node.call('getutxo', mine, 0, alice)).spendable, false);
  assert.is((await node.call('getutxo', mine, 0, alice)).spendable_from_height, lock + 1);
  assert.is((await node.call('getutxo', mine, 0)).spendable, true);
  await node.call('generate', Math.max(lock - (await height()), 0));
  await drawn(alice, mine, { cond_type: 15 });
});

utxos('an output that anybody could take is not made, and the answer says what to add', async () => {
  const recycle = { cond_type: CONDITION_TYPES.ORECLAIM_LOCK, height: 9999 };
  for (const conds of [[recycle], [recycle, { cond_type: CONDITION_TYPES.OCLAIM_LOCK, height: 9 }]]) {
    await refused(
      submit(alice, [], [output(to(bob)), output(...conds)]),
      -8,
      /add \{"cond_type":111,"uid":RECEIVER\}/,
    );
  }
  const txid = await charged(to(bob), { cond_type: CONDITION_TYPES.ORECLAIM_LOCK, height: 9999 });
  const { spendable_by } = await node.call('getutxo', txid, 0);
  assert.is(
    spendable_by,
    `account ${bob}; its maker above height 9999 only, which gives him no right that he has not otherwise`,
  );
});

utxos('a password and recycling: the creator needs the password too', async () => {
  const lock = (await height()) + 1;
  const txid = await charged(
    { cond_type: CONDITION_TYPES.OP2PH, password: 'secret', password_proof_required: false },
    { cond_type: CONDITION_TYPES.ORECLAIM_LOCK, height: lock },
  );
  assert.is(await height(), lock);
  await refused(drawn(alice, txid), -2001, CONDITION_FAILS);
  await drawn(alice, txid, { cond_type: CONDITION_TYPES.IP2PH, password: 'secret' }, { cond_type: 15 });
});

utxos('an output is not spent before its block is made, and by one waiting transaction only', async () => {
  const txid = await submit(alice, [], [output(to(bob))]);
  const unconfirmed = /reason=failed-to-load-prev-utxo-err$/;
  await refused(submit(bob, [input(txid, 0)], []), -2001, unconfirmed);
  await node.call('generate', 1);
  await submit(bob, [input(txid, 0)], []);
  await refused(submit(bob, [input(txid, 0)], [], 'WICC:30000:sawi'), -2001, /double-spend-prev-utxo-err/);
  await node.call('generate', 1);
});

utxos('getutxo and listutxos tell what is there, for whom, and from which height', async () => {
  const lock = (await height()) + 10;
  const txid = await mined(
    alice,
    [],
    [
      output(to(carol)),
      output(to(carol), { cond_type: CONDITION_TYPES.OCLAIM_LOCK, height: lock }),
      output(to(bob)),
    ],
  );
  const { count, has_more, utxos: listed } = await node.call('listutxos', carol, 'WICC');
  assert.is(count, 2);
  assert.is(has_more, false);
  const [first, second] = listed as JsonObject[];
  assert.equal(
    { ...first, conds: undefined },
    {
      txid,
      vout_index: 0,
      spent: false,
      coin_symbol: 'WICC',
      coin_amount: COIN,
      conds: undefined,
      creator_uid: '0-13',
      creator_addr: alice,
      created_height: await height(),
      spendable: true,
      spendable_from_height: (await height()) + 1,
      spendable_by: `account ${carol}`,
    },
  );
  assert.is(second!.spendable_from_height, lock + 1);
  assert.is((await node.call('listutxos', carol, '', true)).count, 1);
  assert.is((await node.call('listutxos', carol, 'WUSD')).count, 0);
  const page = await node.call('listutxos', carol, '', false, 1, 1);
  assert.equal([page.count, page.has_more], [1, false]);
  assert.equal(page.utxos, [second]);
  assert.is((await node.call('listutxos', carol, '', false, 1)).has_more, true);
  assert.equal(await node.call('getutxo', txid, 1, carol), second);
  await refused(node.call('getutxo', txid, 3), -5, `There is no output 3 of transaction ${txid}`);
  const spending = await mined(carol, [input(txid, 0)], []);
  assert.equal(
    { ...(await node.call('getutxo', txid, 0)) },
    { txid, vout_index: 0, spent: true, spent_by: spending, spent_height: await height() },
  );
});

utxos('taking a block back gives its inputs back', async () => {
  const txid = await charged(to(bob));
  const unspent = await node.call('getutxo', txid, 0);
  await drawn(bob, txid);
  const { hash } = await node.call('getblockhash', await height());
  await node.call('invalidateblock', hash!);
  const again = await node.call('getutxo', txid, 0);
  assert.is(again.spent, false);
  assert.is(again.spendable_from_height, unspent.spendable_from_height);
});

const WRONG_CONDITIONS: readonly (readonly [
  what: string,
  vins: Json,
  vouts: Json,
  code: number,
  message: string,
])[] = [
  ['an input without a txid', [{}], [], -8, 'field prev_utxo_txid not found in json object'],
  ['an output without an amount', [], [{ conds: [] }], -8, 'field coin_amount not found in json object'],
  ['an output without conditions', [], [{ coin_amount: 1 }], -8, 'field conds not found in json object'],
  ['a condition of an output in an input', [input(NEVER, 0, to(bob))], [], -8, 'cond direction is error'],
  [
    'a condition of an input in an output',
    [],
    [output({ cond_type: CONDITION_TYPES.IP2SA })],
    -8,
    'cond direction is error',
  ],
  ['an unknown condition', [], [output({ cond_type: 99 })], -8, 'condition type error'],
  ['an unknown name', [], [output({ cond_type: 'OP2XX' })], -8, 'condition type error'],
  ['a condition twice', [], [output(to(bob), to(alice))], -8, 'out cond type (111) exists error!'],
  [
    'a condition of an input twice',
    [input(NEVER, 0, { cond_type: CONDITION_TYPES.IP2SA }, { cond_type: CONDITION_TYPES.IP2SA })],
    [],
    -8,
    'in cond type (11) exists error!',
  ],
  [
    'a lock that nobody could ever open',
    [],
    [output(to('0-999'))],
    -5,
    'The account not exist (never received coins before)! userId=0-999',
  ],
  [
    'both addresses',
    [],
    [output(to(bob), { cond_type: CONDITION_TYPES.OP2MA, multisign_address: alice })],
    -8,
    "can't have both OP2SA & OP2MA error",
  ],
  [
    'both keys',
    [
      input(
        NEVER,
        0,
        { cond_type: CONDITION_TYPES.IP2SA },
        { cond_type: CONDITION_TYPES.IP2MA, m: 1, n: 1, uids: [bob], signatures: [] },
      ),
    ],
    [],
    -8,
    "can't have both IP2SA & IP2MA error",
  ],
  [
    'an address that is none',
    [],
    [output({ cond_type: CONDITION_TYPES.OP2MA, multisign_address: 'x' })],
    -8,
    'the multi sign address (x) is illegal',
  ],
  ['a fraction', [], '[{"coin_amount":1.5,"conds":[]}]', -3, 'Invalid amount'],
  [
    'more than the largest amount',
    [],
    [{ coin_amount: 21_000_000_000_000_001n, conds: [] }],
    -3,
    'Invalid amount',
  ],
  ['a position out of range', [input(NEVER, 65_536)], [], -8, 'value=65536 out of range'],
  ['nothing', [], [], -2001, 'CommitTx failed: code=16, reason=utxo-empty-err'],
  [
    'no amount',
    [],
    [{ coin_amount: 0, conds: [] }],
    -2001,
    'CommitTx failed: code=16, reason=zero-output-amount-err',
  ],
  ['height 0', [], [output({ cond_type: CONDITION_TYPES.OCLAIM_LOCK, height: 0 })], -2001, CONDITION_FAILS],
  [
    'an output that nobody made',
    [input(NEVER, 0, { cond_type: CONDITION_TYPES.IP2SA })],
    [],
    -2001,
    'CommitTx failed: code=16, reason=failed-to-load-prev-utxo-err',
  ],
  [
    'too many outputs',
    [],
    Array(101).fill(output()),
    -2001,
    'CommitTx failed: code=16, reason=vouts-size-too-large',
  ],
];

for (const [what, vins, vouts, code, message] of WRONG_CONDITIONS) {
  utxos(`refused: ${what}`, () => refused(submit(alice, vins, vouts), code, message));
}

utxos('a fee that is too small is told the one that suffices', async () => {
  await refused(
    submit(alice, [], [output(), output()], 'WICC:19999:sawi'),
    -32602,
    'The given fee is too small: 19999 < 20000 sawi',
  );
});

const WRONG_SIGNERS: readonly (readonly [n: number, m: number, uids: readonly string[], message: string])[] =
  [
    [2, 3, [alice, bob], 'm must be not greater than n'],
    [21, 2, [alice, bob], ' m and n must be not greater than 20'],
    [3, 2, [alice, bob], 'the n must be equal to signee count'],
    [2, 2, [alice, STRANGER], 'the uid is not on chain'],
    [2, 0, [alice, bob], 'm must be at least 1'],
    [2, 2, [alice, '0-13'], 'the signees must be different accounts'],
  ];

for (const [n, m, uids, message] of WRONG_SIGNERS) {
  utxos(`no multi-signature address: ${message.trim()}`, async () => {
    await refused(node.call('genutxomultisignaddr', n, m, [...uids]), -8, message);
    await refused(node.call('genutxomultiinputcondhash', n, m, NEVER, 0, [...uids], bob), -8, message);
  });
}

utxos('only accounts of the wallet sign, and only accounts on chain spend', async () => {
  await refused(node.call('genutxomultisignature', STRANGER, NEVER), -5, /^The account not exist/);
  await refused(
    node.call('genutxomultiinputcondhash', 1, 1, NEVER, 0, [alice], STRANGER),
    -8,
    'Get Account from txKeyID failed.',
  );
  await refused(
    node.call('submitpasswordprooftx', bob, NEVER, 0, 'x', STRANGER),
    -5,
    /^The account not exist/,
  );
});

utxos.run();
