/** A bound on what clients can make the interface do. */
export interface RpcLimit {
  /** What is bounded, for documentation. */
  readonly what: string;
  readonly most: number;
  readonly unit: '' | 'bytes' | 'seconds';
  /** The option that changes it; without one it is fixed. */
  readonly option?: string;
  /** What happens beyond it. */
  readonly beyond: string;
}

const MIB = 1024 * 1024;

/**
 * Every bound of the interface: the only place of the figures. Options have them as defaults, the server enforces
 * them, and the table in docs/running.md is made from them.
 */
export const RPC_LIMITS = {
  connections: {
    what: 'connections in all; never more than half of the files that the process may have open, the rest is for the database',
    most: 2000,
    unit: '',
    option: 'rpcmaxconnections',
    beyond:
      'of the address with the most, the one is closed that is not authenticated and waits longest; an eighth is kept for those. Of authenticated ones, the client with the most gives one: an idle one, or the newest',
  },
  connectionsOfAddress: {
    what: 'connections from one address (for IPv6, from one network of 64 bits)',
    most: 500,
    unit: '',
    option: 'rpcmaxaddressconnections',
    beyond: 'the same among those of the address',
  },
  requestsOfConnection: {
    what: 'requests on one connection that are sent before the first is answered',
    most: 8,
    unit: '',
    beyond: 'status 503',
  },
  requestsOfClient: {
    what: 'requests of a client that are being answered at a time; the others wait, and clients take turns',
    most: 64,
    unit: '',
    beyond: 'they wait, at most as many as `-rpcworkqueue` says; then status 503',
  },
  largeRequestsOfClient: {
    what: 'of those, batches and bodies above 64 KiB',
    most: 8,
    unit: '',
    beyond: 'they wait',
  },
  requestsInAll: {
    what: 'requests of all clients that are being answered at a time',
    most: 512,
    unit: '',
    beyond: 'they wait',
  },
  header: { what: 'headers of a request', most: 8192, unit: 'bytes', beyond: 'status 431' },
  timeout: {
    what: 'time for a request to arrive, for an answer to be read on, and for a connection to be idle',
    most: 30,
    unit: 'seconds',
    option: 'rpcservertimeout',
    beyond: 'status 408, or the connection is closed',
  },
  body: { what: 'body of a request', most: 32 * MIB, unit: 'bytes', beyond: 'status 413' },
  bodies: {
    what: 'bodies above 16 KiB that arrive or wait to be answered; a client has at most half of it',
    most: 64 * MIB,
    unit: 'bytes',
    beyond: 'they are not read until there is room; status 503 where 256 wait already, or too long',
  },
  values: {
    what: 'JSON values in a body, or in a JSON text as a parameter',
    most: 1_000_000,
    unit: '',
    beyond: 'error -32600, or -8',
  },
  waitingCalls: {
    what: 'calls that wait for their turn; a client has at most half of it, and clients take turns',
    most: 1024,
    unit: '',
    option: 'rpcworkqueue',
    beyond:
      'error -32002, status 503 and Retry-After; methods that need no turn are served all the same: getblockcount, help, stop and others',
  },
  waitingForBlocks: {
    what: 'calls of `waitfornewblock` and `waitforconfirmation` that wait',
    most: 128,
    unit: '',
    beyond: 'error -32002, status 503 and Retry-After',
  },
  batchCalls: { what: 'calls of a batch', most: 100_000, unit: '', beyond: 'error -32600, none is executed' },
  batchSeconds: {
    what: 'time after which no more calls of a batch begin',
    most: 60,
    unit: 'seconds',
    beyond: 'the calls that did not begin get error -32005',
  },
  batchAnswers: {
    what: 'answers of a batch, after which no more of its calls begin',
    most: 8 * MIB,
    unit: 'bytes',
    beyond: 'the calls that did not begin get error -32005',
  },
  answer: { what: 'answer to a call', most: 32 * MIB, unit: 'bytes', beyond: 'error -32005' },
  unreadOfClient: {
    what: 'answers that a client has not read yet',
    most: 16 * MIB,
    unit: 'bytes',
    beyond: 'its further requests wait',
  },
  subscription: {
    what: 'message with which a client subscribes to events',
    most: 65_536,
    unit: 'bytes',
    beyond: 'the connection is closed, code 1009',
  },
  subscriptionFilters: {
    what: 'entries of `events` in it',
    most: 1000,
    unit: '',
    beyond: 'the subscription is refused',
  },
  unreadEvents: {
    what: 'events that a subscriber has not read yet',
    most: 65_536,
    unit: 'bytes',
    beyond:
      'nothing more is sent until they are read; after the time of -rpcservertimeout the connection is closed, code 4001',
  },
  unreadAnswers: {
    what: 'answers that clients have not read yet, in all',
    most: 128 * MIB,
    unit: 'bytes',
    beyond: 'the connection whose answer waits longest is closed',
  },
} as const satisfies Readonly<Record<string, RpcLimit>>;

/** The rows of the table of limits: what, how much, and what happens beyond. */
export function rpcLimitRows(): readonly (readonly [what: string, most: string, beyond: string])[] {
  return Object.values<RpcLimit>(RPC_LIMITS).map(({ what, most, unit, option, beyond }) => {
    const figure =
      unit === 'bytes' && most >= MIB
        ? `${most / MIB} MiB`
        : `${most.toLocaleString('en-US')} ${unit}`.trim();
    return [what, option === undefined ? figure : `${figure} (\`-${option}\`)`, beyond];
  });
}
