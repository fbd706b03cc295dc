import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { stringifyJson } from '../../../src/codec/json.js';
import type { JsonObject } from '../../../src/codec/json-value.js';
import { ActionPrinter } from '../../../vm/universal/action-printer.js';
import { type AbiDefinition, decodeAbi, encodeAbi } from '../../../vm/wasm/abi/definition.js';
import { packValue } from '../../../vm/wasm/abi/pack.js';
import { AbiSchema } from '../../../vm/wasm/abi/schema.js';
import { unpackValue } from '../../../vm/wasm/abi/unpack.js';
import { ALICE, HEIGHT, ScratchLedger } from '../../support/ledgers/scratch-ledger.js';
import { rawAction, setcodeData, universalTx } from '../../support/ledgers/universal.js';
import { exceptionOf } from '../../support/wasm/contract-exception.js';
import { name } from '../../support/wasm/memory-host.js';
import { assemble } from '../../support/wasm/wat.js';

/* ABIs that say that a few bytes, or none, are a great deal: what is made of them has limits. */

const test = suite('ABI bombs');
const NOTHING = new Uint8Array();

function abi(parts: Partial<AbiDefinition>): AbiDefinition {
  const nothing = { types: [], structs: [], actions: [], tables: [], ricardian_clauses: [] };
  return { version: 'wasm::abi/1.1', ...nothing, ...parts };
}

/** Structs of which each has the one before it twice; the last one is `run`. */
function doubling(depth: number, fieldName = 'a'): AbiDefinition {
  const structs = Array.from({ length: depth }, (_, i) => ({
    name: i === depth - 1 ? 'run' : `s${i}`,
    base: '',
    fields: i === 0 ? [] : [0, 1].map(k => ({ name: `${fieldName}${k}`, type: `s${i - 1}` })),
  }));
  return abi({ structs, actions: [{ name: 'run', type: 'run', ricardian_contract: '' }] });
}

const deepStruct = (): AbiDefinition => {
  const types = Array.from({ length: 1000 }, (_, i) => ({
    new_type_name: `t${i}`,
    type: i === 0 ? 'uint8[]' : `t${i - 1}[]`,
  }));
  return abi({ types });
};

test('no bytes unpack to some thousand values and no more', () => {
  const { exception, message } = exceptionOf(() => unpackValue(new AbiSchema(doubling(30)), 'run', NOTHING));
  assert.is(exception, 'unpack_exception');
  assert.match(message, /more than 65536 values/);
  assert.ok(message.length < 1000, message);
  unpackValue(new AbiSchema(doubling(14)), 'run', NOTHING);
});

test('the names of fields count: a few values with long names are too much', () => {
  const schema = new AbiSchema(doubling(14, 'x'.repeat(10_000)));
  const { message } = exceptionOf(() => unpackValue(schema, 'run', NOTHING));
  assert.match(message, /4194304 characters/);
  assert.ok(message.length < 1000);
});

test('arrays within arrays end before the machine’s stack does', () => {
  const schema = new AbiSchema(deepStruct());
  const data = Buffer.alloc(1000, 1);
  assert.match(
    exceptionOf(() => unpackValue(schema, 't999', data)).message,
    /more than 64 values within each other/,
  );
  const nested = Array.from({ length: 1000 }).reduce<JsonObject[]>(inner => [inner] as never, []);
  assert.match(exceptionOf(() => packValue(schema, 't999', nested as never)).message, /more than 64 values/);
});

test('inherited fields are not copied into every struct', () => {
  const fields = Array.from({ length: 16_000 }, (_, i) => ({ name: `f${i}`, type: 'uint8?' }));
  const heirs = Array.from({ length: 1000 }, (_, i) => ({ name: `h${i}`, base: 'base', fields: [] }));
  const whole = {
    name: 'run',
    base: '',
    fields: heirs.slice(0, 300).map(({ name: type }) => ({ name: type, type })),
  };
  const schema = new AbiSchema(abi({ structs: [{ name: 'base', base: '', fields }, ...heirs, whole] }));
  assert.is(
    exceptionOf(() => unpackValue(schema, 'run', Buffer.alloc(300 * 16_000))).exception,
    'unpack_exception',
  );
});

