import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Connections } from '../../../src/rpc/http/connections.js';
import { SharedFigures } from '../../../src/rpc/http/shared-figures.js';

/** As much of a connection as is looked at. */
class FakeSocket extends EventEmitter {
  isClosed = false;

  constructor(readonly remoteAddress: string) {
    super();
  }

  destroy(): void {
    this.isClosed = true;
    this.emit('close');
  }
}

type Opened = FakeSocket & Socket;

function opened(connections: Connections, address = '192.0.2.1'): Opened {
  const socket = new FakeSocket(address) as Opened;
  connections.add(socket);
  return socket;
}

/** Sixteen connections, of which two are for those without a password. */
const create = (): Connections => new Connections({ most: 16, mostOfAddress: 16 }, new SharedFigures());

/** Opens connections of a client, with a request on each that is not answered. */
function busy(connections: Connections, client: string, count: number): Opened[] {
  return Array.from({ length: count }, () => {
    const socket = opened(connections);
    connections.begin(socket);
    assert.ok(connections.trust(socket, client));
    return socket;
  });
}

test('a client that fills all connections keeps no other one out: it loses its newest one', () => {
  const connections = create();
  const attackers = busy(connections, 'attacker', 14);
  const ordinary = opened(connections);
  connections.begin(ordinary);
  assert.ok(connections.trust(ordinary, 'ordinary'));
  assert.equal(
    attackers.map(({ isClosed }) => isClosed),
    [...new Array<boolean>(13).fill(false), true],
  );
  assert.not(ordinary.isClosed);
});

test('an idle connection of the client with most goes before busy ones, and idle ones of others stay', () => {
  const connections = create();
  const idle = busy(connections, 'ordinary', 2);
  for (const socket of idle) connections.end(socket);
  const attackers = busy(connections, 'attacker', 12);
  connections.end(attackers[5]!);
  assert.ok(busy(connections, 'third', 1));
  assert.equal(
    attackers.filter(({ isClosed }) => isClosed),
    [attackers[5]],
  );
  assert.not(idle.some(({ isClosed }) => isClosed));
});

test('a client that has the most already gets no further one while all of its own are busy', () => {
  const connections = create();
  busy(connections, 'attacker', 14);
  const one = opened(connections);
  connections.begin(one);
  assert.not(connections.trust(one, 'attacker'));
});

test('connections without a password take the places of each other only', () => {
  const connections = create();
  const ordinary = busy(connections, 'ordinary', 14);
  for (const socket of ordinary) connections.end(socket);
  const unknown = Array.from({ length: 50 }, () => opened(connections));
  assert.not(ordinary.some(({ isClosed }) => isClosed));
  assert.is(unknown.filter(({ isClosed }) => !isClosed).length, 2);
});

test.run();
