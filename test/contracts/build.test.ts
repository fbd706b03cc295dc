import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parseJson, stringifyJson } from '../../src/codec/json.js';
import { packageRoot } from '../../src/config/package-root.js';
import { buildContractFiles } from '../../src/contract-build/build-files.js';
import { buildContract } from '../../src/contract-build/compile.js';
import { ContractBuildError } from '../../src/contract-build/diagnostics.js';
import { encodeAbi } from '../../vm/wasm/abi/definition.js';
import { packAction } from '../../vm/wasm/abi/pack.js';
import { AbiSchema } from '../../vm/wasm/abi/schema.js';
import { unpackValue } from '../../vm/wasm/abi/unpack.js';
import { WasmEngine } from '../../vm/wasm/engine.js';
import {
  ASSET_CONTRACT_FILES,
  ASSET_CONTRACT_SHA256,
  loadAssetContract,
} from '../../vm/wasm/system/asset-contract.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { executeOn, MemoryHost } from '../support/wasm/memory-host.js';

const test = suite('contract build');
const root = packageRoot();
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

test('the asset contract builds to the bytes that the node knows, twice, and wherever its sources are', async () => {
  const source = join(root, ASSET_CONTRACT_FILES.source);
  const copy = temporaryDirectory();
  cpSync(join(root, 'contracts/asset'), copy, { recursive: true });
  for (const file of [source, source, join(copy, 'index.ts')]) {
    const { wasm, abi } = await buildContract(file, { system: true });
    assert.is(sha256(wasm), ASSET_CONTRACT_SHA256);
    assert.equal(abi, loadAssetContract().abi);
  }
});

test('another process in another folder builds the same bytes', () => {
  const module = join(import.meta.dirname, '../../src/contract-build/compile.js');
  const script = `
    const { buildContract } = await import(${JSON.stringify(module)});
    const { wasm } = await buildContract(${JSON.stringify(join(root, ASSET_CONTRACT_FILES.source))}, { system: true });
    const { createHash } = await import('node:crypto');
    process.stdout.write(createHash('sha256').update(wasm).digest('hex'));`;
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: temporaryDirectory(),
    env: { ...process.env, LANG: 'tr_TR.UTF-8', TZ: 'Asia/Tokyo' },
  });
  assert.is(output.toString(), ASSET_CONTRACT_SHA256);
});

test('an asset contract with a changed byte is not loaded, and the message says what to do', () => {
  const directory = temporaryDirectory();
  mkdirSync(join(directory, 'contracts/asset'), { recursive: true });
  const changed = readFileSync(join(root, ASSET_CONTRACT_FILES.code));
  changed[changed.length - 1]! ^= 1;
  writeFileSync(join(directory, ASSET_CONTRACT_FILES.code), changed);
  cpSync(join(root, ASSET_CONTRACT_FILES.abi), join(directory, ASSET_CONTRACT_FILES.abi));
  assert.throws(
    () => loadAssetContract(directory),
    /is not the asset contract of this version: its SHA-256 is [0-9a-f]{64}, it must be/,
  );
});

/** Writes a source and gives its path. */
function source(text: string, name = 'contract.ts', directory = temporaryDirectory()): string {
  const file = join(directory, name);
  writeFileSync(file, text);
  return file;
}

