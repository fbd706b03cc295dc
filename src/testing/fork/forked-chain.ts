import { resolve } from 'node:path';
import type { Json, JsonObject } from '../../codec/json-value.js';
import { NO_REGID, parseRegId } from '../../codec/regid.js';
import type { NetworkParameters } from '../../config/network.js';
import { NETWORKS } from '../../config/networks/index.js';
import { MemoryState } from '../../state/memory-state.js';
import { STATE_SCHEMA } from '../../state/schema.js';
import { StoredState } from '../../state/stored-state.js';
import { decodeTransaction } from '../../tx/envelope.js';
import type { Transaction } from '../../tx/transactions.js';
import { wireRulesOf } from '../../tx/wire-rules.js';
import { type ForkedChain, forkedVersion } from '../chain-version.js';
import { Devnet, Snapshot } from '../devnet.js';
import { FIRST_TABLES } from './first-tables.js';
import { ForkCache, type ForkedBlock } from './fork-cache.js';
import { ForkError } from './fork-error.js';
import type { ForkOptions, ForkRead } from './fork-options.js';
import { NodeReader } from './node-reader.js';
import { NodeState } from './node-state.js';

/** As `fork` of `coind/testing`. @throws ForkError, Error */
export function forkedChain(options: ForkOptions): Devnet {
  const node = new NodeReader(options);
  const cached = cachedBlock(options);
  const block = cached?.block ?? blockOfNode(node, options);
  const network = NETWORKS.get(block.network);
  if (network === undefined) {
    throw new ForkError(
      'unknown-network',
      `${options.url} is of the network ${block.network}, which is not known here`,
    );
  }
  const { cache: folder, url } = options;
  const cache = cached ?? (folder === undefined ? undefined : ForkCache.of(resolve(folder), url, block));
  const chain = new ChainAtBlock(node, block, cache);
  const entries = new NodeState(chain);
  entries.prefetch(FIRST_TABLES);
  const state = MemoryState.on(STATE_SCHEMA, new StoredState(entries));
  const context = {
    height: block.height,
    time: block.time,
    producer: parseRegId(block.producer) ?? NO_REGID,
    fuelRate: block.fuelRate,
  };
  const version = forkedVersion(state, context, block.hash, chain.history(network));
  return Devnet.from(new Snapshot(network, version), options.luaJit);
}

/** What the cache has of the block. @throws ForkError where it has several of the height */
function cachedBlock({ cache, url, height, hash }: ForkOptions): ForkCache | undefined {
  if (cache === undefined || height === undefined) return undefined;
  const found = ForkCache.ofHeight(resolve(cache), url, height).filter(
    ({ block }) => hash === undefined || block.hash === hash,
  );
  if (found.length < 2) return found[0];
  const names = found.map(({ file, block }) => `${block.hash} (${file})`).join(' and ');
  throw new ForkError(
    'ambiguous-cache',
    `the cache has ${found.length} blocks of height ${height}, ${names}: say which by \`hash\`, or remove the others`,
  );
}

/** @throws ForkError */
function blockOfNode(node: NodeReader, { height, hash }: ForkOptions): ForkedBlock {
  const at = height === undefined ? [] : [{ height }];
  const [answer] = node.results([{ method: 'getstateentries', params: [[], ...at] }]);
  const { network, block } = answer as JsonObject;
  const { fuel_rate: fuelRate, ...found } = block as JsonObject;
  const pinned = {
    network: String(network),
    height: Number(found.height),
    hash: String(found.hash),
    time: Number(found.time),
    producer: String(found.producer),
    fuelRate: Number(fuelRate),
  };
  if (hash !== undefined && hash !== pinned.hash) {
    throw new ForkError(
      'reorganized',
      `${node.url} has block ${pinned.hash} at height ${pinned.height}, not ${hash}`,
    );
  }
  return pinned;
}

/** The chain of a node up to a block, from the cache as far as that has it. */
class ChainAtBlock {
  readonly #node: NodeReader;
  readonly #block: ForkedBlock;
  readonly #cache: ForkCache | undefined;

  constructor(node: NodeReader, block: ForkedBlock, cache: ForkCache | undefined) {
    this.#node = node;
    this.#block = block;
    this.#cache = cache;
  }

  /** Results of methods that answer about the state after the block. @throws ForkError */
  read(calls: readonly ForkRead[]): Json[] {
    const known = calls.map(call => this.#cache?.get(call));
    const missing = calls.filter((_, i) => known[i] === undefined);
    const { height, hash } = this.#block;
    const answers = missing.length === 0 ? [] : this.#node.results(missing.map(call => at(call, height)));
    const read = answers.map(({ block, network: _, ...answer }, i) => {
      const found = String((block as JsonObject | undefined)?.hash);
      if (found !== hash) throw this.#reorganized(found);
      this.#cache?.put(missing[i] as ForkRead, answer);
      return answer;
    });
    let next = 0;
    return known.map(answer => answer ?? (read[next++] as Json));
  }

  /** The blocks and transactions that contracts can ask about. */
  history(network: NetworkParameters): ForkedChain {
    const rules = wireRulesOf(network);
    const { height } = this.#block;
    return {
      height,
      blockHash: asked => {
        const { hash } = this.#readOfChain({ method: 'getblockhash', params: [asked] });
        return String(hash);
      },
      transaction: txid => {
        const { rawtx, confirmed_height: confirmed } = this.#readOfChain({
          method: 'gettxdetail',
          params: [txid],
        });
        if (confirmed === undefined || Number(confirmed) > height) return undefined;
        const tx: Transaction | undefined =
          rawtx === undefined ? undefined : decodeTransaction(Buffer.from(String(rawtx), 'hex'), rules).tx;
        return { tx, height: Number(confirmed) };
      },
    };
  }

  /** The result of a method that answers about the chain as it is: that it still has the block is asked with it. */
  #readOfChain(call: ForkRead): JsonObject {
    const known = this.#cache?.get(call);
    if (known !== undefined) return known as JsonObject;
    const { height, hash } = this.#block;
    const [answer, block] = this.#node.results([call, { method: 'getblockhash', params: [height] }]);
    if (block?.hash !== hash) throw this.#reorganized(String(block?.hash));
    this.#cache?.put(call, answer as Json);
    return answer as JsonObject;
  }

  #reorganized(found: string): ForkError {
    const { height, hash } = this.#block;
    const cache = this.#cache === undefined ? '' : `; without ${this.#cache.file} the fork begins anew`;
    return new ForkError(
      'reorganized',
      `${this.#node.url} has block ${found} at height ${height} now, the fork is of ${hash}: its chain was reorganized, or is another one${cache}`,
    );
  }
}

function at({ method, params }: ForkRead, height: number): ForkRead {
  return { method, params: [...params, { height }] };
}
