import type { HostFunction, Kind } from '../../vm/wasm/host/host-function.js';
import { CONTRACT_FUNCTIONS } from '../../vm/wasm/host/host-functions.js';

/* Contracts that do one thing again and again, as text. */

/** How often the body stands in the loop: the loop itself should hardly count. */
const UNROLLED = 16;
const ROUNDS = 20_000;

/** A module whose `apply` does something so many times over. */
function repeating(
  body: string,
  { locals = '', rest = '', memory = '(memory 4)', rounds = ROUNDS, unrolled = UNROLLED } = {},
): string {
  return `(module ${rest} ${memory} (func (export "apply") (param i64 i64 i64) (local $i i32) ${locals}
    (loop ${`${body} `.repeat(unrolled)}
      (br_if 0 (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const ${rounds}))))))`;
}

/** The measure of everything: arithmetic and a branch. */
export const PLAIN_LOOP = repeating(
  '(local.set $a (i64.add (i64.mul (local.get $a) (i64.const 3)) (i64.const 7)))',
  {
    locals: '(local $a i64)',
    unrolled: 1,
    rounds: 2_000_000,
  },
);

const F64 = { locals: '(local $a f64)' };
const I64 = { locals: '(local $a i64)' };
const I32 = { locals: '(local $a i32)' };
const locals = (count: number): string => `(local ${'i64 '.repeat(count)})`;

/** One program for each kind of instruction. */
export const INSTRUCTIONS: Readonly<Record<string, string>> = {
  'i32.div_u': repeating(
    '(local.set $a (i32.div_u (i32.add (local.get $a) (i32.const 1234567)) (i32.or (local.get $i) (i32.const 3))))',
    I32,
  ),
  'i64.div_s': repeating(
    '(local.set $a (i64.div_s (i64.add (local.get $a) (i64.const 0x7edcba9876543210)) (i64.or (i64.extend_i32_u (local.get $i)) (i64.const 3))))',
    I64,
  ),
  'i64.rem_u': repeating(
    '(local.set $a (i64.rem_u (i64.add (local.get $a) (i64.const 0x7edcba9876543210)) (i64.or (i64.extend_i32_u (local.get $i)) (i64.const 3))))',
    I64,
  ),
  'i64.popcnt, clz': repeating('(local.set $a (i64.clz (i64.popcnt (local.get $a))))', I64),
  'f64.add': repeating('(local.set $a (f64.add (local.get $a) (f64.const 1.5)))', F64),
  'f64.div': repeating(
    '(local.set $a (f64.add (f64.div (local.get $a) (f64.const 1.7)) (f64.const 3)))',
    F64,
  ),
  'f64.sqrt': repeating('(local.set $a (f64.sqrt (f64.add (local.get $a) (f64.const 1.5))))', F64),
  'f64.mul, denormal': repeating(
    '(local.set $a (f64.add (f64.mul (f64.const 4e-310) (local.get $a)) (f64.const 1)))',
    F64,
  ),
  'f64.nearest': repeating('(local.set $a (f64.nearest (f64.add (local.get $a) (f64.const 0.3))))', F64),
  'f32.min': repeating('(local.set $a (f32.min (local.get $a) (f32.const 1.7)))', {
    locals: '(local $a f32)',
  }),
  'i64.trunc_sat_f64_u': repeating(
    '(local.set $a (i64.add (i64.trunc_sat_f64_u (f64.convert_i64_u (local.get $a))) (i64.const 1)))',
    I64,
  ),
  'i32.load, i32.store': repeating(
    '(i32.store (i32.const 8) (i32.add (i32.load (i32.const 8)) (i32.const 1)))',
  ),
  'i32.load, 33 MiB in order': repeating(
    '(local.set $a (i32.and (i32.add (i32.add (local.get $a) (i32.load (local.get $a))) (i32.const 64)) (i32.const 0x1ffffc0)))',
    { ...I32, memory: '(memory 528)' },
  ),
  'i32.store, 33 MiB by page': repeating(
    '(i32.store (local.get $a) (local.get $a)) (local.set $a (i32.and (i32.add (local.get $a) (i32.const 4096)) (i32.const 0x1fffffc)))',
    { ...I32, memory: '(memory 528)' },
  ),
  'memory.size': repeating('(local.set $a (memory.size))', I32),
  'memory.grow 0': repeating('(drop (memory.grow (i32.const 0)))', { rounds: 500 }),
  'memory.grow 1': repeating('(drop (memory.grow (i32.const 1)))', { rounds: 33 }),
  'global.get, global.set': repeating('(global.set $g (i64.add (global.get $g) (i64.const 1)))', {
    rest: '(global $g (mut i64) (i64.const 0))',
  }),
  br_table: repeating('(block (block (block (br_table 0 1 2 (i32.and (local.get $i) (i32.const 3))))))'),
  if: repeating('(if (i32.and (local.get $i) (i32.const 1)) (then (nop)) (else (nop)))'),
  call: repeating('(call $f)', { rest: '(func $f)' }),
  'call, 8 arguments': repeating(`(call $f ${'(i64.const 1) '.repeat(8)})`, {
    rest: `(func $f (param ${'i64 '.repeat(8)}))`,
  }),
  'call, 512 arguments': repeating(`(call $f ${'(i64.const 1) '.repeat(512)})`, {
    rest: `(func $f (param ${'i64 '.repeat(512)}))`,
    rounds: 500,
  }),
  'call, 1000 locals': repeating('(call $f)', { rest: `(func $f ${locals(1000)})`, rounds: 5000 }),
  call_indirect: repeating('(call_indirect (i32.const 0))', {
    rest: '(table 1 funcref) (elem (i32.const 0) $f) (func $f)',
  }),
  select: repeating('(local.set $a (select (local.get $a) (i64.const 3) (local.get $i)))', I64),
};

