import { setTimeout as delay } from 'node:timers/promises';
import { HttpConnection, postRequest } from '../../test/support/nodes/http-connection.js';

/** Twenty times a second. */
const INTERVAL = 50;

/** A client as it should be: one connection, one request at a time, and a new connection where one was closed. */
export class OrdinaryClient {
  /** Milliseconds of each answer since they were last taken. */
  #waits: number[] = [];
  #refused: string[] = [];
  #isEnding = false;
  /** When the request was sent that is not answered. */
  #asked: number | undefined;
  readonly #ended: Promise<void>;

  /** @param bodies - the requests, one after the other */
  constructor(
    readonly port: number,
    readonly credentials: string,
    readonly bodies: (number: number) => string,
    readonly interval = INTERVAL,
  ) {
    this.#ended = this.#ask();
  }

  /** What it has waited since the last time, and what it was answered instead of a result. */
  take(): { readonly waits: readonly number[]; readonly refused: readonly string[] } {
    // A request that is not answered yet has waited at least as long as it does now.
    const pending = this.#asked === undefined ? [] : [performance.now() - this.#asked];
    const taken = { waits: [...this.#waits, ...pending], refused: this.#refused };
    this.#waits = [];
    this.#refused = [];
    return taken;
  }

  async end(): Promise<void> {
    this.#isEnding = true;
    await this.#ended;
  }

  async #ask(): Promise<void> {
    let connection: HttpConnection | undefined;
    for (let number = 0; !this.#isEnding; number++) {
      const asked = performance.now();
      this.#asked = asked;
      try {
        if (connection?.isClosed === true) connection = undefined;
        connection ??= await HttpConnection.open(this.port);
        const answer = await connection.send(postRequest(this.credentials, this.bodies(number)));
        if (!answer.includes('"error":null')) this.#refused.push(answer.slice(0, 200));
      } catch (error) {
        connection = undefined;
        this.#refused.push(error instanceof Error ? error.message : String(error));
      }
      const wait = performance.now() - asked;
      this.#asked = undefined;
      this.#waits.push(wait);
      if (wait < this.interval) await delay(this.interval - wait);
    }
    connection?.close();
  }
}
