import { Agent, request } from 'node:http';

/** Milliseconds until the engine counts as not answering. */
const TIMEOUT = 10_000;
const MOST_CONNECTIONS = 16;
/** Bytes of an answer that are read. */
const MOST_BYTES = 16 * 1024 * 1024;

/** Where the engine answers. */
export interface EngineEndpoint {
  readonly host: string;
  readonly port: number;
}

/** The engine has answered with an error. */
export class EngineError extends Error {
  override readonly name = 'EngineError';
}

/** Asks the engine by its JSON-RPC, which only this machine can reach. */
export class EngineClient {
  readonly #endpoint: EngineEndpoint;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: MOST_CONNECTIONS });

  constructor(endpoint: EngineEndpoint) {
    this.#endpoint = endpoint;
  }

  /** @throws EngineError for its refusals, others where it does not answer (rejects) */
  async ask(method: string, params: Readonly<Record<string, unknown>> = {}): Promise<unknown> {
    const text = await this.#post(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
    const { result, error } = JSON.parse(text) as {
      result?: unknown;
      error?: { message?: string; data?: string };
    };
    if (error === undefined || error === null) return result;
    throw new EngineError([error.message, error.data].filter(part => part).join(': '));
  }

  close(): void {
    this.#agent.destroy();
  }

  #post(body: string): Promise<string> {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const options = { ...this.#endpoint, method: 'POST', agent: this.#agent, timeout: TIMEOUT, headers };
    return new Promise((resolve, reject) => {
      const asking = request(options, response => {
        const pieces: Buffer[] = [];
        let bytes = 0;
        response.on('data', (piece: Buffer) => {
          pieces.push(piece);
          bytes += piece.length;
          if (bytes > MOST_BYTES) response.destroy(new Error(`an answer of more than ${MOST_BYTES} bytes`));
        });
        response.on('end', () => resolve(Buffer.concat(pieces).toString('utf8')));
        response.on('error', reject);
      });
      asking.on('timeout', () => asking.destroy(new Error(`no answer within ${TIMEOUT} ms`)));
      asking.on('error', reject);
      asking.end(body);
    });
  }
}
