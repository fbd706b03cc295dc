import { keyIdOfUid } from '../../chain/account-name.js';
import { JsonSyntaxError, parseJson } from '../../codec/json.js';
import { isJsonObject, type Json, type JsonObject } from '../../codec/json-value.js';
import { parseRegId, regIdText } from '../../codec/regid.js';
import { parsePair } from '../../config/pair-options.js';
import { RPC_LIMITS } from '../../config/rpc-limits.js';
import { encodeAddress } from '../../crypto/address.js';
import type { StateReader } from '../../state/state.js';
import { parseUid } from '../../tx/uid-text.js';
import { parseCursor } from './cursor.js';
import { conditionKey, type FilterKeys } from './event-keys.js';
import { EVENT_KINDS, type FilterForm, KINDS } from './event-kinds.js';

/** A subscription that cannot be understood; the message says what would be right. */
export class BadSubscription extends Error {
  override readonly name = 'BadSubscription';
}

/** A subscription as it was asked for. */
export interface AskedSubscription {
  readonly filters: readonly FilterKeys[];
  /** A height, a cursor, or undefined for what comes from now on. */
  readonly from: number | ReturnType<typeof parseCursor>;
}

/** What finding an account needs. */
export interface SubscriptionContext {
  readonly state: StateReader;
  readonly addressVersion: number;
}

const KIND_NAMES = Object.keys(EVENT_KINDS).join(', ');
const EXAMPLE = '{"events":[{"event":"block"}],"from":0}';

/**
 * Reads what a subscriber asks for: `{"events":[{"event":…, …filters}], "from":…}`.
 * @throws BadSubscription
 */
export function parseSubscription(text: string, context: SubscriptionContext): AskedSubscription {
  const asked = parsedObject(text);
  const { events, from, ...others } = asked;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) {
    throw new BadSubscription(`a subscription has the members events and from, not ${unknown}`);
  }
  if (!Array.isArray(events) || events.length === 0) {
    throw new BadSubscription(`events must be a list of at least one object, as in ${EXAMPLE}`);
  }
  const { most } = RPC_LIMITS.subscriptionFilters;
  if (events.length > most) {
    throw new BadSubscription(`a subscription has at most ${most} entries in events, not ${events.length}`);
  }
  const filters = (events as readonly Json[]).map((entry, i) => filterOf(entry, `events[${i}]`, context));
  // Whoever is not told that blocks are taken back counts what is not there.
  return { filters: [...filters, ['reorganization']], from: beginningOf(from) };
}

function parsedObject(text: string): JsonObject {
  let value: Json;
  try {
    value = parseJson(text);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    throw new BadSubscription(`the message is no JSON: ${error.message}; send an object such as ${EXAMPLE}`);
  }
  if (!isJsonObject(value)) throw new BadSubscription(`the message must be an object such as ${EXAMPLE}`);
  return value;
}

function beginningOf(from: Json | undefined): AskedSubscription['from'] {
  if (from === undefined || from === null) return undefined;
  if (typeof from === 'number' && Number.isInteger(from) && from >= 0) return from;
  const cursor = typeof from === 'string' ? parseCursor(from) : undefined;
  if (cursor === undefined) {
    throw new BadSubscription(
      'from must be a height from 0 on, the cursor of an event, or be left out for what comes from now on',
    );
  }
  return cursor;
}

function filterOf(entry: Json, where: string, context: SubscriptionContext): FilterKeys {
  if (!isJsonObject(entry)) throw new BadSubscription(`${where} must be an object such as {"event":"block"}`);
  const { event, ...conditions } = entry;
  const kind = typeof event === 'string' ? KINDS.get(event) : undefined;
  if (typeof event !== 'string' || kind === undefined) {
    throw new BadSubscription(`${where}.event must be one of ${KIND_NAMES}`);
  }
  const keys = Object.entries(conditions).map(([name, value]) => {
    const filter = Object.hasOwn(kind.filters, name) ? kind.filters[name] : undefined;
    if (filter === undefined) {
      const known = Object.keys(kind.filters);
      const right = known.length === 0 ? 'has no filters' : `can be filtered by ${known.join(', ')}`;
      throw new BadSubscription(`${where}: ${event} ${right}, not by ${name}`);
    }
    return conditionKey(event, name, filterValue(value, filter.form, `${where}.${name}`, context));
  });
  return [event, ...keys];
}

/** The form in which events have the value of a filter. */
function filterValue(
  value: Json | undefined,
  form: FilterForm,
  where: string,
  context: SubscriptionContext,
): string {
  if (typeof value !== 'string') throw new BadSubscription(`${where} must be a text`);
  switch (form) {
    case 'account':
      return addressOf(value, where, context);
    case 'regid': {
      const regId = parseRegId(value);
      if (regId === undefined)
        throw new BadSubscription(`${where} must be a regid such as 20-1, not ${value}`);
      return regIdText(regId);
    }
    case 'pair': {
      const pair = parsePair(value);
      if (pair === undefined) {
        throw new BadSubscription(`${where} must be a pair such as WICC:WUSD, not ${value}`);
      }
      return `${pair.assetSymbol}:${pair.coinSymbol}`;
    }
    default:
      if (!form.includes(value)) {
        throw new BadSubscription(`${where} must be one of ${form.join(', ')}, not ${value}`);
      }
      return value;
  }
}

function addressOf(text: string, where: string, { state, addressVersion }: SubscriptionContext): string {
  const uid = parseUid(text, addressVersion);
  if (uid === undefined) {
    throw new BadSubscription(
      `${where} must be an address of this network, a regid, a key id or a public key, not ${text}`,
    );
  }
  const keyId = keyIdOfUid(state, uid);
  if (keyId === undefined) {
    throw new BadSubscription(`${where}: no account has the regid ${text} yet; name it by its address`);
  }
  return encodeAddress(addressVersion, keyId);
}
