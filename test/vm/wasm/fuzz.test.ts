import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { TransactionRejected } from '../../../src/tx/reject.js';
import type { InlineTransaction } from '../../../src/tx/types/universal.js';
import { type AbiDefinition, decodeAbi, encodeAbi } from '../../../vm/wasm/abi/definition.js';
import { packValue } from '../../../vm/wasm/abi/pack.js';
import { AbiSchema } from '../../../vm/wasm/abi/schema.js';
import { unpackValue } from '../../../vm/wasm/abi/unpack.js';
import { WasmEngine } from '../../../vm/wasm/engine.js';
import { ContractException } from '../../../vm/wasm/exception.js';
import { loadAssetContract } from '../../../vm/wasm/system/asset-contract.js';
import { WorkMeter } from '../../../vm/work.js';
import { ALICE, BOB, ScratchLedger } from '../../support/ledgers/scratch-ledger.js';
import { action, rawAction, setcodeData, universalTx } from '../../support/ledgers/universal.js';
import { fuzzedBytes } from '../../support/random/fuzzed-bytes.js';
import { runInputs } from '../../support/random/resumable-run.js';
import { scaled } from '../../support/random/scale.js';
import type { SeededRandom } from '../../support/random/seeded-random.js';
import { executeOn, MemoryHost } from '../../support/wasm/memory-host.js';
import { deployRelay, RELAY_CODE, relayed } from '../../support/wasm/relay-contract.js';
import { textToken } from '../../support/wasm/text-token.js';
import { assemble } from '../../support/wasm/wat.js';

/*
 * Modules, ABIs and trees of actions with bytes that are wrong. Whatever they are, they end with an exception
 * of contracts or take effect: nothing else is thrown, the same input has the same outcome again, and memory
 * stays bounded. A million inputs each with SCALE=long; see docs/security.md for going on with a run.
 */

const test = suite('fuzzed contracts');
const INPUTS = scaled(1500, 1_000_000);
const STEPS = 2_000_000;
/** Memory that a run may take beside what the process had, in bytes: 512 MiB. */
const MEMORY = 512 * 1024 * 1024;

const MODULES = [
  RELAY_CODE,
  textToken(5n),
  loadAssetContract().code.bytes,
  assemble(`(module (import "env" "__trunctfdf2" (func $t (param i64 i64) (result f64))) (import "env" "abort" (func $abort))
    (import "env" "db_store" (func $store (param i64 i32 i32 i32 i32) (result i32))) (table 4 funcref) (elem (i32.const 0) $f $t $abort)
    (memory 2) (data (i32.const 3) "data") (global $g (mut f64) (f64.const 1)) (start $s)
    (func $s (global.set $g (f64.const 2))) (func $f (param i32) (result i32) (local i64 f32)
      (block (loop (br_if 1 (i32.eqz (local.get 0))) (br_table 0 1 (i32.const 1)))) (i32.trunc_sat_f64_s (f64.sqrt (global.get $g))))
    (func (export "apply") (param i64 i64 i64) (drop (call_indirect (param i32) (result i32) (i32.const 1) (i32.const 0)))
      (drop (memory.grow (i32.const 1))) (drop (call $store (i64.const 0) (i32.const 0) (i32.const 4) (i32.const 0) (i32.const 9)))))`),
].map(bytes => Buffer.from(bytes));

const engine = new WasmEngine({ cacheBytes: 4 * 1024 * 1024 });

/** What running something comes to, as text. @throws whatever is no exception of contracts */
function outcomeOf(run: () => unknown): string {
  try {
    return `took effect: ${String(run())}`;
  } catch (error) {
    if (error instanceof ContractException) return `${error.exception}: ${error.message}`;
    if (error instanceof TransactionRejected) return error.reason;
    throw error;
  }
}

function pick<T>(items: readonly T[], random: SeededRandom): T {
  return items[random.integer(0, items.length - 1)]!;
}

function requireMemory(before: number): void {
  const { rss } = process.memoryUsage();
  assert.ok(rss - before < MEMORY, `${Math.round((rss - before) / 2 ** 20)} MiB more than at the start`);
}

test('modules end with an exception or a result, the same each time', () => {
  const before = process.memoryUsage().rss;
  let accepted = 0;
  runInputs('modules', INPUTS, (random, number) => {
    const code = fuzzedBytes(pick(MODULES, random), random);
    const run = (): string =>
      outcomeOf(() => {
        engine.deploy(code, encodeAbi(EMPTY));
        accepted++;
        return executeOn(engine, { code, host: new MemoryHost(), data: Buffer.alloc(16), stepLimit: STEPS })
          .steps;
      });
    const first = run();
    // Twice as long for a few, so that the outcome is known to depend on nothing but the input.
    if (number % 16 === 0) assert.is(run(), first);
    if (number % 1000 === 0) requireMemory(before);
  });
  requireMemory(before);
  assert.ok(accepted > INPUTS / 300, `${accepted} of ${INPUTS} modules were accepted`);
});

