import type { Socket } from 'node:net';
import { addressGroup } from './address-group.js';
import type { SharedFigures } from './shared-figures.js';

/** What is known of a connection. */
interface Connection {
  readonly group: string;
  /** Whether a request with a right password has come on it. */
  trusted: boolean;
  /** Requests that are not answered. */
  open: number;
  /** Counts up with everything that happens on any connection: the smallest has waited longest. */
  last: number;
}

export interface ConnectionBounds {
  /** Connections in all. */
  readonly most: number;
  /** Connections of one address. */
  readonly mostOfAddress: number;
}

/**
 * The connections of clients. Where there are too many, one is closed that nobody would miss: who holds connections
 * without using them, or without a password, keeps nobody else away.
 */
export class Connections {
  readonly #bounds: ConnectionBounds;
  readonly #figures: SharedFigures;
  readonly #connections = new Map<Socket, Connection>();
  readonly #groups = new Map<string, Set<Socket>>();
  #clock = 0;

  constructor(bounds: ConnectionBounds, figures: SharedFigures) {
    this.#bounds = bounds;
    this.#figures = figures;
  }

  get count(): number {
    return this.#connections.size;
  }

  /** Takes a new connection; closes it, or another one, where there are too many. */
  add(socket: Socket): void {
    const group = addressGroup(socket.remoteAddress ?? '');
    const own = this.#groups.get(group) ?? new Set();
    const hasRoom =
      (own.size < this.#bounds.mostOfAddress || this.#closeOneOf(own)) &&
      (this.count < this.#bounds.most || this.#closeOneOf(this.#largestGroup()));
    if (!hasRoom) {
      this.#figures.count('closedConnections');
      socket.destroy();
      return;
    }
    own.add(socket);
    this.#groups.set(group, own);
    this.#connections.set(socket, { group, trusted: false, open: 0, last: ++this.#clock });
    this.#figures.set('connections', this.count);
    socket.once('close', () => this.#forget(socket));
  }

  /** A request has come. @returns how many of its connection are not answered, it included */
  begin(socket: Socket): number {
    const connection = this.#connections.get(socket);
    if (connection === undefined) return 1;
    connection.last = ++this.#clock;
    return ++connection.open;
  }

  /** The request on it has a right password. */
  trust(socket: Socket): void {
    const connection = this.#connections.get(socket);
    if (connection !== undefined) connection.trusted = true;
  }

  /** A request is answered, or given up. */
  end(socket: Socket): void {
    const connection = this.#connections.get(socket);
    if (connection === undefined) return;
    connection.open--;
    connection.last = ++this.#clock;
  }

  /** Those without a password first, then idle ones; never one whose request is being answered. */
  #closeOneOf(sockets: Iterable<Socket>): boolean {
    let chosen: Socket | undefined;
    let lowest = Number.POSITIVE_INFINITY;
    for (const socket of sockets) {
      const connection = this.#connections.get(socket);
      if (connection === undefined || (connection.trusted && connection.open > 0)) continue;
      const { trusted, last } = connection;
      const worth = trusted ? this.#clock + last : last;
      if (worth >= lowest) continue;
      lowest = worth;
      chosen = socket;
    }
    if (chosen === undefined) return false;
    this.#figures.count('closedConnections');
    this.#forget(chosen);
    chosen.destroy();
    return true;
  }

  #largestGroup(): Iterable<Socket> {
    let largest = new Set<Socket>();
    for (const sockets of this.#groups.values()) if (sockets.size > largest.size) largest = sockets;
    return largest;
  }

  #forget(socket: Socket): void {
    const connection = this.#connections.get(socket);
    if (connection === undefined) return;
    this.#connections.delete(socket);
    const own = this.#groups.get(connection.group);
    own?.delete(socket);
    if (own?.size === 0) this.#groups.delete(connection.group);
    this.#figures.set('connections', this.count);
  }
}
