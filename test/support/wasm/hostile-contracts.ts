import { assemble } from './wat.js';

/*
 * Contracts that look for a place where a machine could decide: bits of NaN, edges of numbers, of memory, of tables and
 * of the host's arguments, start functions, names, exits from anywhere. Each prints what it finds, and many end with
 * an exception; whatever it is, it must be the same everywhere.
 */

/** Functions of the host by the names that the contracts call them. */
const HOST: Readonly<Record<string, string>> = {
  i: 'printi (param i64)',
  u: 'printui (param i64)',
  df: 'printdf (param f64)',
  sf: 'printsf (param f32)',
  qf: 'printqf (param i32)',
  i128: 'printi128 (param i32)',
  u128: 'printui128 (param i32)',
  hex: 'printhex (param i32 i32)',
  s: 'prints (param i32)',
  sl: 'prints_l (param i32 i32)',
  n: 'printn (param i64)',
  exit: 'wasm_exit (param i32)',
  abort: 'abort',
  assert: 'wasm_assert (param i32 i32)',
  code: 'wasm_assert_code (param i32 i64)',
  message: 'wasm_assert_message (param i32 i32 i32)',
  data: 'read_action_data (param i32 i32) (result i32)',
  send: 'send_inline (param i32 i32)',
  notify: 'notify_recipient (param i64)',
  auth: 'has_auth (param i64) (result i32)',
  account: 'is_account (param i64) (result i32)',
  maintainer: 'get_maintainer (param i64) (result i64)',
  emit: 'emit_result (param i32 i32 i32 i32 i32 i32)',
  store: 'db_store (param i64 i32 i32 i32 i32) (result i32)',
  get: 'db_get (param i32 i32 i32 i32) (result i32)',
  remove: 'db_remove (param i64 i32 i32) (result i32)',
  copy: 'memcpy (param i32 i32 i32) (result i32)',
  move: 'memmove (param i32 i32 i32) (result i32)',
  set: 'memset (param i32 i32 i32) (result i32)',
  cmp: 'memcmp (param i32 i32 i32) (result i32)',
  sha: 'sha256 (param i32 i32 i32)',
  txid: 'get_txid (param i32) (result i32)',
  producers: 'get_active_producers (param i32 i32) (result i32)',
  price: 'get_system_asset_price (param i64 i64 i32 i32) (result i32)',
  shl: '__ashlti3 (param i32 i64 i64 i32)',
  sar: '__ashrti3 (param i32 i64 i64 i32)',
  shr: '__lshrti3 (param i32 i64 i64 i32)',
  div: '__divti3 (param i32 i64 i64 i64 i64)',
  mod: '__modti3 (param i32 i64 i64 i64 i64)',
  mul: '__multi3 (param i32 i64 i64 i64 i64)',
  qdiv: '__divtf3 (param i32 i64 i64 i64 i64)',
  qf32: '__extendsftf2 (param i32 f32)',
  qf64: '__extenddftf2 (param i32 f64)',
  f64q: '__trunctfdf2 (param i64 i64) (result f64)',
  f32q: '__trunctfsf2 (param i64 i64) (result f32)',
  fix: '__fixtfti (param i32 i64 i64)',
  fixs: '__fixtfsi (param i64 i64) (result i32)',
  fixd: '__fixdfti (param i32 f64)',
  unord: '__unordtf2 (param i64 i64 i64 i64) (result i32)',
};

/** A contract with the functions of the host that it names, one page of memory, and this as `apply`. */
function contract(
  body: string,
  {
    rest = '',
    memory = '(memory 1)',
    locals = '(local $n i32) (local $x i64) (local $f f64) (local $g f32)',
  } = {},
): string {
  const named = new Set([...`${body} ${rest}`.matchAll(/\$h_(\w+)/g)].map(([, name]) => name!));
  const imports = [...named].map(name => {
    const [host, ...type] = HOST[name]!.split(' ');
    return `(import "env" "${host}" (func $h_${name} ${type.join(' ')}))`;
  });
  return `(module ${imports.join(' ')} ${memory} ${rest} (func $apply (export "apply") (param i64 i64 i64) ${locals} ${body}))`;
}

