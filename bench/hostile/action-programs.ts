/* WebAssembly contracts whose calls are more than their instructions, as text. */

const many = (count: number, text: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => text(i)).join(' ');
const apply = (body: string): string => `(func (export "apply") (param i64 i64 i64) (local $i i32) ${body})`;
/** A body so many times over. */
const repeat = (rounds: number, body: string): string =>
  `(loop ${body} (br_if 0 (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const ${rounds}))))`;
const IMPORTED = many(1000, i => `(import "env" "has_auth" (func $h${i} (param i64) (result i32)))`);

/** Contracts that do nothing, and take long to make an instance of. */
export const RECEIVERS: Readonly<Record<string, string>> = {
  'a contract that does nothing': `(module ${apply('')})`,
  'a contract with a memory': `(module (memory 1) ${apply('')})`,
  'a contract with 33 MiB': `(module (memory 528) ${apply('')})`,
  'a contract with 1000 imports': `(module ${IMPORTED} ${apply('')})`,
  'a contract with 1000 imports in its table': `(module ${IMPORTED} (table 1000 funcref) (elem (i32.const 0) ${many(1000, i => `$h${i}`)}) ${apply('')})`,
  'a contract with 100,000 entries for its table': `(module (table 1000 funcref) (func $f) ${many(100, () => `(elem (i32.const 0) ${many(1000, () => '$f')})`)} ${apply('')})`,
  'a contract with 1000 globals': `(module ${many(1000, i => `(global (mut i64) (i64.const ${i}))`)} ${apply('')})`,
  'a contract with 10,000 functions': `(module ${many(10_000, () => '(func)')} ${apply('')})`,
  'a contract with 1000 segments of data': `(module (memory 1) ${many(1000, i => `(data (i32.const ${i}) "x")`)} ${apply('')})`,
};

/** Texts that are no UTF-8 take longest to decode. */
const BAD_TEXT = `(loop (i32.store (local.get $i) (i32.const 0xbfbfbfbf))
  (br_if 0 (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 4))) (i32.const 262144)))) (local.set $i (i32.const 0))`;
const EMIT = '(import "env" "emit_result" (func $emit (param i32 i32 i32 i32 i32 i32))) (memory 4)';
const PRINT = '(import "env" "prints_l" (func $print (param i32 i32))) (memory 4)';

/** Contracts that do what only queries can, or what is kept only of queries. */
export const QUERIES: Readonly<Record<string, string>> = {
  'results of nothing': `(module ${EMIT} ${apply(repeat(3000, '(call $emit (i32.const 0) (i32.const 0) (i32.const 0) (i32.const 0) (i32.const 0) (i32.const 0))'))})`,
  'long results': `(module ${EMIT} ${apply(`${BAD_TEXT} ${repeat(4, '(call $emit (i32.const 0) (i32.const 262144) (i32.const 0) (i32.const 262144) (i32.const 0) (i32.const 262144))')}`)})`,
  'long texts': `(module ${PRINT} ${apply(`${BAD_TEXT} ${repeat(1000, '(call $print (i32.const 0) (i32.const 262144))')}`)})`,
  'short texts': `(module ${PRINT} ${apply(repeat(3000, '(call $print (i32.const 0) (i32.const 1))'))})`,
};
