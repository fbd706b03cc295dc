import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ResponseFinalizeBlock } from 'cosmjs-types/tendermint/abci/types';
import type { Chain } from '../../../src/chain/chain.js';
import type { Mempool } from '../../../src/chain/mempool.js';
import type { NetworkParameters } from '../../../src/config/network.js';
import { BFT } from '../../../src/config/networks/bft.js';
import type { CometConsensus, EngineSettings } from '../../../src/consensus/cometbft/comet-consensus.js';
import { keyIdOf } from '../../../src/crypto/keys.js';
import { buildCore, type CoreRequest } from '../../../src/node/build-core.js';
import { Cleanup } from '../../../src/node/cleanup.js';
import { withProducerCount } from '../../../src/node/development.js';
import type { KeyValueStore } from '../../../src/storage/key-value-store.js';
import { openMemory } from '../../../src/storage/memory.js';
import { AbciClient } from './abci-client.js';

/** A network of four with keys that everybody knows. */
export const FOUR = withProducerCount(BFT, 4);
/** Addresses of its validators, in rank order. */
export const ADDRESSES = FOUR.genesis.delegateKeys.map(key =>
  Buffer.from(keyIdOf(Buffer.from(key, 'hex')), 'hex'),
);

export interface ValidatorOptions {
  readonly network?: NetworkParameters;
  readonly store?: KeyValueStore;
  readonly openLog?: CoreRequest<'cometbft'>['openLog'];
  readonly luaJit?: 'hot' | 'always' | 'never';
  /** Snapshots for nodes that join, and blocks that the engine keeps. */
  readonly settings?: Pick<EngineSettings, 'snapshots' | 'keptBlocks'>;
}

/** What a block of the engine is made of. */
export interface EngineBlock {
  readonly txs?: readonly Uint8Array[];
  /** Seconds since 1970; default: three seconds a height after genesis. */
  readonly time?: number;
  readonly proposer?: Uint8Array;
  readonly hash?: Uint8Array;
}

/** The ledger of a validator, and a script in the place of its engine. */
export interface Validator {
  readonly chain: Chain;
  readonly mempool: Mempool;
  readonly consensus: CometConsensus;
  readonly client: AbciClient;
  readonly problems: Error[];
  readonly failures: Error[];
  /** What the engine says of the next block, or of the one of a height. */
  describe(
    block?: EngineBlock,
    height?: number,
  ): {
    txs: Uint8Array[];
    height: bigint;
    time: { seconds: bigint; nanos: number };
    proposerAddress: Uint8Array;
    hash: Uint8Array;
  };
  /** Whether the proposal of a block is accepted. */
  accepts(block?: EngineBlock): Promise<boolean>;
  /** Decides a block and commits it. */
  decide(block?: EngineBlock): Promise<ResponseFinalizeBlock>;
  /** What this validator proposes. */
  propose(block?: EngineBlock & { readonly maxTxBytes?: number }): Promise<Uint8Array[]>;
  close(): Promise<void>;
}

/** Starts the ledger of a validator, ready for its first block. */
export async function startValidator(options: ValidatorOptions = {}): Promise<Validator> {
  const { network = FOUR, store = openMemory(), openLog, luaJit, settings } = options;
  const problems: Error[] = [];
  const failures: Error[] = [];
  const cleanup = new Cleanup();
  const directory = mkdtempSync(join(tmpdir(), 'coind-abci-'));
  cleanup.add(() => rmSync(directory, { recursive: true, force: true }));
  const abci = { path: join(directory, 'abci.sock') };
  const quiet = { debug() {}, info() {}, warn() {} };
  const { chain, mempool, consensus } = await buildCore(
    {
      network,
      store,
      openLog,
      consensus: 'cometbft',
      state: { ltHash: true },
      ...(luaJit && { luaJit }),
      engine: {
        abci,
        // Nobody is there: what is handed over waits.
        rpc: { host: '127.0.0.1', port: 1 },
        command: undefined,
        log: quiet,
        onFailure: error => failures.push(error),
        ...settings,
      },
      onProblem: problem => problems.push(problem),
    },
    cleanup,
  );
  await consensus.start();
  const client = await AbciClient.connect(abci);
  const describe: Validator['describe'] = (
    { txs = [], time, proposer = ADDRESSES[0] as Buffer, hash = Buffer.alloc(32) } = {},
    height = chain.head.header.height + 1,
  ) => ({
    txs: [...txs],
    height: BigInt(height),
    time: { seconds: BigInt(time ?? network.genesis.time + 3 * height), nanos: 0 },
    proposerAddress: proposer,
    hash,
  });
  return {
    chain,
    mempool,
    consensus,
    client,
    problems,
    failures,
    describe,
    async accepts(block) {
      const { status } = await client.ask('processProposal', describe(block));
      return status === 1;
    },
    async decide(block) {
      const finalized = await client.ask('finalizeBlock', describe(block));
      await client.ask('commit');
      return finalized;
    },
    async propose({ maxTxBytes = 3_900_000, ...block } = {}) {
      const asked = { ...describe(block), maxTxBytes: BigInt(maxTxBytes) };
      return (await client.ask('prepareProposal', asked)).txs;
    },
    async close() {
      client.close();
      await consensus.stop();
      await cleanup.run();
    },
  };
}
