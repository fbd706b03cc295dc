import type { Json } from '../../../codec/json-value.js';
import { type DeclaredError, RpcError } from '../errors.js';
import { wrongType } from '../json-type.js';
import type { ParameterType } from './parameter-type.js';

/** The error of most types of parameters. */
export const WRONG_TYPE: DeclaredError = ['MISC_ERROR', 'a parameter has a wrong JSON type'];
const INTEGER_ERRORS: readonly DeclaredError[] = [
  WRONG_TYPE,
  ['INVALID_PARAMETER', 'an integer is out of range'],
];
const NO_ACCOUNT: DeclaredError = ['INVALID_ADDRESS_OR_KEY', 'a text names no account'];

/** A JSON boolean. */
export const bool: ParameterType<boolean> = {
  label: 'boolean',
  quoted: false,
  accepts: ['bool'],
  commandLine: 'boolean',
  schema: { type: 'boolean' },
  errors: [WRONG_TYPE],
  convert(value) {
    if (typeof value !== 'boolean') throw wrongType(value, 'bool');
    return value;
  },
};

/** A JSON string, as it is: names, passwords, messages, paths. */
export const string: ParameterType<string> = {
  label: 'string',
  quoted: true,
  accepts: ['str'],
  commandLine: 'string',
  schema: { type: 'string' },
  errors: [WRONG_TYPE],
  convert: text,
};

/** A passphrase, a password, a private key or a mnemonic: it need not stand on a command line. */
export const secret: ParameterType<string> = { ...string, label: 'secret text', secret: true };

/** An account: regid, address or public key. The handler resolves it, since that needs the chain (spec 02 §3.3). */
export const uid: ParameterType<string> = {
  ...string,
  label: 'regid, address or public key',
  errors: [WRONG_TYPE, NO_ACCOUNT],
};

/** An account's address or regid; the handler resolves it. */
export const address: ParameterType<string> = {
  ...string,
  label: 'address or regid',
  errors: [WRONG_TYPE, NO_ACCOUNT],
};

/** A coin's symbol; the handler checks whether it exists. */
export const symbol: ParameterType<string> = { ...string, label: 'coin symbol' };

/** An unsigned integer of 8 bits, such as the number of an operation. */
export const uint8 = smallInteger(0, 2 ** 8 - 1);

/** An unsigned integer of 16 bits, such as the position of an output. */
export const uint16 = smallInteger(0, 2 ** 16 - 1);

/** A signed integer of 32 bits. */
export const int = smallInteger(-(2 ** 31), 2 ** 31 - 1);

/** An unsigned integer of 32 bits. */
export const uint32 = smallInteger(0, 2 ** 32 - 1);

/** A signed integer of 64 bits. */
export const int64 = integer(-(2n ** 63n), 2n ** 63n - 1n);

/** An unsigned integer of 64 bits. */
export const uint64 = integer(0n, 2n ** 64n - 1n);

/** How often what counts has to be confirmed at least: 0 or 1. */
export const confirmations: ParameterType<0 | 1> = {
  ...uint8,
  label: '0 or 1',
  schema: { type: 'integer', enum: [0, 1] },
  errors: [WRONG_TYPE, ['INVALID_PARAMETER', 'min_confirmations is neither 0 nor 1']],
  convert(value, position) {
    const given = int64.convert(value, position);
    if (given === 0n || given === 1n) return given === 0n ? 0 : 1;
    throw new RpcError(
      'INVALID_PARAMETER',
      `${position.name}=${given}: 0 counts what waits for a block too, 1 what blocks have`,
    );
  },
};

/** A text, or a number in its place: what older and newer forms of a method differ in. */
export const textOrInteger: ParameterType<string | bigint> = {
  label: 'string or integer',
  quoted: true,
  accepts: ['str', 'int'],
  commandLine: 'digits',
  schema: { type: ['string', 'integer'] },
  errors: [WRONG_TYPE],
  convert: value => (typeof value === 'number' || typeof value === 'bigint' ? BigInt(value) : text(value)),
};

/**
 * One of a few names, in any case.
 *
 * @param values - the names as the handler gets them
 */
export function oneOf<const V extends string>(...values: readonly V[]): ParameterType<V> {
  return {
    ...string,
    label: values.join(' | '),
    schema: { type: 'string', enum: values },
    errors: [WRONG_TYPE, ['INVALID_PARAMETER', `a text is none of ${values.join(', ')}`]],
    convert(value, { name }) {
      const written = text(value);
      const found = values.find(candidate => candidate.toLowerCase() === written.toLowerCase());
      if (found === undefined) throw new RpcError('INVALID_PARAMETER', `${name}=${written} is invalid`);
      return found;
    },
  };
}

/** Any JSON value, for the handler to look into; or one that is there for old callers and has no effect. */
export const any: ParameterType<Json> = {
  label: 'any',
  quoted: false,
  accepts: ['str', 'int', 'real', 'bool', 'array', 'obj'],
  commandLine: 'string',
  schema: {},
  errors: [],
  convert: value => value,
};

/** The text of a JSON string; anything else is an error. */
export function text(value: Json): string {
  if (typeof value !== 'string') throw wrongType(value, 'str');
  return value;
}

function integer(min: bigint, max: bigint): ParameterType<bigint> {
  return {
    label: min < 0n ? 'integer' : 'integer from 0',
    quoted: false,
    accepts: ['int'],
    commandLine: 'integer',
    schema: { type: 'integer', minimum: min, maximum: max },
    errors: INTEGER_ERRORS,
    convert(value) {
      if (typeof value !== 'number' && typeof value !== 'bigint') throw wrongType(value, 'int');
      const converted = BigInt(value);
      if (converted < min || converted > max) throw outOfRange(converted);
      return converted;
    },
  };
}

/** An integer whose limits a JavaScript number holds exactly. */
function smallInteger(min: number, max: number): ParameterType<number> {
  const type = integer(BigInt(min), BigInt(max));
  return { ...type, convert: (value, position) => Number(type.convert(value, position)) };
}

function outOfRange(value: bigint): RpcError {
  return new RpcError('INVALID_PARAMETER', `value=${value} out of range`);
}
