import type { Presence } from '../dispatch/presence.js';
import type { HttpAnswer } from './http-app.js';
import type { RpcRequest } from './rpc-request.js';
import type { ThreadAnswer, ToNode } from './thread-messages.js';

interface Waiting {
  readonly presence: Presence;
  resolve(reply: HttpAnswer): void;
  reject(failure: Error): void;
}

/** A failure of the node, which has reported it already. */
export class NodeFailure extends Error {}

/** The requests that the thread of the node has not answered yet. */
export class RequestsToNode {
  readonly #send: (message: ToNode, transfer: readonly ArrayBuffer[]) => void;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;

  constructor(send: (message: ToNode, transfer: readonly ArrayBuffer[]) => void) {
    this.#send = send;
  }

  /**
   * @param presence - of the client: the node learns when it goes
   * @throws NodeFailure
   */
  answer(request: RpcRequest, presence: Presence): Promise<HttpAnswer> {
    return new Promise((resolve, reject) => {
      const id = ++this.#lastId;
      this.#waiting.set(id, { resolve, reject, presence });
      // A long body goes over without a copy.
      const { body } = request;
      this.#send({ type: 'request', id, request }, typeof body === 'string' ? [] : [body.buffer]);
      presence.onLeave(() => this.#send({ type: 'gone', id }, []));
    });
  }

  settle(id: number, answer: ThreadAnswer): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    waiting?.presence.onLeave(undefined);
    if ('failure' in answer) waiting?.reject(new NodeFailure(answer.failure));
    else waiting?.resolve(answer);
  }
}
