import {
  type DeclaredArgument,
  declaredMethods,
  LuaMethodsError,
} from '../contract-build/declared-methods.js';
import { type Arguments, type ByteLayout, bytes } from './byte-layout.js';
import type { AccountLike } from './dev-account.js';

/** Makes the argument bytes of a method from its arguments. */
export type LuaMethods = Readonly<Record<string, (...args: never[]) => Arguments>>;

/**
 * The methods that a source declares (`-- @methods`); none where it declares none.
 * @param name - of the contract, for messages
 * @throws RangeError that names the line of a table that cannot be read
 */
export function methodsOfSource(code: Uint8Array, name: string): LuaMethods {
  try {
    const methods = declaredMethods(Buffer.from(code).toString('utf8')) ?? [];
    return Object.fromEntries(methods.map(method => [method.name, layoutOf(method.name, method.parts)]));
  } catch (error) {
    if (!(error instanceof LuaMethodsError)) throw error;
    throw new RangeError(`${name}:${error.line}: ${error.problem}`, { cause: error });
  }
}

function layoutOf(name: string, parts: readonly (number | DeclaredArgument)[]) {
  const parameters = parts.filter(part => typeof part !== 'number').map(part => part.name);
  return (...given: never[]): Arguments => {
    if (given.length !== parameters.length) {
      throw new RangeError(
        `${name}(${parameters.join(', ')}): ${given.length} arguments are given, ${parameters.length} are expected`,
      );
    }
    let next = 0;
    let layout = bytes();
    for (const part of parts) {
      layout = typeof part === 'number' ? layout.u8(part) : withArgument(layout, name, part, given[next++]);
    }
    return layout;
  };
}

/** @throws RangeError that names the argument */
function withArgument(
  layout: ByteLayout,
  method: string,
  { name, type }: DeclaredArgument,
  value: unknown,
): ByteLayout {
  try {
    switch (type.kind) {
      case 'u8':
        return layout.u8(value as number);
      case 'u16':
        return layout.u16le(value as number);
      case 'u32':
        return layout.u32le(value as number);
      case 'u64':
        return layout.u64le(value as bigint);
      case 'i64':
        return layout.i64le(value as bigint);
      case 'bool':
        if (typeof value !== 'boolean') throw new RangeError(`${String(value)} is not true or false`);
        return layout.u8(value ? 1 : 0);
      case 'address':
        return layout.address(value as AccountLike);
      case 'regid':
        return layout.regid(value as AccountLike);
      case 'text':
        return layout.text(value as string, type.size);
      case 'bytes':
        return sized(layout, value as Uint8Array, type.size);
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new RangeError(`${method}: ${name}: ${error.message}`, { cause: error });
  }
}

function sized(layout: ByteLayout, value: Uint8Array, size: number | undefined): ByteLayout {
  const extended = layout.raw(value);
  if (size === undefined || value.length === size) return extended;
  throw new RangeError(`${value.length} bytes are given, ${size} are expected`);
}
