import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { JsonObject } from '../../../src/codec/json-value.js';
import { REGTEST } from '../../../src/config/networks/regtest.js';
import { CONTRACTS } from '../../../src/state/tables/contracts.js';
import { VM_LUA } from '../../../src/tx/enums.js';
import { RECEIPT } from '../../../src/tx/receipt.js';
import type { InlineTransaction, Universal } from '../../../src/tx/types/universal.js';
import { inlineTransactionBytes } from '../../../vm/wasm/abi/inline-transaction.js';
import { CODE_PERMISSION } from '../../../vm/wasm/inline-authorization.js';
import { ALICE, BOB, CAROL, ScratchLedger, signatureOf } from '../../support/ledgers/scratch-ledger.js';
import {
  AMPLE_FEE,
  action,
  actorInteger,
  deploy,
  integerOf,
  rawAction,
  regIdOfActor,
  setcodeData,
  universalTx,
} from '../../support/ledgers/universal.js';
import { name } from '../../support/wasm/memory-host.js';
import { assemble } from '../../support/wasm/wat.js';

const A = regIdOfActor(ALICE);
const B = regIdOfActor(BOB);
const C = regIdOfActor(CAROL);
const NOTHING = Buffer.alloc(0);
const HEIGHT = 301;
const universal = suite('universal transactions');

const EMPTY = assemble('(module (func (export "apply") (param i64 i64 i64)))');

/** Bytes as the text of a data segment. */
function dataText(bytes: Uint8Array): string {
  return [...bytes].map(byte => `\\${byte.toString(16).padStart(2, '0')}`).join('');
}

/** A contract that queues an action some times whenever it is called. */
function sender(inline: InlineTransaction, times = 1): Buffer {
  const bytes = inlineTransactionBytes(inline);
  return assemble(`(module (import "env" "send_inline" (func $send (param i32 i32)))
    (memory (export "memory") 1) (data (i32.const 0) "${dataText(bytes)}")
    (func (export "apply") (param i64 i64 i64) (local $i i32) (local.set $i (i32.const ${times}))
      (loop (call $send (i32.const 0) (i32.const ${bytes.length}))
        (br_if 0 (local.tee $i (i32.sub (local.get $i) (i32.const 1)))))))`);
}

/** Refusals carry the exception's code cut to eight bits, and its text. */
function refused(ledger: ScratchLedger, tx: Parameters<ScratchLedger['rejection']>[0], code: number): void {
  const rejection = ledger.rejection(tx);
  assert.match(rejection.reason, new RegExp(`^\\n\\(${code}\\) `));
  assert.is(rejection.code, code & 0xff);
}

universal('a transfer moves coins, burns what the reference burns, and tells both accounts', () => {
  const ledger = new ScratchLedger();
  const before = ledger.free(BOB.keyId, 'WICC');
  const transfer = action(ledger, '0-800', 'transfer', [A, B, '1.00000000 WICC', 'hi'], [ALICE]);
  const tx = universalTx(ALICE, [transfer]);
  const { fuel, receipts, trace } = ledger.execute(tx);
  assert.is(ledger.free(BOB.keyId, 'WICC') - before, 100_000_000n);
  assert.equal(
    receipts.map(receipt => receipt.type),
    [RECEIPT.BLOCK_REWARD_TO_MINER, RECEIPT.WASM_TRANSFER_ACTUAL_COINS],
  );
  const size = BigInt(ledger.prepare(tx).raw.length - 1);
  const [root] = (trace as JsonObject).traces as JsonObject[];
  assert.ok(fuel > 10n * size + 30_000n && fuel < 20n * size + 30_000n, `${fuel}`);
  assert.equal(Object.keys(trace as JsonObject), [
    'trx_id',
    'elapsed',
    'burned_fuel',
    'fuel_rate',
    'minimum_fee',
    'traces',
  ]);
  assert.equal(Object.keys(root!), ['trx_id', 'receiver', 'trx', 'inline_traces']);
  assert.equal(
    { ...((root!.trx as JsonObject).data as JsonObject) },
    {
      from: A,
      to: B,
      quantity: '1.00000000 WICC',
      memo: 'hi',
    },
  );
  assert.equal(
    (root!.inline_traces as JsonObject[]).map(({ receiver }) => receiver),
    [A, B],
  );
});