const nothing = { types: [], structs: [], actions: [], tables: [], ricardian_clauses: [] };
const EMPTY: AbiDefinition = { version: 'wasm::abi/1.1', ...nothing };
const ABIS = [
  encodeAbi(loadAssetContract().abi),
  encodeAbi({
    ...EMPTY,
    types: [
      { new_type_name: 'names', type: 'name[]' },
      { new_type_name: 'more', type: 'names[]' },
    ],
    structs: [
      {
        name: 'base',
        base: '',
        fields: [
          { name: 'a', type: 'uint8' },
          { name: 'b', type: 'string?' },
        ],
      },
      {
        name: 'run',
        base: 'base',
        fields: [
          { name: 'c', type: 'base[]' },
          { name: 'd', type: 'more' },
          { name: 'e', type: 'asset' },
        ],
      },
    ],
    actions: [{ name: 'run', type: 'run', ricardian_contract: '' }],
    tables: [{ name: 'rows', type: 'base', index_type: 'i64', key_names: [], key_types: [] }],
  }),
];

test('ABIs and data are unpacked and packed again, or refused', () => {
  const before = process.memoryUsage().rss;
  let consistent = 0;
  runInputs('abis', INPUTS, (random, number) => {
    const bytes = fuzzedBytes(pick(ABIS, random), random);
    outcomeOf(() => {
      const schema = new AbiSchema(decodeAbi(bytes));
      consistent++;
      const data = Buffer.from(Array.from({ length: random.integer(0, 80) }, () => random.integer(0, 255)));
      for (const type of [...schema.actionNames, ...schema.definition.structs.map(({ name }) => name)].slice(
        0,
        12,
      )) {
        outcomeOf(() => packValue(schema, type, unpackValue(schema, type, data)));
      }
      return '';
    });
    if (number % 1000 === 0) requireMemory(before);
  });
  requireMemory(before);
  assert.ok(consistent > INPUTS / 300, `${consistent} of ${INPUTS} ABIs were consistent`);
});

test('trees of actions take effect or are refused, and the ledger goes on', () => {
  const before = process.memoryUsage().rss;
  const ledger = new ScratchLedger();
  const relay = deployRelay(ledger, BOB);
  const transfer = action(ledger, '0-800', 'transfer', ['0-13', '0-14', '0.00000001 WICC', 'memo'], [ALICE]);
  const setcode = rawAction('0-100', 'setcode', setcodeData(RELAY_CODE, ALICE), [ALICE]);
  const leaves = [
    transfer,
    setcode,
    rawAction(relay.id, 'relay', Buffer.alloc(0), []),
    rawAction('0-14', 'hello', Buffer.from('x'), []),
  ];
  const grow = (random: SeededRandom, depth: number): InlineTransaction => {
    const children = Array.from({ length: random.integer(1, 3) }, () =>
      depth === 0 || random.integer(0, 2) === 0 ? pick(leaves, random) : grow(random, depth - 1),
    );
    const sent = relayed(relay, children);
    return random.integer(0, 3) === 0 ? { ...sent, data: fuzzedBytes(Buffer.from(sent.data), random) } : sent;
  };
  let effective = 0;
  const trees = Math.ceil(INPUTS / 5);
  runInputs('trees', trees, (random, number) => {
    const tree = random.integer(0, 3) === 0 ? pick(leaves, random) : grow(random, 4);
    const account =
      random.integer(0, 9) === 0
        ? { ...tree, contract: BigInt(random.integer(0, 2 ** 31)) << BigInt(random.integer(0, 33)) }
        : tree;
    const tx = universalTx(ALICE, [account, pick(leaves, random)]);
    const outcome = outcomeOf(() => {
      const block = ledger.begin();
      try {
        return block.execute(ledger.prepare(tx)).fuel;
      } finally {
        block.state.discard();
      }
    });
    assert.ok(outcome.length < 100_000);
    if (outcome.startsWith('took effect')) effective++;
    if (number % 500 === 0) requireMemory(before);
  });
  requireMemory(before);
  assert.ok(effective > 0, `${effective} of ${trees} trees took effect`);
});

test('a meter never goes beyond its limit', () => {
  runInputs('meter', scaled(500, 20_000), random => {
    const meter = new WorkMeter(random.integer(0, 1000));
    for (let i = 0; i < 20; i++) outcomeOf(() => meter.charge(random.integer(0, 200), 'something'));
    assert.ok(meter.spent <= meter.limit);
  });
});

test.run();