const EVERY_TYPE = `import { Asset, Bytes, CoinSymbol, Contract, Hash, Name, Optional, Packed, Regid, SymbolCode, Table, Text, TimePoint } from "sdk";
import { Point } from "./point";
@table("rows") class Row extends Packed {
  a: bool; b: u8; c: u16; d: u32; e: u64; f: i8; g: i16; h: i32; i: i64; j: f32; k: f64;
  l: Regid; m: Name; n: SymbolCode; o: CoinSymbol; p: TimePoint; q: string = "";
  r: Asset = new Asset(); s: Point = new Point(); t: u32[] = []; u: Point[] = [];
  v: Optional<Regid> = new Optional<Regid>(false, 0); w: Array<string> = []; x: Hash = new Hash();
  static count: i32 = 0;
}
@contract class All extends Contract {
  @action put(row: Row): void { new Table<Row>(7).set(1, row); }
  @action views(x: Bytes, y: Text, z: Optional<Text>): void { this.put(new Row()); }
  @view get(key: u64): Row { return new Table<Row>(7).require(key, "no such row"); }
  @view find(key: u64): Optional<Row> {
    const row = new Table<Row>(7).get(key);
    return row == null ? new Optional<Row>(false, new Row()) : new Optional<Row>(true, row);
  }
  @action drop(): void { new Table<Row>(7).remove(1); }
}`;
const POINT = 'import { Packed } from "sdk";\n@struct export class Point extends Packed { x: i32; y: i32; }';

test('every type of the SDK is packed, stored, read and shown as the ABI says', async () => {
  const directory = temporaryDirectory();
  source(POINT, 'point.ts', directory);
  const { wasm, abi } = await buildContract(source(EVERY_TYPE, 'all.ts', directory));
  const schema = new AbiSchema(abi);
  const engine = new WasmEngine();
  engine.deploy(wasm, encodeAbi(abi));
  assert.equal(
    abi.structs.find(({ name }) => name === 'Row')!.fields.map(({ type }) => type),
    'bool uint8 uint16 uint32 uint64 int8 int16 int32 int64 float32 float64 regid name symbol_code symbol time_point string asset Point uint32[] Point[] regid? string[] hash256'.split(
      ' ',
    ),
  );
  assert.equal(abi.tables, [{ name: 'rows', index_type: 'i64', key_names: [], key_types: [], type: 'Row' }]);
  const row =
    '{"a":true,"b":255,"c":65535,"d":4294967295,"e":18446744073709551615,"f":-1,"g":-2,"h":-3,"i":-4,"j":1.50000000,"k":-2.25000000,' +
    '"l":"1234-5","m":"transfer","n":"WICC","o":"8,WICC","p":"2020-01-02T03:04:05.678","q":"h\u00e9llo","r":"1.00000000 WICC",' +
    '"s":{"x":1,"y":-1},"t":[1,2,3],"u":[{"x":5,"y":6}],"v":"7-7","w":["a","",""],' +
    `"x":"01${'00'.repeat(31)}"}`;
  const host = new MemoryHost();
  host.isQuery = true;
  const call = (action: string, args: string): void => {
    const data = packAction(schema, action, parseJson(args));
    host.recipients = [];
    executeOn(engine, { code: wasm, host, action, data });
  };
  call('put', `[${row}]`);
  const [[key, value]] = [...host.rows] as [[string, string]];
  assert.is(key, '00000000008039bd07000000000000000100000000000000');
  assert.is(stringifyJson(unpackValue(schema, 'Row', Buffer.from(value, 'hex'))), row);
  call('get', '[1]');
  call('find', '[1]');
  const [got, found] = host.results;
  assert.equal([got!.name, got!.type, found!.type], ['get', 'Row', 'Row?']);
  for (const { type, value: packed } of host.results) {
    assert.is(stringifyJson(unpackValue(schema, type, packed)), row);
  }
  assert.throws(() => call('get', '[2]'), /no such row/);
  call('find', '[2]');
  assert.is(Buffer.from(host.results[2]!.value).toString('hex'), '00');
  call('views', '["\\u00ff", "text", null]');
  call('drop', '[]');
  assert.is(host.rows.size, 0);
});

