import { setTimeout as delay } from 'node:timers/promises';
import type { Json } from '../../src/codec/json-value.js';
import type { RpcClient } from '../../test/support/nodes/rpc-client.js';

/** Twenty times a second. */
const INTERVAL = 50;

/** A client that asks for the same again and again, twenty times a second, and notes how long it waits. */
export class OtherClient {
  /** Milliseconds of each answer. */
  readonly waits: number[] = [];
  readonly #ended: Promise<void>;
  #isEnding = false;

  constructor(client: RpcClient, method: string, params: readonly Json[] = []) {
    this.#ended = this.#ask(client, method, params);
  }

  async end(): Promise<void> {
    this.#isEnding = true;
    await this.#ended;
  }

  async #ask(client: RpcClient, method: string, params: readonly Json[]): Promise<void> {
    while (!this.#isEnding) {
      const asked = performance.now();
      await client.call(method, ...params);
      const wait = performance.now() - asked;
      this.waits.push(wait);
      if (wait < INTERVAL) await delay(INTERVAL - wait);
    }
  }
}
