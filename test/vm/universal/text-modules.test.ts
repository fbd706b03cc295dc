import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { JsonObject } from '../../../src/codec/json-value.js';
import { CONTRACT_DATA } from '../../../src/state/tables/contracts.js';
import { storageKey } from '../../../vm/universal/storage-key.js';
import { StreamWriter } from '../../../vm/wasm/abi/stream.js';
import { parseSymbol } from '../../../vm/wasm/abi/symbol.js';
import { EXCEPTION_CODES, type ExceptionName } from '../../../vm/wasm/exception.js';
import {
  type Actor,
  ALICE,
  BOB,
  CAROL,
  HEIGHT,
  ScratchLedger,
} from '../../support/ledgers/scratch-ledger.js';
import {
  actorInteger,
  deploy,
  integerOf,
  rawAction,
  regIdOfActor,
  universalTx,
} from '../../support/ledgers/universal.js';
import { name } from '../../support/wasm/memory-host.js';
import { textToken } from '../../support/wasm/text-token.js';
import { assemble } from '../../support/wasm/wat.js';

/*
 * What `token` and `test_api` of spec 04 §14.3 do with accounts, rows and other contracts, by modules
 * in text form, through a ledger. What they print and how they fail alone is in old-modules.test.ts.
 */

const token = suite('modules in text form');
const BTC = parseSymbol('4,BTC');
const DEPLOYED_AT = HEIGHT + 1;

class Token {
  readonly ledger = new ScratchLedger();
  readonly regId = deploy(this.ledger, ALICE, textToken(actorInteger(ALICE)), DEPLOYED_AT);

  /** A call with arguments of eight bytes each. */
  tx(action: string, args: readonly bigint[], signer: Actor) {
    const writer = new StreamWriter();
    for (const arg of args) writer.u64(arg);
    return universalTx(signer, [rawAction(this.regId, action, writer.finish(), [signer])]);
  }

  run(action: string, args: readonly bigint[], signer: Actor): JsonObject {
    const { trace } = this.ledger.execute(this.tx(action, args, signer), DEPLOYED_AT + 1);
    return ((trace as JsonObject).traces as JsonObject[])[0]!;
  }

  refuse(
    action: string,
    args: readonly bigint[],
    signer: Actor,
    exception: ExceptionName,
    message: RegExp,
  ): void {
    const { reason } = this.ledger.rejection(this.tx(action, args, signer), DEPLOYED_AT + 1);
    assert.match(reason, new RegExp(`^\\n\\(${EXCEPTION_CODES[exception]}\\) ${exception}\\n`));
    assert.match(reason, message);
  }

  /** A row in hex, by the parts of its key. */
  row(...key: bigint[]): string {
    const writer = new StreamWriter();
    for (const part of key) writer.u64(part);
    const at = { height: DEPLOYED_AT, index: 1 };
    return Buffer.from(
      this.ledger.state.get(CONTRACT_DATA, [at, storageKey(at, writer.finish())]) ?? '',
    ).toString('hex');
  }

  balance(of: Actor): bigint {
    const row = Buffer.from(this.row(name('accounts'), actorInteger(of), BTC >> 8n), 'hex');
    return row.length === 0 ? 0n : row.readBigInt64LE(0);
  }
}

const MAXIMUM = 1_000_000_000_000n;
const create = [MAXIMUM, BTC, actorInteger(ALICE)];
const issue = (to: Actor, amount: bigint): bigint[] => [actorInteger(to), amount, BTC];
const transfer = (from: Actor, to: Actor, amount: bigint): bigint[] => [
  actorInteger(from),
  actorInteger(to),
  amount,
  BTC,
];

token('create, and create again', () => {
  const chain = new Token();
  chain.run('create', create, ALICE);
  chain.refuse('create', create, ALICE, 'wasm_assert_exception', /token with symbol already exists/);
  chain.refuse('create', create, BOB, 'missing_auth_exception', /0-13/);
});

token('issue to another account queues one transfer under the authority of the issuer', () => {
  const chain = new Token();
  chain.run('create', create, ALICE);
  const { inline_traces } = chain.run('issue', issue(BOB, 1_000_000n), ALICE);
  const [inline, ...told] = inline_traces as JsonObject[];
  assert.equal(
    { ...((inline!.trx as JsonObject).authorization as JsonObject[])[0] },
    { account: regIdOfActor(ALICE), permission: 'wasmio_owner' },
  );
  assert.is((inline!.trx as JsonObject).action, 'transfer');
  assert.is(told.length, 0);
  assert.equal(
    (inline!.inline_traces as JsonObject[]).map(({ receiver }) => receiver),
    [regIdOfActor(ALICE), regIdOfActor(BOB)],
  );
  assert.equal([chain.balance(ALICE), chain.balance(BOB)], [0n, 1_000_000n]);
  chain.refuse('issue', issue(BOB, 1n), BOB, 'missing_auth_exception', /0-13/);
  chain.refuse('issue', issue(BOB, MAXIMUM), ALICE, 'wasm_assert_exception', /exceeds available supply/);
});

