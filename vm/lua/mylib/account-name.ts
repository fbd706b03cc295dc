import { regIdFromRaw, regIdText } from '../../../src/codec/regid.js';
import { decodeAddress, encodeAddress } from '../../../src/crypto/address.js';
import type { Account } from '../../../src/state/tables/accounts.js';
import type { TransactionContext } from '../../context.js';
import { latin1 } from '../value/string.js';
import type { Integer } from '../value/value.js';
import type { TableReader } from './table-reader.js';

/** Bytes of a raw regid, and of the text of an address: the two ways in which contracts name accounts. */
export const REGID_SIZE = 6;
export const ADDRESS_SIZE = 34;

/** Numbers of the two ways (spec 03 §8.5, §8.7). */
const SIZE_OF_TYPE: ReadonlyMap<Integer, number> = new Map([
  [1, REGID_SIZE],
  [2, ADDRESS_SIZE],
]);

/** The bytes that name an account, as a field gives them whose form another field tells. */
export function accountField(
  fields: TableReader,
  type: Integer | undefined,
  name: string,
): Uint8Array | undefined {
  const size = type === undefined ? undefined : SIZE_OF_TYPE.get(type);
  if (size !== undefined) return fields.bytes(name, size);
  return fields.refuse(
    () => `the type of "${name}" is neither 1, a regid in 6 bytes, nor 2, an address in 34`,
  );
}

/** An account as messages show it: its regid, or the text of its address. */
export function accountText(name: Uint8Array): string {
  return name.length === REGID_SIZE ? regIdText(regIdFromRaw(Buffer.from(name))) : latin1(name);
}

/** Why bytes name no account. */
export function namelessText(context: TransactionContext, name: Uint8Array): string {
  const text = accountText(name);
  if (name.length === REGID_SIZE) return `no account has the regid ${text}`;
  const isAddress = keyIdOfAddress(context, name) !== undefined;
  return isAddress ? `there is no account of ${text} yet` : `"${text}" is no address of this network`;
}

/** The key id of an address in bytes; undefined for anything but an address of this network. */
export function keyIdOfAddress(context: TransactionContext, address: Uint8Array): string | undefined {
  return decodeAddress(context.network.addressVersion, latin1(address));
}

/** The account that a raw regid or the text of an address names, if it exists. */
export function namedAccount(context: TransactionContext, name: Uint8Array): Account | undefined {
  if (name.length === REGID_SIZE) return context.accountByRegId(regIdFromRaw(Buffer.from(name)));
  const keyId = keyIdOfAddress(context, name);
  return keyId === undefined ? undefined : context.accountByKeyId(keyId);
}

/** As {@link namedAccount}, where an account of a valid address comes into being. */
export function namedAccountOrNew(context: TransactionContext, name: Uint8Array): Account | undefined {
  if (name.length === REGID_SIZE) return namedAccount(context, name);
  const keyId = keyIdOfAddress(context, name);
  return keyId === undefined ? undefined : context.accountOrNew(keyId);
}

/** The address of an account as the bytes of its text. */
export function addressBytes(context: TransactionContext, keyId: string): Uint8Array {
  return Buffer.from(encodeAddress(context.network.addressVersion, keyId), 'latin1');
}
