import type { IncomingMessage } from 'node:http';
import type { HttpAnswer } from '../client/transport.js';
import { callAfter } from '../config/long-timer.js';

/** Where to send a request, and as whom. */
export interface Endpoint {
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
  /** `user:password` */
  readonly credentials: string;
}

/** No connection came about, so that trying again later makes sense. */
export class NotConnected extends Error {}

/** The answer was not there in time. */
export class AnswerTimeout extends Error {}

/**
 * Sends a body by POST and reads the answer.
 *
 * @param limit - milliseconds until the whole answer has to be there; 0 is no limit
 * @throws NotConnected; AnswerTimeout; another Error when the connection broke after it was made
 */
export async function post(endpoint: Endpoint, body: string, limit: number): Promise<HttpAnswer> {
  const { request } = endpoint.tls ? await import('node:https') : await import('node:http');
  let stopTimer = (): void => undefined;
  const answer = new Promise<HttpAnswer>((resolve, reject) => {
    let connected = false;
    const sent = request({
      host: endpoint.host,
      port: endpoint.port,
      method: 'POST',
      path: '/',
      agent: false,
      headers: {
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(body),
        Connection: 'close',
        Authorization: `Basic ${Buffer.from(endpoint.credentials).toString('base64')}`,
      },
    });
    sent.on('socket', socket =>
      socket.once(endpoint.tls ? 'secureConnect' : 'connect', () => (connected = true)),
    );
    sent.on('error', cause => reject(connected ? cause : new NotConnected(cause.message, { cause })));
    sent.on('response', response => readAnswer(response).then(resolve, reject));
    if (limit > 0) {
      stopTimer = callAfter(limit, () => {
        reject(new AnswerTimeout('the answer is not there in time'));
        sent.destroy();
      });
    }
    sent.end(body);
  });
  return answer.finally(() => stopTimer());
}

async function readAnswer(response: IncomingMessage): Promise<HttpAnswer> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return {
    status: response.statusCode ?? 0,
    retryAfter: response.headers['retry-after'],
    body: Buffer.concat(chunks).toString('utf8'),
  };
}