/** Prints integers with a space behind each. */
const show = (...values: readonly string[]): string =>
  values.map(value => `(call $h_i ${value}) (call $h_u (i64.const 0))`).join(' ');
const bits = (...values: readonly string[]): string =>
  show(...values.map(value => `(i64.reinterpret_f64 ${value})`));
const bits32 = (...values: readonly string[]): string =>
  show(...values.map(value => `(i64.extend_i32_u (i32.reinterpret_f32 ${value}))`));
const wide = (...values: readonly string[]): string =>
  show(...values.map(value => `(i64.extend_i32_s ${value})`));
const many = (count: number, text: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => text(i)).join(' ');

const SIGNALING = '(f64.const nan:0x4000000000001)';
const NEGATIVE_NAN = '(f64.const -nan:0x8000000000abc)';
const SIGNALING32 = '(f32.const nan:0x200001)';
const F64 = [
  '0',
  '-0',
  '0.5',
  '-0.5',
  '1.5',
  '2.5',
  '-2.5',
  'inf',
  '-inf',
  '1e308',
  '5e-324',
  '-5e-324',
  '4503599627370497.5',
  '9223372036854775807',
  '18446744073709551615',
  '-9223372036854775809',
  '2147483647.9',
  '-2147483649',
];
const UNARY = ['ceil', 'floor', 'trunc', 'nearest', 'sqrt', 'abs', 'neg'];
const BINARY = ['add', 'sub', 'mul', 'div', 'min', 'max', 'copysign'];
const c64 = (value: string): string => `(f64.const ${value})`;
const c32 = (value: string): string => `(f32.const ${value})`;

