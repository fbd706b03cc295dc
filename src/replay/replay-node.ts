import { executeBlock } from '../chain/accept-block.js';
import type { Chain } from '../chain/chain.js';
import { connectMempool } from '../chain/connect-mempool.js';
import { Mempool } from '../chain/mempool.js';
import { openChain } from '../chain/open-chain.js';
import type { Json, JsonObject } from '../codec/json-value.js';
import type { Options } from '../config/load-options.js';
import { producerKeys } from '../consensus/solo/producer-keys.js';
import { SoloConsensus } from '../consensus/solo/solo-consensus.js';
import { VerifyPool } from '../crypto/verify-pool.js';
import { differsByMemory, type FuelFeeDifference } from '../ledger/fuel-difference.js';
import { NetworkLedger } from '../ledger/ledger.js';
import { SignatureCache } from '../ledger/signature-cache.js';
import { Matcher } from '../matcher/matcher.js';
import { Cleanup } from '../node/cleanup.js';
import { NodeContext } from '../node/context.js';
import { followOwnTransactions } from '../node/own-transactions.js';
import { PriceFeeder } from '../price-feeder/price-feeder.js';
import { AREAS } from '../rpc/areas.js';
import { RpcError } from '../rpc/declaration/errors.js';
import { MethodRegistry } from '../rpc/declaration/registry.js';
import { Dispatcher } from '../rpc/dispatch/dispatch.js';
import { STATE_SCHEMA } from '../state/schema.js';
import { StateStore } from '../state/state-store.js';
import { KeySpace } from '../storage/key-space.js';
import { WALLET_INDEX_PREFIX } from '../storage/layout.js';
import { openMemory } from '../storage/memory.js';
import type { Block } from '../tx/block.js';
import { wireRulesOf } from '../tx/wire-rules.js';
import { Wallet } from '../wallet/wallet.js';
import { memoryStorage } from '../wallet/wallet-storage.js';

/**
 * A node in memory that takes blocks from a recording and answers through the methods of the
 * interface, the same ones that answer over HTTP. It makes no blocks and listens on no port.
 */
export class ReplayNode {
  readonly chain: Chain;
  /** Blocks whose recorded fuel fee was taken, as it differs through memory fuel (decision D25). */
  readonly adoptedFuelFees: FuelFeeDifference[] = [];
  readonly #dispatcher: Dispatcher<NodeContext>;
  readonly #registry: MethodRegistry;
  readonly #cleanup: Cleanup;

  private constructor(context: NodeContext, dispatcher: Dispatcher<NodeContext>, cleanup: Cleanup) {
    this.chain = context.chain;
    this.#registry = context.registry;
    this.#dispatcher = dispatcher;
    this.#cleanup = cleanup;
  }

  /** Starts with block 0 of the network of the options. */
  static async start(options: Options): Promise<ReplayNode> {
    const { network } = options;
    const cleanup = new Cleanup();
    const store = openMemory();
    const state = new StateStore(store, STATE_SCHEMA);
    cleanup.add(() => state.close());
    const signatures = new SignatureCache();
    const chain = await openChain({ store, state, ledger: new NetworkLedger(network, signatures) });
    const verifyPool = new VerifyPool();
    cleanup.add(() => verifyPool.close());
    const mempool = new Mempool(chain, { signatures, verifyPool, now: () => chain.tip.header.time });
    cleanup.add(connectMempool(chain, mempool));
    const wallet = await Wallet.open({ storage: memoryStorage(), network: network.name });
    cleanup.add(() => wallet.close());
    const onProblem = (error: Error): never => {
      throw error;
    };
    const walletStore = KeySpace.of(store, WALLET_INDEX_PREFIX);
    const own = await followOwnTransactions({ store: walletStore, chain, mempool, wallet, onProblem });
    cleanup.add(() => own.unsubscribe());
    // Neither is started: blocks come from the recording only.
    const keys = producerKeys(network);
    const consensus = new SoloConsensus({ chain, mempool, keys, mode: 'manual' });
    const priceFeeder = new PriceFeeder({ network, keys, onProblem });
    const settings = { selfTrade: 'allow', referencePrice: options.dexreferenceprice } as const;
    const wireRules = wireRulesOf(network);
    const matcher = new Matcher({ chain, mempool, consensus, wallet, wireRules, settings, onProblem });
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
      requestStop: () => {},
    });
    const access = { safeMode: false, whitelist: [], blacklist: [] };
    // The wallet of this node is never encrypted.
    const dispatcher = new Dispatcher({ registry, context, access, wallet: { requireUnlocked: () => {} } });
    return new ReplayNode(context, dispatcher, cleanup);
  }

  get height(): number {
    return this.chain.tip.header.height;
  }

  hasMethod(name: string): boolean {
    return this.#registry.find(name) !== undefined;
  }

  /** Executes the next block and stores it. @throws BlockRejected */
  async connect(block: Block): Promise<void> {
    const adoptFuelFee = (difference: FuelFeeDifference): boolean => {
      if (!differsByMemory(difference)) return false;
      this.adoptedFuelFees.push(difference);
      return true;
    };
    await this.chain.connect(executeBlock(this.chain, block, { spacing: 'interval', adoptFuelFee }));
  }

  /** What a method answers: an object with `result` or `error`. */
  async call(method: string, params: readonly Json[]): Promise<JsonObject> {
    try {
      return { result: await this.#dispatcher.call(method, params) };
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      return { error: { code: error.code, message: error.message } };
    }
  }

  close(): Promise<void> {
    return this.#cleanup.run();
  }
}
