import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { keyIdUid, publicKeyUid } from '../../../../src/codec/uid.js';
import { REGTEST } from '../../../../src/config/networks/regtest.js';
import { CONDITION_TYPES, type UtxoCondition } from '../../../../src/tx/utxo.js';
import { WORK } from '../../../../vm/work.js';
import {
  type Actor,
  ALICE,
  BOB,
  CAROL,
  HEIGHT,
  ScratchLedger,
} from '../../../support/ledgers/scratch-ledger.js';
import {
  addressOf,
  byAddress,
  byPassword,
  bySignatures,
  charge,
  fromHeight,
  input,
  output,
  proofOf,
  proofTx,
  reclaimFrom,
  toAddress,
  toKeyId,
  toPassword,
  utxoTx,
} from '../../../support/ledgers/utxo-ledger.js';

/* Who can spend what, when (spec 07 §5.2). ALICE makes all outputs. */

const CONDITION_FAILS = { code: 16, reason: 'check-utox-cond-err' };

interface Attempt {
  readonly by: Actor;
  readonly keys?: readonly UtxoCondition[];
  readonly height?: number;
}

/** An output of ALICE on a ledger of its own. */
function locked(...conds: UtxoCondition[]) {
  const ledger = new ScratchLedger();
  const txid = charge(ledger, [output(...conds)]);
  const draw = ({ by, keys = [] }: Attempt) => utxoTx({ vins: [input(txid, 0, ...keys)] }, by);
  return {
    ledger,
    txid,
    opens(attempt: Attempt) {
      const before = ledger.free(attempt.by.keyId, 'WICC');
      const { receipts } = ledger.execute(draw(attempt), attempt.height);
      assert.is(receipts.length, 2);
      assert.ok(ledger.free(attempt.by.keyId, 'WICC') > before);
    },
    staysShut(attempt: Attempt) {
      assert.equal(ledger.rejection(draw(attempt), attempt.height), CONDITION_FAILS);
    },
  };
}

test('no condition: anybody spends', () => {
  locked().opens({ by: CAROL });
});

test('an address: its account spends, however it is named, and needs to bring nothing', () => {
  for (const uid of [BOB.uid, keyIdUid(BOB.keyId), publicKeyUid(BOB.publicKey)]) {
    const lock = locked({ type: CONDITION_TYPES.OP2SA, uid });
    lock.staysShut({ by: ALICE, keys: [byAddress] });
    lock.staysShut({ by: CAROL });
    lock.opens({ by: BOB });
  }
});

test('an address of nobody yet: nobody spends', () => {
  locked({ type: CONDITION_TYPES.OP2SA, uid: { kind: 'regid', regId: { height: 299, index: 9 } } }).staysShut(
    { by: BOB },
  );
});

test('2 of 3 signatures: two signers let the one whom they named spend', () => {
  const lock = locked(toKeyId(addressOf(2)));
  const agreed = { m: 2, spender: BOB, prevTxid: lock.txid, prevIndex: 0 };
  const signed = (signing: readonly Actor[], changes = {}) => [
    bySignatures({ ...agreed, signing, ...changes }),
  ];
  lock.staysShut({ by: BOB });
  lock.staysShut({ by: BOB, keys: [byAddress] });
  lock.staysShut({ by: BOB, keys: signed([ALICE]) });
  lock.staysShut({ by: CAROL, keys: signed([ALICE, CAROL]) });
  lock.staysShut({ by: BOB, keys: signed([ALICE, CAROL], { prevIndex: 1 }) });
  lock.staysShut({ by: BOB, keys: signed([ALICE, CAROL], { m: 1 }) });
  lock.staysShut({ by: BOB, keys: signed([ALICE, CAROL], { signers: [BOB, ALICE, CAROL] }) });
  lock.opens({ by: BOB, keys: signed([CAROL, ALICE]) });
});

test('a signer counts once, whatever he signs', () => {
  const lock = locked(toKeyId(addressOf(2)));
  const agreed = { m: 2, spender: BOB, prevTxid: lock.txid, prevIndex: 0 };
  lock.staysShut({ by: BOB, keys: [bySignatures({ ...agreed, signing: [ALICE, ALICE] })] });
});

test('nobody is a signer twice, however he is named', () => {
  const signers = [ALICE, ALICE];
  const lock = locked(toKeyId(addressOf(2, signers)));
  const agreed = { m: 2, spender: BOB, prevTxid: lock.txid, prevIndex: 0, signers };
  const key = bySignatures({ ...agreed, signing: signers });
  lock.staysShut({ by: BOB, keys: [key] });
  lock.staysShut({ by: BOB, keys: [{ ...key, uids: [ALICE.uid, keyIdUid(ALICE.keyId)] }] });
});

