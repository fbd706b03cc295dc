import type { FunctionType, ValueType } from '../module/value-type.js';
import type { HostCall } from './host-call.js';

/** A place to which a function writes as much as fits. */
export interface Output {
  readonly pointer: number;
  readonly size: number;
}

/** What the parameters of host functions can be, and what the implementation gets for them. */
interface ParameterTypes {
  i32: number;
  u32: number;
  i64: bigint;
  u64: bigint;
  f32: number;
  f64: number;
  /** An address that the implementation reads from or writes to. */
  pointer: number;
  /** Address and length of bytes to read, at most 1 MiB: a view that must not be kept. */
  input: Buffer;
  /** Address of bytes up to a zero byte. */
  cString: Buffer;
  /** Address and length of a place to write to. */
  output: Output;
  /** Low and high half of an unsigned integer of 128 bits. */
  u128: bigint;
}

/** What a parameter of a host function is. */
export type Kind = keyof ParameterTypes;
type ArgumentsOf<K extends readonly Kind[]> = { [I in keyof K]: ParameterTypes[K[I]] };
type Raw = number | bigint;

/** One function of the host: what modules must declare, what it costs, what it does. */
export interface HostFunction {
  /** First part of the name under which modules import it: `env`, or `sys` for system contracts only. */
  readonly module: 'env' | 'sys';
  readonly name: string;
  readonly parameters: readonly Kind[];
  readonly type: FunctionType;
  /** Steps of every call; the length of arguments is charged in addition. */
  readonly steps: number;
  /** Runs the function with the arguments as WebAssembly passes them. */
  invoke(call: HostCall, raw: readonly Raw[]): Raw | undefined;
}

/** What an implementation returns for a result of a type; ignored for functions without a result. */
type ResultOf<R> = R extends 'i64' ? bigint : R extends ValueType ? number : unknown;

interface Declaration<K extends readonly Kind[], R extends ValueType | undefined> {
  readonly module?: 'env' | 'sys';
  readonly parameters: K;
  readonly result?: R;
  readonly steps?: number;
  /** Steps for each byte of the inputs. */
  readonly stepsPerByte?: number;
}

/** Steps of a call that crosses from WebAssembly to the host and does little there. */
const PLAIN_CALL_STEPS = 400;
/** Steps of a look at the state, which may have to be read from the disk. */
export const STATE_STEPS = 2500;
/** Eight bytes are copied in one step (spec 04 §15.2). */
export const COPY_STEPS_PER_BYTE = 1 / 8;

const WASM_TYPES: Readonly<Record<Kind, readonly ValueType[]>> = {
  i32: ['i32'],
  u32: ['i32'],
  i64: ['i64'],
  u64: ['i64'],
  f32: ['f32'],
  f64: ['f64'],
  pointer: ['i32'],
  input: ['i32', 'i32'],
  cString: ['i32'],
  output: ['i32', 'i32'],
  u128: ['i64', 'i64'],
};

/** Reads the argument of a kind that starts at `raw[at]`. Integers arrive with a sign, whatever they mean. */
const DECODERS: {
  readonly [K in Kind]: (call: HostCall, raw: readonly Raw[], at: number) => ParameterTypes[K];
} = {
  i32: (_, raw, at) => raw[at] as number,
  u32: (_, raw, at) => (raw[at] as number) >>> 0,
  i64: (_, raw, at) => raw[at] as bigint,
  u64: (_, raw, at) => BigInt.asUintN(64, raw[at] as bigint),
  f32: (_, raw, at) => raw[at] as number,
  f64: (_, raw, at) => raw[at] as number,
  pointer: (_, raw, at) => (raw[at] as number) >>> 0,
  input: (call, raw, at) => call.memory.argument((raw[at] as number) >>> 0, (raw[at + 1] as number) >>> 0),
  cString: (call, raw, at) => call.memory.cString((raw[at] as number) >>> 0),
  output: (_, raw, at) => ({ pointer: (raw[at] as number) >>> 0, size: (raw[at + 1] as number) >>> 0 }),
  u128: (_, raw, at) =>
    BigInt.asUintN(64, raw[at] as bigint) | (BigInt.asUintN(64, raw[at + 1] as bigint) << 64n),
};

/**
 * Declares a function of the host once: name, parameters, cost and what it does. Its type in
 * WebAssembly and the checks of its pointers follow from the kinds of its parameters.
 */
export function hostFunction<
  const K extends readonly Kind[],
  const R extends ValueType | undefined = undefined,
>(
  name: string,
  declaration: Declaration<K, R>,
  implementation: (call: HostCall, ...args: ArgumentsOf<K>) => ResultOf<R>,
): HostFunction {
  const { module = 'env', parameters, result, steps = PLAIN_CALL_STEPS } = declaration;
  const { stepsPerByte = COPY_STEPS_PER_BYTE } = declaration;
  const types = parameters.flatMap(kind => WASM_TYPES[kind]);
  return {
    module,
    name,
    parameters,
    type: { parameters: types, results: result === undefined ? [] : [result] },
    steps,
    invoke(call, raw) {
      call.function = name;
      const args: unknown[] = [];
      let at = 0;
      for (const kind of parameters) {
        const argument = DECODERS[kind](call, raw, at);
        if (kind === 'input' || kind === 'cString') {
          call.charge(Math.ceil((argument as Buffer).length * stepsPerByte));
        }
        args.push(argument);
        at += WASM_TYPES[kind].length;
      }
      return implementation(call, ...(args as unknown as ArgumentsOf<K>)) as Raw | undefined;
    },
  };
}

/** The same function under another name, as older compilers know it. */
export function alias(name: string, original: HostFunction): HostFunction {
  return { ...original, name };
}

/**
 * Copies as much as fits.
 * @returns the number of bytes copied, or the whole number where the place has no size: so a contract
 *   asks how much it must make room for
 */
export function writeOutput(call: HostCall, output: Output, bytes: Uint8Array): number {
  if (output.size === 0) return bytes.length;
  const size = Math.min(output.size, bytes.length);
  call.charge(Math.ceil(size * COPY_STEPS_PER_BYTE));
  call.memory.write(output.pointer, bytes.subarray(0, size));
  return size;
}

/** Bytes of one text that a contract prints or fails with: as many as are shown in the end. */
export const SHOWN_BYTES = 65_536;

/** As {@link textOf}, of as much as is shown. */
export function shownText(bytes: Buffer): string {
  return textOf(bytes.subarray(0, SHOWN_BYTES));
}

/** Text from a contract, as UTF-8; invalid bytes become replacement characters. */
export function textOf(bytes: Buffer): string {
  return bytes.toString('utf8');
}
