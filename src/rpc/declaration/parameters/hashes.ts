import type { DeclaredError } from '../errors.js';
import { exactDigits, exactTxid } from './hex-text.js';
import type { ParameterType } from './parameter-type.js';
import { string, text, WRONG_TYPE } from './scalars.js';

const NOT_HEX: DeclaredError = [
  'INVALID_PARAMS',
  'a text has anything but the hex digits that it should have',
];

/** Bytes in hex, and nothing else (spec 02 §3.4). */
export const hex: ParameterType<Uint8Array> = {
  ...string,
  label: 'hex',
  errors: [WRONG_TYPE, NOT_HEX],
  convert: (value, { name }) => Buffer.from(exactDigits(text(value), name), 'hex'),
};

/** An id of a transaction, a block or anything that one has made: 64 hex digits, in lower case for the handler. */
export const txid: ParameterType<string> = {
  ...string,
  label: 'txid',
  errors: [WRONG_TYPE, NOT_HEX],
  convert: (value, { name }) => exactTxid(text(value), name),
};

/** As {@link txid}, but an empty text means "none" and gives `undefined`. */
export const txidOrEmpty: ParameterType<string | undefined> = {
  ...txid,
  label: 'txid, or empty',
  convert: (value, { name }) => (text(value) === '' ? undefined : exactTxid(text(value), name)),
};

/** A block by height or hash. A text shorter than a hash that is a decimal number is a height too (spec 02 §5.3). */
export const heightOrHash: ParameterType<{ readonly height: bigint } | { readonly hash: string }> = {
  label: 'block height or hash',
  quoted: false,
  accepts: ['str', 'int'],
  commandLine: 'height',
  schema: { type: ['integer', 'string'] },
  errors: [WRONG_TYPE, NOT_HEX],
  convert(value, { name }) {
    if (typeof value === 'number' || typeof value === 'bigint') return { height: BigInt(value) };
    const written = text(value);
    return isShortNumber(written) ? { height: BigInt(written) } : { hash: exactTxid(written, name) };
  },
};

function isShortNumber(written: string): boolean {
  return written.length < 32 && /^\d+$/.test(written);
}
