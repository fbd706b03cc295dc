import type { Codec } from './codec.js';
import { DecodeError, EncodeError } from './errors.js';
import { isNoRegId, type RegId, regId, regIdText } from './regid.js';
import { varintSize } from './writer.js';

/**
 * How a transaction names an account (spec 01 §3.2). `keyId` is 40 hex digits in natural order,
 * `publicKey` 66 hex digits of a compressed key.
 */
export type Uid =
  | { readonly kind: 'null' }
  | { readonly kind: 'regid'; readonly regId: RegId }
  | { readonly kind: 'keyid'; readonly keyId: string }
  | { readonly kind: 'pubkey'; readonly publicKey: string };

const TAG_NULL = 0;
const TAG_REGID_MIN = 2;
const TAG_REGID_MAX = 10;
const TAG_KEYID = 20;
const TAG_PUBKEY = 33;

export const NULL_UID: Uid = Object.freeze({ kind: 'null' });

/** The uid of a regid; the empty regid is the null uid. */
export function regIdUid(id: RegId): Uid {
  return isNoRegId(id) ? NULL_UID : { kind: 'regid', regId: id };
}

/** @param keyId - 40 hex digits in natural order */
export function keyIdUid(keyId: string): Uid {
  return { kind: 'keyid', keyId };
}

/** @param publicKey - 66 hex digits */
export function publicKeyUid(publicKey: string): Uid {
  return { kind: 'pubkey', publicKey };
}

/** UID of spec 01 §3.2: a tag that is also the length, then the content. */
export const uid: Codec<Uid> = {
  read(r) {
    const tag = r.compactSize();
    if (tag === TAG_NULL) return NULL_UID;
    // The tag of a regid need not be its real length (spec 01, O-6).
    if (tag >= TAG_REGID_MIN && tag <= TAG_REGID_MAX) return { kind: 'regid', regId: regId.read(r) };
    if (tag === TAG_KEYID) return { kind: 'keyid', keyId: r.hex(20) };
    if (tag === TAG_PUBKEY) {
      const publicKey = r.hex(33);
      if (!publicKey.startsWith('02') && !publicKey.startsWith('03')) {
        // The reference decodes this and aborts when it writes it again (spec 01, O-3).
        throw new DecodeError('Unserialize CUserID error: iostream error');
      }
      return { kind: 'pubkey', publicKey };
    }
    throw new DecodeError('Unserialize CUserID error: iostream error');
  },
  write(w, v) {
    switch (v.kind) {
      case 'null':
        w.compactSize(TAG_NULL);
        return;
      case 'regid':
        w.compactSize(varintSize(v.regId.height) + varintSize(v.regId.index));
        regId.write(w, v.regId);
        return;
      case 'keyid':
        w.compactSize(TAG_KEYID);
        w.hex(v.keyId, 20);
        return;
      case 'pubkey':
        w.compactSize(TAG_PUBKEY);
        w.hex(v.publicKey, 33);
        return;
      default:
        throw new EncodeError(`not a uid: ${JSON.stringify(v satisfies never)}`);
    }
  },
};

/** The text that results show: `h-i`, 40 or 66 hex digits, or `Null` (spec 01 §3.2). */
export function uidText(v: Uid): string {
  switch (v.kind) {
    case 'null':
      return 'Null';
    case 'regid':
      return regIdText(v.regId);
    case 'keyid':
      return v.keyId;
    case 'pubkey':
      return v.publicKey;
  }
}

/** The value of `id_type` that accompanies a uid in results (spec 01 §3.2). */
export function uidType(v: Uid): 'Null' | 'RegID' | 'KeyID' | 'PubKey' {
  switch (v.kind) {
    case 'null':
      return 'Null';
    case 'regid':
      return 'RegID';
    case 'keyid':
      return 'KeyID';
    case 'pubkey':
      return 'PubKey';
  }
}
