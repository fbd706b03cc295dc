import { type RegId, regIdFromRaw, regIdRaw } from '../../codec/regid.js';
import type { KeyCodec } from '../table.js';

/**
 * Regids as their six raw bytes, little-endian: the order of the reference's indexes, which is not
 * the order of heights (spec 08 §5).
 */
export const rawRegIdKey: KeyCodec<RegId> = {
  size: 6,
  encode: id => regIdRaw(id).toString('latin1'),
  decode: text => regIdFromRaw(Buffer.from(text, 'latin1')),
};
