import type { RegId } from '../../codec/regid.js';

/** The bytes that stand for an account in an index. @param keyId - 40 hex digits in natural order */
export function keyIdSubject(keyId: string): Buffer {
  return Buffer.from(keyId, 'hex');
}

/** The bytes that stand for a contract or the owner of an order. */
export function regIdSubject({ height, index }: RegId): Buffer {
  const bytes = Buffer.allocUnsafe(6);
  bytes.writeUInt32BE(height, 0);
  bytes.writeUInt16BE(index, 4);
  return bytes;
}

/** The bytes that stand for a type of receipts. */
export function receiptTypeSubject(code: number): Buffer {
  const bytes = Buffer.allocUnsafe(2);
  bytes.writeUInt16BE(code, 0);
  return bytes;
}