test('an ABI of more entries than any contract needs is refused while it is read', () => {
  const actions = Array.from({ length: 70_000 }, (_, i) => ({
    name: `${i}`,
    type: '',
    ricardian_contract: '',
  }));
  assert.is(
    exceptionOf(() => decodeAbi(encodeAbi(abi({ actions })))).exception,
    'abi_serialization_deadline_exception',
  );
});

const CODE = assemble('(module (func (export "apply") (param i64 i64 i64)))');
const FAILING = assemble('(module (func (export "apply") (param i64 i64 i64) unreachable))');

/** A ledger with a contract of that code and ABI. */
function ledgerWith(
  code: Uint8Array,
  definition: AbiDefinition,
): readonly [ledger: ScratchLedger, contract: string] {
  const ledger = new ScratchLedger();
  const data = setcodeData(code, ALICE, { abi: encodeAbi(definition) });
  const setcode = rawAction('0-100', 'setcode', data, [ALICE]);
  const { index } = ledger.execute(universalTx(ALICE, [setcode], { validHeight: HEIGHT }), HEIGHT + 1);
  return [ledger, `${HEIGHT + 1}-${index}`];
}

test('the trace of a transaction is bounded whatever the ABI says, and shows the data that it does not decode', () => {
  const [ledger, contract] = ledgerWith(CODE, doubling(20));
  const calls = Array.from({ length: 50 }, () => rawAction(contract, 'run', NOTHING, [ALICE]));
  const { trace } = ledger.execute(universalTx(ALICE, calls));
  assert.ok(stringifyJson(trace!).length < 100_000);
  assert.is(((trace as JsonObject).traces as JsonObject[]).length, 50);
});

test('the error of a failing call is bounded whatever the ABI says', () => {
  const [ledger, contract] = ledgerWith(FAILING, doubling(20));
  const { reason } = ledger.rejection(universalTx(ALICE, [rawAction(contract, 'run', NOTHING, [ALICE])]));
  assert.match(reason, /trap: unreachable/);
  assert.ok(reason.length < 10_000, `${reason.length}`);
  const long = rawAction(contract, 'run', Buffer.alloc(200_000, 1), [ALICE]);
  assert.ok(ledger.rejection(universalTx(ALICE, [long])).reason.length < 10_000);
});

test('of much data a trace shows the beginning, and says how much there was', () => {
  const printer = new ActionPrinter(new ScratchLedger(), { text: 10_000 });
  const action = { contract: 5n, action: name('run'), authorization: [], data: Buffer.alloc(100_000, 0xab) };
  const { data, data_cut } = printer.action(action);
  assert.is(data, 'ab'.repeat(256));
  assert.is(data_cut, '100000 bytes, the first 256 are shown');
  const levels = Array.from({ length: 5000 }, () => ({ account: 1n, permission: 0n }));
  const { authorization, authorization_cut } = printer.action({
    ...action,
    authorization: levels,
    data: NOTHING,
  });
  assert.is((authorization as unknown[]).length, 1024);
  assert.is(authorization_cut, '5000 entries, the first 1024 are shown');
});

test('what is no regid is not shown as one', () => {
  const printer = new ActionPrinter(new ScratchLedger());
  for (const [integer, text] of [
    [66_336n, '0-66336'],
    [(1n << 52n) + 800n, '4294967296-800'],
    [800n, '0-800'],
    [(1n << 64n) - 1n, '17592186044415-1048575'],
  ] as const) {
    const level = { account: integer, permission: 0n };
    const shown = printer.action({ contract: integer, action: 0n, authorization: [level], data: NOTHING });
    assert.is(shown.contract, text);
    assert.is((shown.authorization as JsonObject[])[0]!.account, text);
    const bytes = Buffer.alloc(8);
    bytes.writeBigUInt64LE(integer);
    assert.is(unpackValue(new AbiSchema(abi({})), 'regid', bytes), text);
  }
});

test.run();
