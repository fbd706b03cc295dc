import { OWNER_PERMISSION } from '../../../vm/wasm/inline-authorization.js';
import { name } from './memory-host.js';
import { assemble } from './wat.js';

/*
 * A token in text form, as the compilers of spec 04 §14.3 left theirs: memory that is not exported,
 * `require_recipient`, rows under the keys `stat ‖ symbol ‖ symbol` and `accounts ‖ owner ‖ symbol`.
 */

const MESSAGES = {
  exists: 'token with symbol already exists',
  missing: 'token with symbol does not exist',
  amount: 'must be a positive quantity',
  supply: 'quantity exceeds available supply',
  overdrawn: 'overdrawn balance',
  self: 'cannot transfer to self',
  account: 'to account does not exist',
  action: 'no such action',
} as const;
const MESSAGE_BYTES = 64;
const MESSAGES_AT = 8192;
const messageAt = new Map(Object.keys(MESSAGES).map((id, i) => [id, MESSAGES_AT + i * MESSAGE_BYTES]));

/** Arguments; the keys and rows of the token and of a balance; the action that `issue` sends. */
const [ARGS, STAT_KEY, STAT, ACCOUNT_KEY, BALANCE, INLINE] = [0, 1024, 1088, 1152, 1216, 1280];

const text = (id: keyof typeof MESSAGES): string => `(i32.const ${messageAt.get(id)})`;
const check = (condition: string, id: keyof typeof MESSAGES): string =>
  `(call $check ${condition} ${text(id)})`;
const at = (place: number): string => `(i32.const ${place})`;
const load = (place: number): string => `(i64.load ${at(place)})`;
const store = (place: number, value: string): string => `(i64.store ${at(place)} ${value})`;
const integer = (value: bigint): string => `(i64.const ${BigInt.asIntN(64, value)})`;
const literal = (word: string): string => integer(name(word));

/** The key of a row of the token of the symbol at a place; the row is read, and its size is the result. */
const readStat = (symbolAt: number): string => `(call $stat ${load(symbolAt)})`;

/** create: maximum_supply, issuer */
const CREATE = `
  (call $auth (global.get $creator))
  ${check(`(i32.eqz ${readStat(ARGS + 8)})`, 'exists')}
  ${check(`(i64.gt_s ${load(ARGS)} (i64.const 0))`, 'amount')}
  ${store(STAT, '(i64.const 0)')} ${store(STAT + 8, load(ARGS + 8))}
  ${store(STAT + 16, load(ARGS))} ${store(STAT + 24, load(ARGS + 8))} ${store(STAT + 32, load(ARGS + 16))}
  (drop (call $put (i64.const 0) ${at(STAT_KEY)} (i32.const 24) ${at(STAT)} (i32.const 40)))`;

/** issue: to, quantity; what is not for the issuer goes on by an action of this contract */
const ISSUE = `
  ${check(readStat(ARGS + 16), 'missing')}
  (call $auth ${load(STAT + 32)})
  ${check(`(i64.gt_s ${load(ARGS + 8)} (i64.const 0))`, 'amount')}
  ${check(`(i64.le_s ${load(ARGS + 8)} (i64.sub ${load(STAT + 16)} ${load(STAT)}))`, 'supply')}
  ${store(STAT, `(i64.add ${load(STAT)} ${load(ARGS + 8)})`)}
  (drop (call $replace (i64.const 0) ${at(STAT_KEY)} (i32.const 24) ${at(STAT)} (i32.const 40)))
  (call $change ${load(STAT + 32)} ${load(ARGS + 8)} ${load(ARGS + 16)})
  (if (i64.ne ${load(ARGS)} ${load(STAT + 32)}) (then
    ${store(INLINE, '(call $receiver)')} ${store(INLINE + 8, literal('transfer'))} (i32.store8 ${at(INLINE + 16)} (i32.const 1))
    ${store(INLINE + 17, load(STAT + 32))} ${store(INLINE + 25, integer(OWNER_PERMISSION))} (i32.store8 ${at(INLINE + 33)} (i32.const 32))
    ${store(INLINE + 34, load(STAT + 32))} (drop (call $memcpy ${at(INLINE + 42)} ${at(ARGS)} (i32.const 24)))
    (call $send ${at(INLINE)} (i32.const 66))))`;

