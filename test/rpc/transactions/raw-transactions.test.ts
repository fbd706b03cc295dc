import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Json, JsonObject } from '../../../src/codec/json-value.js';
import { EXAMPLE } from '../../../src/rpc/declaration/common-parameters.js';
import { recordedShape, shapeOf, without } from '../../support/answers/answer-shape.js';
import { startTestNode } from '../../support/nodes/node.js';

const { alice, bob, carol } = EXAMPLE;

const node = await startTestNode();
const raw = suite('raw transactions');
raw.after(() => node.stop());

async function unsignedTransfer(
  amount: number,
  changes: JsonObject = {},
): Promise<{ txid: string; unsigned_txraw: string }> {
  return node.call('genunsignedtxraw', 'submitsendtx', {
    sender: alice,
    to: bob,
    amount,
    fee: 'WICC:10000:sawi',
    memo: 'raw',
    height: await node.call<number>('getblockcount'),
    ...changes,
  });
}

async function signedBy(account: string, rawtx: string): Promise<string> {
  return (await node.call('signtxraw', rawtx, [account])).rawtx as string;
}

raw('a transaction is made, signed and submitted in separate steps', async () => {
  const made = await unsignedTransfer(100_000);
  assert.equal(shapeOf(made), recordedShape('genunsignedtxraw'));
  const signed = await node.call('signtxraw', made.unsigned_txraw, [alice]);
  assert.equal(shapeOf(signed), recordedShape('signtxraw'));
  const [signer] = signed.signed_list as JsonObject[];
  assert.equal([signed.signed_count, signer!.addr, signer!.regid], [1, alice, '0-13']);
  const submitted = await node.call('submittxraw', signed.rawtx as string);
  assert.equal(
    shapeOf(submitted),
    recordedShape('submittxraw', r => r.tx_trace === null),
  );
  assert.equal({ ...submitted }, { txid: made.txid, tx_trace: null });
  await node.call('generate', 1);
  assert.is((await node.call('gettxdetail', made.txid)).rawtx, signed.rawtx);
});

raw('signatures can be given beside the transaction', async () => {
  const { txid, unsigned_txraw } = await unsignedTransfer(100_001);
  const signed = await node.call('signtxraw', unsigned_txraw, ['0-13']);
  const { signature } = (signed.signed_list as JsonObject[])[0]!;
  const submitted = await node.call('submittxraw', unsigned_txraw, [{ addr: alice, signature: signature! }]);
  assert.is(submitted.txid, txid);
  await node.call('generate', 1);
  assert.is((await node.call('gettxdetail', txid)).signature, signature);
});

raw('decodetxraw shows a transaction as gettxdetail does, without the confirmation', async () => {
  const { unsigned_txraw } = await unsignedTransfer(100_002);
  const rawtx = await signedBy(alice, unsigned_txraw);
  const decoded = await node.call('decodetxraw', rawtx);
  assert.equal(
    without(shapeOf(decoded), ['memo_hex']),
    recordedShape('decodetxraw', r => r.tx_type === 'UCOIN_TRANSFER_TX'),
  );
  assert.equal(await node.call('decoderawtx', rawtx), decoded);
  const { txid } = await node.call('submittx', rawtx);
  const { rawtx: _rawtx, ...detail } = await node.call('gettxdetail', txid as string);
  assert.equal({ ...detail }, { ...decoded });
});

raw('release 1 submittx answers a hash too', async () => {
  const { unsigned_txraw, txid } = await unsignedTransfer(100_003);
  const answer = await node.call('submittx', await signedBy(alice, unsigned_txraw));
  assert.equal({ ...answer }, { txid, hash: txid, tx_trace: null });
});

raw('a recorded transaction of the reference node is decoded as it was there', async () => {
  const decoded = await node.call(
    'decodetxraw',
    '0601827e020301010202000280b9a0ece700bc83404630440220363a54a3e406b56a918e764956bfb0b56de2a88502281da3c019a9d9a7ec0899022003d86acd75eade32127e2879ba19b485cc357d4c2397de4e1363dce47a822445',
  );
  assert.is(decoded.txid, 'cfafc712b03ac58408bbbf00d74a5e79259dae519f35102fc01782be0f7ce948');
  assert.equal(
    shapeOf(decoded),
    recordedShape('decodetxraw', r => r.tx_type === 'DELEGATE_VOTE_TX'),
  );
});

const COMMIT_REFUSALS: [why: string, prepare: () => Promise<string>, code: number, reason: string][] = [
  [
    'a transaction without signature',
    async () => (await unsignedTransfer(110_000)).unsigned_txraw,
    48,
    'bad-tx-sign',
  ],
  [
    'a transaction that waits already',
    async () => {
      const rawtx = await signedBy(alice, (await unsignedTransfer(110_001)).unsigned_txraw);
      await node.call('submittxraw', rawtx);
      return rawtx;
    },
    16,
    'tx-already-in-mempool',
  ],
  [
    'a transaction that is confirmed',
    async () => {
      const rawtx = await signedBy(alice, (await unsignedTransfer(110_002)).unsigned_txraw);
      await node.call('submittxraw', rawtx);
      await node.call('generate', 1);
      return rawtx;
    },
    16,
    'tx-duplicate-confirmed',
  ],
  [
    'a valid_height that is far ahead',
    async () => signedBy(alice, (await unsignedTransfer(110_003, { height: 5000 })).unsigned_txraw),
    16,
    'tx-invalid-height',
  ],
];

