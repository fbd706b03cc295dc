import type { Attack, AttackTools } from './attack.js';

/** Bytes of a body that is as large as one may be. */
const LARGEST_BODY = 32 * 1024 * 1024;

/** Everything that clients can do to keep others from being served. */
export const ATTACKS: readonly Attack[] = [
  {
    name: 'batches of reads',
    begin: tools => repeatBody(tools, 2, batchOf(20_000, 'getblock', [1])),
  },
  {
    name: 'batches of signatures',
    begin: tools => repeatBody(tools, 2, batchOf(2000, 'signmessage', ['0-13', 'text'])),
  },
  {
    name: 'batches with long answers',
    begin: tools => repeatBody(tools, 2, batchOf(11_000, 'rpc.discover', [])),
  },
  {
    name: 'idle connections',
    begin: tools => tools.keepOpening(20, () => tools.connect()),
  },
  {
    name: 'slow requests',
    begin: tools =>
      tools.keepOpening(10, () => {
        const socket = tools.connect();
        socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nX-');
        tools.every(500, () => socket.write('a'));
      }),
  },
  {
    name: 'answers that nobody reads',
    begin(tools) {
      const request = tools.request(batchOf(100, 'rpc.discover', []));
      tools.keepOpening(2, () => {
        const socket = tools.connect();
        socket.pause();
        socket.write(request);
      });
    },
  },
  {
    name: 'large bodies',
    begin(tools) {
      repeatBody(tools, 4, `${'\n'.repeat(LARGEST_BODY - 1)}x`);
      repeatBody(tools, 4, `[${'[],'.repeat(999_990)}0]`);
    },
  },
  {
    name: 'guesses of passwords',
    begin(tools) {
      for (let i = 0; i < 100; i++) {
        tools.repeat(() => tools.exchange(tools.request('{"id":1,"method":"stop"}', `user:${i}`)));
      }
    },
  },
];

function batchOf(count: number, method: string, params: readonly unknown[]): string {
  const call = JSON.stringify({ id: 1, method, params });
  return `[${new Array(count).fill(call).join(',')}]`;
}

function repeatBody(tools: AttackTools, connections: number, body: string): void {
  const request = tools.request(body);
  for (let i = 0; i < connections; i++) tools.repeat(() => tools.exchange(request));
}
