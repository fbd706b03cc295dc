import { parentPort } from 'node:worker_threads';
import { clearFreedMemory } from '../../config/clear-memory.js';
import { AllowList } from './allow-list.js';
import { AnswersAtOnce } from './answers-at-once.js';
import { NodeFailure, RequestsToNode } from './requests-to-node.js';
import { RequestsToReader } from './requests-to-reader.js';
import { type RpcServer, startHttpServer } from './server.js';
import { SharedFigures } from './shared-figures.js';
import type { FromServer, ThreadSettings, ToServer } from './thread-messages.js';

/*
 * The thread that serves HTTP: connections, credentials, limits, and requests that need nothing of the ledger.
 * Those that only read the ledger go to a thread that reads, if there is one, all others to the thread of the node, as
 * they came, one message each, a batch in one; so this thread never waits for a contract, a block or the disk.
 */

const port = parentPort;
if (port === null) throw new Error('this module runs in a worker thread only');

const send = (message: FromServer): void => port.postMessage(message);
const requests = new RequestsToNode((message, transfer) => port.postMessage(message, transfer));
let reader: RequestsToReader | undefined;
let server: RpcServer | undefined;

async function serve({
  allowed,
  access,
  reads,
  figures: memory,
  ...settings
}: ThreadSettings): Promise<void> {
  const figures = new SharedFigures(memory);
  const report = (reason: unknown): void => {
    if (!(reason instanceof NodeFailure)) send({ type: 'failure', reason: asError(reason) });
  };
  const atOnce = new AnswersAtOnce(figures, access, report);
  const reading = new RequestsToReader(reads, () => send({ type: 'readerWanted' }));
  reader = reading;
  server = await startHttpServer({
    ...settings,
    allowed: new AllowList(allowed),
    figures,
    answerAtOnce: request => atOnce.answer(request),
    reading,
    answer: (request, presence) => requests.answer(request, presence),
    reportFailure: report,
    reportWrongPassword: (address, inARow) => send({ type: 'wrongPassword', address, inARow }),
    reportUnbound: (address, reason) => send({ type: 'unbound', address, reason: asError(reason) }),
  });
  send({ type: 'listening', addresses: server.addresses });
}

/** Without what cannot be sent to another thread, such as functions. */
function asError(reason: unknown): Error {
  const error = new Error(reason instanceof Error ? reason.message : String(reason));
  if (reason instanceof Error && reason.stack !== undefined) error.stack = reason.stack;
  return error;
}

port.on('message', (message: ToServer) => {
  switch (message.type) {
    case 'answer':
      requests.settle(message.id, message.answer);
      break;
    case 'serve':
      serve(message.settings).catch(reason => send({ type: 'notListening', reason: asError(reason) }));
      break;
    case 'reader':
      reader?.use(message.port);
      break;
    case 'clearMemory':
      clearFreedMemory();
      break;
    case 'refuse':
      server?.refuseRequests();
      break;
    case 'stop':
      void Promise.resolve(server?.stop()).then(() => {
        reader?.end();
        port.close();
      });
      break;
  }
});
