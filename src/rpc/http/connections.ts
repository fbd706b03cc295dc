import type { Socket } from 'node:net';
import { addressGroup } from './address-group.js';
import type { SharedFigures } from './shared-figures.js';

/** What is known of a connection. */
interface Connection {
  readonly group: string;
  /** Who has sent a request with a right password on it. */
  client: string | undefined;
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

/** Of the connections that may be open, the part that only those without a password have, so that everybody gets in. */
const KEPT_BACK = 1 / 8;

/**
 * The connections of clients. Where there are too many, one is closed that nobody would miss: who holds connections
 * without using them, without a password, or more than others, keeps nobody else away.
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
    // A connection whose offer of another protocol was not taken up comes a second time.
    if (this.#connections.has(socket)) return;
    const group = addressGroup(socket.remoteAddress ?? '');
    const own = this.#groups.get(group) ?? new Set();
    const hasRoom =
      (own.size < this.#bounds.mostOfAddress || this.#closeOneOf(own)) &&
      (this.count < this.#bounds.most || this.#closeOneOf(this.#largestGroup()));
    if (!hasRoom) {
      this.#close(socket);
      return;
    }
    own.add(socket);
    this.#groups.set(group, own);
    this.#connections.set(socket, { group, client: undefined, open: 0, last: ++this.#clock });
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

  /**
   * The request on it has a right password.
   * @returns whether there is room for one more of its client; for a client that is new, others are closed
   */
  trust(socket: Socket, client: string): boolean {
    const connection = this.#connections.get(socket);
    if (connection === undefined || connection.client === client) return true;
    connection.client = client;
    const own = this.#groups.get(connection.group) ?? new Set();
    return (
      this.#leavesRoom(own, this.#bounds.mostOfAddress, socket) &&
      this.#leavesRoom(this.#connections, this.#bounds.most, socket)
    );
  }

  /** A request is answered, or given up. */
  end(socket: Socket): void {
    const connection = this.#connections.get(socket);
    if (connection === undefined) return;
    connection.open--;
    connection.last = ++this.#clock;
  }

  /** Whether those with a password leave some of the connections to others, after one is closed if need be. */
  #leavesRoom(sockets: Pick<ReadonlySet<Socket>, 'keys' | 'size'>, most: number, newest: Socket): boolean {
    const mostKnown = most - Math.floor(most * KEPT_BACK);
    if (sockets.size <= mostKnown) return true;
    const clients = this.#byClient(sockets.keys());
    let count = 0;
    for (const own of clients.values()) count += own.length;
    if (count <= mostKnown) return true;
    const largest = largestOf(clients.values());
    const chosen = this.#longestIdle(largest) ?? largest.at(-1);
    if (chosen === undefined || chosen === newest) return false;
    this.#close(chosen);
    return true;
  }

  /**
   * Closes one without a password, or else an idle one of the client that has most; never one whose request is being
   * answered.
   */
  #closeOneOf(sockets: ReadonlySet<Socket>): boolean {
    const chosen =
      this.#longest(sockets, ({ client }) => client === undefined) ??
      this.#longestIdle(largestOf(this.#byClient(sockets).values()));
    if (chosen === undefined) return false;
    this.#close(chosen);
    return true;
  }

  /** Connections with a password, in the order in which they were opened. */
  #byClient(sockets: Iterable<Socket>): Map<string, Socket[]> {
    const clients = new Map<string, Socket[]>();
    for (const socket of sockets) {
      const client = this.#connections.get(socket)?.client;
      if (client === undefined) continue;
      const own = clients.get(client);
      if (own === undefined) clients.set(client, [socket]);
      else own.push(socket);
    }
    return clients;
  }

  #longestIdle(sockets: Iterable<Socket>): Socket | undefined {
    return this.#longest(sockets, ({ open }) => open === 0);
  }

  /** The connection of some on which nothing has happened for longest. */
  #longest(sockets: Iterable<Socket>, isEligible: (connection: Connection) => boolean): Socket | undefined {
    let chosen: Socket | undefined;
    let earliest = Number.POSITIVE_INFINITY;
    for (const socket of sockets) {
      const connection = this.#connections.get(socket);
      if (connection === undefined || connection.last >= earliest || !isEligible(connection)) continue;
      earliest = connection.last;
      chosen = socket;
    }
    return chosen;
  }

  #largestGroup(): ReadonlySet<Socket> {
    let largest = new Set<Socket>();
    for (const sockets of this.#groups.values()) if (sockets.size > largest.size) largest = sockets;
    return largest;
  }

  #close(socket: Socket): void {
    this.#figures.count('closedConnections');
    this.#forget(socket);
    socket.destroy();
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

function largestOf(lists: Iterable<readonly Socket[]>): readonly Socket[] {
  let largest: readonly Socket[] = [];
  for (const list of lists) if (list.length > largest.length) largest = list;
  return largest;
}
