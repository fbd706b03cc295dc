import { rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { assetContract } from '../vm/universal/asset-contract.js';
import { requireContractStack } from '../vm/wasm/single-pass.js';
import { removeStaging, requireFinished } from './chain/backup.js';
import { largestTransaction } from './chain/block-space.js';
import type { CatchUpProgress } from './chain/catch-up.js';
import type { Chain } from './chain/chain.js';
import { keepPruned } from './chain/prune.js';
import { unpaidWorkLimits } from './chain/unpaid-work.js';
import type { Options } from './config/load-options.js';
import { createLogger, type Logger, type NodeLogger } from './config/logging.js';
import type { NetworkParameters } from './config/network.js';
import { SignatureCache } from './ledger/signature-cache.js';
import { matcherSettingsOf } from './matcher/settings.js';
import { StateSyncEnded } from './node/begin-with-state-sync.js';
import { ledgerOf } from './node/build-core.js';
import { buildNode, type NodeRequest } from './node/build-node.js';
import { Cleanup } from './node/cleanup.js';
import { keepClock } from './node/clock-file.js';
import type { NodeContext } from './node/context.js';
import { developmentAccountsText, developmentPrivateKeys, withProducerCount } from './node/development.js';
import { engineOf } from './node/engine.js';
import { loadBlocks } from './node/load-blocks.js';
import { Locks } from './node/locks.js';
import { runNotifyCommands } from './node/notify-commands.js';
import { openDatabase } from './node/open-database.js';
import { requireOwnFiles } from './node/own-files.js';
import { writePidFile } from './node/pid-file.js';
import {
  restoredPoolText,
  restorePool,
  retryAfterReorganizations,
  whilePaused,
} from './node/restore-pool.js';
import { rpcAddresses, type ServedInterface, serveInterface } from './node/serve.js';
import { onEndSignal, onReopenSignal } from './node/signals.js';
import { openStateFile, type StateFile } from './node/state-file.js';
import { requireFreeAddress } from './rpc/http/listen.js';
import { ServerThread } from './rpc/http/threaded-server.js';
import { onFailedWrite } from './storage/failed-writes.js';
import { requireWriting } from './storage/read-only.js';
import { SpareFiles, writeWithRoom } from './storage/spare-files.js';
import { removeUnfinishedIn } from './storage/whole-file.js';
import { makeWritable } from './storage/writable-directory.js';
import { Wallet } from './wallet/wallet.js';
import { fileStorage, memoryStorage } from './wallet/wallet-storage.js';

const MILLION = 1_000_000;
const MEBIBYTE = 1024 * 1024;
/** Undo records that are kept unless the option says otherwise; a development chain can go back to its beginning. */
const PUBLIC_UNDO_BLOCKS = 1000;
const ALL_BLOCKS = 0;
/** The rights of everybody else, which new files do not have. */
const OTHERS = 0o077;
/** How often a long start says how far it is. */
const PROGRESS_MILLISECONDS = 5000;

/** A node that has started. */
export interface RunningNode {
  readonly context: NodeContext;
  /** Undefined with the option `rpcserver` off. */
  readonly served: ServedInterface | undefined;
  /** Resolves when somebody asks the node to stop, by the method `stop`. */
  readonly stopRequested: Promise<void>;
  /** Resolves with the reason when nothing can be written or nobody answered any more: the node has to end. */
  readonly failed: Promise<Error>;
  /** That reason, if there is one. */
  readonly failure: Error | undefined;
  /** Stops in good order: no more requests, blocks under way finished, everything on the disk. */
  stop(): Promise<void>;
}

/**
 * Builds a node from its options and starts it. Nothing stays behind when that fails.
 * @param ended - resolves when somebody wants it to end; a start that waits for other nodes gives up then
 * @throws StorageError, ChainError, WalletError, StateSyncEnded, or what keeps the server from listening
 */
export async function startNode(
  options: Options,
  log: NodeLogger,
  ended: Promise<unknown> = new Promise(() => undefined),
): Promise<RunningNode> {
  const cleanup = new Cleanup();
  try {
    return await build({ options, log, ended }, cleanup);
  } catch (error) {
    await cleanup.run();
    throw error;
  }
}

/** Runs a node until it is told to stop, by a signal or by the method `stop`. */
export async function runNode(options: Options): Promise<void> {
  // Whatever this process makes is its owner's: the engine's files too, and those that nobody has thought of.
  process.umask(OTHERS);
  const log = createLogger(options);
  // From here on: whoever has read that the node is there can end it in good order at once.
  let endListening = (): void => undefined;
  const signalled = new Promise<string>(done => {
    endListening = onEndSignal(done);
  });
  const endReopening = onReopenSignal(() => {
    log.categories.reopen();
    log.info('the log was opened again (SIGHUP)');
  });
  try {
    const node = await startNode(options, log, signalled);
    process.stdout.write(welcome(node));
    const reason = await Promise.race([
      signalled,
      node.stopRequested.then(() => 'the method stop'),
      node.failed,
    ]);
    log.info(`stopping because of ${reason instanceof Error ? reason.message : reason}`);
    await stopped(node, reason instanceof Error ? reason : undefined);
  } catch (error) {
    if (!(error instanceof StateSyncEnded)) throw error;
    log.info(error.message);
  } finally {
    endListening();
    endReopening();
  }
  log.info('stopped');
}

/**
 * Stops a node.
 * @param failure - what it is stopped for, if that is a failure
 * @throws the failure, also where something could not be written and it was stopped for another reason: whoever
 *   watches over the process must not take that for an end in good order
 */
async function stopped(node: RunningNode, failure: Error | undefined): Promise<void> {
  try {
    await node.stop();
  } catch (error) {
    throw node.failure ?? failure ?? error;
  }
  const reason = node.failure ?? failure;
  if (reason !== undefined) throw reason;
}

interface StartRequest {
  readonly options: Options;
  readonly log: NodeLogger;
  readonly ended: Promise<unknown>;
}

async function build({ options, log, ended }: StartRequest, cleanup: Cleanup): Promise<RunningNode> {
  const network = withProducerCount(options.network, options.bps);
  const onProblem = (error: Error): void => log.error(error, error.message);
  await makeWritable(options.networkDirectory);
  await requireOwnFiles(options);
  requireFinished(options.networkDirectory);
  const locks = new Locks(cleanup, note => log.warn(note));
  await locks.take(join(options.networkDirectory, 'node'), 'the data directory of');
  if (options.rpcserver) await requireFreeAddress(rpcAddresses(options));
  await removeStaging(options.networkDirectory);
  await removeUnfinishedIn(options.networkDirectory);
  requireContractStack();
  assetContract(); // A node with another contract than the network's must not start.

  const thread = options.rpcserver && options.rpcownthread ? new ServerThread() : undefined;
  if (thread) cleanup.add(() => thread.end());
  let requestStop = (): void => undefined;
  const stopRequested = new Promise<void>(done => {
    requestStop = () => {
      requireWriting('whether the node runs');
      done();
    };
  });
  if (options.state !== '') await locks.take(resolve(options.state), 'the state file');
  const onStart = tellsSteps(log);
  const stateFile = await openStateFile(options);
  let failure: Error | undefined;
  let fail = (_error: Error): void => undefined;
  const failed = new Promise<Error>(done => {
    fail = error => {
      failure ??= error;
      done(error);
    };
  });
  const engine =
    network.blockProducer === 'proposer'
      ? engineOf(options, log.categories.get('consensus'), error => fail(error))
      : undefined;
  const { store, paths, openLog, replaced } =
    stateFile === undefined
      ? await openDatabase(
          options,
          () => ledgerOf(network, new SignatureCache(), options.luajit),
          log,
          (done, total) => onStart('loading the snapshot', done, total),
          engine && { engine, ended },
        )
      : { store: stateFile.store, paths: undefined, openLog: undefined, replaced: undefined };
  if (paths !== undefined) {
    const files = new SpareFiles(() =>
      log.warn('no files are left to open (ulimit -n): blocks may have to wait'),
    );
    cleanup.add(async () => files.end());
    writeWithRoom(store, files);
  }
  onFailedWrite(store, error => fail(error));
  const context = await buildNode(
    {
      options,
      network,
      store,
      paths,
      openLog,
      onCatchUp: tellsProgress(log),
      onStart,
      consensus: network.blockProducer === 'proposer' ? 'cometbft' : 'solo',
      engine,
      luaJit: options.luajit,
      ...storedAndTaken(options, network),
      production: productionOf(options),
      openWallet: () => openWallet(options, network, locks),
      matcherSettings: matcherSettingsOf(options),
      onProblem,
      onNote: note => log.warn(note),
      onFailure: error => fail(error),
      requestStop,
      logCategories: log.categories,
    },
    cleanup,
  );
  cleanup.add(context.metrics.tallies.follow(context.chain));
  cleanup.add(logBlocks(context.chain, log.categories.get('chain')));
  cleanup.add(runNotifyCommands({ ...context, onProblem }));
  if (replaced !== undefined) await rm(replaced, { recursive: true, force: true });
  cleanup.add(stopsAtHeight(context.chain, options.stopatheight, requestStop));
  cleanup.add(await keepPruned(context.chain, { keep: options.prune, onProblem }));
  await run(context, stateFile, cleanup);
  if (paths !== undefined) keepClock(options.networkDirectory, context.consensus, log);
  if (options.loadblock !== '') await loadGivenBlocks(context, resolve(options.loadblock), log, onStart);
  await context.watch.start();
  cleanup.add(() => context.watch.stop());
  const pool = holdForPool(context, log, onProblem, error => fail(error));

  const pidFile = resolve(options.networkDirectory, options.pid);
  if (dirname(pidFile) !== resolve(options.networkDirectory)) {
    await locks.take(pidFile, 'the process id file');
  }
  cleanup.add(writePidFile(pidFile));
  const { chain, registry } = context;
  if (chain.failure !== undefined) fail(chain.failure);
  cleanup.add(chain.subscribe({ failed: fail }));
  void thread?.failed.then(fail);
  const served = options.rpcserver
    ? await serveInterface({ options, registry, context, log, thread })
    : undefined;
  if (served) cleanup.add(() => served.stop());
  // The first step of a stop: calls that wait for the pool get their answer.
  cleanup.add(pool.load());
  log.info(`network ${network.name}, block ${chain.tip.header.height} ${chain.tip.hash}`);
  return {
    context,
    served,
    stopRequested,
    failed,
    get failure() {
      return context.chain.failure ?? failure;
    },
    stop: () => cleanup.run(),
  };
}

/** Writes down blocks as they come and go. @returns ends that */
function logBlocks(chain: Chain, log: Logger): () => void {
  return chain.subscribe({
    blockConnected: ({ block, hash }) =>
      log.debug(
        { height: block.header.height, hash, transactions: block.transactions.length },
        'block connected',
      ),
    blockDisconnected: (block, hash) =>
      log.debug({ height: block.header.height, hash }, 'block disconnected'),
  });
}

/** Asks the node to stop at a height. @returns ends that */
function stopsAtHeight(chain: Chain, height: number | undefined, requestStop: () => void): () => void {
  if (height === undefined) return () => undefined;
  const look = (): void => {
    if (chain.tip.header.height >= height) requestStop();
  };
  look();
  return chain.subscribe({ blockConnected: look });
}

/** Lets consensus and matcher run. */
async function run(context: NodeContext, stateFile: StateFile | undefined, cleanup: Cleanup): Promise<void> {
  const { options, chain, consensus, matcher, heapProfiler, loadTest } = context;
  if (!options.genblock) consensus.chainControl?.pause();
  cleanup.add(() => stateFile?.save(chain, consensus));
  await consensus.start();
  stateFile?.restoreClock(consensus);
  cleanup.add(() => consensus.stop());
  cleanup.add(() => matcher.disable());
  cleanup.add(() => heapProfiler.stop());
  cleanup.add(() => loadTest.stop());
}

/** Adds the blocks of the option `loadblock`, while none is made here. */
async function loadGivenBlocks(
  { chain, consensus }: NodeContext,
  path: string,
  log: Logger,
  onStart: (what: string, done: number, total: number) => void,
): Promise<void> {
  const onProgress = (done: number, total: number): void => onStart('loading blocks', done, total);
  const { loaded, left } = await whilePaused(consensus, () =>
    loadBlocks(path, { chain, consensus, onProgress }),
  );
  log.info(
    `${loaded} blocks of ${path} were added to the chain; ${left} were there, or are of another branch`,
  );
}

/**
 * Holds consensus until what was pending when the node stopped is back in the pool.
 * @returns begins to put it back, which goes on while requests are answered; that returns what ends it early
 */
function holdForPool(
  {
    transactions: index,
    poolLoading: loading,
    chain,
    mempool,
    consensus,
    wireRules: rules,
    matcher,
    options,
  }: NodeContext,
  log: Logger,
  onProblem: (error: Error) => void,
  onFailure: (error: Error) => void,
): { load(): () => Promise<void> } {
  const held = consensus.hold();
  const end = new AbortController();
  const { signal } = end;
  const parts = { index, chain, mempool, rules, onProblem };
  let endRetrying = (): void => undefined;
  const load = async (): Promise<void> => {
    const pool = await restorePool({ ...parts, loading, signal });
    if (signal.aborted) {
      held.abandon();
      return;
    }
    const text = restoredPoolText(pool);
    if (text !== undefined) log[pool.refused.size + pool.expired.length > 0 ? 'warn' : 'info'](text);
    endRetrying = retryAfterReorganizations(parts);
    // It must see the settlements that wait.
    if (options.dexmatcher) matcher.enable();
    held.release();
  };
  return {
    load() {
      const loaded = load().catch((error: Error) => {
        held.abandon();
        onFailure(error);
      });
      return async () => {
        end.abort();
        await loaded;
        endRetrying();
      };
    },
  };
}

/** What is kept of the chain, and what the memory pool takes. */
function storedAndTaken(options: Options, { development, blockProducer }: NetworkParameters) {
  return {
    state: {
      cacheBytes: options.dbcache * MEBIBYTE,
      // Validators agree on it with each block.
      ltHash: options.statehash || blockProducer === 'proposer',
      undoBlocks: options.undoblocks ?? options.prune ?? (development ? ALL_BLOCKS : PUBLIC_UNDO_BLOCKS),
    },
    kept: { receipts: options.genreceipt, traces: options.txtrace, failures: options.logfailures },
    pool: {
      limits: { transactionBytes: largestTransaction(options.blockmaxsize) },
      freeRelay: options.limitfreerelay,
      unpaidWork: unpaidWorkLimits(options.limitunpaidwork * MILLION),
    },
  };
}

function productionOf(options: Options): NonNullable<NodeRequest['production']> {
  return {
    mode: options.mining,
    interval: options.mininginterval,
    maxBlockSize: options.blockmaxsize,
    ...(options.genblocklimit >= 0 && { blockLimit: options.genblocklimit }),
  };
}

async function openWallet(options: Options, network: NetworkParameters, locks: Locks): Promise<Wallet> {
  const file = resolve(options.networkDirectory, options.wallet);
  if (!options.ephemeral) await locks.take(file, 'the wallet');
  return await Wallet.open({
    storage: options.ephemeral ? memoryStorage() : fileStorage(file),
    network: network.name,
    firstKeys: developmentPrivateKeys(network),
    keyPool: options.keypool,
  });
}

/** Says how far a long start is. */
function tellsProgress(log: Logger): (progress: CatchUpProgress) => void {
  let said = Date.now();
  return ({ height, events }) => {
    if (Date.now() - said < PROGRESS_MILLISECONDS) return;
    said = Date.now();
    log.info(`executing the log of blocks: ${events} steps, now at block ${height}`);
  };
}

/** Says what a long start is doing. */
function tellsSteps(log: Logger): (what: string, done: number, total: number) => void {
  let said = Date.now();
  return (what, done, total) => {
    if (Date.now() - said < PROGRESS_MILLISECONDS && done < total) return;
    said = Date.now();
    log.info(`${what}: ${done} of ${total}`);
  };
}

/** What a person who starts a node wants to know. */
function welcome({ context, served }: RunningNode): string {
  const { network, state } = context;
  const lines = served
    ? [
        `JSON-RPC on ${served.endpoints.join(' and ')}`,
        `Credentials: ${served.credentialsPlace}`,
        ...(served.page === undefined ? [] : [`Page: ${served.page} (signs in once)`]),
      ]
    : ['JSON-RPC is switched off (option rpcserver)'];
  return `coind ${context.programVersion}, network ${network.name}, block ${context.tipHeight}\n${lines.join('\n')}\n\n${developmentAccountsText(network, state)}`;
}
