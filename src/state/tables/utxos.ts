import { hash160, hash256, record, text, u32, type ValueOf } from '../../codec/codec.js';
import type { RegId } from '../../codec/regid.js';
import { keyIdUid, regIdUid, type Uid, uidText } from '../../codec/uid.js';
import { keyIdOf } from '../../crypto/keys.js';
import { TABLE_PREFIX } from '../../storage/layout.js';
import { CONDITION_TYPES, utxoOutput } from '../../tx/utxo.js';
import { textKey, tupleKey } from '../key-codecs.js';
import type { StateReader, StateWriter } from '../state.js';
import { defineTable } from '../table.js';
import { valueCodec } from '../typed-values.js';
import { type Account, isRegistered } from './accounts.js';
import { hashKey, regIdKey, u16Key } from './keys.js';
import { presence } from './presence.js';

const utxo = record({
  coinSymbol: text,
  /** Amount in sawi, and what locks it. */
  output: utxoOutput,
  /** Key id of the account that made it: passwords are hashed with it, and it may reclaim. */
  creator: hash160,
  /** Of the block that made it; it can be spent from the next one on (spec 07 U10). */
  height: u32,
});
/** An output that is not spent (spec 07 §6.4). */
export type Utxo = ValueOf<typeof utxo>;

/** Names an output: what made it in display order (a txid, or a contract's object), and its position. */
export type UtxoId = readonly [txid: string, index: number];

/** The unspent outputs. */
export const UTXOS = defineTable({
  name: 'utxos',
  prefix: TABLE_PREFIX.utxos,
  key: tupleKey<UtxoId>(hashKey, u16Key),
  value: valueCodec(utxo),
  consensus: true,
});

/** Proofs that an account knows the password of an output, by output and account (spec 07 §6.2). */
export const PASSWORD_PROOFS = defineTable({
  name: 'password-proofs',
  prefix: TABLE_PREFIX.passwordProofs,
  key: tupleKey<readonly [txid: string, index: number, spender: RegId]>(hashKey, u16Key, regIdKey),
  value: valueCodec(hash256),
  consensus: true,
});

/*
 * No rule about what may be in a block reads the tables below: they serve queries, and the reason
 * given for a refused transaction. They are not part of what the nodes of a network agree on.
 */

const ownerKey = tupleKey<readonly [owner: string, coinSymbol: string, txid: string, index: number]>(
  textKey,
  textKey,
  hashKey,
  u16Key,
);

/** The unspent outputs by whom they are for, see {@link utxoOwner}. */
export const UTXOS_BY_OWNER = defineTable({
  name: 'utxos-by-owner',
  prefix: TABLE_PREFIX.utxosByOwner,
  key: ownerKey,
  value: presence,
  consensus: false,
});

const spending = record({ txid: hash256, height: u32 });
/** The transaction that spent an output, and the height of its block. */
export type Spending = ValueOf<typeof spending>;

/** What became of the outputs that were spent. */
export const SPENT_UTXOS = defineTable({
  name: 'spent-utxos',
  prefix: TABLE_PREFIX.spentUtxos,
  key: tupleKey<UtxoId>(hashKey, u16Key),
  value: valueCodec(spending),
  consensus: false,
});

const outputsOf = tupleKey<UtxoId>(hashKey, u16Key);

/** Adds an output. */
export function putUtxo(state: StateWriter, id: UtxoId, value: Utxo): void {
  state.put(UTXOS, id, value);
  state.put(UTXOS_BY_OWNER, [utxoOwner(value), value.coinSymbol, ...id], true);
}

/** Removes an output from the unspent ones. */
export function spendUtxo(state: StateWriter, id: UtxoId, value: Utxo, by: Spending): void {
  state.delete(UTXOS, id);
  state.delete(UTXOS_BY_OWNER, [utxoOwner(value), value.coinSymbol, ...id]);
  state.put(SPENT_UTXOS, id, by);
}

/** Whether a transaction has made any output in a block below a height, spent by now or not. */
export function hasOutputs(state: StateReader, txid: string, belowHeight: number): boolean {
  const prefix = outputsOf.prefixOf([txid]);
  for (const [, { height }] of state.iterate(UTXOS, { prefix, limit: 1 })) return height < belowHeight;
  for (const _ of state.iterate(SPENT_UTXOS, { prefix, limit: 1 })) return true;
  return false;
}

/**
 * Whom an output is for, as the text of a uid: the account or the multi-signature address that locks
 * it. Where no address locks it, it is listed under its creator, who knows the password or may reclaim.
 * A regid stays one, as it may belong to an account only later.
 */
function utxoOwner({ output, creator }: Utxo): string {
  for (const condition of output.conds) {
    if (condition.type === CONDITION_TYPES.OP2SA) return uidText(withoutKey(condition.uid));
    if (condition.type === CONDITION_TYPES.OP2MA) return condition.keyId;
  }
  return creator;
}

function withoutKey(uid: Uid): Uid {
  return uid.kind === 'pubkey' ? keyIdUid(keyIdOf(Buffer.from(uid.publicKey, 'hex'))) : uid;
}

/** Where an output is among those of its owner. */
export type UtxoPlace = readonly [owner: string, coinSymbol: string, txid: string, index: number];

export function utxoPlace(id: UtxoId, value: Utxo): UtxoPlace {
  return [utxoOwner(value), value.coinSymbol, ...id];
}

/**
 * The unspent outputs that are for an account or for a multi-signature address, coin by coin.
 * @param keyId - of the account or address
 * @param account - the account of that key id, where there is one
 * @param coinSymbol - of one coin only
 * @param after - the place of the output before the first one
 */
export function* utxosOf(
  state: StateReader,
  keyId: string,
  account: Account | undefined,
  coinSymbol?: string,
  after?: UtxoPlace,
): Generator<readonly [UtxoId, Utxo]> {
  const owners = [keyId];
  if (account !== undefined && isRegistered(account)) owners.push(uidText(regIdUid(account.regId)));
  const first = after === undefined ? 0 : owners.indexOf(after[0]);
  if (first < 0) return;
  for (const owner of owners.slice(first)) {
    const prefix = ownerKey.prefixOf(coinSymbol === undefined ? [owner] : [owner, coinSymbol]);
    const range = { prefix, ...(after?.[0] === owner && { gt: after }) };
    for (const [[, , txid, index]] of state.iterate(UTXOS_BY_OWNER, range)) {
      const id = [txid, index] as const;
      const value = state.get(UTXOS, id);
      if (value === undefined) throw new Error(`output ${txid} ${index} is in the index only`);
      yield [id, value];
    }
  }
}