const FAULTS: readonly [rule: string, text: string, message: RegExp][] = [
  [
    'a class marked @contract is needed',
    'export const x = 1;',
    /have 0 classes marked @contract, one is expected/,
  ],
  [
    'one contract a file',
    'import { Contract } from "sdk";\n@contract class A extends Contract {}\n@contract class B extends Contract {}',
    /have 2 classes marked @contract/,
  ],
  [
    'a type that the ABI does not know',
    'import { Contract } from "sdk";\n@contract class A extends Contract {\n  @action go(x: Map<u8, u8>): void {}\n}',
    /contract\.ts:3: "x" of go has the type "Map<u8,u8>", which an ABI cannot hold/,
  ],
  [
    'an action name',
    'import { Contract } from "sdk";\n@contract class A extends Contract { @action goNow(): void {} }',
    /contract\.ts:2: "goNow" is not a name/,
  ],
  [
    'whom to listen to',
    'import { Contract } from "sdk";\n@contract class A extends Contract { @notify("transfer") on(): void {} }',
    /contract\.ts:2: @notify needs the contract and action/,
  ],
  [
    'a regid to listen to',
    'import { Contract } from "sdk";\n@contract class A extends Contract { @notify("bank::transfer") on(): void {} }',
    /contract\.ts:2: "bank" is not a regid/,
  ],
  ['syntax', '@contract class A extends {', /contract\.ts/],
  [
    'types of the language',
    'import { Contract } from "sdk";\n@contract class A extends Contract {\n  @action go(): void { const x: string = 5; }\n}',
    /contract\.ts:3:42: Type 'i32' is not assignable to type '~lib\/string\/String'\. \(TS2322\)\n 3 │/,
  ],
  ['an import that is not there', 'import { x } from "./missing";', /missing\.ts does not exist/],
];

for (const [rule, text, message] of FAULTS) {
  test(`a fault of the source is named with file and line: ${rule}`, async () => {
    try {
      await buildContract(source(text));
    } catch (error) {
      assert.instance(error, ContractBuildError);
      assert.match((error as Error).message, message);
      return;
    }
    assert.unreachable('the build did not fail');
  });
}

test('a contract that imports what only the system can is refused', async () => {
  const text = `import { Contract } from "sdk";
    @external("sys", "base_coin") declare function baseCoin(): u64;
    @contract class A extends Contract { @action go(): void { baseCoin(); } }`;
  try {
    await buildContract(source(text));
  } catch (error) {
    assert.match((error as Error).message, /"sys"\."base_coin" is not a function of this node/);
    return;
  }
  assert.unreachable('the build did not fail');
});

test('building writes code and ABI beside the source, as they are deployed', async () => {
  const file = source(
    'import { Contract } from "sdk";\n@contract class A extends Contract { @action go(n: u8): void {} }',
    'tiny.ts',
  );
  const { wasmFile, abiFile, wasmBytes, abiBytes } = await buildContractFiles(file);
  assert.equal([wasmFile, abiFile], [file.replace('.ts', '.wasm'), file.replace('.ts', '.abi.json')]);
  const abi = JSON.parse(readFileSync(abiFile, 'utf8'));
  assert.is(abi.version, 'wasm::abi/1.0');
  assert.is(encodeAbi(abi).length, abiBytes);
  assert.is(readFileSync(wasmFile).length, wasmBytes);
});

test('the contracts in the documentation build', async () => {
  const texts = [
    ...readFileSync(join(root, 'contracts/README.md'), 'utf8').matchAll(/```ts\n([\s\S]*?)```/g),
  ];
  const actions: string[][] = [];
  for (const [, text = ''] of texts) {
    const { abi } = await buildContract(source(text));
    actions.push(abi.actions.map(({ name }) => name));
  }
  assert.equal(actions, [['add'], ['offer', 'withdraw', 'cost']]);
});

test('a failing language construct says where', async () => {
  const text = `import { Contract } from "sdk";
@contract class A extends Contract {
  @action go(n: u32): void { const a: u32[] = [1, 2]; if (a[n] == 7) unreachable(); }
}`;
  const { wasm, abi } = await buildContract(source(text));
  const data = packAction(new AbiSchema(abi), 'go', [9]);
  assert.throws(
    () => executeOn(new WasmEngine(), { code: wasm, host: new MemoryHost(), action: 'go', data }),
    /abort: Index out of range at ~lib\/array\.ts:\d+:\d+ \(contract 1234-5, action go/,
  );
});

test.run();
