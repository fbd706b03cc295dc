import type { Context, Middleware } from 'koa';
import { parseJson } from '../../codec/json.js';
import type { JsonObject } from '../../codec/json-value.js';
import { RPC_ERRORS } from '../declaration/errors.js';

/** Where Prometheus asks. */
export const METRICS_PATH = '/metrics';
const CALL = '{"method":"getmetrics","params":[],"id":1}';
/** The version of the text form of Prometheus. */
const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/**
 * Answers `GET /metrics` with what the method getmetrics answers: so the same users may ask, and the same lists bar it.
 *
 * @param answer - the node's answer to the body of a request, for who has made the request of the context
 */
export function answerMetrics(
  answer: (context: Context, body: string) => Promise<{ readonly body: string | Uint8Array }>,
): Middleware {
  return async (context, next) => {
    if (context.path !== METRICS_PATH) return next();
    if (context.method !== 'GET') {
      context.status = 405;
      context.set('Allow', 'GET');
      return undefined;
    }
    const { body } = await answer(context, CALL);
    const { result, error } = parseJson(Buffer.from(body).toString('utf8')) as JsonObject;
    context.set('Content-Type', CONTENT_TYPE);
    if (typeof result === 'string') {
      context.body = result;
      return undefined;
    }
    const { code, message } = error as JsonObject;
    context.status = code === RPC_ERRORS.FORBIDDEN_BY_SAFE_MODE.code ? 403 : 503;
    context.body = `${String(message)}\n`;
    return undefined;
  };
}