const FLOATS: Readonly<Record<string, string>> = {
  'NaN of f64': contract(
    bits(
      ...BINARY.flatMap(op => [
        `(f64.${op} ${SIGNALING} (f64.const 1))`,
        `(f64.${op} (f64.const 1) ${NEGATIVE_NAN})`,
        `(f64.${op} ${NEGATIVE_NAN} ${SIGNALING})`,
      ]),
      ...UNARY.flatMap(op => [`(f64.${op} ${SIGNALING})`, `(f64.${op} ${NEGATIVE_NAN})`]),
      '(f64.div (f64.const 0) (f64.const -0))',
      '(f64.sub (f64.const inf) (f64.const inf))',
      '(f64.mul (f64.const inf) (f64.const -0))',
      '(f64.sqrt (f64.const -1))',
      `(f64.promote_f32 ${SIGNALING32})`,
    ),
  ),
  'NaN of f32': contract(
    bits32(
      ...BINARY.flatMap(op => [
        `(f32.${op} ${SIGNALING32} (f32.const 1))`,
        `(f32.${op} (f32.const -1) ${SIGNALING32})`,
      ]),
      ...UNARY.map(op => `(f32.${op} ${SIGNALING32})`),
      `(f32.demote_f64 ${SIGNALING})`,
      `(f32.demote_f64 ${NEGATIVE_NAN})`,
      '(f32.sqrt (f32.const -0.1))',
    ),
  ),
  'NaN that is only carried': contract(
    `(f64.store (i32.const 0) ${SIGNALING}) (local.set $f (f64.load (i32.const 0))) (global.set $v (local.get $f))
     (f32.store (i32.const 8) ${SIGNALING32}) (local.set $g (f32.load (i32.const 8)))
     ${bits('(call $same (global.get $v))', '(block (result f64) (local.get $f))', '(select (local.get $f) (f64.const 1) (i32.const 1))', '(call_indirect (type $t) (local.get $f) (i32.const 0))', '(if (result f64) (i32.const 1) (then (local.get $f)) (else (f64.const 1)))')}
     ${bits32('(local.get $g)')} (call $h_hex (i32.const 0) (i32.const 12))`,
    {
      rest: '(type $t (func (param f64) (result f64))) (global $v (mut f64) (f64.const 0)) (table 1 funcref) (elem (i32.const 0) $same) (func $same (type $t) (local.get 0))',
    },
  ),
  'NaN through the host': contract(
    `(call $h_qf64 (i32.const 0) ${SIGNALING}) (call $h_qf64 (i32.const 16) ${NEGATIVE_NAN}) (call $h_qf32 (i32.const 32) ${SIGNALING32})
     (call $h_qdiv (i32.const 48) (i64.const 0) (i64.const 0) (i64.const 0) (i64.const 0)) (call $h_hex (i32.const 0) (i32.const 64))
     ${bits('(call $h_f64q (i64.const 7) (i64.const 0xffff800000000001))', '(call_indirect (type $q) (i64.const 7) (i64.const 0x7fff000000000001) (i32.const 0))')}
     ${bits32('(call $h_f32q (i64.const 7) (i64.const 0xffff800000000001))')}
     (call $h_df ${NEGATIVE_NAN}) (call $h_sf ${SIGNALING32}) (call $h_qf (i32.const 48)) ${wide('(call $h_fixs (i64.const 1) (i64.const 0x7fff800000000000))', '(call $h_unord (i64.const 0) (i64.const 0x7fff800000000000) (i64.const 0) (i64.const 0))')}`,
    { rest: '(type $q (func (param i64 i64) (result f64))) (table 1 funcref) (elem (i32.const 0) $h_f64q)' },
  ),
  'edges of f64': contract(
    bits(
      ...F64.flatMap(a => [
        ...UNARY.map(op => `(f64.${op} ${c64(a)})`),
        `(f64.mul ${c64(a)} (f64.const 0.1))`,
        `(f64.min ${c64(a)} (f64.const 0))`,
        `(f64.max ${c64(a)} (f64.const -0))`,
      ]),
    ),
  ),
  'edges of f32': contract(
    bits32(
      ...['0', '-0', '0.5', '-0.5', '1.5', '8388609.5', '3.4e38', '1e-45', 'inf'].flatMap(a => [
        ...UNARY.map(op => `(f32.${op} ${c32(a)})`),
        `(f32.mul ${c32(a)} (f32.const 0.1))`,
        `(f32.div ${c32(a)} (f32.const 3))`,
      ]),
    ),
  ),
  denormals: contract(
    bits(
      '(f64.mul (f64.const 4e-310) (f64.const 0.3))',
      '(f64.div (f64.const 5e-324) (f64.const 2))',
      '(f64.add (f64.const 5e-324) (f64.const -5e-324))',
      '(f64.sqrt (f64.const 5e-324))',
    ) +
      bits32(
        '(f32.mul (f32.const 1e-40) (f32.const 0.3))',
        '(f32.demote_f64 (f64.const 1e-46))',
        '(f32.demote_f64 (f64.const 7.1e-46))',
      ),
  ),
  conversions: contract(
    [
      ...['i32', 'i64'].flatMap(type =>
        ['s', 'u'].flatMap(sign =>
          [...F64, 'nan', '-nan'].map(a => [type, `(${type}.trunc_sat_f64_${sign} ${c64(a)})`] as const),
        ),
      ),
      ...['i32', 'i64'].flatMap(type =>
        ['s', 'u'].map(sign => [type, `(${type}.trunc_sat_f32_${sign} (f32.const 1.8446743e19))`] as const),
      ),
    ]
      .map(([type, value]) => (type === 'i32' ? wide(value) : show(value)))
      .join(' ') +
      bits(
        ...[
          '-1',
          '0x20000000000001',
          '0x7fffffffffffffff',
          '0x8000000000000400',
          '0xfffffffffffffbff',
        ].flatMap(n => [`(f64.convert_i64_s (i64.const ${n}))`, `(f64.convert_i64_u (i64.const ${n}))`]),
      ) +
      bits32(
        ...['-1', '0x1000001', '0x7fffffbfffffffff', '0x8000008000000001'].flatMap(n => [
          `(f32.convert_i64_s (i64.const ${n}))`,
          `(f32.convert_i64_u (i64.const ${n}))`,
        ]),
      ),
  ),
  'a float that is no integer': contract('(drop (i32.trunc_f64_s (f64.const nan)))'),
  'a float beyond integers': contract('(drop (i64.trunc_f64_u (f64.const -1)))'),
  'printed floats': contract(
    F64.map(a => `(call $h_df ${c64(a)}) (call $h_sf (f32.demote_f64 ${c64(a)}))`).join(' '),
  ),
};

