import { isJsonObject, type JsonObject } from '../../codec/json-value.js';
import { STATE_SCHEMA } from '../../state/schema.js';
import type { NodeCalls } from '../../testing/remote/node-calls.js';
import { reachNode } from '../../testing/remote/node-calls.js';
import type { CommandContext } from '../command.js';
import { UsageError } from '../sub-command.js';
import type { CommandResult } from '../terminal.js';
import { parseWords } from '../words.js';
import { membersOf, placesOf, readNetwork } from './members.js';

/** Keys that one call asks for, as the method has it. */
const KEYS_OF_CALL = 1000;
/** Newest blocks that are looked at where no height is given: the engine stops one block behind a difference. */
const DEFAULT_BLOCKS = 10;

/** A node that is compared. */
export interface ComparedNode {
  readonly name: string;
  readonly calls: Pick<NodeCalls, 'call'>;
}

/** The first entry of the state that two nodes have differently, and how many there are in that block. */
export interface StateDifference {
  readonly height: number;
  readonly table: string;
  /** Hex, as it is stored: the byte of the table, then the key in it. */
  readonly key: string;
  /** Hex by the order of the nodes; undefined where there is no entry. */
  readonly values: readonly [string | undefined, string | undefined];
  readonly count: number;
}

/** `coind network compare`: the first key that nodes have differently; 1 where there is one. */
export async function runCompare(
  words: readonly string[],
  { terminal }: CommandContext,
): Promise<CommandResult> {
  const { values, positionals } = parseWords(words, { height: { type: 'string' } });
  const [directory, ...names] = positionals;
  const { root, network } = readNetwork(directory);
  const members = membersOf(network, names);
  if (values.height !== undefined && !/^\d{1,9}$/.test(values.height)) {
    throw new UsageError(`--height ${values.height} is no height`);
  }
  const nodes = await Promise.all(
    members.map(async member => {
      const { dataDirectory } = placesOf(root, member);
      const url = `http://127.0.0.1:${member.rpcPort}`;
      const { calls } = await reachNode(url, { datadir: dataDirectory });
      return { name: member.name, calls };
    }),
  );
  const [first, ...others] = nodes;
  if (first === undefined || others.length === 0) throw new UsageError('name two nodes or more');
  let code: CommandResult = 0;
  for (const other of others) {
    const { from, to } = await heightsOf([first, other], values.height);
    const difference = await firstDifference(first, other, from, to);
    if (difference !== undefined) code = 1;
    terminal.output(`${textOf([first, other], { from, to }, difference)}\n`);
  }
  return code;
}

async function heightsOf(
  nodes: readonly ComparedNode[],
  height: string | undefined,
): Promise<{ readonly from: number; readonly to: number }> {
  if (height !== undefined) return { from: Number(height), to: Number(height) };
  const tips = await Promise.all(nodes.map(async ({ calls }) => Number(await calls.call('getblockcount'))));
  const to = Math.min(...tips);
  return { from: Math.max(1, to - DEFAULT_BLOCKS + 1), to };
}

/**
 * Compares what blocks have left of the entries that either node has changed in them.
 * @param from - the lowest height that is looked at
 * @param to - the highest
 * @returns of the lowest block in which there is one, the first in the order of tables and keys
 * @throws CallError (coind/client) where a node does not keep what is asked for
 */
export async function firstDifference(
  one: ComparedNode,
  other: ComparedNode,
  from: number,
  to: number,
): Promise<StateDifference | undefined> {
  for (let height = from; height <= to; height++) {
    const changed = await Promise.all([one, other].map(({ calls }) => changedKeys(calls, height)));
    const keys = [...new Set(changed.flat())].sort();
    const [ours, theirs] = await Promise.all([one, other].map(({ calls }) => entriesOf(calls, keys, height)));
    const differing = keys.filter(key => ours?.get(key) !== theirs?.get(key));
    const [key] = differing;
    if (key === undefined) continue;
    const prefix = Number.parseInt(key.slice(0, 2), 16);
    const table = STATE_SCHEMA.tables.find(known => known.prefix === prefix)?.name ?? `table ${prefix}`;
    return { height, table, key, values: [ours?.get(key), theirs?.get(key)], count: differing.length };
  }
  return undefined;
}

async function changedKeys(calls: ComparedNode['calls'], height: number): Promise<string[]> {
  const undo = (await calls.call('getblockundo', height)) as JsonObject;
  return (undo.tx_undos as JsonObject[])
    .flatMap(({ category }) => category as JsonObject[])
    .flatMap(({ db_prefix, db_logs }) => {
      const prefix = Number(db_prefix).toString(16).padStart(2, '0');
      return (db_logs as JsonObject[]).map(({ key }) => prefix + String(key));
    });
}

/** The values of keys after a block; keys without an entry are not in it. */
async function entriesOf(
  calls: ComparedNode['calls'],
  keys: readonly string[],
  height: number,
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  // An answer is bounded in bytes as well: the next call goes on where it ends.
  for (let next = 0; next < keys.length; ) {
    const answer = await calls.call('getstateentries', keys.slice(next, next + KEYS_OF_CALL), { height });
    const entries = isJsonObject(answer) ? (answer.entries as JsonObject[]) : [];
    if (entries.length === 0) throw new TypeError('getstateentries answered no entries');
    for (const { key, value } of entries) if (value !== undefined) found.set(String(key), String(value));
    next += entries.length;
  }
  return found;
}

function textOf(
  [one, other]: readonly [ComparedNode, ComparedNode],
  { from, to }: { readonly from: number; readonly to: number },
  difference: StateDifference | undefined,
): string {
  if (difference === undefined) {
    const blocks = from === to ? `block ${from}` : `the blocks ${from} to ${to}`;
    return `${one.name} and ${other.name} have changed the same in ${blocks}`;
  }
  const { height, table, key, values, count } = difference;
  const shown = (value: string | undefined): string => value ?? 'no entry';
  return [
    `${one.name} and ${other.name} differ in ${count} ${count === 1 ? 'key' : 'keys'} after block ${height}; the first:`,
    `  table ${table}, key ${key}`,
    `  ${one.name}: ${shown(values[0])}`,
    `  ${other.name}: ${shown(values[1])}`,
  ].join('\n');
}
