import type { Json, JsonObject } from '../../codec/json-value.js';
import { handlers } from '../chain/tip.handlers.js';
import { methods } from '../chain/tip.methods.js';
import type { Caller } from '../declaration/caller.js';
import { jsonTypeName } from '../declaration/json-type.js';
import { MethodRegistry } from '../declaration/registry.js';
import type { AccessOptions } from '../dispatch/access.js';
import { Dispatcher } from '../dispatch/dispatch.js';
import { parsedAtOnce, REFERENCE_ENVELOPE, STRICT_ENVELOPE } from '../dispatch/envelope.js';
import { answerRequest, type HttpReply, type ReportFailure } from '../dispatch/requests.js';
import type { RpcRequest } from './rpc-request.js';
import type { SharedFigures } from './shared-figures.js';

/** Characters of a body up to which it is looked at here: larger ones are rarely about the tip alone. */
const MAX_LENGTH = 4096;

const AREA = { title: 'Chain', methods, load: async () => handlers };

/** Answers requests that ask for nothing but what is known in every thread. */
export class AnswersAtOnce {
  readonly #registry = new MethodRegistry([AREA]);
  readonly #dispatcher: Dispatcher<Pick<SharedFigures, 'tipHeight'>>;
  readonly #report: ReportFailure;

  constructor(figures: Pick<SharedFigures, 'tipHeight'>, access: AccessOptions, report: ReportFailure) {
    this.#dispatcher = new Dispatcher({
      registry: this.#registry,
      context: figures,
      access,
      wallet: undefined,
    });
    this.#report = report;
  }

  /** @returns undefined for a body that somebody else has to answer */
  async answer({ body, caller, isStrict }: RpcRequest): Promise<HttpReply | undefined> {
    if (
      typeof body !== 'string' ||
      body.length > MAX_LENGTH ||
      !this.#registry.names().some(name => body.includes(name))
    ) {
      return undefined;
    }
    const envelope = isStrict ? STRICT_ENVELOPE : REFERENCE_ENVELOPE;
    const request = parsedAtOnce(body, envelope);
    if (request === undefined) return undefined;
    const elements = Array.isArray(request) ? request : [request];
    if (elements.length === 0 || !elements.every(element => this.#isOwn(element, caller))) return undefined;
    return answerRequest(request, this.#dispatcher.for(caller), this.#report, envelope);
  }

  /** A refusal is left to the node, which knows all names that a list can have. */
  #isOwn(request: Json, caller: Caller): boolean {
    if (jsonTypeName(request) !== 'obj') return false;
    const { method } = request as JsonObject;
    return typeof method === 'string' && this.#dispatcher.allows(method, caller);
  }
}