const INTEGERS: Readonly<Record<string, string>> = {
  'edges of integers': contract(
    show(
      '(i64.rem_s (i64.const 0x8000000000000000) (i64.const -1))',
      '(i64.shl (i64.const 1) (i64.const 64))',
      '(i64.shr_s (i64.const -8) (i64.const 65))',
      '(i64.rotl (i64.const 0x8000000000000001) (i64.const -1))',
      '(i64.rotr (i64.const 1) (i64.const 129))',
      '(i64.clz (i64.const 0))',
      '(i64.ctz (i64.const 0))',
      '(i64.popcnt (i64.const -1))',
      '(i64.div_u (i64.const -1) (i64.const 3))',
      '(i64.extend8_s (i64.const 0x180))',
      '(i64.extend32_s (i64.const 0x180000000))',
      '(i64.mul (i64.const 0x8000000000000001) (i64.const 3))',
    ) +
      wide(
        '(i32.rem_s (i32.const 0x80000000) (i32.const -1))',
        '(i32.shr_u (i32.const -1) (i32.const 33))',
        '(i32.clz (i32.const 0))',
        '(i32.extend16_s (i32.const 0x18000))',
        '(i32.wrap_i64 (i64.const 0x1ffffffff))',
        '(i32.rotl (i32.const 0x80000001) (i32.const 31))',
      ),
  ),
  'division of the least by -1': contract('(drop (i64.div_s (i64.const 0x8000000000000000) (i64.const -1)))'),
  'division of the least i32 by -1': contract('(drop (i32.div_s (i32.const 0x80000000) (i32.const -1)))'),
  'division by nothing': contract('(drop (i32.rem_u (i32.const 1) (i32.const 0)))'),
  'integers of 128 bits': contract(
    [0, 1, 63, 64, 127, 128, 129, 255, -1, -2147483648]
      .map(by =>
        ['shl', 'sar', 'shr']
          .map(
            op =>
              `(call $h_${op} (i32.const 0) (i64.const 0x8000000000000001) (i64.const 0x8000000000000003) (i32.const ${by})) (call $h_hex (i32.const 0) (i32.const 16))`,
          )
          .join(' '),
      )
      .join(' ') +
      ['div', 'mod', 'mul']
        .map(
          op =>
            `(call $h_${op} (i32.const 16) (i64.const 0) (i64.const 0x8000000000000000) (i64.const -1) (i64.const -1)) (call $h_i128 (i32.const 16)) (call $h_u128 (i32.const 16))`,
        )
        .join(' '),
  ),
  '128 bits divided by nothing': contract(
    '(call $h_mod (i32.const 0) (i64.const 1) (i64.const 0) (i64.const 0) (i64.const 0))',
  ),
  'floats of 128 bits as integers': contract(
    [
      '0x7fff000000000000',
      '0xffff000000000000',
      '0x7fff800000000000',
      '0x407effffffffffff',
      '0xc07e000000000000',
      '0x3fff800000000000',
    ]
      .map(
        high =>
          `(call $h_fix (i32.const 0) (i64.const -1) (i64.const ${high})) (call $h_hex (i32.const 0) (i32.const 16)) ${wide(`(call $h_fixs (i64.const 0) (i64.const ${high}))`)}`,
      )
      .join(' ') +
      ['nan', 'inf', '-inf', '1e300', '-1.9']
        .map(a => `(call $h_fixd (i32.const 0) ${c64(a)}) (call $h_hex (i32.const 0) (i32.const 16))`)
        .join(' '),
  ),
};

