import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { chainDigest, INITIAL_DIGEST } from '../../../src/state/digest.js';
import { CONTRACT_DATA } from '../../../src/state/tables/contracts.js';
import { TransactionRejected } from '../../../src/tx/reject.js';
import type { Universal } from '../../../src/tx/types/universal.js';
import { storageKey } from '../../../vm/universal/storage-key.js';
import { type AbiDefinition, encodeAbi } from '../../../vm/wasm/abi/definition.js';
import { inlineTransactionBytes } from '../../../vm/wasm/abi/inline-transaction.js';
import { EXCEPTION_CODES, type ExceptionName } from '../../../vm/wasm/exception.js';
import { ALICE, HEIGHT, ScratchLedger } from '../../support/ledgers/scratch-ledger.js';
import {
  AMPLE_FEE,
  action,
  deploy,
  integerOf,
  rawAction,
  setcodeData,
  universalTx,
} from '../../support/ledgers/universal.js';
import { name } from '../../support/wasm/memory-host.js';
import { rawModule, repeated } from '../../support/wasm/raw-module.js';
import { assemble } from '../../support/wasm/wat.js';

/*
 * What hostile modules and calls do to a block: they are refused within bounded time, each with an
 * error of its own, and the block is afterwards the one that it would be without them.
 */

const hostile = suite('hostile contracts in a block');
const NOTHING = Buffer.alloc(0);
/** Far more than any of them needs on a slow machine, and far less than a run without bound. */
const PATIENCE_MS = 30_000;
const DEPLOYED_AT = HEIGHT + 1;
/** Where a contract that is deployed first in a test stands. */
const SELF = `${DEPLOYED_AT}-1`;

const contract = (instructions: string, rest = ''): Buffer =>
  assemble(`(module ${rest} (func $apply (export "apply") (param i64 i64 i64) ${instructions}))`);

const dataText = (bytes: Uint8Array): string =>
  [...bytes].map(byte => `\\${byte.toString(16).padStart(2, '0')}`).join('');

/** A contract that sends itself the action that it got, so many times. */
function sendsItself(times: number): Buffer {
  const inline = { contract: integerOf(SELF), action: name('run'), authorization: [], data: NOTHING };
  const bytes = inlineTransactionBytes(inline);
  return contract(
    `(local $i i32) (local.set $i (i32.const ${times}))
     (loop (call $send (i32.const 0) (i32.const ${bytes.length})) (br_if 0 (local.tee $i (i32.sub (local.get $i) (i32.const 1)))))`,
    `(import "env" "send_inline" (func $send (param i32 i32))) (memory 1) (data (i32.const 0) "${dataText(bytes)}")`,
  );
}

/** Called, each of them ends with this exception and a message of its own. */
const CALLED: readonly [
  what: string,
  code: () => Buffer,
  exception: ExceptionName,
  message: RegExp,
  fees?: bigint,
][] = [
  [
    'an endless loop',
    () => contract('(loop (br 0))'),
    'wasm_timeout_exception',
    /out of fuel: more than the \d+ steps/,
  ],
  [
    'a start function without end',
    () => contract('', '(func $s (loop (br 0))) (start $s)'),
    'wasm_timeout_exception',
    /out of fuel/,
  ],
  [
    'endless recursion',
    () => contract('(call $f)', '(func $f (call $f))'),
    'wasm_execution_error',
    /out of stack/,
  ],
  [
    'a bomb of memory.grow',
    () =>
      contract(
        '(loop (if (i32.eq (memory.grow (i32.const 16)) (i32.const -1)) (then unreachable)) (br 0))',
        '(memory 1)',
      ),
    'wasm_memory_exception',
    /out of memory/,
  ],
  [
    'an address outside memory in a host call',
    () =>
      contract(
        '(drop (call $store (i64.const 0) (i32.const 65530) (i32.const 8) (i32.const 0) (i32.const 8)))',
        '(import "env" "db_store" (func $store (param i64 i32 i32 i32 i32) (result i32))) (memory 1)',
      ),
    'wasm_memory_exception',
    /access violation/,
  ],
  [
    'a trap after a row was written',
    () =>
      contract(
        '(drop (call $store (i64.const 0) (i32.const 0) (i32.const 8) (i32.const 0) (i32.const 8))) unreachable',
        '(import "env" "db_store" (func $store (param i64 i32 i32 i32 i32) (result i32))) (memory 1)',
      ),
    'wasm_execution_error',
    /trap: unreachable/,
  ],
  ['actions nested four deep', () => sendsItself(1), 'transaction_exception', /nest|deep/],
  [
    'ten thousand queued actions',
    () => sendsItself(10_000),
    'fee_exhausted_exception',
    /fee|fuel/,
    1_000_000n,
  ],
];

const CYCLE: AbiDefinition = {
  version: 'wasm::abi/1.0',
  types: [],
  structs: [
    { name: 'a', base: 'b', fields: [] },
    { name: 'b', base: 'a', fields: [] },
  ],
  actions: [],
  tables: [],
  ricardian_clauses: [],
};
const ALIASES: AbiDefinition = {
  ...CYCLE,
  structs: [],
  types: [
    { new_type_name: 'a', type: 'b' },
    { new_type_name: 'b', type: 'a' },
  ],
};

