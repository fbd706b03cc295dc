import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { inlineTransactionBytes } from '../../../../vm/wasm/abi/inline-transaction.js';
import { parseSymbol } from '../../../../vm/wasm/abi/symbol.js';
import { CODE_PERMISSION, OWNER_PERMISSION } from '../../../../vm/wasm/inline-authorization.js';
import { assertThrows } from '../../../support/wasm/contract-exception.js';
import { HostCaller } from '../../../support/wasm/host-call.js';
import { MemoryHost, name, SELF } from '../../../support/wasm/memory-host.js';

const test = suite('host functions');
const ALICE = (7n << 20n) + 1n;
const OTHER = (8n << 20n) + 2n;

test('assertions fail with their own exceptions, and pass without looking at the message', () => {
  const caller = new HostCaller(new MemoryHost());
  caller.write(8, 'too little\0');
  assertThrows(() => caller.invoke('wasm_assert', 0, 8), 'wasm_assert_exception', /^too little$/);
  assertThrows(() => caller.invoke('eosio_assert', 0, 8), 'wasm_assert_exception', /^too little$/);
  assertThrows(
    () => caller.invoke('wasm_assert_code', 0, -1n),
    'wasm_assert_code_exception',
    /18446744073709551615/,
  );
  assertThrows(() => caller.invoke('eosio_assert_code', 0, 7n), 'wasm_assert_code_exception', /7/);
  assertThrows(() => caller.invoke('wasm_assert_message', 0, 8, 3), 'wasm_assert_message_exception', /^too$/);
  assertThrows(() => caller.invoke('abort'), 'abort_called');
  for (const passed of ['wasm_assert', 'eosio_assert']) assert.is(caller.invoke(passed, 1, -1), undefined);
  assert.is(caller.invoke('wasm_assert_code', -1, 0n), undefined);
  assert.is(caller.invoke('wasm_assert_message', 2, -1, -1), undefined);
});

test('a contract reads its action data in part, or asks for its size', () => {
  const caller = new HostCaller(new MemoryHost(), Buffer.from('hello'));
  assert.is(caller.invoke('action_data_size'), 5);
  assert.is(caller.invoke('read_action_data', 0, 0), 5);
  assert.is(caller.invoke('read_action_data', 100, 3), 3);
  assert.is(caller.bytes.toString('latin1', 100, 105), 'hel\0\0');
  assert.is(caller.invoke('read_action_data', 100, 50), 5);
  assert.is(caller.bytes.toString('latin1', 100, 105), 'hello');
});

test('spec 04 §14.3: data may be read up to the last byte of the memory', () => {
  const caller = new HostCaller(new MemoryHost(), Buffer.alloc(65_537, 1));
  assert.is(caller.invoke('read_action_data', 0, 65_536), 65_536);
  assertThrows(() => caller.invoke('read_action_data', 0, 65_537), 'wasm_memory_exception');
  assert.is(caller.invoke('read_action_data', 65_535, 1), 1);
  assertThrows(() => caller.invoke('read_action_data', 65_535, 3), 'wasm_memory_exception');
});

test('what a contract asks about block, transaction and chain', () => {
  const host = new MemoryHost();
  host.producers = [ALICE, OTHER];
  host.maintainers.set(OTHER, ALICE);
  const caller = new HostCaller(host);
  assert.is(caller.invoke('current_time'), 1_700_000_000n);
  assert.is(caller.invoke('current_receiver'), SELF);
  assert.is(caller.invoke('get_maintainer', OTHER), ALICE);
  assert.is(caller.invoke('get_maintainer', ALICE), 0n);
  assert.is(caller.invoke('get_txid', 0), 32);
  assert.is(caller.bytes.toString('hex', 0, 32), 'ab'.repeat(32));
  assert.is(caller.invoke('get_active_producers', 0, 0), 16);
  assert.is(caller.invoke('get_active_producers', 64, 8), 8);
  assert.is(caller.bytes.readBigUInt64LE(64), ALICE);
  assert.is(caller.bytes.readBigUInt64LE(72), 0n);
  assert.is(caller.invoke('get_active_producers', 64, 100), 16);
  assert.is(caller.bytes.readBigUInt64LE(72), OTHER);
});

