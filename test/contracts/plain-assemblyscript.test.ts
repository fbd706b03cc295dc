import asc from 'assemblyscript/asc';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { WasmEngine } from '../../vm/wasm/engine.js';
import { OWNER_PERMISSION } from '../../vm/wasm/inline-authorization.js';
import { assertThrows } from '../support/wasm/contract-exception.js';
import { executeOn, MemoryHost, name } from '../support/wasm/memory-host.js';

/* Contracts in AssemblyScript that do not use our SDK: their own declarations of the host's functions. */

const test = suite('AssemblyScript without the SDK');
const engine = new WasmEngine();
const MVP = ['--disable', 'bulk-memory', '--disable', 'nontrapping-f2i', '--disable', 'sign-extension'];
const ABORT = ['--use', 'abort=main/onAbort'];

async function compile(text: string, flags: readonly string[]): Promise<Uint8Array> {
  let wasm: Uint8Array | undefined;
  const { error, stderr } = await asc.main(['main.ts', '--outFile', 'main.wasm', ...flags], {
    readFile: file => (file === 'main.ts' ? text : null),
    writeFile: (_, contents) => {
      wasm = contents as Uint8Array;
    },
    listFiles: () => [],
  });
  if (error !== null || wasm === undefined) throw new Error(stderr.toString());
  return wasm;
}

const LEDGER = `
@external("env", "action_data_size") declare function size(): u32;
@external("env", "read_action_data") declare function read(p: usize, l: u32): u32;
@external("env", "require_auth") declare function auth(a: u64): void;
@external("env", "db_store") declare function put(payer: u64, k: usize, kl: u32, v: usize, vl: u32): i32;
@external("env", "db_get") declare function get(k: usize, kl: u32, v: usize, vl: u32): u32;
@external("env", "eosio_assert") declare function assertTrue(t: i32, m: usize): void;
@external("env", "prints_l") declare function print(p: usize, l: u32): void;
@external("env", "printdf") declare function printNumber(x: f64): void;
export function onAbort(m: string | null, f: string | null, l: u32, c: u32): void { assertTrue(0, 0); unreachable(); }
class Account { constructor(public owner: u64, public balance: u64) {} }
const fees = new Map<u64, u64>();
fees.set(1, 10); fees.set(2, 20);
const words: string[] = ["paid", "rest"];
function say(text: string): void { const b = String.UTF8.encode(text); print(changetype<usize>(b), b.byteLength); }
function load_(owner: u64): Account {
  const k = heap.alloc(8); store<u64>(k, owner);
  const v = heap.alloc(8);
  return new Account(owner, get(k, 8, v, 8) == 0 ? 0 : load<u64>(v));
}
function save(a: Account): void {
  const k = heap.alloc(8); store<u64>(k, a.owner);
  const v = heap.alloc(8); store<u64>(v, a.balance);
  put(0, k, 8, v, 8);
}
export function apply(receiver: u64, contract: u64, action: u64): void {
  const n = size(); const p = heap.alloc(n); read(p, n);
  const owner = load<u64>(p), kind = load<u64>(p, 8), amount = load<u64>(p, 16);
  auth(owner);
  const account = load_(owner);
  account.balance += amount - fees.get(kind);
  save(account);
  say(words.map<string>(w => w.toUpperCase()).join("+") + " " + account.balance.toString() + " ");
  printNumber(<f64>account.balance / 3.0);
}`;

function data(...values: bigint[]): Buffer {
  const bytes = Buffer.alloc(values.length * 8);
  values.forEach((value, i) => {
    bytes.writeBigUInt64LE(value, i * 8);
  });
  return bytes;
}

for (const runtime of ['stub', 'minimal', 'incremental']) {
  test(`a contract with maps, closures, strings and a start function runs, runtime ${runtime}`, async () => {
    const code = await compile(LEDGER, ['--runtime', runtime, '-O3', ...MVP, ...ABORT]);
    const host = new MemoryHost();
    host.authorization = [{ account: 5n, permission: OWNER_PERMISSION }];
    executeOn(engine, { code, host, data: data(5n, 1n, 110n) });
    executeOn(engine, { code, host, data: data(5n, 2n, 50n) });
    assert.is(host.console, 'PAID+REST 100 3.333333333333334e+01PAID+REST 130 4.333333333333334e+01');
    assert.equal([...host.rows], [['0500000000000000', '8200000000000000']]);
    assertThrows(() => executeOn(engine, { code, host, data: data(6n, 1n, 1n) }), 'missing_auth_exception');
    assertThrows(() => executeOn(engine, { code, host, data: data(5n, 9n, 1n) }), 'wasm_assert_exception');
  });
}

test('without optimization it does the same', async () => {
  const code = await compile(LEDGER, [
    '--runtime',
    'stub',
    '--optimizeLevel',
    '0',
    '--debug',
    ...MVP,
    ...ABORT,
  ]);
  const host = new MemoryHost();
  host.authorization = [{ account: 5n, permission: OWNER_PERMISSION }];
  executeOn(engine, { code, host, data: data(5n, 1n, 110n) });
  assert.is(host.console, 'PAID+REST 100 3.333333333333334e+01');
});

test('with bulk memory, which compilers switch on by themselves, it is refused with a reason', async () => {
  const code = await compile(LEDGER, ['--runtime', 'stub', ...ABORT]);
  assertThrows(
    () => executeOn(engine, { code, host: new MemoryHost() }),
    'code_parse_exception',
    /bulk memory|section 12/,
  );
});

test("with the language's own abort, whose parameters are others, it is refused with a reason", async () => {
  const code = await compile(LEDGER, ['--runtime', 'stub', ...MVP]);
  assertThrows(
    () => executeOn(engine, { code, host: new MemoryHost() }),
    'code_parse_exception',
    /"env"\."abort" is \(i32, i32, i32, i32\) -> \(\), it must be \(\) -> \(\)/,
  );
});

const HASHES = `
@external("env", "printui") declare function print(x: u64): void;
export function apply(receiver: u64, contract: u64, action: u64): void {
  let h: u64 = 14695981039346656037;
  for (let i: u64 = 0; i < 20000; i++) { h ^= i & 0xff; h *= 1099511628211; h = rotl(h, <u64>(i % 63)); }
  print(h);
}`;

test('arithmetic gives what the same arithmetic gives in JavaScript', async () => {
  const code = await compile(HASHES, ['--runtime', 'stub', '-O3', ...MVP]);
  const host = new MemoryHost();
  executeOn(engine, { code, host, action: 'run', contract: name('run') });
  let h = 14695981039346656037n;
  for (let i = 0n; i < 20_000n; i++) {
    h = BigInt.asUintN(64, (h ^ (i & 0xffn)) * 1099511628211n);
    const by = i % 63n;
    h = BigInt.asUintN(64, (h << by) | (h >> (64n - by)));
  }
  assert.is(host.console, h.toString());
});

test.run();
