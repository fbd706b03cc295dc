import { chmodSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { Request, Response } from 'cosmjs-types/tendermint/abci/types';
import type { Application, Question } from './application.js';
import { framed, MessageReader } from './framing.js';

/** Answers of a connection that may be under way; beyond that nothing more is read from it. */
const MOST_UNDER_WAY = 2_000;
/** Only who runs the node may ask its application. */
const OWNER_ONLY = 0o600;

/** Where the engine finds the application: a socket of this machine. */
export type AbciAddress = { readonly path: string } | { readonly host: string; readonly port: number };

export interface AbciServerParts {
  readonly application: Application;
  /**
   * The application could not answer. The engine is told, and goes no further with it: going on could make this
   * node differ from the others.
   */
  readonly onFailure: (error: Error) => void;
}

/**
 * Serves an application to the engine over a local socket (spec 08 §18): several connections, each of which gets
 * its answers in the order of its questions.
 */
export class AbciServer {
  readonly #parts: AbciServerParts;
  readonly #server: Server;
  readonly #connections = new Set<Connection>();

  constructor(parts: AbciServerParts) {
    this.#parts = parts;
    this.#server = createServer(socket => this.#connected(socket));
  }

  /** @throws what keeps it from listening (rejects) */
  async listen(address: AbciAddress): Promise<void> {
    // A socket of a process that was killed is still there.
    if ('path' in address) rmSync(address.path, { force: true });
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(address, () => {
        this.#server.off('error', reject);
        resolve();
      });
    });
    if ('path' in address) chmodSync(address.path, OWNER_ONLY);
  }

  /** The port of a server that listens on one. */
  get port(): number | undefined {
    const address = this.#server.address();
    return typeof address === 'object' && address !== null ? address.port : undefined;
  }

  /** Ends the connections and waits for the answers under way. */
  async close(): Promise<void> {
    const closed = new Promise<void>(resolve => this.#server.close(() => resolve()));
    const connections = [...this.#connections];
    for (const connection of connections) connection.end();
    await Promise.all(connections.map(connection => connection.answered()));
    await closed;
  }

  #connected(socket: Socket): void {
    const connection = new Connection(socket, this.#parts);
    this.#connections.add(connection);
    socket.on('close', () => this.#connections.delete(connection));
  }
}

class Connection {
  readonly #socket: Socket;
  readonly #parts: AbciServerParts;
  readonly #reader = new MessageReader();
  /** Resolves when every question so far is answered. */
  #last: Promise<void> = Promise.resolve();
  #underWay = 0;

  constructor(socket: Socket, parts: AbciServerParts) {
    this.#socket = socket;
    this.#parts = parts;
    socket.on('data', piece => this.#read(piece));
    // The other end has gone; `close` follows.
    socket.on('error', () => undefined);
  }

  end(): void {
    this.#socket.destroy();
  }

  answered(): Promise<void> {
    return this.#last;
  }

  #read(piece: Buffer): void {
    try {
      for (const message of this.#reader.read(piece)) this.#ask(Request.decode(message));
    } catch (error) {
      // Nothing behind it can be read.
      this.#parts.onFailure(new Error('the engine sent what is no message of ABCI', { cause: error }));
      this.end();
    }
  }

  #ask(request: Request): void {
    const before = this.#last;
    // The application gathers transactions, whose signatures are verified together; all else has its turn.
    const isGathered = request.checkTx !== undefined;
    const answer = isGathered ? this.#answer(request) : before.then(() => this.#answer(request));
    this.#underWay++;
    if (this.#underWay >= MOST_UNDER_WAY) this.#socket.pause();
    this.#last = Promise.all([answer, before]).then(([response]) => {
      this.#underWay--;
      if (this.#socket.isPaused() && this.#underWay < MOST_UNDER_WAY / 2) this.#socket.resume();
      if (!this.#socket.destroyed) this.#socket.write(framed(Response.encode(response).finish()));
    });
  }

  /** Never rejects. */
  async #answer(request: Request): Promise<Response> {
    try {
      if (request.echo) return { echo: { message: request.echo.message } };
      if (request.flush) return { flush: {} };
      const [question] = Object.entries(request).find(([, asked]) => asked !== undefined) ?? [];
      if (question === undefined) throw new Error('a question that version 2.0 of ABCI does not have');
      return { [question]: await this.#put(question as Question, request) };
    } catch (cause) {
      const error = cause instanceof Error ? cause : new Error(String(cause));
      this.#parts.onFailure(error);
      return { exception: { error: error.message } };
    }
  }

  #put<Q extends Question>(question: Q, request: Request) {
    return this.#parts.application[question](request[question] as NonNullable<Request[Q]>);
  }
}