/** transfer: from, to, quantity */
const TRANSFER = `
  (call $auth ${load(ARGS)})
  ${check(`(i64.ne ${load(ARGS)} ${load(ARGS + 8)})`, 'self')}
  ${check(`(call $exists ${load(ARGS + 8)})`, 'account')}
  ${check(readStat(ARGS + 24), 'missing')}
  (call $tell ${load(ARGS)}) (call $tell ${load(ARGS + 8)})
  ${check(`(i64.gt_s ${load(ARGS + 16)} (i64.const 0))`, 'amount')}
  (call $change ${load(ARGS)} (i64.sub (i64.const 0) ${load(ARGS + 16)}) ${load(ARGS + 24)})
  (call $change ${load(ARGS + 8)} ${load(ARGS + 16)} ${load(ARGS + 24)})`;

const ACTIONS = { create: CREATE, issue: ISSUE, transfer: TRANSFER };

/**
 * The module.
 * @param creator - the account, in integer form, that may create tokens
 */
export function textToken(creator: bigint): Buffer {
  const messages = Object.entries(MESSAGES).map(
    ([id, message]) => `(data ${at(messageAt.get(id)!)} "${message}\\00")`,
  );
  const dispatch = Object.entries(ACTIONS).map(
    ([action, body]) => `(if (i64.eq (local.get $action) ${literal(action)}) (then ${body} (return)))`,
  );
  return assemble(`(module
    (import "env" "wasm_assert" (func $check (param i32 i32)))
    (import "env" "require_auth" (func $auth (param i64)))
    (import "env" "require_recipient" (func $tell (param i64)))
    (import "env" "is_account" (func $exists (param i64) (result i32)))
    (import "env" "current_receiver" (func $receiver (result i64)))
    (import "env" "action_data_size" (func $size (result i32)))
    (import "env" "read_action_data" (func $read (param i32 i32) (result i32)))
    (import "env" "memcpy" (func $memcpy (param i32 i32 i32) (result i32)))
    (import "env" "send_inline" (func $send (param i32 i32)))
    (import "env" "db_store" (func $put (param i64 i32 i32 i32 i32) (result i32)))
    (import "env" "db_update" (func $replace (param i64 i32 i32 i32 i32) (result i32)))
    (import "env" "db_get" (func $get (param i32 i32 i32 i32) (result i32)))
    (memory 1) (global $creator i64 ${integer(creator)})
    ${messages.join(' ')}
    (func $stat (param $symbol i64) (result i32)
      ${store(STAT_KEY, literal('stat'))}
      ${store(STAT_KEY + 8, '(i64.shr_u (local.get $symbol) (i64.const 8))')}
      ${store(STAT_KEY + 16, '(i64.shr_u (local.get $symbol) (i64.const 8))')}
      (call $get ${at(STAT_KEY)} (i32.const 24) ${at(STAT)} (i32.const 40)))
    (func $change (param $owner i64) (param $amount i64) (param $symbol i64)
      ${store(ACCOUNT_KEY, literal('accounts'))} ${store(ACCOUNT_KEY + 8, '(local.get $owner)')}
      ${store(ACCOUNT_KEY + 16, '(i64.shr_u (local.get $symbol) (i64.const 8))')}
      ${store(BALANCE, '(i64.const 0)')}
      (drop (call $get ${at(ACCOUNT_KEY)} (i32.const 24) ${at(BALANCE)} (i32.const 16)))
      ${store(BALANCE, `(i64.add ${load(BALANCE)} (local.get $amount))`)} ${store(BALANCE + 8, '(local.get $symbol)')}
      ${check(`(i64.ge_s ${load(BALANCE)} (i64.const 0))`, 'overdrawn')}
      (drop (call $put (i64.const 0) ${at(ACCOUNT_KEY)} (i32.const 24) ${at(BALANCE)} (i32.const 16))))
    (func (export "apply") (param $receiver i64) (param $contract i64) (param $action i64)
      (if (i64.ne (local.get $receiver) (local.get $contract)) (then (return)))
      (drop (call $read ${at(ARGS)} (call $size)))
      ${dispatch.join('\n')}
      (call $check (i32.const 0) ${text('action')})))`);
}