test('a query has no transaction', () => {
  const host = new MemoryHost();
  host.hash = undefined;
  assertThrows(() => new HostCaller(host).invoke('get_txid', 0), 'wasm_assert_exception');
});

test('a price is an asset; without one, or with another precision, there is none', () => {
  const host = new MemoryHost();
  host.prices.set('WICC/WUSD', 12_345n);
  host.prices.set('WGRT/WUSD', 0n);
  const caller = new HostCaller(host);
  const price = (base: string, quote: string, size = 16): unknown =>
    caller.invoke('get_system_asset_price', parseSymbol(base), parseSymbol(quote), 0, size);
  assert.is(price('8,WICC', '8,WUSD', 0), 16);
  assert.is(price('8,WICC', '8,WUSD'), 16);
  assert.is(caller.bytes.readBigInt64LE(0), 12_345n);
  assert.is(caller.bytes.readBigUInt64LE(8), parseSymbol('8,WICC'));
  for (const [base, quote] of [
    ['4,WICC', '8,WUSD'],
    ['8,WICC', '4,WUSD'],
    ['8,WGRT', '8,WUSD'],
    ['8,WUSD', '8,WICC'],
  ]) {
    assert.is(price(base!, quote!), 0);
  }
});

test('authority is asked for by account; the permission is not looked at', () => {
  const host = new MemoryHost();
  host.authorization = [{ account: ALICE, permission: 1n }];
  const caller = new HostCaller(host);
  caller.invoke('require_auth', ALICE);
  caller.invoke('require_auth2', ALICE, 99n);
  assert.is(caller.invoke('has_auth', ALICE), 1);
  assert.is(caller.invoke('has_auth', OTHER), 0);
  assertThrows(
    () => caller.invoke('require_auth', OTHER),
    'missing_auth_exception',
    /missing authority of 8-2/,
  );
  assertThrows(() => caller.invoke('require_auth2', OTHER, 1n), 'missing_auth_exception');
});

test('accounts are told once, exist, and are 16 at most', () => {
  const host = new MemoryHost();
  host.recipients.push(SELF);
  const caller = new HostCaller(host);
  assertThrows(() => caller.invoke('notify_recipient', ALICE), 'account_access_exception');
  for (let i = 1n; i <= 20n; i++) host.accounts.add(i);
  assert.is(caller.invoke('is_account', 1n), 1);
  assert.is(caller.invoke('is_account', 99n), 0);
  for (let i = 1n; i <= 15n; i++) {
    caller.invoke('notify_recipient', i);
    caller.invoke('require_recipient', i);
  }
  assert.is(host.recipients.length, 16);
  assertThrows(() => caller.invoke('notify_recipient', 16n), 'recipients_size_exceeds_exception');
  caller.invoke('notify_recipient', 15n);
});

test('an inline action is read, checked and queued', () => {
  const host = new MemoryHost();
  const caller = new HostCaller(host);
  const action = { contract: OTHER, action: name('run'), data: Buffer.from('x') };
  const send = (permission: bigint): unknown => {
    const bytes = inlineTransactionBytes({ ...action, authorization: [{ account: SELF, permission }] });
    caller.write(0, bytes);
    return caller.invoke('send_inline', 0, bytes.length);
  };
  send(CODE_PERMISSION);
  assert.equal(host.inline, [{ ...action, authorization: [{ account: SELF, permission: CODE_PERMISSION }] }]);
  assertThrows(() => send(OWNER_PERMISSION), 'missing_auth_exception');
  assertThrows(() => caller.invoke('send_inline', 0, 10), 'wasm_assert_exception');
  assert.is(host.inline.length, 1);
});

test('the bytes of an inline action are a copy', () => {
  const host = new MemoryHost();
  const caller = new HostCaller(host);
  const bytes = inlineTransactionBytes({
    contract: OTHER,
    action: 1n,
    authorization: [],
    data: Buffer.from('x'),
  });
  caller.write(0, bytes);
  caller.invoke('send_inline', 0, bytes.length);
  caller.bytes.fill(0);
  assert.is(Buffer.from(host.inline[0]!.data).toString(), 'x');
});

