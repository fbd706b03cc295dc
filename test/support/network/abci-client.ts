import { connect, type Socket } from 'node:net';
import { Request, Response } from 'cosmjs-types/tendermint/abci/types';
import type { AbciAddress } from '../../../src/consensus/cometbft/abci/abci-server.js';
import type { Question } from '../../../src/consensus/cometbft/abci/application.js';
import { framed, MessageReader } from '../../../src/consensus/cometbft/abci/framing.js';

/** One of the connections of an engine to its application, by which a test asks what an engine would ask. */
export class AbciClient {
  readonly #socket: Socket;
  readonly #reader = new MessageReader();
  readonly #waiting: { resolve(response: Response): void; reject(error: Error): void }[] = [];

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', piece => {
      for (const message of this.#reader.read(piece))
        this.#waiting.shift()?.resolve(Response.decode(message));
    });
    socket.on('error', error => this.#fail(error));
    socket.on('close', () => this.#fail(new Error('the application has closed the connection')));
  }

  static connect(address: AbciAddress): Promise<AbciClient> {
    return new Promise((resolve, reject) => {
      const socket = connect(address);
      socket.once('error', reject);
      socket.once('connect', () => {
        socket.off('error', reject);
        resolve(new AbciClient(socket));
      });
    });
  }

  /** Asks a question. @throws Error with the text of an exception (rejects) */
  async ask<Q extends Question>(
    question: Q,
    request: Partial<NonNullable<Request[Q]>> = {},
  ): Promise<NonNullable<Response[Q]>> {
    const response = await this.put({ [question]: request });
    if (response.exception !== undefined) throw new Error(response.exception.error);
    return response[question] as NonNullable<Response[Q]>;
  }

  /** Asks anything, and gives the whole answer. */
  put(request: object): Promise<Response> {
    return this.raw(framed(Request.encode(Request.fromPartial(request)).finish()));
  }

  /** Sends bytes, and gives the next answer. */
  raw(bytes: Uint8Array): Promise<Response> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#socket.write(bytes);
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #fail(error: Error): void {
    for (const { reject } of this.#waiting.splice(0)) reject(error);
  }
}
