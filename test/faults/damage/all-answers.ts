import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import * as assert from 'uvu/assert';
import { stringifyJson } from '../../../src/codec/json.js';
import type { Json } from '../../../src/codec/json-value.js';
import { AREAS } from '../../../src/rpc/areas.js';
import { MethodRegistry } from '../../../src/rpc/declaration/registry.js';
import { onlyReads } from '../../../src/rpc/declaration/touches.js';
import { INDEX_KIND, INDEX_PREFIX } from '../../../src/storage/layout.js';
import type { TestNode } from '../../support/nodes/node.js';

/** What differs from one start of a node to the next, or from one directory to another. */
const OF_THE_PROCESS =
  /^(getinfo|getmemstat|getmetrics|getprogress|getnettotals|getnetworkinfo|getconnectioncount|getpeerinfo|getaddednodeinfo|gethelp|help|listlogs|listlogcategories|getloglevel|uptime|waitfornewblock|getcontractassets)$/;

/** The methods that list something, or tell of the chain or the wallet, without being told what. */
const LISTINGS = new MethodRegistry(AREAS).methods.filter(
  ({ name, declaration }) =>
    onlyReads(declaration.touches) &&
    declaration.params.every(({ optional }) => optional === true) &&
    !OF_THE_PROCESS.test(name),
);

/** How far indexes are: one that was made anew has begun elsewhere. */
const INDEX_PROGRESS = Buffer.from(INDEX_PREFIX + INDEX_KIND.progress, 'latin1').toString('hex');
const POLL_MILLISECONDS = 20;

/** Everything that a node answers from what it has stored. */
export interface AllAnswers {
  /** By method. */
  readonly listings: ReadonlyMap<string, string>;
  /** Hash of the value, by key: each record of the database, with the bytes of the blocks. */
  readonly records: ReadonlyMap<string, string>;
  /** Private keys and addresses. */
  readonly keys: Json;
}

export async function allAnswers(node: TestNode): Promise<AllAnswers> {
  const { chain } = node.node.context;
  await node.node.context.consensus.released();
  while (await isIndexing(node)) await delay(POLL_MILLISECONDS);
  await chain.settled();
  const records = new Map<string, string>();
  for (const [key, value] of chain.stored()) {
    const name = key.toString('hex');
    if (!name.startsWith(INDEX_PROGRESS)) {
      records.set(name, createHash('sha256').update(value).digest('hex'));
    }
  }
  const listings = new Map<string, string>();
  for (const { name } of LISTINGS) listings.set(name, await answer(node, name));
  listings.set('verifychain', await answer(node, 'verifychain', 4, 0));
  const addresses = await node.call<{ addr: string }[]>('listaddr');
  const keys: Json[] = [];
  for (const { addr } of addresses) keys.push([addr, await node.call<Json>('dumpprivkey', addr)]);
  return { listings, records, keys };
}

async function isIndexing(node: TestNode): Promise<boolean> {
  const indexes = await node.call<Record<string, { state: string }>>('getindexinfo');
  return Object.values(indexes).some(({ state }) => state === 'building');
}

async function answer(node: TestNode, method: string, ...params: Json[]): Promise<string> {
  return await node.call<Json>(method, ...params).then(stringifyJson, (error: Error) => error.message);
}

/**
 * @param ignored - keys of records that may differ
 */
export function assertSameAnswers(
  found: AllAnswers,
  expected: AllAnswers,
  about: string,
  ignored: (key: string) => boolean = () => false,
): void {
  assert.equal(found.keys, expected.keys, `${about}: the keys of the wallet`);
  for (const [method, answered] of expected.listings) {
    assert.is(found.listings.get(method), answered, `${about}: ${method}`);
  }
  const different = [...new Set([...expected.records.keys(), ...found.records.keys()])].filter(
    key => !ignored(key) && found.records.get(key) !== expected.records.get(key),
  );
  assert.equal(different.slice(0, 5), [], `${about}: records that differ`);
}