const END = 65_536;
const MEMORY: Readonly<Record<string, string>> = {
  'the last bytes of memory': contract(
    `(i64.store (i32.const ${END - 8}) (i64.const -2)) ${show(`(i64.load (i32.const ${END - 8}))`, `(i64.load8_u offset=7 (i32.const ${END - 8}))`, `(i64.load16_s offset=1 align=1 (i32.const ${END - 3}))`)} (drop (i32.load8_u (i32.const ${END})))`,
  ),
  'an address that would wrap': contract('(drop (i32.load offset=0xffffffff (i32.const 0xffffffff)))'),
  'a store across the end': contract(`(i64.store (i32.const ${END - 7}) (i64.const -1))`),
  growing: contract(
    `${wide(
      '(memory.grow (i32.const 0))',
      '(memory.grow (i32.const 2))',
      '(memory.size)',
      '(memory.grow (i32.const 100))',
      '(memory.grow (i32.const -1))',
      '(memory.grow (i32.const 0x7fffffff))',
      '(i32.load (i32.const 196604))',
    )}(drop (i32.load (i32.const 196605)))`,
    { memory: '(memory 1 3)' },
  ),
  'growing while the host looks': contract(
    `(loop (i32.store8 (i32.sub (i32.mul (memory.size) (i32.const ${END})) (i32.const 1)) (i32.const 65)) (call $h_sl (i32.sub (i32.mul (memory.size) (i32.const ${END})) (i32.const 1)) (i32.const 1))
      (br_if 0 (i32.ne (memory.grow (i32.const 1)) (i32.const -1))))`,
    { memory: '(memory 1 6)' },
  ),
  'a host without memory': contract('(call $h_hex (i32.const 0) (i32.const 0)) (call $h_s (i32.const 0))', {
    memory: '',
  }),
  'no pages': contract('(call $h_sl (i32.const 0) (i32.const 0)) (call $h_hex (i32.const 0) (i32.const 1))', {
    memory: '(memory 0)',
  }),
  'nothing at the end': contract(
    `(call $h_sl (i32.const ${END}) (i32.const 0)) ${wide(`(call $h_set (i32.const ${END}) (i32.const 1) (i32.const 0))`, `(call $h_cmp (i32.const ${END}) (i32.const ${END}) (i32.const 0))`, `(call $h_move (i32.const ${END}) (i32.const 0) (i32.const 0))`, `(call $h_data (i32.const ${END}) (i32.const 0))`)} (call $h_sl (i32.const ${END + 1}) (i32.const 0))`,
  ),
  'nothing far outside': contract('(drop (call $h_cmp (i32.const -1) (i32.const 0) (i32.const 0)))'),
  'a length that is negative': contract('(call $h_sl (i32.const 0) (i32.const -1))'),
  'a message with a negative length': contract(
    '(call $h_message (i32.const 0) (i32.const 0) (i32.const -2147483648))',
  ),
  'a text without an end': contract(
    `(drop (call $h_set (i32.const ${END - 4}) (i32.const 65) (i32.const 4))) (call $h_s (i32.const ${END - 4}))`,
  ),
  'an empty text at the last byte': contract(
    `(call $h_s (i32.const ${END - 1})) (call $h_s (i32.const ${END}))`,
  ),
  'copies that overlap': contract(
    `(drop (call $h_move (i32.const 1) (i32.const 0) (i32.const 7))) (call $h_hex (i32.const 0) (i32.const 8)) (drop (call $h_move (i32.const 0) (i32.const 1) (i32.const 7))) (call $h_hex (i32.const 0) (i32.const 8))
     ${wide('(call $h_cmp (i32.const 0) (i32.const 1) (i32.const 7))')} (drop (call $h_copy (i32.const 0) (i32.const 7) (i32.const 8)))`,
    { rest: '(data (i32.const 0) "\\01\\02\\03\\04\\05\\06\\07\\ff")' },
  ),
  'a hash over its own input': contract(
    `(call $h_sha (i32.const 0) (i32.const 64) (i32.const 8)) (call $h_hex (i32.const 0) (i32.const 64)) (call $h_sha (i32.const 0) (i32.const 0) (i32.const ${END - 32})) (call $h_sha (i32.const 0) (i32.const 0) (i32.const ${END - 31}))`,
  ),
  'segments at the end': contract(
    `(call $h_hex (i32.const ${END - 2}) (i32.const 2)) (call $h_hex (i32.const 4) (i32.const 4))`,
    {
      rest: `(data (i32.const ${END - 2}) "ab") (data (i32.const ${END}) "") (data (i32.const 4) "wxyz") (data (i32.const 5) "12")`,
    },
  ),
  'answers of the host that do not fit': contract(
    `${wide('(call $h_producers (i32.const 0) (i32.const 3))', `(call $h_price (i64.const 0x4343495708) (i64.const -1) (i32.const 0) (i32.const 16))`, '(call $h_data (i32.const 0) (i32.const -1))')} (drop (call $h_txid (i32.const ${END - 31})))`,
  ),
};