test('a result is for queries only', () => {
  const host = new MemoryHost();
  const caller = new HostCaller(host);
  caller.write(0, 'balanceuint64');
  assertThrows(() => caller.invoke('emit_result', 0, 7, 7, 6, 16, 8), 'contract_exception', /wasm_getresult/);
  host.isQuery = true;
  caller.invoke('emit_result', 0, 7, 7, 6, 16, 8);
  assert.equal(host.results, [{ name: 'balance', type: 'uint64', value: Buffer.alloc(8) }]);
});

test('rows are written, replaced, read in part and deleted; every write burns fuel by its bytes', () => {
  const host = new MemoryHost();
  const caller = new HostCaller(host);
  caller.write(0, 'key');
  caller.write(16, 'value');
  const get = (size: number): unknown => caller.invoke('db_get', 0, 3, 32, size);
  assert.is(get(10), 0);
  assert.is(caller.invoke('db_store', 0n, 0, 3, 16, 5), 1);
  assert.is(caller.call.storageFuel, 160n);
  assert.is(get(0), 5);
  assert.is(get(2), 2);
  assert.is(caller.bytes.toString('latin1', 32, 36), 'va\0\0');
  assert.is(get(10), 5);
  assert.is(caller.invoke('db_update', 0n, 0, 3, 16, 2), 1);
  assert.is(caller.call.storageFuel, 290n);
  assert.is(get(0), 2);
  assert.is(caller.invoke('db_remove', 0n, 0, 3), 1);
  assert.is(caller.call.storageFuel, 400n);
  assert.is(caller.invoke('db_remove', 0n, 0, 3), 1);
  assert.is(get(0), 0);
  assert.is(caller.call.storageFuel, 510n, 'reading burns nothing');
});

test('an empty value is no value', () => {
  const host = new MemoryHost();
  const caller = new HostCaller(host);
  caller.invoke('db_store', 0n, 0, 3, 16, 5);
  caller.invoke('db_store', 0n, 0, 3, 16, 0);
  assert.is(host.rows.size, 0);
});

test('spec 04 O20: a key has at most 504 bytes of the contract', () => {
  const caller = new HostCaller(new MemoryHost());
  caller.invoke('db_store', 0n, 0, 504, 0, 1);
  for (const call of [
    () => caller.invoke('db_store', 0n, 0, 505, 0, 1),
    () => caller.invoke('db_update', 0n, 0, 505, 0, 1),
    () => caller.invoke('db_remove', 0n, 0, 505),
    () => caller.invoke('db_get', 0, 505, 0, 1),
  ]) {
    assertThrows(call, 'wasm_api_data_size_exceeds_exception', /at most 504/);
  }
});

test('hashes are written, and compared in all their bytes', () => {
  const caller = new HostCaller(new MemoryHost());
  caller.write(0, 'abc');
  for (const [algorithm, size] of [
    ['sha1', 20],
    ['sha256', 32],
    ['sha512', 64],
    ['ripemd160', 20],
  ] as const) {
    const expected = createHash(algorithm).update('abc').digest();
    caller.invoke(algorithm, 0, 3, 256);
    assert.is(caller.bytes.toString('hex', 256, 256 + size), expected.toString('hex'));
    caller.invoke(`assert_${algorithm}`, 0, 3, 256);
    const last = 256 + size - 1;
    caller.bytes[last]! ^= 1;
    assertThrows(() => caller.invoke(`assert_${algorithm}`, 0, 3, 256), 'crypto_api_exception');
  }
});

