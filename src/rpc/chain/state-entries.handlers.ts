import { keyIdOfUid } from '../../chain/account-name.js';
import type { Json, JsonObject } from '../../codec/json-value.js';
import { NO_REGID, type RegId, regIdText } from '../../codec/regid.js';
import { required } from '../../codec/required.js';
import type { Uid } from '../../codec/uid.js';
import { STATE_SCHEMA } from '../../state/schema.js';
import type { StateReader } from '../../state/state.js';
import { type AnyTable, diskKey } from '../../state/table.js';
import { ACCOUNTS } from '../../state/tables/accounts.js';
import { RpcError } from '../declaration/errors.js';
import { implement } from '../declaration/method.js';
import { exactHex } from '../declaration/parameters/hex-text.js';
import type { NodeServices } from '../node/services.js';
import { DEFAULT_PAGE, LARGEST_PAGE, MOST_BYTES, MOST_KEYS, type methods } from './state-entries.methods.js';

/** A key as the database has it: of a table, and as latin1 text within that. */
interface StateKey {
  readonly table: AnyTable;
  readonly text: string;
}

export const handlers = implement<typeof methods, NodeServices>({
  getstateentries({ keys }, services) {
    if (keys.length > MOST_KEYS) {
      throw new RpcError(
        'INVALID_PARAMETER',
        `keys has ${keys.length} elements; at most ${MOST_KEYS} can be`,
      );
    }
    const wanted = keys.map((key, i) => givenKey(key, `keys[${i}]`));
    const entries: JsonObject[] = [];
    const room = new Room();
    for (const { table, text } of wanted) {
      const [found] = services.state.iterate(table, { from: text, below: `${text}\0`, limit: 1 });
      const key = hexKey(table, text);
      const value = found && hexValue(table, found[1]);
      if (!room.take(key, value)) break;
      entries.push(value === undefined ? { key } : { key, value });
    }
    return { ...blockOf(services), entries, has_more: entries.length < keys.length };
  },

  liststateentries({ from, to, reverse = false, max_count: count = DEFAULT_PAGE }, services) {
    if (count < 1 || count > LARGEST_PAGE) {
      throw new RpcError('INVALID_PARAMETER', `max_count=${count} must be from 1 to ${LARGEST_PAGE}`);
    }
    const first = stateKey(from, 'from');
    const { table } = first;
    const range = { from: first.text, ...(to.length > 0 && { below: endOf(table, to) }) };
    const entries: JsonObject[] = [];
    const room = new Room();
    let hasMore = false;
    for (const [decoded, content] of services.state.iterate(table, { ...range, reverse, limit: count + 1 })) {
      const [key, value] = [hexKey(table, table.key.encode(decoded)), hexValue(table, content)];
      hasMore = entries.length === count || !room.take(key, value);
      if (hasMore) break;
      entries.push({ key, value });
    }
    return { ...blockOf(services), entries, has_more: hasMore };
  },
});

/** What an answer has room for. */
class Room {
  #left = MOST_BYTES;
  #isEmpty = true;

  /** Whether an entry still fits, given in hex; the first one always does. */
  take(key: string, value = ''): boolean {
    this.#left -= (key.length + value.length) / 2;
    if (this.#left < 0 && !this.#isEmpty) return false;
    this.#isEmpty = false;
    return true;
  }
}

/** The block after which the state is as it is read. */
function blockOf({ chain, network, state, tipHeight }: NodeServices): JsonObject {
  const { hash, header, producer } = required(chain.blocks.header(tipHeight), 'the header of the block');
  const block = {
    height: tipHeight,
    hash,
    time: header.time,
    producer: regIdText(regIdOf(state, producer)),
    fuel_rate: header.fuelRate,
  };
  return { network: network.name, block };
}

function regIdOf(state: StateReader, uid: Uid): RegId {
  if (uid.kind === 'regid') return uid.regId;
  const keyId = keyIdOfUid(state, uid);
  return (keyId === undefined ? undefined : state.get(ACCOUNTS, keyId)?.regId) ?? NO_REGID;
}

/** @throws RpcError -8 */
function givenKey(given: Json, name: string): StateKey {
  if (typeof given !== 'string')
    throw new RpcError('INVALID_PARAMETER', `${name} must be a text of hex digits`);
  return stateKey(exactHex(given, name), name);
}

/** @throws RpcError -8 */
function stateKey(bytes: Uint8Array, name: string): StateKey {
  const table = STATE_SCHEMA.tables.find(({ prefix }) => prefix === bytes[0]);
  if (table === undefined) {
    const found = bytes[0] === undefined ? 'it is empty' : `there is no table ${bytes[0]}`;
    throw new RpcError('INVALID_PARAMETER', `${name} must begin with the byte of a table: ${found}`);
  }
  return { table, text: Buffer.from(bytes).toString('latin1', 1) };
}

/** @throws RpcError -8 for a key of another table */
function endOf(table: AnyTable, to: Uint8Array): string {
  const end = stateKey(to, 'to');
  if (end.table === table) return end.text;
  throw new RpcError(
    'INVALID_PARAMETER',
    `from is of table ${table.name}, to is of table ${end.table.name}: a list is of one table`,
  );
}

function hexKey(table: AnyTable, text: string): string {
  return diskKey(table, text).toString('hex');
}

function hexValue(table: AnyTable, value: unknown): string {
  return table.value.encode(value).toString('hex');
}