const CALLS: Readonly<Record<string, string>> = {
  'an index outside the table': contract('(call_indirect (i32.const -1))', {
    rest: '(table 2 funcref) (elem (i32.const 0) $f) (func $f)',
  }),
  'an empty entry': contract('(call_indirect (i32.const 1))', {
    rest: '(table 2 funcref) (elem (i32.const 0) $f) (func $f)',
  }),
  'an entry of another type': contract('(drop (call_indirect (result i32) (i32.const 0)))', {
    rest: '(table 2 funcref) (elem (i32.const 0) $f) (func $f)',
  }),
  'a table of nothing': contract('(call_indirect (i32.const 0))', { rest: '(table 0 funcref)' }),
  'segments over each other': contract(wide('(call_indirect (result i32) (i32.const 1))'), {
    rest: '(table 2 funcref) (elem (i32.const 0) $f $f) (elem (i32.const 1) $g) (func $f (result i32) (i32.const 1)) (func $g (result i32) (i32.const 2))',
  }),
  'types that are the same': contract(wide('(call_indirect (type $b) (i32.const 5) (i32.const 0))'), {
    rest: '(type $a (func (param i32) (result i32))) (type $b (func (param i32) (result i32))) (table 1 funcref) (elem (i32.const 0) $f) (func $f (type $a) (local.get 0))',
  }),
  'the host from the table, its end included': contract(
    '(call_indirect (param i32) (i32.const 0) (i32.const 0))',
    { rest: '(table 1 funcref) (elem (i32.const 0) $h_exit) (func $never (call $h_abort))' },
  ),
  'arguments in their order': contract(`(call $f ${many(300, i => `(i64.const ${i * 7919})`)})`, {
    rest: `(func $f (param ${many(300, () => 'i64')}) ${show('(local.get 0)', '(local.get 5)', '(local.get 6)', '(local.get 150)', '(local.get 299)')})`,
  }),
  'recursion through the host’s entry': contract(
    `(if (i32.lt_u (local.tee $n (i32.const 0)) (i32.const 1)) (then (call $f (i32.const 1000))))`,
    {
      rest: `(func $f (param i32) (if (i32.eqz (i32.rem_u (local.get 0) (i32.const 50))) (then ${wide('(local.get 0)')})) (call $g (i32.sub (local.get 0) (i32.const 1)))) (func $g (param i32) (local ${many(100, () => 'f64')}) (call $f (local.get 0)))`,
    },
  ),
  'recursion with a thousand locals': contract(`(call $f (i32.const 0))`, {
    rest: `(func $f (param i32) (local ${many(1000, () => 'i64')}) (if (i32.eqz (i32.rem_u (local.get 0) (i32.const 16))) (then ${wide('(local.get 0)')})) (call $f (i32.add (local.get 0) (i32.const 1))))`,
  }),
  'an exit from the deep': contract('(call $f (i32.const 200))', {
    rest: '(func $f (param i32) (loop (if (local.get 0) (then (call $f (i32.sub (local.get 0) (i32.const 1)))) (else (call $h_exit (i32.const -5)))) (br 0)))',
  }),
};

