import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('./bare-koa-process.js', import.meta.url));

/** What Node.js and Koa allow when nothing is done for an answer: a limit to compare a node with. */
export class BareKoa {
  private constructor(
    readonly port: number,
    private readonly child: ChildProcess,
  ) {}

  static async start(): Promise<BareKoa> {
    const child = fork(PROGRAM);
    const [port] = (await once(child, 'message')) as [number];
    return new BareKoa(port, child);
  }

  /** From here on, every request gets this body. */
  async answerWith(body: string): Promise<void> {
    this.child.send(body);
    await once(this.child, 'message');
  }

  stop(): void {
    this.child.disconnect();
  }
}
