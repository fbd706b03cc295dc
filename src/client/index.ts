/** `coind/client`: a typed client of the interface of a node. */
export {
  type BatchCall,
  type BatchOutcome,
  type Client,
  type ClientOptions,
  clientOf,
  createClient,
  type StateMethods,
  type SubscribingClient,
} from './client.js';
export { CallError, NodeUnreachable, NoReply } from './errors.js';
export type * from './events.generated.js';
export { type EventsOptions, EventsRefused } from './events.js';
export type * from './methods.generated.js';
export { type FetchRequest, fetchTransport, type HttpAnswer, type Transport } from './transport.js';
