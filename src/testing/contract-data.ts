import { parseName } from '../../vm/wasm/abi/name.js';
import { StreamWriter } from '../../vm/wasm/abi/stream.js';
import { type RegId, regIdInteger } from '../codec/regid.js';
import type { StateReader } from '../state/state.js';
import { CONTRACT_ACCOUNTS, EMPTY_CONTRACT_ACCOUNT } from '../state/tables/contract-accounts.js';
import { CONTRACT_DATA } from '../state/tables/contracts.js';

/** A user's holdings of the token that a Lua contract manages itself (spec 03 §10.2). */
export interface AppAccount {
  readonly free: bigint;
  /** Amounts that become free at a height. */
  readonly frozen: readonly { readonly amount: bigint; readonly height: number }[];
}

/** What a contract has stored under a key: text as UTF-8, or bytes. */
export function storedValue(
  state: StateReader,
  contract: RegId,
  key: string | Uint8Array,
): Buffer | undefined {
  const value = state.get(CONTRACT_DATA, [contract, Buffer.from(key).toString('latin1')]);
  return value && Buffer.from(value);
}

/** All that a contract has stored, in the order of its keys. */
export function storedValues(state: StateReader, contract: RegId): { key: Buffer; value: Buffer }[] {
  const prefix = CONTRACT_DATA.key.encode([contract, '']);
  return [...state.iterate(CONTRACT_DATA, { prefix })].map(([[, key], value]) => ({
    key: Buffer.from(key, 'latin1'),
    value: Buffer.from(value),
  }));
}

/** @param user - the bytes with which the contract names the user, usually those of an address */
export function appAccount(state: StateReader, contract: RegId, user: Uint8Array): AppAccount {
  const key = Buffer.from(user).toString('latin1');
  const { free, frozen } = state.get(CONTRACT_ACCOUNTS, [contract, key]) ?? EMPTY_CONTRACT_ACCOUNT;
  return {
    free,
    frozen: frozen.map(({ value, timeoutHeight }) => ({ amount: value, height: timeoutHeight })),
  };
}

/** The rows of a table as they are stored, in the order of their keys, which begin with contract and table (spec 04 §13.2). */
export function tableRows(state: StateReader, contract: RegId, table: string): Uint8Array[] {
  const writer = new StreamWriter();
  writer.u64(regIdInteger(contract));
  writer.u64(parseName(table));
  const prefix = CONTRACT_DATA.key.encode([contract, writer.finish().toString('latin1')]);
  return [...state.iterate(CONTRACT_DATA, { prefix })].map(([, row]) => row);
}
