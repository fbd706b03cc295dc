import { parseRegId } from '../codec/regid.js';
import { keyIdUid, publicKeyUid, regIdUid, type Uid } from '../codec/uid.js';
import { decodeAddress } from '../crypto/address.js';
import { isValidPublicKey } from '../crypto/keys.js';

/**
 * The uid that a text names, or undefined. The first form that fits counts (spec 01 §3.2):
 * - `height-index`, within 32 and 16 bits; `0-0` names no account (decision D27);
 * - 40 hex digits: a key id in the order in which key ids are printed (decision D10);
 * - a base58check address of this network;
 * - 66 hex digits: a compressed public key that is a point on the curve.
 *
 * A nickid has none of these forms and so names no account (decision D5).
 *
 * @param addressVersion - version byte of the running network's addresses
 */
export function parseUid(text: string, addressVersion: number): Uid | undefined {
  const regId = parseRegId(text);
  if (regId) {
    const named = regIdUid(regId);
    return named.kind === 'null' ? undefined : named;
  }
  if (/^[0-9a-fA-F]{40}$/.test(text)) return keyIdUid(text.toLowerCase());
  // Base58check may have blanks around it; the name of an account has not.
  const keyId = /\s/.test(text) ? undefined : decodeAddress(addressVersion, text);
  if (keyId !== undefined) return keyIdUid(keyId);
  if (/^[0-9a-fA-F]{66}$/.test(text) && isValidPublicKey(Buffer.from(text, 'hex'))) {
    return publicKeyUid(text.toLowerCase());
  }
  return undefined;
}