universal('nobody is acted for who has not signed, and no signer counts twice', () => {
  const ledger = new ScratchLedger();
  const ofBob = action(ledger, '0-800', 'transfer', [B, A, '1.00000000 WICC', ''], [BOB]);
  const pair = { account: actorInteger(BOB), signature: signatureOf(BOB.publicKey) };
  refused(ledger, universalTx(ALICE, [ofBob]), 3090004);
  refused(ledger, universalTx(ALICE, [ofBob], { signaturePairs: [pair, pair] }), 3090001);
  const own = { ...pair, account: actorInteger(ALICE) };
  refused(ledger, universalTx(ALICE, [ofBob], { signaturePairs: [own] }), 3090001);
  const forged = { ...pair, signature: signatureOf(CAROL.publicKey) };
  refused(ledger, universalTx(ALICE, [ofBob], { signaturePairs: [forged] }), 3090003);
  const nobody = { ...pair, account: integerOf('9999-9') };
  refused(ledger, universalTx(ALICE, [ofBob], { signaturePairs: [nobody] }), 3270001);
  refused(ledger, universalTx(ALICE, [ofBob], { signaturePairs: [{ ...pair, account: 0n }] }), 3270001);
  refused(ledger, universalTx(ALICE, [ofBob], { signaturePairs: Array(65).fill(pair) }), 3100011);
  refused(ledger, universalTx(ALICE, []), 3280004);
  refused(ledger, universalTx(ALICE, Array(1025).fill(ofBob)), 3280004);
  refused(ledger, universalTx(ALICE, [rawAction('77-7', 'run', NOTHING, [])]), 3160000);
  const before = ledger.free(BOB.keyId, 'WICC');
  ledger.execute(universalTx(ALICE, [ofBob], { signaturePairs: [pair] }));
  assert.is(before - ledger.free(BOB.keyId, 'WICC'), 100_000_000n);
});

universal('a fee that does not cover the fuel is refused, the smallest sufficient one is accepted', () => {
  const ledger = new ScratchLedger();
  const transfer = action(ledger, '0-800', 'transfer', [A, B, '1.00000000 WICC', ''], [ALICE]);
  const with_ = (fees: bigint) => universalTx(ALICE, [transfer], { fees });
  let sufficient = 30_000n;
  for (; sufficient < 40_000n; sufficient += 100n) {
    const block = ledger.begin();
    try {
      block.execute(ledger.prepare(with_(sufficient)));
      break;
    } catch {
      refused(ledger, with_(sufficient), 3040021);
    } finally {
      block.state.discard();
    }
  }
  const { trace, fuelFee } = ledger.execute(with_(sufficient));
  assert.is((trace as JsonObject).minimum_fee, sufficient);
  assert.is(fuelFee, sufficient);
});

universal('a contract is deployed with its own account, and upgraded by its maintainer only', () => {
  const ledger = new ScratchLedger();
  const contract = deploy(ledger, ALICE, EMPTY, HEIGHT);
  const regId = { height: HEIGHT, index: 1 };
  assert.is(contract, `${HEIGHT}-1`);
  assert.ok(ledger.keyIdAt(regId));
  const upgrade = (maintainer: typeof ALICE, signer: typeof ALICE, code = EMPTY) =>
    universalTx(signer, [
      rawAction('0-100', 'setcode', setcodeData(code, maintainer, { contract }), [signer]),
    ]);
  refused(ledger, upgrade(ALICE, BOB), 3090004);
  refused(ledger, upgrade(BOB, BOB), 3160000);
  const other = assemble('(module (func (export "apply") (param i64 i64 i64) nop))');
  ledger.execute(upgrade(ALICE, ALICE, other));
  assert.equal(Buffer.from(ledger.state.get(CONTRACTS, regId)!.code), Buffer.from(other));
  const handOver = (to: string, signer: typeof ALICE) =>
    universalTx(signer, [action(ledger, '0-100', 'setcoder', [contract, to], [signer])]);
  refused(ledger, handOver(B, BOB), 3090004);
  ledger.execute(handOver('0-0', ALICE));
  refused(ledger, upgrade(ALICE, ALICE), 3160000);
  refused(ledger, handOver(A, ALICE), 3090004);
});

universal('code that is no acceptable module, and a second contract in one transaction, are refused', () => {
  const ledger = new ScratchLedger();
  const set = (data: Buffer) => rawAction('0-100', 'setcode', data, [ALICE]);
  refused(ledger, universalTx(ALICE, [set(setcodeData(Buffer.from('no wasm'), ALICE))]), 3070007);
  refused(ledger, universalTx(ALICE, [set(setcodeData(EMPTY, ALICE, { vmType: VM_LUA }))]), 3070006);
  refused(ledger, universalTx(ALICE, [set(setcodeData(EMPTY, ALICE, { abi: Buffer.from([9]) }))]), 3050012);
  refused(ledger, universalTx(ALICE, [set(setcodeData(EMPTY, ALICE, { contract: '55-5' }))]), 3160000);
  const twice = set(setcodeData(EMPTY, ALICE));
  refused(ledger, universalTx(ALICE, [twice, twice]), 3160000);
  refused(ledger, universalTx(ALICE, [rawAction('0-100', 'nosuch', NOTHING, [ALICE])]), 3050005);
});

