import { join, resolve } from 'node:path';
import { assetContract } from '../vm/universal/asset-contract.js';
import { requireContractStack } from '../vm/wasm/single-pass.js';
import { largestTransaction } from './chain/block-space.js';
import type { Chain } from './chain/chain.js';
import { connectMempool } from './chain/connect-mempool.js';
import { Mempool } from './chain/mempool.js';
import { openChain } from './chain/open-chain.js';
import type { Options } from './config/load-options.js';
import { createLogger, type Logger } from './config/logging.js';
import type { NetworkParameters } from './config/network.js';
import { producerKeys } from './consensus/solo/producer-keys.js';
import { SoloConsensus, type SoloOptions } from './consensus/solo/solo-consensus.js';
import { VerifyPool } from './crypto/verify-pool.js';
import { NetworkLedger } from './ledger/ledger.js';
import { SignatureCache } from './ledger/signature-cache.js';
import { Matcher } from './matcher/matcher.js';
import { matcherSettingsOf } from './matcher/settings.js';
import { Cleanup } from './node/cleanup.js';
import { NodeContext } from './node/context.js';
import { developmentAccountsText, developmentPrivateKeys, withProducerCount } from './node/development.js';
import { followOwnTransactions, resubmitWaiting } from './node/own-transactions.js';
import { writePidFile } from './node/pid-file.js';
import { type ServedInterface, serveInterface } from './node/serve.js';
import { onEndSignal } from './node/signals.js';
import { openStateFile, type StateFile } from './node/state-file.js';
import { PriceFeeder } from './price-feeder/price-feeder.js';
import { AREAS } from './rpc/areas.js';
import { MethodRegistry } from './rpc/declaration/registry.js';
import { STATE_SCHEMA } from './state/schema.js';
import { StateStore } from './state/state-store.js';
import { KeySpace } from './storage/key-space.js';
import type { KeyValueStore } from './storage/key-value-store.js';
import { WALLET_INDEX_PREFIX } from './storage/layout.js';
import { openStore } from './storage/open.js';
import { makeWritable } from './storage/writable-directory.js';
import { wireRulesOf } from './tx/wire-rules.js';
import { Wallet } from './wallet/wallet.js';
import { fileStorage, memoryStorage } from './wallet/wallet-storage.js';

const MEBIBYTE = 1024 * 1024;
/** Undo records that are kept unless the option says otherwise; a development chain can go back to its beginning. */
const PUBLIC_UNDO_BLOCKS = 1000;
const ALL_BLOCKS = 0;
/** Where the index of own transactions is in the database, behind the records of blocks. */

/** A node that has started. */
export interface RunningNode {
  readonly context: NodeContext;
  /** Undefined with the option `rpcserver` off. */
  readonly served: ServedInterface | undefined;
  /** Resolves when somebody asks the node to stop, by the method `stop`. */
  readonly stopRequested: Promise<void>;
  /** Stops in good order: no more requests, blocks under way finished, everything on the disk. */
  stop(): Promise<void>;
}

/**
 * Builds a node from its options and starts it. Nothing stays behind when that fails.
 * @throws StorageError, ChainError, WalletError, or what keeps the server from listening
 */
export async function startNode(options: Options, log: Logger): Promise<RunningNode> {
  const cleanup = new Cleanup();
  try {
    return await build(options, log, cleanup);
  } catch (error) {
    await cleanup.run();
    throw error;
  }
}

/** Runs a node until it is told to stop, by a signal or by the method `stop`. */
export async function runNode(options: Options): Promise<void> {
  const log = createLogger(options);
  // From here on: whoever has read that the node is there can end it in good order at once.
  let endListening = (): void => undefined;
  const signalled = new Promise<string>(done => {
    endListening = onEndSignal(done);
  });
  try {
    const node = await startNode(options, log);
    process.stdout.write(welcome(node));
    const reason = await Promise.race([signalled, node.stopRequested.then(() => 'the method stop')]);
    log.info(`stopping because of ${reason}`);
    await node.stop();
  } finally {
    endListening();
  }
  log.info('stopped');
}

