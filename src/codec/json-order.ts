import type { Json, JsonObject } from './json-value.js';

/**
 * The keys of a parsed object in the order in which they were written. JavaScript moves keys that
 * look like array indexes to the front; only an object with such a key carries this list.
 */
const WRITTEN_ORDER = Symbol('order of keys as written');

const DIGIT_0 = 0x30;
const DIGIT_9 = 0x39;

/** Whether JavaScript may move a key to the front of an object. */
export function looksLikeIndex(key: string): boolean {
  const first = key.charCodeAt(0);
  return first >= DIGIT_0 && first <= DIGIT_9;
}

/** Records the order of an object's keys. */
export function rememberOrder(object: object, keys: readonly string[]): void {
  Object.defineProperty(object, WRITTEN_ORDER, { value: keys });
}

/** The keys of an object in the order in which they are to be printed. */
export function orderedKeys(object: JsonObject): readonly string[] {
  const keys = Object.keys(object);
  if (keys.length < 2 || !looksLikeIndex(keys[0]!)) return keys;
  return (object as { [WRITTEN_ORDER]?: readonly string[] })[WRITTEN_ORDER] ?? keys;
}

/**
 * The members of a JSON object in order, whether it is a Map or an object; `undefined` members are
 * omitted.
 */
export function* jsonEntries(object: ReadonlyMap<string, Json> | JsonObject): Generator<[string, Json]> {
  if (object instanceof Map) {
    yield* object as ReadonlyMap<string, Json>;
    return;
  }
  const members = object as JsonObject;
  for (const key of orderedKeys(members)) {
    const value = members[key];
    if (value !== undefined) yield [key, value];
  }
}