/** Each of them cannot be deployed. */
const DEPLOYED: readonly [what: string, data: () => Buffer, exception: ExceptionName, message: RegExp][] = [
  [
    'a huge table',
    () => setcodeData(contract('', '(table 10000000 funcref)'), ALICE),
    'code_parse_exception',
    /table/,
  ],
  [
    'a body of a megabyte',
    () => setcodeData(rawModule(repeated(333_333, 0x41, 0x01, 0x1a)), ALICE),
    'code_parse_exception',
    /body/,
  ],
  [
    'an unknown import',
    () => setcodeData(contract('', '(import "env" "launch" (func))'), ALICE),
    'code_parse_exception',
    /"launch" is not a function of this node/,
  ],
  [
    'structs that are the base of each other',
    () => setcodeData(contract(''), ALICE, { abi: encodeAbi(CYCLE) }),
    'abi_circular_def_exception',
    /the struct "a" contains itself/,
  ],
  [
    'types that stand for each other',
    () => setcodeData(contract(''), ALICE, { abi: encodeAbi(ALIASES) }),
    'invalid_type_inside_abi',
    /"b"/,
  ],
  [
    'an ABI whose count of types says 4 billion',
    () =>
      setcodeData(contract(''), ALICE, {
        abi: Buffer.concat([Buffer.from([0]), Buffer.from('ffffffff0f', 'hex')]),
      }),
    'wasm_assert_exception',
    /out of bounds/,
  ],
  [
    'code whose length says 4 billion',
    () => Buffer.concat([Buffer.alloc(17), Buffer.from('ffffffff0f', 'hex')]),
    'wasm_assert_exception',
    /out of bounds/,
  ],
];

/**
 * Refuses a transaction in the middle of a block.
 * @returns the reason
 */
function refusedInBlock(ledger: ScratchLedger, tx: Universal): string {
  const transfer = universalTx(ALICE, [
    action(ledger, '0-800', 'transfer', ['0-13', '0-14', '1.00000000 WICC', ''], [ALICE]),
  ]);
  const block = ledger.begin(DEPLOYED_AT + 1);
  const digest = (): string => chainDigest(INITIAL_DIGEST, 1, block.state.changes()).toString('hex');
  try {
    block.execute(ledger.prepare(transfer));
    const before = digest();
    const started = performance.now();
    let reason = '';
    try {
      block.execute(ledger.prepare(tx));
    } catch (error) {
      if (!(error instanceof TransactionRejected)) throw error;
      reason = error.reason;
    }
    assert.ok(performance.now() - started < PATIENCE_MS, 'bounded time');
    assert.is.not(reason, '', 'the transaction is refused');
    assert.is(digest(), before, 'digest of the block');
    return reason;
  } finally {
    block.state.discard();
  }
}

function assertRefusal(reason: string, exception: ExceptionName, message: RegExp): void {
  assert.match(reason, new RegExp(`^\\n\\(${EXCEPTION_CODES[exception]}\\) ${exception}\\n`));
  assert.match(reason, message);
}

for (const [what, code, exception, message, fees = AMPLE_FEE] of CALLED) {
  hostile(`${what} ends with ${exception}, and the block is as without it`, () => {
    const ledger = new ScratchLedger();
    const regId = deploy(ledger, ALICE, code(), DEPLOYED_AT);
    assert.is(regId, SELF);
    const reason = refusedInBlock(
      ledger,
      universalTx(ALICE, [rawAction(regId, 'run', NOTHING, [])], { fees }),
    );
    assertRefusal(reason, exception, message);
  });
}

for (const [what, data, exception, message] of DEPLOYED) {
  hostile(`${what} cannot be deployed: ${exception}, and the block is as without it`, () => {
    const ledger = new ScratchLedger();
    const setcode = rawAction('0-100', 'setcode', data(), [ALICE]);
    assertRefusal(refusedInBlock(ledger, universalTx(ALICE, [setcode])), exception, message);
  });
}

hostile('action data that says it is larger than it is, is refused before anything is made of it', () => {
  const ledger = new ScratchLedger();
  const head = Buffer.alloc(32);
  head.writeBigUInt64LE(integerOf('0-13'), 0);
  head.writeBigUInt64LE(integerOf('0-14'), 8);
  const data = Buffer.concat([head, Buffer.from('ffffffff0f', 'hex')]);
  const reason = refusedInBlock(ledger, universalTx(ALICE, [rawAction('0-800', 'transfer', data, [ALICE])]));
  assertRefusal(reason, 'wasm_assert_exception', /out of bounds/);
});

hostile('a NaN reaches the state with one bit pattern, however it was computed', () => {
  const ledger = new ScratchLedger();
  const nans = [
    '(f64.div (f64.const 0) (f64.const 0))',
    '(f64.sqrt (f64.const -1))',
    '(f64.add (f64.const nan:0x4000000000001) (f64.const 1))',
    '(f64.sub (f64.const inf) (f64.const inf))',
  ];
  const stored = nans.map((nan, i) => `(f64.store (i32.const ${8 * (i + 1)}) ${nan})`).join(' ');
  const code = contract(
    `${stored} (drop (call $store (i64.const 0) (i32.const 0) (i32.const 8) (i32.const 8) (i32.const ${8 * nans.length})))`,
    '(import "env" "db_store" (func $store (param i64 i32 i32 i32 i32) (result i32))) (memory 1)',
  );
  const regId = deploy(ledger, ALICE, code, DEPLOYED_AT);
  ledger.execute(universalTx(ALICE, [rawAction(regId, 'run', NOTHING, [])]), DEPLOYED_AT + 1);
  const at = { height: DEPLOYED_AT, index: 1 };
  const row = ledger.state.get(CONTRACT_DATA, [at, storageKey(at, Buffer.alloc(8))]);
  assert.is(Buffer.from(row!).toString('hex'), '000000000000f87f'.repeat(nans.length));
});

hostile.run();
