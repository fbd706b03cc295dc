import { performance } from 'node:perf_hooks';
import { REGTEST } from '../../src/config/networks/regtest.js';
import type { SignatureCache } from '../../src/ledger/signature-cache.js';
import { buildCore } from '../../src/node/build-core.js';
import { Cleanup } from '../../src/node/cleanup.js';
import type { PreparedTransaction } from '../../src/tx/envelope.js';
import { TX } from '../../src/tx/transactions.js';
import { keyOfAccount } from '../support/accounts.js';
import { percentile } from '../support/client.js';
import { senderOf, signedTransfers } from '../support/signed-transfers.js';
import { openDatabase, prepareDirectory } from './prepared-directory.js';

const BLOCK = 2_500;
const BLOCKS = 12;
/** Blocks whose accounts are read while those before them are executed. */
const AHEAD = 2;
/** Blocks before the measured ones: they compile the program and fill the cache. */
const WARM_UP = 4;
/** Of the measured blocks; the slower ones met the garbage collector or another process. */
const QUARTILE = 0.25;

export interface LedgerOptions {
  readonly few: number;
  readonly many: number;
  /** Bound of the cache of decoded values. */
  readonly cacheMebibytes: number;
}

export interface LedgerCost {
  /** Of one transfer. */
  readonly microseconds: number;
  readonly perSecond: number;
}

export interface LedgerCosts {
  readonly few: LedgerCost;
  readonly many: LedgerCost;
  /** Microseconds of a transfer's part of digest, undo record and write, without and with LtHash. */
  readonly commit: number;
  readonly commitWithLtHash: number;
  /**
   * How much more a transfer takes with many accounts from the start of its block to the start of the
   * next one: with commit, and with taking in what was read ahead, which happens beside that.
   */
  readonly growthOfAll: number;
}

/**
 * The ledger alone: transfers with verified signatures, executed block by block, reading the accounts
 * from the disk where they are not in the cache. Decoding and the memory pool are no part of it.
 */
export async function measureLedger({ few, many, cacheMebibytes }: LedgerOptions): Promise<LedgerCosts> {
  const small = await measure(few, cacheMebibytes, false);
  const withLtHash = await measure(few, cacheMebibytes, true);
  const large = await measure(many, cacheMebibytes, false);
  return {
    few: small.execution,
    many: large.execution,
    commit: small.commit,
    commitWithLtHash: withLtHash.commit,
    growthOfAll: large.all / small.all,
  };
}

async function measure(accounts: number, cacheMebibytes: number, ltHash: boolean) {
  const store = await openDatabase(await prepareDirectory(accounts), cacheMebibytes);
  const cleanup = new Cleanup();
  const { chain, state, signatureCache } = await buildCore(
    {
      network: REGTEST,
      store,
      consensus: 'none',
      state: { cacheBytes: cacheMebibytes << 20, ltHash },
    },
    cleanup,
  );
  const executions: number[] = [];
  const commits: number[] = [];
  const all: number[] = [];
  const blocks = Array.from({ length: WARM_UP + BLOCKS + AHEAD }, (_, number) =>
    block(number, accounts, state.height!, signatureCache),
  );
  const prefetched = blocks.slice(0, AHEAD).map(transfers => chain.prefetch(transfers));
  for (let number = 0; number < WARM_UP + BLOCKS; number++) {
    const transfers = blocks[number]!;
    const start = performance.now();
    await prefetched[number];
    prefetched.push(chain.prefetch(blocks[number + AHEAD]!));
    // Only the state moves on; the chain above it stays where it was.
    const context = { ...chain.contextAt(chain.head.header.time + number), height: state.height! + 1 };
    const overlay = state.overlay();
    const execution = chain.ledger.begin(overlay, context, chain.recent);
    for (const prepared of transfers) execution.execute(prepared);
    execution.end(execution.rewardTransaction());
    execution.state.merge();
    const executed = performance.now();
    await state.commit(overlay, { height: context.height });
    const committed = performance.now();
    if (number < WARM_UP) continue;
    executions.push(((executed - start) / BLOCK) * 1000);
    commits.push(((committed - executed) / BLOCK) * 1000);
    all.push(((committed - start) / BLOCK) * 1000);
  }
  await Promise.all(prefetched);
  await cleanup.run();
  const microseconds = percentile(executions, QUARTILE);
  return {
    execution: { microseconds, perSecond: 1e6 / microseconds },
    commit: percentile(commits, QUARTILE),
    all: percentile(all, QUARTILE),
  };
}

/** A block's transfers, whose signatures count as verified. */
function block(
  number: number,
  accounts: number,
  validHeight: number,
  signatures: SignatureCache,
): PreparedTransaction[] {
  const first = number * BLOCK;
  const transfers = signedTransfers({ count: BLOCK, accounts, validHeight, first });
  transfers.forEach(({ txid, tx }, i) => {
    const { publicKey } = keyOfAccount(senderOf(first + i, accounts));
    if (tx.type === TX.UCOIN_TRANSFER) signatures.remember(txid, tx.signature, publicKey);
  });
  return transfers;
}
