import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { encodeAbi } from '../../../vm/wasm/abi/definition.js';
import { contractCode, WasmEngine } from '../../../vm/wasm/engine.js';
import { ModuleWriter } from '../../../vm/wasm/module/module-writer.js';
import { ModuleRejected } from '../../../vm/wasm/module/rejected.js';
import { WORK } from '../../../vm/work.js';
import { executeOn, MemoryHost, name, SELF } from '../../support/wasm/memory-host.js';
import { rawModule, repeated } from '../../support/wasm/raw-module.js';
import { assemble } from '../../support/wasm/wat.js';

/* What V8 does for a module and for each instance of it is work that follows from what the module declares. */

const test = suite('what modules cost');
const NOTHING = { types: [], structs: [], actions: [], tables: [], ricardian_clauses: [] };
const ABI = encodeAbi({ version: 'wasm::abi/1.1', ...NOTHING });
const APPLY = '(func (export "apply") (param i64 i64 i64))';
const many = (count: number, text: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => text(i)).join(' ');

interface Costs {
  readonly loading: number;
  readonly instance: number;
}

function costsOf(code: Uint8Array): Costs {
  let [loading, instance] = [0, 0];
  new WasmEngine().execute({
    code: contractCode(code),
    receiver: SELF,
    contract: SELF,
    action: name('run'),
    data: Buffer.alloc(0),
    host: new MemoryHost(),
    stepLimit: 200_000_000,
    chargeLoading: units => {
      loading += units;
    },
    chargeInstance: units => {
      instance += units;
    },
  });
  return { loading, instance };
}

const instanceWork = (declarations: string): number =>
  costsOf(assemble(`(module ${declarations} ${APPLY})`)).instance;

test('an instance costs by its memory, imports, globals, entries of the table, functions and segments', () => {
  const none = instanceWork('');
  const imported = many(100, i => `(import "env" "has_auth" (func $h${i} (param i64) (result i32)))`);
  assert.is(instanceWork('(memory 1)') - none, WORK.instanceMemory);
  assert.is(instanceWork(imported) - none, 100 * WORK.instanceImport);
  assert.is(
    instanceWork(many(100, i => `(global (mut i64) (i64.const ${i}))`)) - none,
    100 * WORK.instanceGlobal,
  );
  assert.is(instanceWork(many(100, () => '(func)')) - none, 100 * WORK.instancePart);
  assert.is(
    instanceWork(`(memory 1) ${many(100, i => `(data (i32.const ${i}) "x")`)}`) - instanceWork('(memory 1)'),
    100 * WORK.instancePart,
  );
  const segments = many(10, () => `(elem (i32.const 0) ${many(100, () => '$f')})`);
  assert.is(
    instanceWork(`(table 100 funcref) (func $f) ${segments}`) - instanceWork('(func)'),
    1000 * WORK.instanceElement,
  );
});

test('it costs the same again, from the cache and from a new engine', () => {
  const code = assemble(`(module (memory 2) ${many(50, i => `(global i32 (i32.const ${i}))`)} ${APPLY})`);
  assert.equal(costsOf(code), costsOf(code));
});

/** Conditions in a function of so many locals. */
function conditions(count: number, locals: number): Buffer {
  const declared = new ModuleWriter().u32(1).u32(locals).u8(0x7f).written;
  return rawModule(repeated(count, 0x41, 0, 0x04, 0x40, 0x0b), 1, declared);
}

test('spec 04 §15.7: the compiler copies the places of all locals and operands at each block, which is work', () => {
  const few = costsOf(conditions(1000, 100)).loading;
  const more = costsOf(conditions(1000, 1000)).loading;
  assert.ok(
    more - few >= 2 * 1000 * 900 * WORK.compiledBlockValue,
    `${few} with 100 locals, ${more} with 1000`,
  );
});

test('a function whose blocks copy more than there may be is refused before V8 sees it', () => {
  const refused = (code: Uint8Array): ModuleRejected => {
    try {
      new WasmEngine().deploy(code, ABI);
    } catch (error) {
      if (error instanceof ModuleRejected) return error;
      throw error;
    }
    throw new Error('it was not refused');
  };
  assert.is(refused(conditions(12_000, 1000)).fault, 'too-many-block-values');
  const operands = Buffer.concat([
    repeated(1000, 0x41, 1),
    repeated(9000, 0x41, 0, 0x04, 0x40, 0x05, 0x0b),
    repeated(1000, 0x1a),
  ]);
  assert.is(refused(rawModule(operands)).fault, 'too-many-block-values');
  new WasmEngine().deploy(conditions(12_000, 20), ABI);
});

/** A module that exports and imports by these names. */
function named({
  apply = 'apply',
  module = 'env',
}: {
  readonly apply?: string;
  readonly module?: string;
}): Buffer {
  const out = new ModuleWriter().u8(0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00);
  out.section(1, Uint8Array.of(2, 0x60, 3, 0x7e, 0x7e, 0x7e, 0, 0x60, 1, 0x7e, 0));
  out.section(2, new ModuleWriter().u32(1).text(module).text('printi').u8(0, 1).written);
  out.section(3, Uint8Array.of(1, 0));
  out.section(7, new ModuleWriter().u32(1).text(apply).u8(0, 1).written);
  out.section(10, Uint8Array.of(1, 6, 0, 0x42, 3, 0x10, 0, 0x0b));
  return Buffer.from(out.written);
}

test('a name that begins with a mark of the byte order is another name, as it is for V8', () => {
  const engine = new WasmEngine();
  const faultOf = (code: Uint8Array): string => {
    try {
      engine.deploy(code, ABI);
    } catch (error) {
      if (error instanceof ModuleRejected) return error.fault;
      throw error;
    }
    return 'none';
  };
  assert.is(faultOf(named({})), 'none');
  const host = new MemoryHost();
  executeOn(engine, { code: named({}), host });
  assert.is(host.console, '3');
  assert.is(faultOf(named({ module: '\ufeffenv' })), 'import-unknown');
  assert.is(faultOf(named({ apply: '\ufeffapply' })), 'no-apply');
});

test.run();
