import { RpcError } from '../declaration/errors.js';

export interface MutexOptions {
  /** Is called when the number of waiting tasks changes. */
  readonly changed?: (() => void) | undefined;
  /** Most tasks that wait; of one client half of them. Default: any number. */
  readonly most?: number | undefined;
}

/**
 * Lets one piece of work run at a time. The clients that wait take turns, and the work of one client runs in the
 * order of its arrival.
 */
export class Mutex {
  readonly #options: MutexOptions;
  /** Work that waits, by client; the client comes next whose name stands first. */
  readonly #waiting = new Map<string, (() => Promise<void>)[]>();
  #count = 0;
  #isRunning = false;

  constructor(options: MutexOptions = {}) {
    this.#options = options;
  }

  /** Number of tasks that are waiting for their turn. */
  get waiting(): number {
    return this.#count;
  }

  /** Whether any task has its turn or is waiting for it. */
  get busy(): boolean {
    return this.#isRunning;
  }

  /**
   * Runs `work` when it is its turn, whether what came before has ended well or not.
   * @throws RpcError -32002 when too much waits
   */
  run<T>(work: () => T | Promise<T>, client = ''): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.#isRunning) this.#requireRoom(client);
      const task = async (): Promise<void> => {
        try {
          resolve(await work());
        } catch (error) {
          reject(error);
        }
      };
      if (this.#isRunning) {
        const own = this.#waiting.get(client);
        if (own === undefined) this.#waiting.set(client, [task]);
        else own.push(task);
        this.#count++;
      } else {
        this.#isRunning = true;
        void this.#runAll(task);
      }
      this.#options.changed?.();
    });
  }

  async #runAll(first: () => Promise<void>): Promise<void> {
    await undefined; // The caller goes on first.
    for (let task: (() => Promise<void>) | undefined = first; task !== undefined; task = this.#next()) {
      await task();
    }
    this.#isRunning = false;
    this.#options.changed?.();
  }

  #next(): (() => Promise<void>) | undefined {
    const [entry] = this.#waiting;
    if (entry === undefined) return undefined;
    const [client, own] = entry;
    const task = own.shift();
    this.#waiting.delete(client);
    if (own.length > 0) this.#waiting.set(client, own);
    this.#count--;
    this.#options.changed?.();
    return task;
  }

  #requireRoom(client: string): void {
    const { most = Number.POSITIVE_INFINITY } = this.#options;
    const own = this.#waiting.get(client)?.length ?? 0;
    if (this.#count < most && own < Math.max(1, most / 2)) return;
    throw new RpcError(
      'NODE_BUSY',
      `Work queue depth exceeded: ${own} calls of ${client || 'this client'} and ${this.#count} in all wait for their turn, ` +
        `of at most ${most} (option rpcworkqueue); try again later`,
    );
  }
}
