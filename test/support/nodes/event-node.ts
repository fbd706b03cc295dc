import type { MessagePort } from 'node:worker_threads';
import { MarketRecorder } from '../../../src/chain/market/market-recorder.js';
import type { Caller } from '../../../src/rpc/declaration/caller.js';
import type { FromEventSource } from '../../../src/rpc/events/event-messages.js';
import { giveEvents } from '../../../src/rpc/events/event-source.js';
import { openMemory } from '../../../src/storage/memory.js';
import { openTestChain, type TestChain } from '../chains/test-chain.js';
import { lasting } from '../stores/surviving-store.js';
import { type RpcNodeOptions, type ServedRpcNode, serveRpcNode } from './rpc-node.js';

export interface EventNodeOptions extends Omit<RpcNodeOptions, 'giveEvents'> {
  /** Changes, drops or doubles what is sent to the serving side. */
  readonly tamper?: (message: FromEventSource) => readonly FromEventSource[];
  readonly allows?: (method: string, caller: Caller) => boolean;
}

/** A development chain in memory whose events are served; both can be started again. */
export class EventNode {
  readonly #options: EventNodeOptions;
  readonly #store = openMemory();
  #parts:
    | { readonly dev: TestChain; readonly served: ServedRpcNode; readonly market: MarketRecorder }
    | undefined;

  private constructor(options: EventNodeOptions) {
    this.#options = options;
  }

  static async start(options: EventNodeOptions = {}): Promise<EventNode> {
    const node = new EventNode(options);
    await node.#open();
    return node;
  }

  get dev(): TestChain {
    return this.#running.dev;
  }

  get served(): ServedRpcNode {
    return this.#running.served;
  }

  get market(): MarketRecorder {
    return this.#running.market;
  }

  async restart(): Promise<void> {
    await this.stop();
    await this.#open();
  }

  async stop(): Promise<void> {
    const { dev, served } = this.#running;
    served.release();
    await served.server.stop();
    await dev.close();
    this.#parts = undefined;
  }

  get #running() {
    if (this.#parts === undefined) throw new Error('the node does not run');
    return this.#parts;
  }

  async #open(): Promise<void> {
    const dev = await openTestChain({ store: lasting(this.#store), start: false });
    const market = new MarketRecorder(dev.chain, this.#store);
    dev.chain.record(market);
    await dev.solo.start();
    const { allows = () => true } = this.#options;
    const served = await serveRpcNode({
      ...this.#options,
      giveEvents: port => giveEvents(this.#tampered(port), { ...dev, market, allows }),
    });
    this.#parts = { dev, served, market };
  }

  #tampered(port: MessagePort): MessagePort {
    const { tamper } = this.#options;
    if (tamper === undefined) return port;
    const post = port.postMessage.bind(port);
    port.postMessage = (message: FromEventSource) => {
      for (const one of tamper(message)) post(one);
    };
    return port;
  }
}
