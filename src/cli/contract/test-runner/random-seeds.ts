import { randomInt } from 'node:crypto';
import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import type * as FastCheck from 'fast-check';
import type { TestResult } from './test-events.js';
import { seedKey, type TestProcessSettings } from './test-process-settings.js';

/** How fast-check names the seed of a failure. */
const SEED = /\bseed: (-?\d+)/;
const LARGEST_SEED = 0x7fffffff;

/** Where seeds come from. */
type SeedSettings = Pick<TestProcessSettings, 'seed' | 'seeds' | 'file'>;

/**
 * Gives each test its seed for random input: the one that was asked for, or that with which it failed last, or a new
 * one. Seeds of failures are kept, and let go when the test passes with them.
 */
export class RandomSeeds {
  readonly #settings: SeedSettings;
  /** Receives the URL of each copy of fast-check that the tests load. */
  readonly #loaded: MessagePort;
  readonly #copies: Promise<Partial<typeof FastCheck>>[] = [];
  /** By test: the seed with which it has failed; null for one that has passed. */
  readonly #kept: Record<string, number | null> = {};

  constructor(settings: SeedSettings, loaded: MessagePort) {
    this.#settings = settings;
    this.#loaded = loaded;
  }

  get kept(): Readonly<Record<string, number | null>> {
    return this.#kept;
  }

  async prepare(suite: string, name: string): Promise<void> {
    for (;;) {
      const message = receiveMessageOnPort(this.#loaded) as { readonly message: string } | undefined;
      if (message === undefined) break;
      this.#copies.push(import(message.message) as Promise<Partial<typeof FastCheck>>);
    }
    if (this.#copies.length === 0) return;
    const { seed = this.#settings.seeds[this.#key(suite, name)] ?? randomInt(LARGEST_SEED) } = this.#settings;
    for (const { configureGlobal, readConfigureGlobal } of await Promise.all(this.#copies)) {
      // A project may have something of its own under this name.
      configureGlobal?.({ ...readConfigureGlobal?.(), seed });
    }
  }

  settle({ suite, name, status }: TestResult, error: unknown): void {
    if (status === 'skipped') return;
    const key = this.#key(suite, name);
    const seed = status === 'failed' ? SEED.exec(String((error as Error)?.message))?.[1] : undefined;
    if (seed !== undefined) this.#kept[key] = Number(seed);
    else if (status === 'passed' && key in this.#settings.seeds) this.#kept[key] = null;
  }

  #key(suite: string, name: string): string {
    return seedKey(this.#settings.file, suite, name);
  }
}
