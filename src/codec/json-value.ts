/**
 * A JSON number that was written, or is to be written, with a fraction. The reference prints
 * every such number with eight decimals and tells it apart from an integer (spec 02 §1.4, §8).
 */
export class JsonReal {
  constructor(readonly value: number) {}
}

/**
 * A JSON value without loss: integers of any size, reals told apart from integers, byte strings
 * that are printed as text where they are UTF-8 (decision D26), and maps whose keys keep their
 * order even when they look like numbers.
 */
export type Json =
  | null
  | boolean
  | number
  | bigint
  | string
  | JsonReal
  | Uint8Array
  | readonly Json[]
  | ReadonlyMap<string, Json>
  | JsonObject;

/** An object whose members are printed in insertion order; `undefined` members are omitted. */
export interface JsonObject {
  readonly [key: string]: Json | undefined;
}
