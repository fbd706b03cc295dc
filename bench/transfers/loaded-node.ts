import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { hexText } from '../../src/tx/json-members.js';
import { HttpConnection, postRequest } from '../../test/support/nodes/http-connection.js';
import { NodeProcess } from '../../test/support/nodes/node-process.js';
import { processorMilliseconds, residentMebibytes } from '../../test/support/nodes/process-usage.js';
import { regIdOfAccount } from '../support/accounts.js';
import { Client, type ClientReport, percentile } from '../support/client.js';
import { signedTransfers } from '../support/signed-transfers.js';
import { prepareDirectory } from './prepared-directory.js';

const POLL_MILLISECONDS = 20;
/** Without any block for so long, what is not confirmed will never be. */
const PATIENCE_MILLISECONDS = 30_000;

export interface LoadOptions {
  /** Transfers in all. */
  readonly count: number;
  /** Transfers in a request. */
  readonly batch: number;
  readonly connections: number;
  /** Whether each transfer is in a block of its own; default: many share one. */
  readonly oneByOne?: boolean;
  /** Called when the transfers are signed, which keeps this process from everything else, and before the first is sent. */
  readonly beforeSending?: () => void;
}

/** Transfers until the last of them is in a block on the disk. */
export interface LoadResult {
  /** Confirmed transfers a second. */
  readonly perSecond: number;
  /** Processor time of the node and of the client for each transfer, all their threads together. */
  readonly nodeMicroseconds: number | undefined;
  readonly clientMicroseconds: number;
  /** Milliseconds that half of the requests took at most. */
  readonly p50: number;
}

/** A node with many accounts, in a process of its own, and a client that puts load on it. */
export class LoadedNode {
  #node: NodeProcess | undefined;
  #client: Client | undefined;
  #sent = 0;

  private constructor(
    readonly directory: string,
    private readonly accounts: number,
    private readonly cacheMebibytes: number,
  ) {}

  static async prepare(options: {
    readonly accounts: number;
    readonly cacheMebibytes: number;
  }): Promise<LoadedNode> {
    const { accounts, cacheMebibytes } = options;
    return new LoadedNode(await prepareDirectory(accounts), accounts, cacheMebibytes);
  }

  async start(switches: readonly string[]): Promise<void> {
    const { directory, cacheMebibytes } = this;
    this.#node = await NodeProcess.start({
      directory,
      switches: [`-dbcache=${cacheMebibytes}`, ...switches],
    });
    this.#client ??= await Client.start();
  }

  async restart(switches: readonly string[]): Promise<void> {
    await this.#running.stop();
    await this.start(switches);
  }

  async stop(): Promise<void> {
    await this.#running.stop();
    this.#client?.stop();
  }

  get residentMebibytes(): number | undefined {
    return residentMebibytes(this.#running.pid);
  }

  /** Processor time that the node has used so far, all threads together; undefined where nobody tells. */
  get processorMilliseconds(): number | undefined {
    return processorMilliseconds(this.#running.pid);
  }

  /** Sends signed transfers, which are made beforehand, as fast as the node takes them. */
  async load(options: LoadOptions): Promise<LoadResult> {
    const { count, batch, connections, oneByOne = false, beforeSending } = options;
    const node = this.#running;
    const bodies = await this.#bodies(count, batch, oneByOne);
    beforeSending?.();
    const firstHeight = await node.call<number>('getblockcount');
    const processorBefore = processorMilliseconds(node.pid);
    const start = performance.now();
    const report = await this.send(bodies, { connections, succeeding: batch });
    // Where each has a block of its own, the last answer says that all are confirmed.
    if (!oneByOne) await this.#confirmed(firstHeight, count);
    const seconds = (performance.now() - start) / 1000;
    const processorAfter = processorMilliseconds(node.pid);
    if (oneByOne) await this.#confirmed(firstHeight, count);
    const nodeMilliseconds =
      processorBefore === undefined || processorAfter === undefined
        ? undefined
        : processorAfter - processorBefore;
    return {
      perSecond: count / seconds,
      nodeMicroseconds: nodeMilliseconds === undefined ? undefined : (nodeMilliseconds / count) * 1000,
      clientMicroseconds: (report.processorMilliseconds / count) * 1000,
      p50: percentile(report.latencies, 0.5),
    };
  }

  /**
   * Sends requests and waits for their replies.
   * @param port - of another server that is asked by the same client instead
   * @throws Error when any call fails
   */
  send(
    bodies: readonly string[],
    { connections, succeeding }: { readonly connections: number; readonly succeeding: number },
    port = this.#running.port,
  ): Promise<ClientReport> {
    const { credentials } = this.#running;
    return this.#client!.run({ port, credentials, bodies, connections, succeeding });
  }

  /** The body of the reply to one request. */
  async answerTo(body: string): Promise<string> {
    const { port, credentials } = this.#running;
    const connection = await HttpConnection.open(port);
    try {
      return await connection.send(postRequest(credentials, body));
    } finally {
      connection.close();
    }
  }

  /** The regid of one of its accounts, as text. */
  get someAccount(): string {
    const { height, index } = regIdOfAccount(0);
    return `${height}-${index}`;
  }

  /** Where it answers. */
  get place(): { readonly port: number; readonly credentials: string } {
    return this.#running;
  }

  /** Calls a method. */
  call<T>(method: string, ...params: Parameters<NodeProcess['call']>[1][]): Promise<T> {
    return this.#running.call<T>(method, ...params);
  }

  /** Ids of transactions in the newest block that has some of users. */
  async confirmedTransactions(): Promise<string[]> {
    const node = this.#running;
    for (let height = await node.call<number>('getblockcount'); height > 0; height--) {
      const { tx } = await node.call<{ tx: string[] }>('getblock', height);
      if (tx.length > 10) return tx.slice(2);
    }
    throw new Error('no block has transactions of users');
  }

  get #running(): NodeProcess {
    if (this.#node === undefined) throw new Error('the node was not started');
    return this.#node;
  }

  async #bodies(count: number, batch: number, oneByOne: boolean): Promise<string[]> {
    const validHeight = await this.#running.call<number>('getblockcount');
    const transfers = signedTransfers({
      count,
      accounts: this.accounts,
      validHeight,
      heightStep: oneByOne ? 1 : 0,
      first: this.#sent,
    });
    this.#sent += count;
    const calls = transfers.map(({ raw }, id) => ({ id, method: 'submittxraw', params: [hexText(raw)] }));
    const bodies: string[] = [];
    for (let i = 0; i < count; i += batch) {
      bodies.push(JSON.stringify(batch === 1 ? calls[i] : calls.slice(i, i + batch)));
    }
    return bodies;
  }

  /**
   * Waits until so many transfers are in blocks on the disk. Every one has to be: a rate that counts
   * lost ones says nothing.
   */
  async #confirmed(firstHeight: number, expected: number): Promise<void> {
    const node = this.#running;
    let patience = PATIENCE_MILLISECONDS;
    for (let height = firstHeight, confirmed = 0; confirmed < expected; ) {
      const tipHeight = await node.call<number>('getblockcount');
      while (height < tipHeight) {
        const { tx } = await node.call<{ tx: string[] }>('getblock', ++height);
        confirmed += tx.length - 2; // Without reward and median prices.
        patience = PATIENCE_MILLISECONDS;
      }
      await delay(POLL_MILLISECONDS);
      patience -= POLL_MILLISECONDS;
      if (patience < 0) throw new Error(`${confirmed} of ${expected} transfers were confirmed`);
    }
  }
}
