import type { HttpAnswer, RpcRequest } from './http-app.js';
import type { ThreadAnswer } from './thread-messages.js';

interface Waiting {
  resolve(reply: HttpAnswer): void;
  reject(failure: Error): void;
}

/** A failure of the node, which has reported it already. */
export class NodeFailure extends Error {}

/** The requests that the thread of the node has not answered yet. */
export class RequestsToNode {
  readonly #send: (id: number, request: RpcRequest) => void;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;

  constructor(send: (id: number, request: RpcRequest) => void) {
    this.#send = send;
  }

  /** @throws NodeFailure */
  answer(request: RpcRequest): Promise<HttpAnswer> {
    return new Promise((resolve, reject) => {
      const id = ++this.#lastId;
      this.#waiting.set(id, { resolve, reject });
      this.#send(id, request);
    });
  }

  settle(id: number, answer: ThreadAnswer): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if ('failure' in answer) waiting?.reject(new NodeFailure(answer.failure));
    else waiting?.resolve(answer);
  }
}
