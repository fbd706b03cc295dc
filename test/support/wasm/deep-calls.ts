import { inlineTransactionBytes } from '../../../vm/wasm/abi/inline-transaction.js';
import { HEIGHT } from '../ledgers/scratch-ledger.js';
import { integerOf } from '../ledgers/universal.js';
import { name } from './memory-host.js';
import { assemble } from './wat.js';

/* Contracts that need as much stack as they can get. Each is small enough to be deployed. */

const apply = (instructions: string): string =>
  `(func (export "apply") (param i64 i64 i64) (local $i i32) ${instructions})`;
const repeat = (count: number, text: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => text(i)).join(' ');

/** Calls itself without end, by so many arguments, which are all alive across the call. */
function manyArguments(count: number, type: string, indirect: boolean): string {
  const args = repeat(count, i => `(${type}.add (local.get ${i}) (${type}.const ${i + 1}))`);
  const sum = repeat(count, i => `local.get ${i} ${type}.add`);
  const first = repeat(count, () => `(${type}.const 1)`);
  const call = (values: string): string =>
    indirect ? `(call_indirect (type $t) ${values} (i32.const 0))` : `(call $f ${values})`;
  return `(module (type $t (func (param ${repeat(count, () => type)}) (result ${type}))) (table 1 funcref) (elem (i32.const 0) $f)
    (func $f (type $t) ${call(args)} ${sum}) ${apply(`(drop ${call(first)})`)})`;
}

/** Two functions that call each other, one by many arguments, one by none. */
function mutual(count: number): string {
  return `(module (func $f (call $g ${repeat(count, i => `(i64.const ${i})`)}))
    (func $g (param ${repeat(count, () => 'i64')}) (local ${repeat(count, () => 'i64')}) (call $f)) ${apply('(call $f)')})`;
}

/** Keeps operands on the stack while it calls itself. */
function manyOperands(count: number): string {
  return `(module (func $f (result i64) ${repeat(count, i => `i64.const ${i}`)} call $f ${repeat(count, () => 'i64.add')})
    ${apply('(drop (call $f))')})`;
}

/** Computes the same products before and after a call: an optimizing compiler keeps them all alive across it. */
function manyProducts(count: number, depth: number, warmUp: number): string {
  const products = repeat(count, i => `local.get 0 i64.const ${1_000_003 + i * 2} i64.mul i64.xor`);
  return `(module (global $g (mut i64) (i64.const 0))
    (func $f (param i64 i32) i64.const 0 ${products} global.set $g
      (if (local.get 1) (then (call $f (i64.add (local.get 0) (i64.const 1)) (i32.sub (local.get 1) (i32.const 1)))))
      global.get $g ${products} global.set $g)
    ${apply(`(loop (call $f (i64.extend_i32_u (local.get $i)) (i32.const 0))
        (br_if 0 (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const ${warmUp}))))
      (call $f (i64.const 7) (i32.const ${depth}))`)})`;
}

/** Asks the host at the greatest depth, through an index and through the table. */
function hostBelow(depth: number): string {
  return `(module (import "env" "db_store" (func $store (param i64 i32 i32 i32 i32) (result i32)))
    (import "env" "__divtf3" (func $div (param i32 i64 i64 i64 i64))) (import "env" "printqf" (func $print (param i32)))
    (import "env" "wasm_assert" (func $assert (param i32 i32)))
    (type $d (func (param i32 i64 i64 i64 i64))) (table 1 funcref) (elem (i32.const 0) $div) (memory 1)
    (func $f (param i32) (if (local.get 0) (then (call $f (i32.sub (local.get 0) (i32.const 1)))) (else
      (drop (call $store (i64.const 0) (i32.const 0) (i32.const 8) (i32.const 0) (i32.const 4096)))
      (call_indirect (type $d) (i32.const 0) (i64.const 1) (i64.const 2) (i64.const 3) (i64.const 4) (i32.const 0))
      (call $print (i32.const 0)) (call $assert (i32.const 0) (i32.const 0)))))
    ${apply(`(call $f (i32.const ${depth}))`)})`;
}

const DEEP_CONTRACTS: ReadonlyMap<string, Buffer> = new Map(
  [
    ...[3, 120, 246, 400, 512].flatMap((count): [string, string][] => [
      [`${count} arguments`, manyArguments(count, 'i64', false)],
      [`${count} floats through the table`, manyArguments(count, 'f64', true)],
    ]),
    ['two functions, 500 arguments', mutual(500)] as [string, string],
    ['1900 operands', manyOperands(1900)] as [string, string],
    ['2500 products, 200 deep', manyProducts(2500, 200, 400)] as [string, string],
    ['2500 products, 240 deep', manyProducts(2500, 240, 1)] as [string, string],
    ['the host, 245 deep', hostBelow(245)] as [string, string],
  ].map(([what, text]) => [what!, assemble(text!)]),
);

/** What the report reads: contracts in base64. */
export interface DeepContracts {
  readonly contracts: Readonly<Record<string, string>>;
  /** It is to be deployed as the first contract of the block after that of the tests. */
  readonly sendsItself: string;
}

/** All of them. */
export function deepContracts(): DeepContracts {
  const contracts = Object.fromEntries(
    [...DEEP_CONTRACTS].map(([what, code]) => [what, code.toString('base64')]),
  );
  const self = {
    contract: integerOf(`${HEIGHT + 1}-1`),
    action: name('run'),
    authorization: [],
    data: Buffer.alloc(0),
  };
  return { contracts, sendsItself: deepInlineContract(inlineTransactionBytes(self)).toString('base64') };
}

/** A contract that calls itself 200 deep, then sends an action, until actions nest too deep. */
function deepInlineContract(data: Uint8Array): Buffer {
  const text = [...data].map(byte => `\\${byte.toString(16).padStart(2, '0')}`).join('');
  return assemble(`(module (import "env" "send_inline" (func $send (param i32 i32))) (memory 1) (data (i32.const 0) "${text}")
    (func $f (param i32) (local ${repeat(200, () => 'i64')}) (if (local.get 0) (then (call $f (i32.sub (local.get 0) (i32.const 1))))
      (else (call $send (i32.const 0) (i32.const ${data.length})))))
    (func (export "apply") (param i64 i64 i64) (if (i64.eq (local.get 2) (i64.const ${name('run')})) (then (call $f (i32.const 200))))))`);
}
