import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import * as assert from 'uvu/assert';
import { packageRoot } from '../../../src/config/package-root.js';
import { temporaryDirectory } from '../temporary-directory.js';

/** Bytes. */
const LARGEST_REPORT = 64 << 20;
/** What a compiled program of a guide must pass. */
const CHECKS =
  '--module nodenext --target es2023 --strict --noUncheckedIndexedAccess --skipLibCheck --types node';

/**
 * The program of a page of docs/guides as it stands there, compiled with all checks in a project of its own.
 * @param name - of the page and of its program
 * @returns the path of the compiled program
 */
function compiled(name: string): string {
  const root = packageRoot();
  const project = temporaryDirectory();
  const page = readFileSync(join(root, 'docs', 'guides', `${name}.md`), 'utf8');
  const [, source] = new RegExp(`^\`\`\`ts ${name}\\.ts\\n(.*?)^\`\`\`$`, 'ms').exec(page) as RegExpExecArray;
  writeFileSync(join(project, `${name}.ts`), source!);
  writeFileSync(join(project, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  mkdirSync(join(project, 'node_modules', '@types'), { recursive: true });
  symlinkSync(root, join(project, 'node_modules', 'coind'));
  for (const dependency of ['wicc-wallet-lib', '@types/node']) {
    symlinkSync(join(root, 'node_modules', dependency), join(project, 'node_modules', dependency));
  }
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const { stdout, status } = spawnSync(process.execPath, [tsc, ...CHECKS.split(' '), `${name}.ts`], {
    cwd: project,
    encoding: 'utf8',
  });
  assert.is(status, 0, stdout);
  return join(project, `${name}.js`);
}

/** The program of a guide, which is killed and started again on one directory. */
export class GuideProgram {
  readonly directory = temporaryDirectory();
  readonly #program: string;
  readonly #environment: NodeJS.ProcessEnv;
  #running: ChildProcess | undefined;
  #errors = '';

  /** @param environment - what it is told besides `DIRECTORY` */
  constructor(name: string, environment: NodeJS.ProcessEnv) {
    this.#program = compiled(name);
    mkdirSync(this.directory, { recursive: true });
    this.#environment = { ...process.env, ...environment, DIRECTORY: this.directory };
  }

  start(): void {
    const child = spawn(process.execPath, [this.#program], {
      env: this.#environment,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    child.stderr.on('data', (chunk: Buffer) => (this.#errors += chunk));
    this.#running = child;
  }

  /** Ends it without any warning. @throws Error when it has ended by itself */
  async kill(): Promise<void> {
    const child = this.#running;
    if (child === undefined) return;
    this.#running = undefined;
    assert.is(child.exitCode, null, `the program ended by itself:\n${this.#errors}`);
    child.kill('SIGKILL');
    await once(child, 'close');
  }

  /**
   * Makes a report of a journal whose last line is still being written; the program must not be running.
   * @throws AssertionError when the report has changed the journal
   */
  assertReportChangesNothing(): void {
    const journal = join(this.directory, 'journal.jsonl');
    appendFileSync(journal, '{"kind":"');
    const before = readFileSync(journal);
    this.report();
    assert.ok(readFileSync(journal).equals(before), 'a report has changed the journal');
  }

  /** Waits until its books are at a height. */
  async reaches(height: number): Promise<void> {
    while (this.report<{ height: number }>().height < height) await delay(200);
  }

  /** What it prints of its books. */
  report<T>(): T {
    const { stdout, stderr, status } = spawnSync(process.execPath, [this.#program, 'report'], {
      env: this.#environment,
      encoding: 'utf8',
      maxBuffer: LARGEST_REPORT,
    });
    assert.is(status, 0, stderr);
    return JSON.parse(stdout) as T;
  }
}