const CONTROL: Readonly<Record<string, string>> = {
  'a br_table of everything': contract(
    `(loop ${many(64, () => '(block')} (br_table ${many(64, i => `${i}`)} 0 (local.get $n)) ${many(64, i => `) (local.set $x (i64.add (i64.mul (local.get $x) (i64.const 3)) (i64.const ${i})))`)}
      (br_if 0 (i32.lt_u (local.tee $n (i32.add (local.get $n) (i32.const 1))) (i32.const 70)))) ${show('(local.get $x)')}`,
  ),
  'an index of br_table that is negative': contract(
    `(block (block (br_table 0 0 1 (i32.const -1))) (unreachable)) ${show('(i64.const 1)')}`,
  ),
  'a br_table with ten thousand targets': contract(
    `(loop (block (block (block (br_table ${many(10_000, i => `${i % 3}`)} 2 (local.get $n))) (local.set $x (i64.add (local.get $x) (i64.const 1)))) (local.set $x (i64.mul (local.get $x) (i64.const 5))))
      (br_if 0 (i32.lt_u (local.tee $n (i32.add (local.get $n) (i32.const 997))) (i32.const 20000)))) ${show('(local.get $x)')}`,
  ),
  'blocks with values': contract(
    show(
      '(block (result i64) (loop (result i64) (br 1 (i64.const 7))))',
      '(block (result i64) (i64.const 1) (br_if 0 (i32.const 0)) (drop) (i64.const 2))',
      '(if (result i64) (i32.const 0) (then (i64.const 1)) (else (i64.const 2)))',
      '(block (result i64) (br_table 0 0 (i64.const 9) (i32.const 3)))',
    ),
  ),
  'code that is never reached': contract(
    `(block (br 0) (drop (i64.add)) (drop (f64.sqrt)) (call $h_i) (select) (drop) (i32.store)) ${show('(i64.const 4)')} (return) (unreachable)`,
  ),
  'a loop that ends at the last step': contract(
    '(loop (br_if 0 (i64.ne (local.tee $x (i64.add (local.get $x) (i64.const 1))) (i64.const 20000000)))) (loop (br 0))',
  ),
};

const START: Readonly<Record<string, string>> = {
  'a start function that writes': contract(
    `${show('(global.get $v)')} (call $h_hex (i32.const 0) (i32.const 4))`,
    {
      rest: '(global $v (mut i64) (i64.const 1)) (start $s) (func $s (global.set $v (i64.const 2)) (i32.store (i32.const 0) (i32.const 0x01020304)))',
    },
  ),
  'a start function that traps': contract('', { rest: '(start $s) (func $s unreachable)' }),
  'a start function that ends the run': contract(show('(i64.const 1)'), {
    rest: '(start $s) (func $s (call $h_exit (i32.const 0)))',
  }),
  'a start function of the host': contract(show('(i64.const 1)'), { rest: '(start $h_abort)' }),
  'a start function without end': contract('', { rest: '(start $s) (func $s (loop (br 0)))' }),
  'a start function that calls itself': contract('', { rest: '(start $s) (func $s (call $s))' }),
  'apply from the start function': contract(show('(global.get $v)'), {
    rest: '(global $v (mut i64) (i64.const 0)) (start $s) (func $s (global.set $v (i64.const 3)) (call $apply (i64.const 1) (i64.const 2) (i64.const 3)))',
  }),
};

/** Data of an inline transaction that is wrong at some place. */
const sent = (text: string): string =>
  contract(`(call $h_send (i32.const 0) (i32.const ${text.split('\\').length - 1}))`, {
    rest: `(data (i32.const 0) "${text}")`,
  });
const zeros = (count: number): string => '\\00'.repeat(count);

