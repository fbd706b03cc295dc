import type { Json, JsonObject } from '../../../src/codec/json-value.js';
import { saltedHash } from '../../../src/rpc/http/users.js';
import { temporaryDirectory } from '../temporary-directory.js';
import { freePort } from './free-port.js';
import { NodeProcess } from './node-process.js';

const USER = 'lasting';
const PASSWORD = 'only for this test';

/** A node in a process of its own whose data, port and password stay the same while it is killed and started again. */
export class LastingNode {
  readonly url: string;
  readonly credentials = `${USER}:${PASSWORD}`;
  readonly #directory = temporaryDirectory();
  readonly #switches: readonly string[];
  #process: NodeProcess | undefined;

  private constructor(port: number, switches: readonly string[]) {
    this.url = `http://127.0.0.1:${port}`;
    const auth = `-rpcauth=${USER}:00$${saltedHash('00', PASSWORD)}`;
    this.#switches = ['-mining=manual', auth, `-rpcbind=127.0.0.1:${port}`, ...switches];
  }

  static async start(...switches: readonly string[]): Promise<LastingNode> {
    const node = new LastingNode(await freePort(), switches);
    await node.start();
    return node;
  }

  /** Starts it again after `kill`. */
  async start(): Promise<void> {
    this.#process = await NodeProcess.start({ directory: this.#directory, switches: this.#switches });
  }

  /** Ends it without any warning. */
  async kill(): Promise<void> {
    await this.#running.kill();
  }

  call<T = JsonObject>(method: string, ...params: readonly Json[]): Promise<T> {
    return this.#running.call<T>(method, ...params);
  }

  async generate(count: number): Promise<void> {
    await this.call('generate', count);
  }

  get height(): Promise<number> {
    return this.call<number>('getblockcount');
  }

  /** Takes back so many blocks, and makes one more than that. */
  async reorganize(depth: number): Promise<void> {
    const height = await this.height;
    if (height < depth + 2) return;
    const { curr_block_hash: hash } = await this.call('getblock', height - depth + 1);
    await this.call('invalidateblock', hash as string);
    await this.generate(depth + 1);
  }

  get #running(): NodeProcess {
    if (this.#process === undefined) throw new Error('the node was not started');
    return this.#process;
  }
}
