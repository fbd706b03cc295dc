import { DEVELOPMENT_KEYS } from '../../../src/config/networks/development-keys.js';
import { REGTEST } from '../../../src/config/networks/regtest.js';
import { sign } from '../../../src/crypto/signature.js';
import { multisigKeyId, multisigSigningHash } from '../../../src/crypto/utxo-multisig.js';
import { passwordHash, passwordProof } from '../../../src/crypto/utxo-password.js';
import { decodeWif } from '../../../src/crypto/wif.js';
import { BASE_COIN } from '../../../src/tx/symbols.js';
import { TX } from '../../../src/tx/transactions.js';
import type { UtxoPasswordProof } from '../../../src/tx/types/utxo-password-proof.js';
import type { UtxoTransfer } from '../../../src/tx/types/utxo-transfer.js';
import {
  CONDITION_TYPES,
  type UtxoCondition,
  type UtxoInput,
  type UtxoOutput,
} from '../../../src/tx/utxo.js';
import { type Actor, ALICE, BOB, CAROL, HEIGHT, type ScratchLedger, signatureOf } from './scratch-ledger.js';

const COIN = 100_000_000n;
/** Enough for forty inputs or eighty outputs of the development network. */
const FEE = 800_000n;
/** Height of the block whose outputs the tests spend at {@link HEIGHT}. */
const CHARGED_AT = HEIGHT - 20;

const ACTORS = [ALICE, BOB, CAROL];

/** A valid transfer of outputs, without any, of an actor on a scratch ledger. */
export function utxoTx(changes: Partial<UtxoTransfer> = {}, actor: Actor = ALICE): UtxoTransfer {
  return {
    type: TX.UTXO_TRANSFER,
    version: 1,
    validHeight: HEIGHT - 1,
    txUid: actor.uid,
    feeSymbol: BASE_COIN,
    fees: FEE,
    signature: signatureOf(actor.publicKey),
    coinSymbol: BASE_COIN,
    vins: [],
    vouts: [],
    memo: new Uint8Array(),
    ...changes,
  };
}

/** A valid proof of a password. */
export function proofTx(changes: Partial<UtxoPasswordProof>, actor: Actor): UtxoPasswordProof {
  return {
    type: TX.UTXO_PASSWORD_PROOF,
    version: 1,
    validHeight: HEIGHT - 1,
    txUid: actor.uid,
    feeSymbol: BASE_COIN,
    fees: 10_000n,
    signature: signatureOf(actor.publicKey),
    utxoTxid: '11'.repeat(32),
    utxoVoutIndex: 0,
    passwordProof: '22'.repeat(32),
    ...changes,
  };
}

/** An output of one coin. */
export function output(...conds: UtxoCondition[]): UtxoOutput {
  return { coinAmount: COIN, conds };
}

export function input(txid: string, index: number, ...conds: UtxoCondition[]): UtxoInput {
  return { prevUtxoTxid: txid, prevUtxoVoutIndex: index, conds };
}

/** Lets an actor make outputs in an earlier block. @returns the txid */
export function charge(
  ledger: ScratchLedger,
  vouts: readonly UtxoOutput[],
  changes: Partial<UtxoTransfer> = {},
  actor: Actor = ALICE,
): string {
  return ledger.execute(utxoTx({ vouts, ...changes }, actor), CHARGED_AT).prepared.txid;
}

export const toAddress = (actor: Actor): UtxoCondition => ({ type: CONDITION_TYPES.OP2SA, uid: actor.uid });
export const toKeyId = (keyId: string): UtxoCondition => ({ type: CONDITION_TYPES.OP2MA, keyId });
export const fromHeight = (height: bigint): UtxoCondition => ({ type: CONDITION_TYPES.OCLAIM_LOCK, height });
export const reclaimFrom = (height: bigint): UtxoCondition => ({
  type: CONDITION_TYPES.ORECLAIM_LOCK,
  height,
});
export const byAddress: UtxoCondition = { type: CONDITION_TYPES.IP2SA };

/** A lock with a password of an output that ALICE makes. */
export function toPassword(password: string, passwordProofRequired = false): UtxoCondition {
  return {
    type: CONDITION_TYPES.OP2PH,
    passwordProofRequired,
    passwordHash: passwordHash(ALICE.keyId, Buffer.from(password)),
  };
}

export const byPassword = (password: string): UtxoCondition => ({
  type: CONDITION_TYPES.IP2PH,
  password: Buffer.from(password),
});

/** The proof that an actor knows the password of an output of ALICE. */
export function proofOf(password: string, spender: Actor, prevTxid: string, prevIndex: number): string {
  const terms = { creator: ALICE.keyId, spender: spender.keyId, prevTxid, prevIndex };
  return passwordProof(Buffer.from(password), terms);
}

/** The address of some of the actors, as a key id. */
export function addressOf(m: number, signers: readonly Actor[] = ACTORS): string {
  return multisigKeyId(REGTEST.addressVersion, { m, signers: signers.map(({ keyId }) => keyId) });
}

export interface Agreement {
  readonly m: number;
  readonly spender: Actor;
  readonly prevTxid: string;
  readonly prevIndex: number;
  /** Who is in the address. */
  readonly signers?: readonly Actor[];
  /** Who signs, as often as named. */
  readonly signing: readonly Actor[];
}

/** What unlocks a multi-signature output. */
export function bySignatures({
  m,
  spender,
  prevTxid,
  prevIndex,
  signers = ACTORS,
  signing,
}: Agreement): Extract<UtxoCondition, { readonly type: typeof CONDITION_TYPES.IP2MA }> {
  const terms = { m, signers: signers.map(({ keyId }) => keyId) };
  const spending = { prevTxid, prevIndex, spender: spender.keyId };
  const hash = multisigSigningHash(REGTEST.addressVersion, terms, spending);
  return {
    type: CONDITION_TYPES.IP2MA,
    m,
    n: signers.length,
    uids: signers.map(({ uid }) => uid),
    signatures: signing.map(actor => sign(hash, privateKeyOf(actor), { grind: true })),
  };
}

function privateKeyOf(actor: Actor): Buffer {
  const decoded = decodeWif(REGTEST.wifVersion, DEVELOPMENT_KEYS.accounts[ACTORS.indexOf(actor)]!);
  if (!('privateKey' in decoded)) throw new Error('a key of the development network does not decode');
  return decoded.privateKey;
}
