import { parseLenientHash } from '../../../codec/lenient-hash.js';
import type { DeclaredError } from '../errors.js';
import { exactDigits, exactTxid, lenientHex, strictHex, strictTxid } from './hex-text.js';
import type { ParameterType } from './parameter-type.js';
import { string, text, WRONG_TYPE } from './scalars.js';

const NOT_HEX: DeclaredError = ['INVALID_PARAMS', 'a text is not the hex that it should be'];

/** Bytes in hex; reading stops at the first pair that is none, and never fails (spec 02 §3.4). */
export const hexLenient: ParameterType<Uint8Array> = {
  ...string,
  label: 'hex',
  convert: value => lenientHex(text(value)),
};

/** Bytes in hex, checked (spec 02 §3.4). */
export const hexStrict: ParameterType<Uint8Array> = {
  ...string,
  label: 'hex',
  errors: [WRONG_TYPE, NOT_HEX],
  convert: (value, { name }) => Buffer.from(strictHex(text(value), name), 'hex'),
};

const NOT_EXACT: DeclaredError = [
  'INVALID_PARAMETER',
  'a text has anything but the hex digits that it should have',
];

/** Bytes that go into a transaction, in hex and nothing else. */
export const hexExact: ParameterType<Uint8Array> = {
  ...string,
  label: 'hex',
  errors: [WRONG_TYPE, NOT_EXACT],
  convert: (value, { name }) => Buffer.from(exactDigits(text(value), name), 'hex'),
};

/** An id that goes into a transaction: 64 hex digits and nothing else. */
export const txidExact: ParameterType<string> = {
  ...string,
  label: 'txid',
  errors: [WRONG_TYPE, NOT_EXACT],
  convert: (value, { name }) => exactTxid(text(value), name),
};

/** A transaction id that must be well formed: 64 lower-case hex digits for the handler (spec 02 §3.4). */
export const txidStrict: ParameterType<string> = {
  ...string,
  label: 'txid',
  errors: [WRONG_TYPE, NOT_HEX],
  convert: (value, { name }) => strictTxid(text(value), name),
};

/** As txidStrict, but an empty text means "none" and gives `undefined`. */
export const txidOrEmpty: ParameterType<string | undefined> = {
  ...string,
  label: 'txid, or empty',
  errors: [WRONG_TYPE, NOT_HEX],
  convert: (value, { name }) => (text(value).trim() === '' ? undefined : strictTxid(text(value), name)),
};

/** A transaction id in a query: whatever is no hex counts as zeros, so that nothing is found (spec 02 §3.4). */
export const txidLenient: ParameterType<string> = {
  ...string,
  label: 'txid',
  convert: value => parseLenientHash(text(value)),
};

/** A block by height or hash. A text shorter than a hash that is a decimal number is a height too (spec 02 §5.3). */
export const heightOrHash: ParameterType<{ readonly height: bigint } | { readonly hash: string }> = {
  label: 'block height or hash',
  quoted: false,
  accepts: ['str', 'int'],
  commandLine: 'height',
  schema: { type: ['integer', 'string'] },
  errors: [WRONG_TYPE],
  convert(value) {
    if (typeof value === 'number' || typeof value === 'bigint') return { height: BigInt(value) };
    const written = text(value);
    return isShortNumber(written) ? { height: BigInt(written) } : { hash: parseLenientHash(written) };
  },
};

function isShortNumber(written: string): boolean {
  return written.length < 32 && /^\d+$/.test(written);
}
