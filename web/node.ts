import { answerOf } from '../src/client/answer.js';
import { clientOf } from '../src/client/client.js';
import { exchange } from '../src/client/exchange.js';
import type { Json as Answer } from '../src/client/methods.generated.js';
import type { Transport } from '../src/client/transport.js';
import type { Json } from '../src/codec/json-value.js';
import { reportSignedOut } from './signed-out.js';

/** Sends requests with the cookie of whoever is signed in. */
const transport: Transport = async body => {
  const response = await fetch('/', {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json' },
    body,
  });
  if (response.status === 401) reportSignedOut();
  return { status: response.status, body: await response.text() };
};

/** The node that this page comes from, with a method for each of its methods. */
export const node = clientOf(transport);

/** Calls a method by a name that is known only now. @throws CallError, NoReply */
export async function callMethod(method: string, params: readonly Json[]): Promise<Answer> {
  return answerOf(await exchange(transport, { method, params }));
}