/** Arguments of host functions that make them work: 32 bytes of text, numbers of full length. */
function argumentOf(kind: Kind, name: string, index: number): string {
  switch (kind) {
    case 'pointer':
      return `(i32.const ${1000 + index * 20_000})`;
    case 'input':
      return `(i32.const ${1000 + index * 20_000}) (i32.const 32)`;
    case 'output':
      return '(i32.const 60000) (i32.const 64)';
    case 'cString':
      return '(i32.const 1000)';
    case 'u128':
      return `(i64.const 0x123456789abcdef1) (i64.const ${/tf/.test(name) && !/^__(float|fixs|fixd)/.test(name) ? '0x4070123456789abc' : '0x7123456789abcdef'})`;
    case 'u64':
    case 'i64':
      return name.includes('price') ? '(i64.const 0x4343495708)' : '(i64.const 1)';
    case 'u32':
    case 'i32':
      return /assert/.test(name) ? '(i32.const 1)' : '(i32.const 64)';
    default:
      return `(${kind}.const 1.2345e10)`;
  }
}

/** These end the run, or are measured in a way of their own. */
const NOT_REPEATED = new Set([
  'abort',
  'wasm_exit',
  'emit_result',
  'notify_recipient',
  'require_recipient',
  'send_inline',
]);

function hostProgram({ name, parameters, type }: HostFunction, indirect: boolean): string {
  const args = parameters.map((kind, i) => argumentOf(kind, name, i)).join(' ');
  const params = type.parameters.length > 0 ? `(param ${type.parameters.join(' ')})` : '';
  const result = type.results.length > 0 ? `(result ${type.results[0]})` : '';
  const call = indirect ? `(call_indirect (type $t) ${args} (i32.const 0))` : `(call $h ${args})`;
  // The hash that assertions expect is that of no text: they compare, and the bytes are the same by luck never.
  return repeating(result === '' ? call : `(drop ${call})`, {
    rest: `(type $t (func ${params} ${result})) (import "env" "${name}" (func $h (type $t))) (table 1 funcref) (elem (i32.const 0) $h)
      (data (i32.const 1000) "abcdefghijklmnopqrstuvwxyz012345")`,
    memory: '(memory 3)',
    unrolled: 4,
    rounds: 800,
  });
}

/** Every function of the host, called by its index and through the table. */
export const HOST_CALLS: ReadonlyMap<string, string> = new Map(
  CONTRACT_FUNCTIONS.filter(({ name }) => !NOT_REPEATED.has(name) && !name.startsWith('assert_')).flatMap(
    declared => [
      [declared.name, hostProgram(declared, false)],
      [`${declared.name} by call_indirect`, hostProgram(declared, true)],
    ],
  ),
);

/** Calls of the host with much memory each. */
export const LARGE_CALLS: Readonly<Record<string, string>> = Object.fromEntries(
  (
    [
      ['memset', 'i32 i32 i32', 'i32', '(i32.const 0) (i32.const 7) (i32.const 262144)'],
      ['memmove', 'i32 i32 i32', 'i32', '(i32.const 1) (i32.const 0) (i32.const 262143)'],
      ['memcmp', 'i32 i32 i32', 'i32', '(i32.const 0) (i32.const 131072) (i32.const 131072)'],
      ['sha256', 'i32 i32 i32', '', '(i32.const 0) (i32.const 65536) (i32.const 0)'],
      ['sha512', 'i32 i32 i32', '', '(i32.const 0) (i32.const 65536) (i32.const 0)'],
      ['sha1', 'i32 i32 i32', '', '(i32.const 0) (i32.const 65536) (i32.const 0)'],
      ['ripemd160', 'i32 i32 i32', '', '(i32.const 0) (i32.const 65536) (i32.const 0)'],
      [
        'db_store',
        'i64 i32 i32 i32 i32',
        'i32',
        '(i64.const 0) (i32.const 0) (i32.const 8) (i32.const 0) (i32.const 262144)',
      ],
      ['prints_l', 'i32 i32', '', '(i32.const 0) (i32.const 262144)'],
      ['printhex', 'i32 i32', '', '(i32.const 0) (i32.const 262144)'],
      ['send_inline', 'i32 i32', '', '(i32.const 1024) (i32.const 200000)'],
    ] as const
  ).map(([name, params, result, args]) => [
    `${name}, much`,
    repeating(result === '' ? `(call $h ${args})` : `(drop (call $h ${args}))`, {
      rest: `(import "env" "${name}" (func $h (param ${params}) ${result === '' ? '' : `(result ${result})`}))`,
      memory: '(memory 6)',
      unrolled: 1,
      rounds: 30,
    }),
  ]),
);