const HOSTS: Readonly<Record<string, string>> = {
  'texts that are no UTF-8': contract(
    '(call $h_sl (i32.const 0) (i32.const 16)) (call $h_s (i32.const 0)) (call $h_message (i32.const 0) (i32.const 0) (i32.const 16))',
    {
      rest: '(data (i32.const 0) "a\\ff\\c3\\28\\ed\\a0\\80\\f0\\9f\\98\\ef\\bb\\bf\\00b")',
    },
  ),
  'names of all bits': contract(
    '(call $h_n (i64.const -1)) (call $h_n (i64.const 0)) (call $h_n (i64.const 0x8000000000000000)) (call $h_n (i64.const 31))',
  ),
  'an assertion with a code': contract('(call $h_code (i32.const 0) (i64.const -1))'),
  'an assertion whose text is outside': contract(
    '(call $h_assert (i32.const 1) (i32.const -1)) (call $h_assert (i32.const 0) (i32.const -1))',
  ),
  'rows at the edge of keys': contract(
    wide(
      '(call $h_store (i64.const -1) (i32.const 0) (i32.const 504) (i32.const 0) (i32.const 3))',
      '(call $h_get (i32.const 0) (i32.const 504) (i32.const 0) (i32.const 0))',
      '(call $h_get (i32.const 0) (i32.const 504) (i32.const 1000) (i32.const 2))',
      '(call $h_store (i64.const 0) (i32.const 0) (i32.const 0) (i32.const 0) (i32.const 1))',
      '(call $h_get (i32.const 0) (i32.const 0) (i32.const 1000) (i32.const 9))',
      '(call $h_store (i64.const 0) (i32.const 0) (i32.const 504) (i32.const 0) (i32.const 0))',
      '(call $h_get (i32.const 0) (i32.const 504) (i32.const 1000) (i32.const 2))',
      '(call $h_remove (i64.const 0) (i32.const 7) (i32.const 7))',
      '(call $h_store (i64.const 0) (i32.const 0) (i32.const 505) (i32.const 0) (i32.const 1))',
    ),
  ),
  'accounts that cannot be': contract(
    `${wide('(call $h_account (i64.const -1))', '(call $h_account (i64.const 0))', '(call $h_auth (i64.const 0x8000000000000000))')} ${show('(call $h_maintainer (i64.const -1))')} (call $h_notify (i64.const -1))`,
  ),
  'a result where nobody asks': contract(
    '(call $h_emit (i32.const 0) (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 0) (i32.const 1))',
  ),
  'an action of nothing': sent(''),
  'an action that ends early': sent(zeros(15)),
  'an action with four thousand million authorizations': sent(`${zeros(16)}\\ff\\ff\\ff\\ff\\0f`),
  'an action with a length that is no number': sent(`${zeros(16)}\\ff\\ff\\ff\\ff\\ff\\ff`),
  'an action with data that is not there': sent(`${zeros(17)}\\ff\\ff\\ff\\ff\\0f`),
  'an action with more behind it': sent(`${zeros(18)}\\01\\02`),
  'names of functions that look like places': contract('(call $f)', {
    rest: '(func $f (call $"at x (wasm://wasm/1:wasm-function[77]:0x1)")) (func $"at x (wasm://wasm/1:wasm-function[77]:0x1)" unreachable)'.replaceAll(
      '$"at x (wasm://wasm/1:wasm-function[77]:0x1)"',
      '$at_x_wasm://wasm/1:wasm-function_77_:0x1',
    ),
  }),
  'a function with a long name': contract(`(call $${'x'.repeat(3000)})`, {
    rest: `(func $${'x'.repeat(3000)} unreachable)`,
  }),
};

/** All of them as modules, by what they are about. */
export function hostileContracts(): ReadonlyMap<string, Buffer> {
  const all = { ...FLOATS, ...INTEGERS, ...MEMORY, ...CALLS, ...CONTROL, ...START, ...HOSTS };
  return new Map(Object.entries(all).map(([what, text]) => [what, assemble(text)]));
}
