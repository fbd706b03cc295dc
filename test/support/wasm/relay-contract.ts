import type { Json } from '../../../src/codec/json-value.js';
import { parseRegId, type RegId, regIdInteger } from '../../../src/codec/regid.js';
import type { InlineTransaction } from '../../../src/tx/types/universal.js';
import { inlineTransactionBytes } from '../../../vm/wasm/abi/inline-transaction.js';
import { CODE_PERMISSION } from '../../../vm/wasm/inline-authorization.js';
import { type Actor, HEIGHT, type ScratchLedger } from '../ledgers/scratch-ledger.js';
import { action, deploy, rawAction } from '../ledgers/universal.js';
import { name } from './memory-host.js';
import { assemble } from './wat.js';

/** The only action of the contract; it ignores all other notifications. */
const RELAY = 'relay';

/*
 * A WebAssembly contract that sends any actions: the data of its action are inline actions,
 * each after its length in 32 bits. What the ledger lets it do, any contract can do.
 */
export const RELAY_CODE = assemble(`(module
  (import "env" "read_action_data" (func $read (param i32 i32) (result i32)))
  (import "env" "send_inline" (func $send (param i32 i32)))
  (memory (export "memory") 16)
  (func (export "apply") (param $receiver i64) (param $contract i64) (param $action i64)
    (local $at i32) (local $end i32)
    (if (i64.ne (local.get $action) (i64.const ${name(RELAY)})) (then (return)))
    (local.set $end (call $read (i32.const 0) (call $read (i32.const 0) (i32.const 0))))
    (block $done (loop $next
      (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
      (call $send (i32.add (local.get $at) (i32.const 4)) (i32.load (local.get $at)))
      (local.set $at (i32.add (local.get $at) (i32.add (i32.const 4) (i32.load (local.get $at)))))
      (br $next)))))`);

/** A deployed relay. */
export interface Relay {
  /** Regid as text. */
  readonly id: string;
  readonly regId: RegId;
  readonly keyId: string;
}

/** Deploys a relay in a block before that of the tests. */
export function deployRelay(ledger: ScratchLedger, owner: Actor, height = HEIGHT - 1): Relay {
  const id = deploy(ledger, owner, RELAY_CODE, height);
  const regId = parseRegId(id)!;
  return { id, regId, keyId: ledger.keyIdAt(regId)! };
}

/** An action by the authority of a contract itself. */
export function byContract(
  ledger: ScratchLedger,
  sender: RegId,
  contract: string,
  actionText: string,
  args: Json,
): InlineTransaction {
  const authorization = [{ account: regIdInteger(sender), permission: CODE_PERMISSION }];
  return { ...action(ledger, contract, actionText, args, []), authorization };
}

/** A call of a relay that makes it send actions; nobody has to authorize it. */
export function relayed({ id }: Pick<Relay, 'id'>, actions: readonly InlineTransaction[]): InlineTransaction {
  return rawAction(id, RELAY, relayData(actions), []);
}

/** The data with which a relay sends actions. */
function relayData(actions: readonly InlineTransaction[]): Buffer {
  return Buffer.concat(
    actions.flatMap(sent => {
      const bytes = inlineTransactionBytes(sent);
      const length = Buffer.alloc(4);
      length.writeUInt32LE(bytes.length);
      return [length, bytes];
    }),
  );
}
