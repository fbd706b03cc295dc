import type { Json, JsonObject } from '../../codec/json-value.js';
import { type EventKind, KINDS } from './event-kinds.js';

/** What an event has to be for a filter: all of these keys are among its own. */
export type FilterKeys = readonly [kind: string, ...conditions: string[]];

/** The key of a condition. */
export function conditionKey(kind: string, filter: string, value: string): string {
  return `${kind} ${filter} ${value}`;
}

/** The keys of an event: its kind, and one for each condition that it fulfils. */
export function keysOfEvent(event: JsonObject): string[] {
  const kind = String(event.event);
  const { filters } = KINDS.get(kind) as EventKind;
  const keys = [kind];
  for (const name in filters) {
    for (const member of filters[name]!.of) addKeys(keys, kind, name, event[member]);
  }
  return keys;
}

function addKeys(keys: string[], kind: string, name: string, value: Json | undefined): void {
  if (typeof value === 'string') {
    if (value !== '') keys.push(conditionKey(kind, name, value));
  } else if (Array.isArray(value)) {
    for (const one of value as readonly Json[]) addKeys(keys, kind, name, one);
  }
}
