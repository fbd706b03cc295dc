import { NetworkLedger } from '../../src/ledger/ledger.js';
import type { SignatureCache } from '../../src/ledger/signature-cache.js';
import type { BlockContext, BlockExecution, RecentTransactions } from '../../src/ledger/types.js';
import { buildCore } from '../../src/node/build-core.js';
import { Cleanup } from '../../src/node/cleanup.js';
import type { Overlay } from '../../src/state/state.js';
import type { BatchOperation } from '../../src/storage/key-value-store.js';
import { openMemory } from '../../src/storage/memory.js';
import { RECORDED_BLOCKS } from './recorded-blocks.js';
import { putRecordedState } from './recorded-state.js';
import { RECORDED_NETWORK } from './reference-network.js';

/** Chains that were made before, by their height. */
const MADE = new Map<number, Promise<readonly BatchOperation[]>>();

/**
 * What the database of a node holds whose chain is like the recorded one: empty blocks with the times
 * of the recorded ones, and a recorded state after the last of them. So heights, times, producers and regids are the recorded ones from there on,
 * though the transactions before it are missing.
 *
 * @param height - of the last block that is made
 * @param stateHeight - which recorded state
 */
export function preparedEntries(height: number, stateHeight: number): Promise<readonly BatchOperation[]> {
  const made = MADE.get(height) ?? makeChain(height, stateHeight);
  MADE.set(height, made);
  return made;
}

async function makeChain(height: number, stateHeight: number): Promise<readonly BatchOperation[]> {
  const store = openMemory();
  const cleanup = new Cleanup();
  const { consensus: solo } = await buildCore(
    {
      network: RECORDED_NETWORK,
      store,
      consensus: 'solo',
      ledger: (_, signatures) => new PreparingLedger(height, stateHeight, signatures),
      now: chain => chain.head.header.time,
    },
    cleanup,
  );
  await solo.start();
  for (const { time } of RECORDED_BLOCKS.slice(1, height + 1)) {
    solo.setBlockTime(time);
    await solo.produce(1);
  }
  await solo.stop();
  const entries = [...store.iterate({})].map(([key, value]): BatchOperation => ({ type: 'put', key, value }));
  await cleanup.run();
  return entries;
}

/** The rules of the recordings, with the recorded state put at the end of one block. */
class PreparingLedger extends NetworkLedger {
  readonly #height: number;
  readonly #stateHeight: number;

  constructor(height: number, stateHeight: number, signatures: SignatureCache) {
    super(RECORDED_NETWORK, signatures);
    this.#height = height;
    this.#stateHeight = stateHeight;
  }

  override begin(state: Overlay, context: BlockContext, recent: RecentTransactions): BlockExecution {
    const execution = super.begin(state, context, recent);
    if (context.height !== this.#height) return execution;
    const end = execution.end.bind(execution);
    return Object.assign(execution, {
      end: (...args: Parameters<typeof end>) => {
        const outcome = end(...args);
        putRecordedState(execution.state, this.#stateHeight);
        return outcome;
      },
    });
  }
}