test('blocks of memory are copied, moved, filled and compared', () => {
  const caller = new HostCaller(new MemoryHost());
  caller.write(0, 'abcdef');
  assert.is(caller.invoke('memcpy', 100, 0, 6), 100);
  assert.is(caller.bytes.toString('latin1', 100, 106), 'abcdef');
  assert.is(caller.invoke('memmove', 2, 0, 4), 2);
  assert.is(caller.bytes.toString('latin1', 0, 6), 'ababcd');
  assert.is(caller.invoke('memset', 0, 0x1ff, 2), 0);
  assert.is(caller.bytes.toString('hex', 0, 2), 'ffff');
  assert.is(caller.invoke('memcmp', 0, 100, 2), 1);
  assert.is(caller.invoke('memcmp', 100, 0, 2), -1);
  assert.is(caller.invoke('memcmp', 100, 100, 6), 0);
  assertThrows(() => caller.invoke('memcpy', 3, 0, 4), 'overlapping_memory_error');
  caller.invoke('memcpy', 4, 0, 4);
});

test('numbers, names and bytes print as in the reference', () => {
  const host = new MemoryHost();
  const caller = new HostCaller(host);
  const printed = (print: () => unknown): string => {
    host.console = '';
    print();
    return host.console;
  };
  caller.write(0, 'abc\0');
  caller.write(16, Buffer.alloc(16, 0xff));
  assert.is(
    printed(() => caller.invoke('prints', 0)),
    'abc',
  );
  assert.is(
    printed(() => caller.invoke('prints_l', 1, 2)),
    'bc',
  );
  assert.is(
    printed(() => caller.invoke('printi', -1n)),
    '-1',
  );
  assert.is(
    printed(() => caller.invoke('printui', -1n)),
    '18446744073709551615',
  );
  assert.is(
    printed(() => caller.invoke('printi128', 16)),
    '-1',
  );
  assert.is(
    printed(() => caller.invoke('printui128', 16)),
    '340282366920938463463374607431768211455',
  );
  assert.is(
    printed(() => caller.invoke('printn', name('transfer'))),
    'transfer',
  );
  assert.is(
    printed(() => caller.invoke('printhex', 0, 3)),
    '616263',
  );
  assert.is(
    printed(() => caller.invoke('printsf', 0.5)),
    '5.000000e-01',
  );
  assert.is(
    printed(() => caller.invoke('printdf', 0.5)),
    '5.000000000000000e-01',
  );
  caller.invoke('__extenddftf2', 32, 0.5);
  assert.is(
    printed(() => caller.invoke('printqf', 32)),
    '5.000000000000000000e-01',
  );
});

const int128 = fc.bigInt(-(2n ** 127n), 2n ** 127n - 1n);
const halves = (value: bigint): [bigint, bigint] => [
  BigInt.asIntN(64, value),
  BigInt.asIntN(64, value >> 64n),
];

test('integers of 128 bits wrap, truncate and shift', () => {
  const caller = new HostCaller(new MemoryHost());
  const result = (functionName: string, ...raw: (number | bigint)[]): bigint => {
    caller.invoke(functionName, 0, ...raw);
    return caller.call.memory.readUint128(0);
  };
  const unsigned = (value: bigint): bigint => BigInt.asUintN(128, value);
  fc.assert(
    fc.property(int128, int128, fc.nat(200), (a, b, shift) => {
      const operands = [...halves(a), ...halves(b)];
      const [x, y] = [unsigned(a), unsigned(b)];
      assert.is(result('__multi3', ...operands), unsigned(a * b));
      if (b !== 0n) {
        assert.is(result('__divti3', ...operands), unsigned(a / b));
        assert.is(result('__modti3', ...operands), unsigned(a % b));
        assert.is(result('__udivti3', ...operands), x / y);
        assert.is(result('__umodti3', ...operands), x % y);
      }
      const by = BigInt(shift);
      assert.is(result('__ashlti3', ...halves(a), shift), unsigned(a << by));
      assert.is(result('__lshlti3', ...halves(a), shift), unsigned(a << by));
      assert.is(result('__lshrti3', ...halves(a), shift), x >> by);
      assert.is(result('__ashrti3', ...halves(a), shift), unsigned(a >> (by % 128n)));
    }),
  );
  for (const functionName of ['__divti3', '__udivti3', '__modti3', '__umodti3']) {
    assertThrows(
      () => caller.invoke(functionName, 0, 1n, 0n, 0n, 0n),
      'wasm_assert_exception',
      /divide by zero/,
    );
  }
});

