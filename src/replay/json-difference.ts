import { jsonEntries, stringifyJson } from '../codec/json.js';
import { type Json, type JsonObject, JsonReal } from '../codec/json-value.js';

/**
 * Where two JSON values differ, and how:
 * - `missing`: a member or element of the recorded value is not in this node's
 * - `added`: this node's has an additional member or element
 * - `order`: the members they share stand in another order
 * - `type`: they are of different JSON types
 * - `value`: they are of one type and not the same
 */
export interface Difference {
  readonly kind: 'missing' | 'added' | 'order' | 'type' | 'value';
  /** Member names and indexes from the root, such as `tx_details.0.receipts`; empty for the root. */
  readonly path: string;
  /** The recorded value; undefined where nothing was recorded. */
  readonly recorded: Json | undefined;
  /** Our value; undefined where we have none. */
  readonly ours: Json | undefined;
}

/** The member that identifies an element of a list whose order has no meaning; undefined for other lists. */
export type ElementName = (path: string) => string | undefined;

const EVERY_ORDER_MATTERS: ElementName = () => undefined;

/**
 * All differences between a recorded JSON value and this node's, in the order of the recorded one.
 * Texts are compared as the reference prints them: one character a byte (decision D26).
 *
 * @param nameAt - for lists whose order has no meaning: elements are compared by name, and another
 * order is one difference
 */
export function differencesBetween(
  recorded: Json,
  ours: Json,
  nameAt: ElementName = EVERY_ORDER_MATTERS,
): Difference[] {
  return new Comparison(nameAt).of(recorded, ours, '');
}

/** A difference as one line for a person. */
export function describeDifference({ kind, path, recorded, ours }: Difference): string {
  const show = (value: Json | undefined): string => (value === undefined ? 'nothing' : shortened(value));
  return `${kind} at ${path === '' ? 'the root' : path}: recorded ${show(recorded)}, here ${show(ours)}`;
}

const SHOWN_CHARACTERS = 300;

function shortened(value: Json): string {
  const text = stringifyJson(value);
  return text.length <= SHOWN_CHARACTERS ? text : `${text.slice(0, SHOWN_CHARACTERS)}...`;
}

class Comparison {
  readonly #nameAt: ElementName;

  constructor(nameAt: ElementName) {
    this.#nameAt = nameAt;
  }

  of(recorded: Json, ours: Json, path: string): Difference[] {
    if (isObject(recorded) && isObject(ours)) {
      return this.#parts(new Map(jsonEntries(recorded)), new Map(jsonEntries(ours)), path);
    }
    if (Array.isArray(recorded) && Array.isArray(ours)) {
      const name = this.#nameAt(path);
      return this.#parts(elements(recorded, name), elements(ours, name), path);
    }
    if (typeOf(recorded) !== typeOf(ours)) return [{ kind: 'type', path, recorded, ours }];
    return sameScalar(recorded, ours) ? [] : [{ kind: 'value', path, recorded, ours }];
  }

  #parts(recorded: ReadonlyMap<string, Json>, ours: ReadonlyMap<string, Json>, path: string): Difference[] {
    const differences: Difference[] = [];
    for (const [key, value] of recorded) {
      const at = join(path, key);
      const own = ours.get(key);
      if (own !== undefined) differences.push(...this.of(value, own, at));
      else differences.push({ kind: 'missing', path: at, recorded: value, ours: undefined });
    }
    for (const [key, value] of ours) {
      if (recorded.has(key)) continue;
      differences.push({ kind: 'added', path: join(path, key), recorded: undefined, ours: value });
    }
    const shared = [...recorded.keys()].filter(key => ours.has(key));
    const sharedOfOurs = [...ours.keys()].filter(key => recorded.has(key));
    if (shared.some((key, i) => key !== sharedOfOurs[i])) {
      differences.push({ kind: 'order', path, recorded: shared, ours: sharedOfOurs });
    }
    return differences;
  }
}

/** The elements of a list by index or, where its order has no meaning, by the member that names them. */
function elements(list: readonly Json[], name: string | undefined): Map<string, Json> {
  return new Map(
    list.map((element, i): [string, Json] => [
      name === undefined ? String(i) : String((element as JsonObject)[name]),
      element,
    ]),
  );
}

function join(path: string, part: string): string {
  return path === '' ? part : `${path}.${part}`;
}

/** An object, or a map whose keys keep their order. */
function isObject(value: Json): value is JsonObject {
  return typeOf(value) === 'object';
}

type ComparedType = 'object' | 'array' | 'text' | 'integer' | 'real' | 'boolean' | 'null';

function typeOf(value: Json): ComparedType {
  if (value === null) return 'null';
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'number' || typeof value === 'bigint') return 'integer';
  if (typeof value === 'string' || value instanceof Uint8Array) return 'text';
  if (value instanceof JsonReal) return 'real';
  return Array.isArray(value) ? 'array' : 'object';
}

function sameScalar(recorded: Json, ours: Json): boolean {
  if (recorded instanceof JsonReal && ours instanceof JsonReal) return Object.is(recorded.value, ours.value);
  if (isInteger(recorded) && isInteger(ours)) return BigInt(recorded) === BigInt(ours);
  return recorded === ours || recorded === bytesAsCharacters(ours);
}

function isInteger(value: Json): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

/** A text of this node with one character per byte; anything else as it is. */
function bytesAsCharacters(value: Json): Json {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('latin1');
  return typeof value === 'string' ? Buffer.from(value, 'utf8').toString('latin1') : value;
}