universal('notifications run before inline actions, and these in the order in which they were sent', () => {
  const ledger = new ScratchLedger();
  const contract = `${HEIGHT}-1`;
  const inline = {
    contract: actorInteger(CAROL),
    action: name('told'),
    authorization: [{ account: integerOf(contract), permission: CODE_PERMISSION }],
    data: NOTHING,
  };
  assert.is(deploy(ledger, ALICE, sender(inline, 2), HEIGHT), contract);
  const toContract = action(ledger, '0-800', 'transfer', [A, contract, '2.00000000 WICC', ''], [ALICE]);
  const { trace } = ledger.execute(universalTx(ALICE, [toContract]));
  const [root] = (trace as JsonObject).traces as JsonObject[];
  const steps = (root!.inline_traces as JsonObject[]).map(
    ({ receiver, trx }) => `${receiver} ${(trx as JsonObject).action}`,
  );
  assert.equal(steps, [`${A} transfer`, `${contract} transfer`, `${C} told`, `${C} told`]);
});

universal('inline actions that are nested four deep end the transaction with 3040000', () => {
  const ledger = new ScratchLedger();
  const contract = `${HEIGHT}-1`;
  const inline = { contract: integerOf(contract), action: name('run'), authorization: [], data: NOTHING };
  deploy(ledger, ALICE, sender(inline), HEIGHT);
  refused(ledger, universalTx(ALICE, [rawAction(contract, 'run', NOTHING, [])]), 3040000);
});

universal('ten thousand queued actions end by the fuel that the fee pays for, more by their work', () => {
  const ledger = new ScratchLedger();
  const inline = { contract: integerOf(A), action: name('run'), authorization: [], data: NOTHING };
  const contract = deploy(ledger, ALICE, sender(inline, 10_000), HEIGHT);
  const call = rawAction(contract, 'run', NOTHING, []);
  refused(ledger, universalTx(ALICE, [call], { fees: 1_000_000n }), 3040021);
  const { fuel } = ledger.execute(universalTx(ALICE, [call], { fees: AMPLE_FEE }));
  // Ten thousand receivers and the sender; the rest is for bytes and for the steps of sending.
  assert.ok(fuel > 100_010_000n && fuel < 101_000_000n, `${fuel}`);
  const seven = universalTx(ALICE, Array(7).fill(call), { fees: AMPLE_FEE });
  refused(ledger, seven, 3080004);
});

universal(
  'contracts send actions to what exists; networks of the reference do nothing, and say of what',
  () => {
    for (const [target, text] of [
      [integerOf('88-8'), '88-8'],
      [66_336n, '0-66336'],
      [(1n << 52n) + 800n, '4294967296-800'],
    ] as const) {
      const inline = { contract: target, action: name('transfer'), authorization: [], data: NOTHING };
      const call = (ledger: ScratchLedger): Universal =>
        universalTx(ALICE, [rawAction(deploy(ledger, ALICE, sender(inline), HEIGHT), 'run', NOTHING, [])]);
      const ours = new ScratchLedger();
      refused(ours, call(ours), 3270001);
      const theirs = new ScratchLedger({ mended: { ...REGTEST.mended, actionsReachAccounts: false } });
      const [trace] = (theirs.execute(call(theirs)).trace as unknown as { traces: JsonObject[] }).traces;
      const [told] = trace!.inline_traces as unknown as JsonObject[];
      assert.is(told!.receiver, text);
      assert.is((told!.trx as JsonObject).contract, text);
    }
  },
);

universal(
  'an action has at most 65 authorizations and none twice; networks of the reference take any list',
  () => {
    const twice = { ...rawAction('0-800', 'transfer', NOTHING, [ALICE, ALICE]) };
    const many = { ...twice, authorization: Array(66).fill(twice.authorization[0]) };
    const ours = new ScratchLedger();
    refused(ours, universalTx(ALICE, [twice]), 3090004);
    refused(ours, universalTx(ALICE, [many]), 3090004);
    const theirs = new ScratchLedger({ mended: { ...REGTEST.mended, authorizationsDistinct: false } });
    const contract = deploy(theirs, ALICE, EMPTY, HEIGHT);
    theirs.execute(universalTx(ALICE, [{ ...many, contract: integerOf(contract) }]));
    const inline = { contract: integerOf(A), action: name('run'), authorization: [], data: NOTHING };
    const self = { account: integerOf(`${HEIGHT}-1`), permission: 7n };
    const sent = { ...inline, contract: integerOf(`${HEIGHT}-1`), authorization: [self, self] };
    const sending = deploy(ours, ALICE, sender(sent), HEIGHT);
    refused(ours, universalTx(ALICE, [rawAction(sending, 'run', NOTHING, [])]), 3090004);
  },
);

universal('an integer that is not exactly the form of a regid names no contract', () => {
  const ledger = new ScratchLedger();
  const contract = deploy(ledger, ALICE, EMPTY, HEIGHT);
  const alias = { ...rawAction(contract, 'run', NOTHING, []), contract: integerOf(contract) + 0x10000n };
  refused(ledger, universalTx(ALICE, [alias]), 3160000);
});

universal.run();
