import { JsonSyntaxError, parseJson } from '../../codec/json.js';
import type { Json, JsonObject } from '../../codec/json-value.js';
import type { Caller } from '../declaration/caller.js';
import { jsonTypeName } from '../declaration/json-type.js';

/** Bytes of a body up to which it is passed on as text: most calls. */
const SHORT_BODY = 65_536;
/** Methods that are served however much their client has under way, so that a node can be watched and ended. */
const URGENT_METHODS: ReadonlySet<string> = new Set(['stop', 'getblockcount']);
/** Characters of a body up to which it is looked at for their names. */
const URGENT_BODY = 4096;

/** The body of a request whose user is known. Plain data: it passes between threads. */
export interface RpcRequest {
  /** As text, or a long one as its bytes in UTF-8. */
  readonly body: string | Uint8Array<ArrayBuffer>;
  readonly caller: Caller;
  /** Whether it is to be read and answered as JSON-RPC 2.0 demands. */
  readonly isStrict: boolean;
}

/** A body as it is passed on. */
export function passedOn(bytes: Buffer): RpcRequest['body'] {
  return bytes.length <= SHORT_BODY
    ? new TextDecoder().decode(bytes)
    : new Uint8Array(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.length);
}

/** Whether a request is a batch, or long. */
export function isLarge({ body }: Pick<RpcRequest, 'body'>): boolean {
  return typeof body !== 'string' || /^\s*\[/.test(body);
}

/** Whether a request is a single call of a method that must be served at all times. */
export function isUrgent({ body }: Pick<RpcRequest, 'body'>): boolean {
  if (typeof body !== 'string' || body.length > URGENT_BODY) return false;
  if (![...URGENT_METHODS].some(name => body.includes(name))) return false;
  const request = parsed(body);
  if (request === undefined || jsonTypeName(request) !== 'obj') return false;
  const { method } = request as JsonObject;
  return typeof method === 'string' && URGENT_METHODS.has(method);
}

/** Undefined for what is no JSON, which gets its refusal later. */
function parsed(body: string): Json | undefined {
  try {
    return parseJson(body, { trailing: 'ignore' });
  } catch (error) {
    if (error instanceof JsonSyntaxError) return undefined;
    throw error;
  }
}
