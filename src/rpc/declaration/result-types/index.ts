/** Every type a result can have. Declarations import this as `r`, so that they read `r.text('…')`. */
import type { ArrayType, EitherType, MapType, ObjectType, ResultType, ScalarType } from './result-type.js';

type Members = Readonly<Record<string, ResultType>>;

export function text(summary = ''): ScalarType {
  return { kind: 'text', summary };
}

/** One of a few texts. */
export function oneOf(values: readonly string[], summary = ''): ScalarType {
  return { kind: 'text', summary, values };
}

/** An integer that fits a double. */
export function integer(summary = ''): ScalarType {
  return { kind: 'integer', summary };
}

/** An integer of up to 64 bits; amounts are in sawi unless the summary states otherwise. */
export function amount(summary = 'in sawi'): ScalarType {
  return { kind: 'amount', summary };
}

/** An amount in sawi that the option `displayvalueinsawi` can turn into a text in coins. */
export function balance(summary = 'in sawi'): ScalarType {
  return { kind: 'balance', summary };
}

/** A number with eight decimals. */
export function number(summary = ''): ScalarType {
  return { kind: 'number', summary };
}

export function boolean(summary = ''): ScalarType {
  return { kind: 'boolean', summary };
}

export const nothing: ScalarType = { kind: 'null', summary: '' };

/** JSON whose form others decide, such as the author of a contract. */
export function any(summary: string): ScalarType {
  return { kind: 'any', summary };
}

export function array(items: ResultType, summary = ''): ArrayType {
  return { kind: 'array', items, summary };
}

/** @param key - what the names of the members are */
export function map(key: string, values: ResultType, summary = ''): MapType {
  return { kind: 'map', key, values, summary };
}

/** An object of exactly these members, in this order. */
export function object(members: Members, summary = ''): ObjectType {
  return { kind: 'object', members, summary };
}

/** An object that may have further members after these. */
export function openObject(members: Members, further: string, summary = ''): ObjectType {
  return { kind: 'object', members, further, summary };
}

/** Names an object type: it is described once, and other types refer to it. */
export function named(name: string, type: ObjectType): ObjectType {
  return { ...type, name };
}

export function either(...options: readonly ResultType[]): EitherType {
  return { kind: 'either', options, summary: '' };
}

/** A member that may be absent. */
export function optional<T extends ResultType>(type: T): T & { readonly optional: true } {
  return { ...type, optional: true };
}

/** The same type with another summary. */
export function described<T extends ResultType>(type: T, summary: string): T {
  return { ...type, summary };
}

export const txid = (summary = ''): ScalarType => text(summary === '' ? '64 hex digits' : summary);
