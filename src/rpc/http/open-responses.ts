import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** What is known of a connection. */
interface Open {
  readonly responses: Set<ServerResponse>;
  /** What waits until all are answered. */
  next: (() => void) | undefined;
}

/**
 * The requests of each connection that are not answered yet. Of requests that follow each other without waiting,
 * Node.js tells only the first that the connection has ended; here all others learn of it too.
 */
export class OpenResponses {
  readonly #open = new WeakMap<Duplex, Open>();

  /** A request has come. */
  add(socket: Duplex, response: ServerResponse): void {
    const open = this.#of(socket);
    open.responses.add(response);
    response.once('close', () => {
      open.responses.delete(response);
      if (open.responses.size > 0) return;
      const { next } = open;
      open.next = undefined;
      if (!socket.destroyed) next?.();
    });
  }

  /** Goes on when all requests are answered that have come on a connection; never, where it ends before. */
  whenAnswered(socket: Duplex, next: () => void): void {
    const open = this.#open.get(socket);
    if (open === undefined || open.responses.size === 0) next();
    else open.next = next;
  }

  #of(socket: Duplex): Open {
    const known = this.#open.get(socket);
    if (known !== undefined) return known;
    const open: Open = { responses: new Set(), next: undefined };
    this.#open.set(socket, open);
    socket.once('close', () => {
      // After Node.js has told the first.
      setImmediate(() => {
        for (const response of [...open.responses]) response.emit('close');
      });
    });
    return open;
  }
}
