import { Turns } from '../../chain/turns.js';
import { RpcError } from '../declaration/errors.js';
import { STAYS, type Waiter } from '../declaration/method.js';
import { FairQueue } from './fair-queue.js';

export interface MutexOptions {
  /** Is called when the number of waiting tasks changes. */
  readonly changed?: (() => void) | undefined;
  /** Most tasks that wait; of one client half of them. Default: any number. */
  readonly most?: number | undefined;
}

interface Task {
  readonly run: () => Promise<void>;
  /** Stands for the request that it belongs to. */
  readonly presence: Pick<Waiter, 'isGone'>;
}

/**
 * Lets one piece of work run at a time. The clients that wait take turns, and the work of one client runs in the
 * order of its arrival.
 */
export class Mutex {
  readonly #options: MutexOptions;
  readonly #waiting = new FairQueue<Task>();
  #isRunning = false;

  constructor(options: MutexOptions = {}) {
    this.#options = options;
  }

  /** Number of tasks that are waiting for their turn. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** Whether any task has its turn or is waiting for it. */
  get busy(): boolean {
    return this.#isRunning;
  }

  /**
   * Runs `work` when it is its turn, whether what came before has ended well or not.
   * @param presence - of who waits for it: what nobody waits for any more does not begin
   * @throws RpcError -32002 when too much waits, or the client has gone meanwhile
   */
  run<T>(work: () => T | Promise<T>, client = '', presence: Pick<Waiter, 'isGone'> = STAYS): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.#isRunning) this.#requireRoom(client);
      const run = async (): Promise<void> => {
        try {
          if (presence.isGone) throw new RpcError('NODE_BUSY', 'not executed: the client has gone');
          resolve(await work());
        } catch (error) {
          reject(error);
        }
      };
      if (this.#isRunning) {
        this.#waiting.add(client, { run, presence });
      } else {
        this.#isRunning = true;
        void this.#runAll({ run, presence });
      }
      this.#options.changed?.();
    });
  }

  async #runAll(first: Task): Promise<void> {
    await undefined; // The caller goes on first.
    const turns = new Turns();
    let task: Task | undefined = first;
    while (task !== undefined) {
      await task.run();
      const next = this.#next();
      // Work that waits for nothing would otherwise keep all that arrives out, however much of it there is. What a batch
      // has together stays together.
      if (next !== undefined && next.presence !== task.presence && turns.areDue) await turns.give();
      task = next;
    }
    this.#isRunning = false;
    this.#options.changed?.();
  }

  #next(): Task | undefined {
    const task = this.#waiting.next();
    if (task !== undefined) this.#options.changed?.();
    return task;
  }

  #requireRoom(client: string): void {
    const { most = Number.POSITIVE_INFINITY } = this.#options;
    const own = this.#waiting.sizeOf(client);
    if (this.#waiting.size < most && own < Math.max(1, most / 2)) return;
    throw new RpcError(
      'NODE_BUSY',
      `Work queue depth exceeded: ${own} calls of ${client || 'this client'} and ${this.#waiting.size} in all wait for their turn, ` +
        `of at most ${most} (option rpcworkqueue); try again later`,
    );
  }
}