test('0 of n signatures: nobody spends', () => {
  const lock = locked(toKeyId(addressOf(0)));
  const agreed = { m: 0, spender: BOB, prevTxid: lock.txid, prevIndex: 0, signing: [] };
  lock.staysShut({ by: BOB, keys: [bySignatures(agreed)] });
});

test('signatures that are nobody’s do no harm, beside enough that are', () => {
  const lock = locked(toKeyId(addressOf(2)));
  const agreed = { m: 2, spender: BOB, prevTxid: lock.txid, prevIndex: 0 };
  const key = bySignatures({ ...agreed, signing: [ALICE, CAROL] });
  const signatures = [Buffer.alloc(70), Buffer.alloc(0), ...key.signatures];
  lock.staysShut({ by: BOB, keys: [{ ...key, signatures: signatures.slice(0, 3) }] });
  lock.opens({ by: BOB, keys: [{ ...key, signatures }] });
});

test('more than 20 signatures are refused before any is tried, though enough of them are right', () => {
  const lock = locked(toKeyId(addressOf(2)));
  const agreed = { m: 2, spender: BOB, prevTxid: lock.txid, prevIndex: 0 };
  const key = bySignatures({ ...agreed, signing: [ALICE, CAROL] });
  const nobodys = (count: number): Uint8Array[] => Array(count).fill(Buffer.alloc(70));
  lock.staysShut({ by: BOB, keys: [{ ...key, signatures: [...key.signatures, ...nobodys(19)] }] });
  lock.opens({ by: BOB, keys: [{ ...key, signatures: [...key.signatures, ...nobodys(18)] }] });
});

test('the signatures of all inputs times their keys are at most 4000 in a transaction', () => {
  const ledger = new ScratchLedger();
  const txid = charge(ledger, Array(67).fill(output(toKeyId(addressOf(2)))));
  const draw = (inputs: number) => {
    const vins = Array.from({ length: inputs }, (_, prevIndex) => {
      const key = bySignatures({ m: 2, spender: BOB, prevTxid: txid, prevIndex, signing: [ALICE, CAROL] });
      const signatures = [...key.signatures, ...Array(18).fill(Buffer.alloc(70))];
      return input(txid, prevIndex, { ...key, signatures });
    });
    return utxoTx({ vins, fees: 10_000_000n }, BOB);
  };
  assert.equal(ledger.rejection(draw(67)), { code: 16, reason: 'too-many-signature-verifications' });
  const before = ledger.free(BOB.keyId, 'WICC');
  const { work } = ledger.execute(draw(66));
  assert.is(work.own, 66 * 20 * 3 * WORK.verification, 'each of them is work');
  assert.ok(ledger.free(BOB.keyId, 'WICC') > before);
});

test('only the first multi-signature and the first password of an input count', () => {
  const lock = locked(toPassword('secret'));
  lock.staysShut({ by: BOB, keys: [byPassword('wrong'), byPassword('secret')] });
  lock.opens({ by: BOB, keys: [byPassword('secret'), byPassword('wrong')] });
});

test('more than 20 signers, and another number of them than stated, are refused', () => {
  const lock = locked(toKeyId(addressOf(2)));
  const agreed = { m: 2, spender: BOB, prevTxid: lock.txid, prevIndex: 0 };
  const key = bySignatures({ ...agreed, signing: [ALICE, CAROL] });
  lock.staysShut({ by: BOB, keys: [{ ...key, n: 4 }] });
  lock.staysShut({ by: BOB, keys: [{ ...key, m: 4 }] });
  lock.staysShut({ by: BOB, keys: [{ ...key, n: 21, uids: Array(21).fill(ALICE.uid) }] });
  lock.staysShut({ by: BOB, keys: [{ ...key, uids: [...key.uids.slice(1), CAROL.uid] }] });
});

test('a password: whoever knows it spends; it may have 0 to 256 bytes', () => {
  for (const password of ['', 'secret', 'x'.repeat(256)]) {
    const lock = locked(toPassword(password));
    lock.staysShut({ by: BOB });
    lock.staysShut({ by: BOB, keys: [byPassword(`${password}!`)] });
    lock.opens({ by: BOB, keys: [byPassword(password)] });
  }
  locked(toPassword('x'.repeat(257))).staysShut({ by: BOB, keys: [byPassword('x'.repeat(257))] });
});

