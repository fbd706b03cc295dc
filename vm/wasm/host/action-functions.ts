import { regIdIntegerText } from '../../../src/codec/regid.js';
import { readInlineTransaction } from '../abi/inline-transaction.js';
import { StreamReader } from '../abi/stream.js';
import { ContractException } from '../exception.js';
import { checkInlineAuthorization } from '../inline-authorization.js';
import type { HostCall } from './host-call.js';
import { alias, hostFunction, STATE_STEPS, textOf, writeOutput } from './host-function.js';

/*
 * The action itself: its data, who has authorized it, whom it notifies, what it queues next (spec
 * 04 §12.1).
 */

/** Receivers of one action, its contract included (spec 04 §2). */
export const MAX_RECIPIENTS = 16;

const actionDataSize = hostFunction(
  'action_data_size',
  { parameters: [], result: 'i32' },
  call => call.input.data.length,
);

const readActionData = hostFunction(
  'read_action_data',
  { parameters: ['output'], result: 'i32' },
  (call, output) => writeOutput(call, output, call.input.data),
);

const currentReceiver = hostFunction(
  'current_receiver',
  { parameters: [], result: 'i64' },
  call => call.input.receiver,
);

function requireAuthority(call: HostCall, account: bigint): void {
  if (call.authority.includes(account)) return;
  throw new ContractException(
    'missing_auth_exception',
    `missing authority of ${regIdIntegerText(account)}`,
    'wasm/host/require_auth',
  );
}

const requireAuth = hostFunction('require_auth', { parameters: ['u64'] }, requireAuthority);

/** The permission is ignored (spec 04 O8). */
const requireAuth2 = hostFunction('require_auth2', { parameters: ['u64', 'u64'] }, requireAuthority);

const hasAuth = hostFunction('has_auth', { parameters: ['u64'], result: 'i32' }, (call, account) =>
  call.authority.includes(account) ? 1 : 0,
);

const isAccount = hostFunction(
  'is_account',
  { parameters: ['u64'], result: 'i32', steps: STATE_STEPS },
  (call, account) => (call.host.isAccount(account) ? 1 : 0),
);

const notifyRecipient = hostFunction(
  'notify_recipient',
  { parameters: ['u64'], steps: STATE_STEPS },
  (call, account) => {
    const { host } = call;
    if (!host.isAccount(account)) {
      throw new ContractException(
        'account_access_exception',
        `the recipient ${regIdIntegerText(account)} does not exist`,
        'wasm/host/notify_recipient',
      );
    }
    if (host.recipients.includes(account)) return;
    if (host.recipients.length >= MAX_RECIPIENTS) {
      throw new ContractException(
        'recipients_size_exceeds_exception',
        `an action has at most ${MAX_RECIPIENTS} recipients`,
        'wasm/host/notify_recipient',
      );
    }
    host.addRecipient(account);
  },
);

/** An entry of an authorization list takes 16 bytes to give, and much more to read and to look up. */
const SEND_INLINE = { parameters: ['input'], steps: 1000, stepsPerByte: 4 } as const;

const sendInline = hostFunction('send_inline', SEND_INLINE, (call, bytes) => {
  const action = readInlineTransaction(new StreamReader(bytes));
  checkInlineAuthorization(action, call.input.receiver, call.authority);
  call.host.queueInline(action);
});

/** Two texts are decoded, and the value is kept. Only queries take these steps. */
const EMIT_RESULT = { parameters: ['input', 'input', 'input'], steps: 2500, stepsPerByte: 16 } as const;

const emitResult = hostFunction('emit_result', EMIT_RESULT, (call, name, type, value) => {
  const { emitResult: emit } = call.host;
  if (emit === undefined) {
    throw new ContractException(
      'contract_exception',
      'emit_result answers a query (wasm_getresult), not a transaction',
      'wasm/host/emit_result',
    );
  }
  emit({ name: textOf(name), type: textOf(type), value: Buffer.from(value) });
});

/** All functions of this area, with the names of older compilers (spec 04 §12.6). */
export const ACTION_FUNCTIONS = [
  actionDataSize,
  readActionData,
  currentReceiver,
  requireAuth,
  requireAuth2,
  hasAuth,
  isAccount,
  notifyRecipient,
  alias('require_recipient', notifyRecipient),
  sendInline,
  emitResult,
];