for (const [why, prepare, code, reason] of COMMIT_REFUSALS) {
  raw(`submittxraw refuses ${why}`, async () => {
    assert.equal(await node.fail('submittxraw', await prepare()), {
      code: -2001,
      message: `CommitTx failed: code=${code}, reason=${reason}`,
    });
  });
}

raw('the list of waiting transactions keeps one that is submitted twice', async () => {
  const { unsigned_txraw, txid } = await unsignedTransfer(110_004);
  const rawtx = await signedBy(alice, unsigned_txraw);
  await node.call('submittxraw', rawtx);
  await node.fail('submittxraw', rawtx);
  assert.ok((await node.call<{ unconfirmed_tx: string[] }>('listtx')).unconfirmed_tx.includes(txid));
  await node.call('generate', 1);
});

raw('submittxraw refuses signatures that do not belong there', async () => {
  const { unsigned_txraw } = await unsignedTransfer(120_000);
  const good = { addr: alice, signature: '3006020101020101' };
  const cases: [signatures: Json, code: number, message: string][] = [
    [[{ ...good, addr: carol }], -8, `The signature of the user=${carol} is not required in tx`],
    [[good, good], -8, `duplicated signature of user=${alice}`],
    [[{ addr: alice }], -8, 'field signature not found in json object'],
    [[{ signature: '00' }], -8, 'field addr not found in json object'],
    [[{ ...good, addr: 'x' }], -5, 'Invalid address=x: it ends at position 1, an address has 34 characters'],
    [[{ ...good, signature: '' }], -32602, 'Invalid signature size=0, hex='],
    [
      [{ ...good, signature: 'ab'.repeat(101) }],
      -32602,
      `Invalid signature size=101, hex=${'ab'.repeat(101)}`,
    ],
    [[5], -1, 'value is type int, expected obj'],
  ];
  for (const [signatures, code, message] of cases) {
    assert.equal(await node.fail('submittxraw', unsigned_txraw, signatures), { code, message });
  }
  const { code, message } = await node.fail('submittxraw', unsigned_txraw, [{ ...good, signature: 'xy' }]);
  assert.is(code, -32602);
  assert.match(message, /^invalid signature! /);
});

raw('signtxraw refuses accounts that need not sign, and those that sign twice', async () => {
  const { unsigned_txraw } = await unsignedTransfer(120_001);
  const cases: [accounts: Json, code: number, message: string][] = [
    [[bob], -8, `The signature of the user=${bob} is not required in tx`],
    [[alice, alice], -8, `duplicated signature of user, addr=${alice}, regid=0-13`],
    [[], -8, 'address list is empty()'],
    [['x'], -5, 'Invalid address=x: it ends at position 1, an address has 34 characters'],
  ];
  for (const [accounts, code, message] of cases) {
    assert.equal(await node.fail('signtxraw', unsigned_txraw, accounts), { code, message });
  }
});

raw('a transaction of the system cannot be signed or submitted', async () => {
  const [reward] = (await node.call('getblock', 2)).tx as string[];
  const { rawtx } = await node.call('gettxdetail', reward!);
  assert.equal(await node.fail('signtxraw', rawtx as string, [alice]), {
    code: -8,
    message: 'Unsupport to sign tx=UCOIN_BLOCK_REWARD_TX',
  });
  assert.equal(await node.fail('submittxraw', rawtx as string), {
    code: -2001,
    message: 'CommitTx failed: code=16, reason=tx-coinbase-to-mempool',
  });
});

raw('bytes that are no transaction are refused', async () => {
  for (const method of ['decodetxraw', 'submittxraw']) {
    for (const text of ['', '0b', 'ff00']) assert.is((await node.fail(method, text)).code, -1, text);
    assert.is((await node.fail(method, 'not hex')).code, -8);
  }
  assert.equal(await node.fail('submittxraw', '00'.repeat(1_200_000)), {
    code: -8,
    message: 'The rawtx is too long.',
  });
});

raw('genunsignedtxraw makes every function that it names', async () => {
  const height = await node.call<number>('getblockcount');
  const cases: [func: string, params: JsonObject, type: string][] = [
    ['submitaccountpermscleartx', { sender: alice, fee: 'WICC:10000', height }, 'ACCOUNT_PERMS_CLEAR_TX'],
    [
      'submitucontractcalltx',
      { sender: alice, contractRegid: '0-800', args: 'f016', amount: 'WICC:0', fee: 'WICC:10000', height },
      'UCONTRACT_INVOKE_TX',
    ],
    [
      'submitdelegatevotetx',
      { sender: alice, fee: 'WICC:10000', height, votelist: [{ delegate: '0-5', votes: 1 }] },
      'DELEGATE_VOTE_TX',
    ],
  ];
  for (const [func, params, type] of cases) {
    for (const given of [params, JSON.stringify(params)]) {
      const { unsigned_txraw, txid } = await node.call('genunsignedtxraw', func, given);
      const decoded = await node.call('decodetxraw', unsigned_txraw as string);
      assert.equal([decoded.tx_type, decoded.txid, decoded.signature], [type, txid, '']);
    }
  }
});

raw('genunsignedtxraw refuses unknown functions and missing members', async () => {
  assert.equal(await node.fail('genunsignedtxraw', 'submitsendtx', { sender: alice }), {
    code: -8,
    message: 'field to not found in json object',
  });
  assert.equal(await node.fail('genunsignedtxraw', 'submitsendtx', 7), {
    code: -8,
    message: 'The genunsignedtxraw args type must be object, or string of object',
  });
  const { code, message } = await node.fail('genunsignedtxraw', 'nosuch', {});
  assert.is(code, -8);
  assert.match(message, /^unknown func nosuch; expected one of submitsendtx, /);
});

raw.run();
