import { once } from 'node:events';
import { createConnection } from 'node:net';
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { AbciServer } from '../../../src/consensus/cometbft/abci/abci-server.js';
import type { Application } from '../../../src/consensus/cometbft/abci/application.js';
import { FramingError, framed, MessageReader } from '../../../src/consensus/cometbft/abci/framing.js';

test('messages are the same however their bytes are divided', () => {
  const messages = fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 8 });
  fc.assert(
    fc.property(messages, fc.array(fc.nat(40), { minLength: 1, maxLength: 20 }), (sent, sizes) => {
      const stream = Buffer.concat(sent.map(framed));
      const reader = new MessageReader();
      const read: Buffer[] = [];
      for (let at = 0, i = 0; at < stream.length; i++) {
        const size = (sizes[i % sizes.length] ?? 0) + 1;
        read.push(...reader.read(stream.subarray(at, at + size)));
        at += size;
      }
      assert.equal(
        read.map(message => [...message]),
        sent.map(message => [...message]),
      );
    }),
  );
});

test('a large message is put together once, not with each of its pieces', () => {
  const reader = new MessageReader();
  const message = Buffer.alloc(20_000_000, 7);
  const stream = framed(message);
  const read: Buffer[] = [];
  for (let at = 0; at < stream.length; at += 1000) read.push(...reader.read(stream.subarray(at, at + 1000)));
  assert.is(read.length, 1);
  assert.ok(read[0]?.equals(message));
});

test('a message that is too long, or whose length has no end, is refused before its bytes come', () => {
  assert.throws(
    () => new MessageReader().read(Buffer.of(0xff, 0xff, 0xff, 0x7f)),
    (e: Error) => e instanceof FramingError,
  );
  assert.throws(
    () => new MessageReader().read(Buffer.alloc(5, 0x80)),
    (e: Error) => e instanceof FramingError,
  );
});

test('who sends what is no message is cut off, and others are answered', async () => {
  const failures: Error[] = [];
  const server = new AbciServer({ application: {} as Application, onFailure: error => failures.push(error) });
  await server.listen({ host: '127.0.0.1', port: 0 });
  const port = server.port as number;
  for (const bytes of [Buffer.alloc(9, 0xff), framed(Buffer.of(0x0a, 0x7f))]) {
    const socket = createConnection(port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.resume();
    socket.write(bytes);
    await once(socket, 'close');
  }
  assert.is(failures.length, 2);
  assert.match(failures[0]?.message ?? '', /no message of ABCI/);
  const socket = createConnection(port, '127.0.0.1');
  socket.write(framed(Buffer.of(0x12, 0x00)));
  const [answer] = (await once(socket, 'data')) as [Buffer];
  assert.equal(answer, framed(Buffer.of(0x1a, 0x00)), 'flush is answered by flush');
  socket.destroy();
  await server.close();
});

test.run();
