import { execFile, execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { pidOf } from '../../../src/cli/network/ask-node.js';
import {
  type LocalNetwork as Described,
  type Member,
  placesOf,
  readNetwork,
} from '../../../src/cli/network/members.js';
import { required } from '../../../src/codec/required.js';
import { readCookie } from '../../../src/config/cookie.js';
import { PROGRAM } from '../nodes/node-process.js';
import { RpcClient } from '../nodes/rpc-client.js';
import { temporaryDirectory } from '../temporary-directory.js';

const run = promisify(execFile);
const LOOK_MILLISECONDS = 250;
/** A slow machine is no failure; a network that stands still is. */
const MOST_MILLISECONDS = 120_000;

/**
 * Why tests of a network cannot run here; undefined where they can. They run in `npm run test:network`, which says
 * so by the environment: an ordinary run of the tests has no room for them.
 */
export function whyNoNetwork(): string | undefined {
  if (process.env.COIND_NETWORK !== '1') return 'npm run test:network runs these tests';
  try {
    execFileSync('cometbft', ['version'], { stdio: 'ignore' });
    return undefined;
  } catch {
    return 'there is no cometbft in PATH (docs/network.md says how to install it), so no network was tested';
  }
}

/** A network on this machine, made and run by the command `coind network`. */
export class TestNetwork {
  readonly directory: string;

  private constructor(directory: string) {
    this.directory = directory;
    // Before the directory is removed, which names the processes.
    process.prependListener('exit', () => this.killAll());
  }

  static async init(port: number, ...words: readonly string[]): Promise<TestNetwork> {
    const network = new TestNetwork(join(temporaryDirectory(), 'net'));
    await network.command('init', '--port', `${port}`, ...words);
    return network;
  }

  /** Runs a sub-command of `coind network`, with the directory as its first word. @returns its output */
  async command(name: string, ...words: readonly string[]): Promise<string> {
    const { stdout } = await run(process.execPath, [PROGRAM, 'network', name, this.directory, ...words]);
    return stdout;
  }

  get described(): Described {
    return readNetwork(this.directory).network;
  }

  member(index: number): Member {
    return required(this.described.members[index], `node ${index + 1}`);
  }

  /** Talks to a node with the credentials of its present run. */
  client(index: number): RpcClient {
    const member = this.member(index);
    const credentials = readCookie(placesOf(this.directory, member).networkDirectory) ?? 'none:none';
    return new RpcClient(`http://127.0.0.1:${member.rpcPort}/`, credentials);
  }

  pid(index: number): number | undefined {
    return pidOf(this.directory, this.member(index));
  }

  /** Process id of the engine of a node. */
  enginePid(index: number): number | undefined {
    const { engineHome } = placesOf(this.directory, this.member(index));
    try {
      return Number(
        execFileSync('pgrep', ['-f', `^cometbft start --home ${engineHome} `], { encoding: 'utf8' }),
      );
    } catch {
      return undefined;
    }
  }

  log(index: number): string {
    return readFileSync(placesOf(this.directory, this.member(index)).log, 'utf8');
  }

  /** Removes what a node has of the chain; its keys and what it has signed stay. */
  wipe(index: number): void {
    const { networkDirectory, engineHome } = placesOf(this.directory, this.member(index));
    for (const name of ['blocks', 'chain', 'waiting']) {
      rmSync(join(networkDirectory, name), { recursive: true, force: true });
    }
    for (const name of ['blockstore.db', 'state.db', 'evidence.db', 'tx_index.db', 'cs.wal']) {
      rmSync(join(engineHome, 'data', name), { recursive: true, force: true });
    }
  }

  async height(index: number): Promise<number> {
    return await this.client(index).call<number>('getblockcount');
  }

  async hash(index: number, height: number): Promise<string> {
    const { hash } = await this.client(index).call('getblockhash', height);
    return hash as string;
  }

  /** Waits until the nodes have so many more blocks than the highest of them now. @returns the height */
  async grow(indexes: readonly number[], blocks = 2): Promise<number> {
    const now = await Promise.all(indexes.map(index => this.height(index).catch(() => 0)));
    const wanted = Math.max(...now) + blocks;
    await this.until(`height ${wanted}`, async () => {
      const heights = await Promise.all(indexes.map(index => this.height(index)));
      return heights.every(height => height >= wanted);
    });
    return wanted;
  }

  /** Waits for something. @throws Error with the ends of the logs */
  async until(what: string, holds: () => Promise<boolean>): Promise<void> {
    for (let waited = 0; waited < MOST_MILLISECONDS; waited += LOOK_MILLISECONDS) {
      if (await holds().catch(() => false)) return;
      await sleep(LOOK_MILLISECONDS);
    }
    const ends = this.described.members.map((_, i) => this.log(i).split('\n').slice(-6).join('\n'));
    throw new Error(`waited in vain for ${what}; the logs end with\n${ends.join('\n--\n')}`);
  }

  killAll(): void {
    for (const [index] of this.described.members.entries()) {
      for (const pid of [this.pid(index), this.enginePid(index)]) {
        if (pid !== undefined) killed(pid);
      }
    }
  }
}

/** Kills a process, if it is still there. */
export function killed(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