token('transfer, over the balance, and without authority', () => {
  const chain = new Token();
  chain.run('create', create, ALICE);
  chain.run('issue', issue(ALICE, 1_000_000n), ALICE);
  chain.run('transfer', transfer(ALICE, CAROL, 10_000n), ALICE);
  assert.equal([chain.balance(ALICE), chain.balance(CAROL)], [990_000n, 10_000n]);
  chain.refuse(
    'transfer',
    transfer(CAROL, BOB, 10_001n),
    CAROL,
    'wasm_assert_exception',
    /overdrawn balance/,
  );
  chain.refuse('transfer', transfer(ALICE, BOB, 1n), BOB, 'missing_auth_exception', /0-13/);
  chain.refuse(
    'transfer',
    transfer(ALICE, ALICE, 1n),
    ALICE,
    'wasm_assert_exception',
    /cannot transfer to self/,
  );
  const nobody = [actorInteger(ALICE), 99n << 20n, 1n, BTC];
  chain.refuse('transfer', nobody, ALICE, 'wasm_assert_exception', /to account does not exist/);
});

token('its rows have the keys and values of §14.3', () => {
  const chain = new Token();
  chain.run('create', create, ALICE);
  chain.run('issue', issue(ALICE, 1_000_000n), ALICE);
  const creator = Buffer.alloc(8);
  creator.writeBigUInt64LE(actorInteger(ALICE));
  assert.is(
    chain.row(name('stat'), BTC >> 8n, BTC >> 8n),
    `40420f000000000004425443000000000010a5d4e80000000442544300000000${creator.toString('hex')}`,
  );
  assert.is(chain.row(name('accounts'), actorInteger(ALICE), BTC >> 8n), '40420f00000000000442544300000000');
});

/**
 * When it is called, it notifies one account, twice, and itself; when it is notified of an action, it
 * fails for a contract that it does not know.
 *
 * @param tells - who is notified
 * @param accepts - of whose actions it can be notified
 */
function notifying(tells: bigint, accepts: bigint): Buffer {
  return assemble(`(module
    (import "env" "require_recipient" (func $tell (param i64)))
    (import "env" "wasm_assert" (func $check (param i32 i32)))
    (memory 1) (data (i32.const 0) "Should've failed\\00")
    (func (export "apply") (param $receiver i64) (param $contract i64) (param $action i64)
      (if (i64.eq (local.get $receiver) (local.get $contract))
        (then
          (call $tell (i64.const ${tells})) (call $tell (i64.const ${tells})) (call $tell (local.get $receiver)))
        (else (call $check (i64.eq (local.get $contract) (i64.const ${accepts})) (i32.const 0))))))`);
}

token('require_notice_tests: both contracts run, and nobody is told twice', () => {
  const ledger = new ScratchLedger();
  const [first, second] = [`${DEPLOYED_AT}-1`, `${DEPLOYED_AT + 1}-1`];
  deploy(ledger, ALICE, notifying(integerOf(second), 0n), DEPLOYED_AT);
  assert.is(deploy(ledger, ALICE, notifying(0n, integerOf(first)), DEPLOYED_AT + 1), second);
  const call = universalTx(ALICE, [rawAction(first, 'run', Buffer.alloc(0), [ALICE])]);
  const { trace } = ledger.execute(call, DEPLOYED_AT + 2);
  const [root] = (trace as JsonObject).traces as JsonObject[];
  assert.is(root!.receiver, first);
  assert.equal(
    (root!.inline_traces as JsonObject[]).map(({ receiver }) => receiver),
    [second],
  );
});

token('require_notice: a contract that objects to what it is told ends the transaction', () => {
  const ledger = new ScratchLedger();
  const [first, second] = [`${DEPLOYED_AT}-1`, `${DEPLOYED_AT + 1}-1`];
  deploy(ledger, ALICE, notifying(integerOf(second), 0n), DEPLOYED_AT);
  deploy(ledger, ALICE, notifying(0n, 0n), DEPLOYED_AT + 1);
  const call = universalTx(ALICE, [rawAction(first, 'run', Buffer.alloc(0), [ALICE])]);
  const { reason } = ledger.rejection(call, DEPLOYED_AT + 2);
  assert.match(reason, /^\n\(3050012\) wasm_assert_exception\n/);
  assert.match(reason, /Should've failed/);
});

token.run();