async function build(options: Options, log: Logger, cleanup: Cleanup): Promise<RunningNode> {
  const network = withProducerCount(options.network, options.bps);
  const onProblem = (error: Error): void => log.error(error, error.message);
  await makeWritable(options.networkDirectory);
  requireContractStack();
  assetContract(); // A node with another contract than the network's must not start.

  const signatures = new SignatureCache();
  const { store, chain, stateFile } = await openLedger({ options, network, signatures, log, cleanup });
  const mempool = openMempool({ options, chain, signatures, log, cleanup });
  const wallet = await openWallet(options, network);
  cleanup.add(() => wallet.close());
  const walletStore = KeySpace.of(store, WALLET_INDEX_PREFIX);
  const own = await followOwnTransactions({ store: walletStore, chain, mempool, wallet, onProblem });
  cleanup.add(async () => {
    own.unsubscribe();
    await own.index.settled();
  });

  const keys = producerKeys(network);
  const priceFeeder = new PriceFeeder({ network, keys, onProblem });
  for (const price of options.price) priceFeeder.set(price);
  const consensus = soloConsensus(options, { chain, mempool, keys, ownFeeds: priceFeeder, onProblem });
  cleanup.add(() => stateFile?.save(chain, consensus));
  await consensus.start();
  stateFile?.restoreClock(consensus);
  cleanup.add(() => consensus.stop());

  const wireRules = wireRulesOf(network);
  const settings = matcherSettingsOf(options);
  const matcher = new Matcher({ chain, mempool, consensus, wallet, wireRules, settings, onProblem });
  cleanup.add(() => matcher.disable());
  if (options.dexmatcher) matcher.enable();

  let requestStop = (): void => undefined;
  const stopRequested = new Promise<void>(done => {
    requestStop = done;
  });
  const registry = new MethodRegistry(AREAS);
  const context = new NodeContext({
    options,
    chain,
    mempool,
    consensus,
    wallet,
    matcher,
    priceFeeder,
    transactions: own.index,
    signatureCache: signatures,
    registry,
    requestStop,
  });
  cleanup.add(() => context.heapProfiler.stop());
  cleanup.add(() => context.loadTest.stop());
  await resubmitWaiting(own.index, consensus, wireRules, onProblem);

  cleanup.add(writePidFile(resolve(options.networkDirectory, options.pid)));
  const served = options.rpcserver ? await serveInterface({ options, registry, context, log }) : undefined;
  if (served) cleanup.add(() => served.stop());
  log.info(`network ${network.name}, block ${chain.tip.header.height} ${chain.tip.hash}`);
  return { context, served, stopRequested, stop: () => cleanup.run() };
}

/** The database and the chain in it, executed up to its tip. */
async function openLedger(parts: {
  readonly options: Options;
  readonly network: NetworkParameters;
  readonly signatures: SignatureCache;
  readonly log: Logger;
  readonly cleanup: Cleanup;
}): Promise<{ store: KeyValueStore; chain: Chain; stateFile: StateFile | undefined }> {
  const { options, network, signatures, log, cleanup } = parts;
  const stateFile = await openStateFile(options);
  const store = stateFile?.store ?? (await openDatabase(options, log));
  const state = new StateStore(store, STATE_SCHEMA, {
    cacheBytes: options.dbcache * MEBIBYTE,
    ltHash: options.statehash,
    undoBlocks: options.undoblocks ?? (network.development ? ALL_BLOCKS : PUBLIC_UNDO_BLOCKS),
  });
  cleanup.add(() => state.close());
  const kept = { receipts: options.genreceipt, traces: options.txtrace, failures: options.logfailures };
  const chain = await openChain({ store, state, ledger: new NetworkLedger(network, signatures), kept });
  return { store, chain, stateFile };
}

/** The transactions that wait, in step with the chain. */
function openMempool(parts: {
  readonly options: Options;
  readonly chain: Chain;
  readonly signatures: SignatureCache;
  readonly log: Logger;
  readonly cleanup: Cleanup;
}): Mempool {
  const { options, chain, signatures, log, cleanup } = parts;
  const verifyPool = new VerifyPool({ onCrash: error => log.error(error, 'the signature worker died') });
  cleanup.add(() => verifyPool.close());
  const mempool = new Mempool(chain, {
    signatures,
    verifyPool,
    now: () => Math.floor(Date.now() / 1000),
    limits: { transactionBytes: largestTransaction(options.blockmaxsize) },
    freeRelay: options.limitfreerelay,
  });
  cleanup.add(connectMempool(chain, mempool));
  return mempool;
}

function openWallet(options: Options, network: NetworkParameters): Promise<Wallet> {
  const file = resolve(options.networkDirectory, options.wallet);
  return Wallet.open({
    storage: options.ephemeral ? memoryStorage() : fileStorage(file),
    network: network.name,
    firstKeys: developmentPrivateKeys(network),
  });
}

async function openDatabase(options: Options, log: Logger): Promise<KeyValueStore> {
  const { store, note } = await openStore({
    path: join(options.networkDirectory, 'chain'),
    engine: options.ephemeral ? 'memory' : options.engine,
    cacheBytes: options.dbcache * MEBIBYTE,
  });
  if (note !== undefined) log.warn(note);
  return store;
}

function soloConsensus(
  options: Options,
  parts: Pick<SoloOptions, 'chain' | 'mempool' | 'keys' | 'ownFeeds' | 'onProblem'>,
): SoloConsensus {
  const consensus = new SoloConsensus({
    ...parts,
    mode: options.mining,
    interval: options.mininginterval,
    maxBlockSize: options.blockmaxsize,
    ...(options.genblocklimit >= 0 && { blockLimit: options.genblocklimit }),
  });
  if (!options.genblock) consensus.pause();
  return consensus;
}

/** What a person who starts a node wants to know. */
function welcome({ context, served }: RunningNode): string {
  const { network, state } = context;
  const lines = served
    ? [`JSON-RPC on ${served.endpoints.join(' and ')}`, `Credentials: ${served.credentialsPlace}`]
    : ['JSON-RPC is switched off (option rpcserver)'];
  return `coind ${context.programVersion}, network ${network.name}, block ${context.tipHeight}\n${lines.join('\n')}\n\n${developmentAccountsText(network, state)}`;
}