test('comparisons of 128-bit floats: each has its answer to NaN', () => {
  const caller = new HostCaller(new MemoryHost());
  const bits = (value: number): [bigint, bigint] => {
    caller.invoke('__extenddftf2', 0, value);
    return halves(caller.call.memory.readUint128(0));
  };
  const answers: Readonly<
    Record<string, readonly [less: number, equal: number, greater: number, nan: number]>
  > = {
    __eqtf2: [-1, 0, 1, 1],
    __netf2: [-1, 0, 1, 1],
    __letf2: [-1, 0, 1, 1],
    __cmptf2: [-1, 0, 1, 1],
    __getf2: [-1, 0, 1, -1],
    __gttf2: [-1, 0, 1, 0],
    __lttf2: [-1, 0, 1, 0],
    __unordtf2: [0, 0, 0, 1],
  };
  for (const [functionName, expected] of Object.entries(answers)) {
    const pairs = [
      [1, 2],
      [2, 2],
      [3, 2],
      [Number.NaN, 2],
    ] as const;
    const given = pairs.map(([a, b]) => caller.invoke(functionName, ...bits(a), ...bits(b)));
    assert.equal(given, expected, functionName);
  }
});

test('128-bit floats convert to and from every other number', () => {
  const caller = new HostCaller(new MemoryHost());
  const quad = (functionName: string, value: number | bigint): [bigint, bigint] => {
    caller.invoke(functionName, 0, value);
    return halves(caller.call.memory.readUint128(0));
  };
  const wide = (functionName: string, ...raw: (number | bigint)[]): bigint => {
    caller.invoke(functionName, 0, ...raw);
    return BigInt.asIntN(128, caller.call.memory.readUint128(0));
  };
  assert.is(caller.invoke('__trunctfdf2', ...quad('__floatsitf', -7)), -7);
  assert.is(caller.invoke('__trunctfdf2', ...quad('__floatunsitf', -1)), 4294967295);
  assert.is(caller.invoke('__fixtfdi', ...quad('__floatditf', -9n)), -9n);
  assert.is(caller.invoke('__fixunstfdi', ...quad('__floatunditf', -1n)), 2n ** 64n - 1n);
  assert.is(caller.invoke('__fixtfsi', ...quad('__extendsftf2', -2.5)), -2);
  assert.is(caller.invoke('__fixunstfsi', ...quad('__extenddftf2', 3.5)), 4);
  assert.is(caller.invoke('__trunctfsf2', ...quad('__extenddftf2', 0.1)), Math.fround(0.1));
  assert.is(wide('__fixtfti', ...quad('__extenddftf2', -1e20)), -(10n ** 20n));
  assert.is(wide('__fixunstfti', ...quad('__extenddftf2', -1)), 0n);
  assert.is(wide('__fixsfti', -2.75), -2n);
  assert.is(wide('__fixunssfti', 2.75), 2n);
  assert.is(wide('__fixdfti', -1e30), -(10n ** 30n) - 19884624838656n);
  assert.is(wide('__fixunsdfti', 1e15), 10n ** 15n);
  assert.is(caller.invoke('__floatsidf', -5), -5);
  assert.is(caller.invoke('__floattidf', ...halves(-(2n ** 100n))), -(2 ** 100));
  assert.is(caller.invoke('__floatuntidf', ...halves(-1n)), 2 ** 128);
  const sum = (functionName: string, a: number, b: number): unknown => {
    const left = quad('__extenddftf2', a);
    const right = quad('__extenddftf2', b);
    caller.invoke(functionName, 0, ...left, ...right);
    return caller.invoke('__trunctfdf2', ...halves(caller.call.memory.readUint128(0)));
  };
  assert.equal(
    ['__addtf3', '__subtf3', '__multf3', '__divtf3'].map(functionName => sum(functionName, 6, 1.5)),
    [7.5, 4.5, 9, 4],
  );
  caller.invoke('__negtf2', 0, ...quad('__extenddftf2', 2));
  assert.is(caller.invoke('__trunctfdf2', ...halves(caller.call.memory.readUint128(0))), -2);
});

test.run();
