/** A process that attacks a node from when it is told what to do until it is ended. */
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { postRequest } from '../../test/support/nodes/http-connection.js';
import type { AttackTask, AttackTools } from './attack.js';
import { ATTACKS } from './attacks.js';

/** After a refusal or a closed connection, in milliseconds: less would be an attack on the attacker's own machine. */
const PAUSE = 20;
const OPENING_INTERVAL = 10;
/** Connections that an attacker holds at most: the machine has a limit of its own. */
const MOST_CONNECTIONS = 4000;

function toolsFor({ port, credentials }: AttackTask): AttackTools {
  let open = 0;
  const begin = (): Socket => {
    open++;
    const socket = connect({ port, host: '127.0.0.1' });
    socket.on('error', () => undefined);
    socket.once('close', () => open--);
    return socket;
  };
  const tools: AttackTools = {
    connect: begin,
    request: (body, user = credentials) => postRequest(user, body),
    exchange: request =>
      new Promise(resolve => {
        const socket = begin();
        socket.write(request);
        let missing = Number.POSITIVE_INFINITY;
        socket.on('data', chunk => {
          if (missing === Number.POSITIVE_INFINITY) missing = lengthOf(chunk);
          missing -= chunk.length;
          if (missing <= 0) socket.destroy();
        });
        socket.once('close', () => resolve());
      }),
    repeat(work) {
      void (async () => {
        for (;;) {
          await work();
          await delay(PAUSE);
        }
      })();
    },
    keepOpening: (count, one) =>
      tools.every(OPENING_INTERVAL, () => {
        for (let i = 0; i < count && open < MOST_CONNECTIONS; i++) one();
      }),
    every: (milliseconds, work) => void setInterval(work, milliseconds),
  };
  return tools;
}

/** Bytes of an answer, by its first piece. */
function lengthOf(first: Buffer): number {
  const head = first.toString('latin1', 0, 2000);
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
  return head.indexOf('\r\n\r\n') + 4 + length;
}

process.on('message', (task: AttackTask) => {
  ATTACKS.find(({ name }) => name === task.name)?.begin(toolsFor(task));
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