test('a password with proof: only who has proved it in an earlier transaction spends', () => {
  const lock = locked(toPassword('secret', true));
  const keys = [byPassword('secret')];
  lock.staysShut({ by: BOB, keys });
  const proof = proofOf('secret', BOB, lock.txid, 0);
  const named = { utxoTxid: lock.txid, passwordProof: proof };
  lock.ledger.execute(proofTx(named, BOB));
  lock.ledger.execute(proofTx(named, CAROL));
  lock.staysShut({ by: CAROL, keys });
  lock.staysShut({ by: BOB, keys: [byPassword('wrong')] });
  lock.opens({ by: BOB, keys });
});

test('a later proof takes the place of an earlier one', () => {
  const lock = locked(toPassword('secret', true));
  const prove = (password: string) =>
    lock.ledger.execute(
      proofTx({ utxoTxid: lock.txid, passwordProof: proofOf(password, BOB, lock.txid, 0) }, BOB),
    );
  prove('secret');
  prove('wrong');
  lock.staysShut({ by: BOB, keys: [byPassword('secret')] });
  prove('secret');
  lock.opens({ by: BOB, keys: [byPassword('secret')] });
});

test('from a height: everybody only above it', () => {
  const lock = locked(fromHeight(BigInt(HEIGHT)));
  for (const by of [ALICE, BOB]) {
    lock.staysShut({ by, height: HEIGHT - 1 });
    lock.staysShut({ by, height: HEIGHT });
  }
  lock.opens({ by: BOB, height: HEIGHT + 1 });
});

test('to be reclaimed from a height: others at once, the creator only above it', () => {
  const lock = locked(reclaimFrom(BigInt(HEIGHT)));
  lock.staysShut({ by: ALICE, height: HEIGHT });
  lock.opens({ by: BOB, height: HEIGHT - 1 });
  locked(reclaimFrom(BigInt(HEIGHT))).opens({ by: ALICE, height: HEIGHT + 1 });
});

test('all conditions of an output have to hold together', () => {
  const lock = locked(toAddress(BOB), toPassword('secret'), fromHeight(BigInt(HEIGHT)));
  const keys = [byAddress, byPassword('secret')];
  const height = HEIGHT + 1;
  lock.staysShut({ by: BOB, keys, height: HEIGHT });
  lock.staysShut({ by: BOB, keys: [byAddress], height });
  lock.staysShut({ by: CAROL, keys, height });
  lock.opens({ by: BOB, keys, height });
});

test('a password and reclaiming: the creator too needs the password, and has to wait', () => {
  const lock = locked(toPassword('secret'), reclaimFrom(BigInt(HEIGHT)));
  const keys = [byPassword('secret')];
  lock.staysShut({ by: ALICE, keys, height: HEIGHT });
  lock.staysShut({ by: ALICE, height: HEIGHT + 1 });
  lock.opens({ by: ALICE, keys, height: HEIGHT + 1 });
});

test('an address of another and reclaiming: the creator never spends', () => {
  const lock = locked(toAddress(BOB), reclaimFrom(BigInt(HEIGHT)));
  lock.staysShut({ by: ALICE, height: HEIGHT + 100 });
  lock.opens({ by: BOB });
});

const REFERENCE = {
  mended: { ...REGTEST.mended, utxoCoinsMatch: false, utxoSignersDistinct: false, utxoCoinChecked: false },
};

test('by the rules of the reference a signature counts as often as it is there, and 0 are enough', () => {
  const ledger = new ScratchLedger(REFERENCE);
  const txid = charge(ledger, [output(toKeyId(addressOf(2))), output(toKeyId(addressOf(0)))]);
  const agreed = { spender: BOB, prevTxid: txid };
  const twice = bySignatures({ ...agreed, m: 2, prevIndex: 0, signing: [ALICE, ALICE] });
  ledger.execute(utxoTx({ vins: [input(txid, 0, twice)] }, BOB));
  const none = bySignatures({ ...agreed, m: 0, prevIndex: 1, signing: [] });
  ledger.execute(utxoTx({ vins: [input(txid, 1, none)] }, BOB));
});

test('by the rules of the reference an output is drawn as any coin, even one that does not exist', () => {
  const ledger = new ScratchLedger(REFERENCE);
  const txid = charge(ledger, [output()]);
  ledger.execute(utxoTx({ coinSymbol: 'NOCOIN', vins: [input(txid, 0)] }, BOB));
  assert.is(ledger.free(BOB.keyId, 'NOCOIN'), 100_000_000n);
});

test.run();
