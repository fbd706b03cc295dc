import { executeBlock } from '../chain/accept-block.js';
import type { Chain } from '../chain/chain.js';
import type { Json, JsonObject } from '../codec/json-value.js';
import type { Options } from '../config/load-options.js';
import { createLogger } from '../config/logging.js';
import { differsByMemory, type FuelFeeDifference } from '../ledger/fuel-difference.js';
import { buildNode } from '../node/build-node.js';
import { Cleanup } from '../node/cleanup.js';
import type { NodeContext } from '../node/context.js';
import { RpcError } from '../rpc/declaration/errors.js';
import type { MethodRegistry } from '../rpc/declaration/registry.js';
import { Dispatcher } from '../rpc/dispatch/dispatch.js';
import { openMemory } from '../storage/memory.js';
import type { Block } from '../tx/block.js';
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
    const context = await buildNode(
      {
        options,
        network,
        store: openMemory(),
        consensus: 'none',
        now: chain => chain.tip.header.time,
        openWallet: () => Wallet.open({ storage: memoryStorage(), network: network.name }),
        matcherSettings: { selfTrade: 'allow', referencePrice: options.dexreferenceprice },
        onProblem: error => {
          throw error;
        },
        requestStop: () => {},
        logCategories: createLogger({ ...options, loglevel: 'silent', logfile: '' }).categories,
      },
      cleanup,
    );
    const { registry } = context;
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
