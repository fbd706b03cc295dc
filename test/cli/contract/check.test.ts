import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { required } from '../../../src/codec/required.js';
import { sampleContract } from '../../support/lua/sample-contracts.js';
import { runCoind } from '../../support/nodes/command-line.js';
import { startTestNode } from '../../support/nodes/node.js';
import { temporaryDirectory } from '../../support/temporary-directory.js';

test('findings are printed as file:line:column: message (rule), and make the exit code 1', async () => {
  const directory = temporaryDirectory();
  writeFileSync(join(directory, 'good.lua'), sampleContract('swap.lua'));
  writeFileSync(join(directory, 'bad.lua'), 'mylib = require "mylib"\nreturn os.time(), contract[0]\n');
  const { code, output, errors } = await runCoind(directory, ['contract', 'check', 'good.lua', 'bad.lua']);
  assert.is(code, 1);
  const places = output.split('\n').map(line => line.replace(/^(\S+): .* (\([a-z-]+\))$/, '$1 $2'));
  assert.equal(places, ['bad.lua:2:8 (missing-function)', 'bad.lua:2:19 (argument-layout)', '']);
  assert.is(errors, '2 findings\n');
});

test('where there is nothing to look at, nothing is printed and the exit code is 0', async () => {
  const directory = temporaryDirectory();
  writeFileSync(join(directory, 'good.lua'), sampleContract('token.lua'));
  assert.equal(await runCoind(directory, ['contract', 'check', 'good.lua']), {
    code: 0,
    output: '',
    errors: '',
  });
});

test('what is no source of a contract is refused, with the usage', async () => {
  for (const [words, message] of [
    [[], /at least one file is expected/],
    [['x.wasm'], /"x\.wasm" is no source of a contract/],
    [['x.lua'], /x\.lua does not exist/],
    [['x.ts'], /x\.ts does not exist/],
    [['x.lua', '--against', '1-1'], /--against compares one contract in AssemblyScript/],
    [['x.ts', 'y.ts', '--against', '1-1'], /--against compares one contract/],
  ] as const) {
    const { code, errors } = await runCoind(temporaryDirectory(), ['contract', 'check', ...words]);
    assert.is(code, 1);
    assert.match(errors, message);
    assert.match(errors, /\nUsage: coind contract check /);
  }
});

test('a contract in AssemblyScript is checked with what it imports, and compared with what a node has', async () => {
  const directory = temporaryDirectory();
  const rows = (type: string): string =>
    `import { Packed } from "sdk";\n@table("rows") export class Row extends Packed { value: ${type}; }\n`;
  writeFileSync(join(directory, 'rows.ts'), rows('u32'));
  writeFileSync(
    join(directory, 'index.ts'),
    'import { Contract, Table } from "sdk";\nimport { Row } from "./rows";\n@contract class C extends Contract {\n  @action put(id: u64): void { new Table<Row>().set(id, new Row()); }\n}\n',
  );
  const found = await runCoind(directory, ['contract', 'check', 'index.ts']);
  assert.is(found.code, 1);
  assert.match(found.output, /^index\.ts:4:11: put calls .*set for anybody who asks: .* \(any-caller\)$/m);
  assert.match(found.output, /^index\.ts:4:\d+: a row that is there under id .* \(reused-id\)$/m);

  await runCoind(directory, ['contract', 'build', 'index.ts', '-o', 'built']);
  const same = await runCoind(directory, [
    'contract',
    'check',
    'index.ts',
    '--against',
    'built/index.abi.json',
  ]);
  assert.is(same.output, found.output);
  writeFileSync(join(directory, 'rows.ts'), rows('u64'));
  const changed = await runCoind(directory, [
    'contract',
    'check',
    'index.ts',
    '--against',
    'built/index.abi.json',
  ]);
  assert.match(
    changed.output,
    /rows of the table rows that are there can no longer be read: "value" was uint32/,
  );

  const data = temporaryDirectory();
  const node = await startTestNode({ directory: data, switches: ['-filesdir=/'] });
  const txid = await node.call<{ txid: string }>(
    'submitsetcodetx',
    '0-13',
    join(directory, 'built/index.wasm'),
    join(directory, 'built/index.abi.json'),
  );
  await node.call('generate', 1);
  const { regid } = await node.call<{ regid: string }>('getcontractregid', txid.txid);
  const { port } = new URL(required(node.node.served?.endpoints[0], 'where the node listens'));
  const asked = await runCoind(directory, [
    `-datadir=${data}`,
    `-rpcport=${port}`,
    'contract',
    'check',
    'index.ts',
    '--against',
    regid,
  ]);
  assert.match(
    asked.output,
    /"value" was uint32, in its place stands "value", uint64; .* \(changed-layout\)/,
  );
  await node.stop();
});

test('a contract that cannot be built is a finding with its place', async () => {
  const directory = temporaryDirectory();
  writeFileSync(
    join(directory, 'bad.ts'),
    'import { Contract } from "sdk";\n@contract class C extends Contract {\n  @action go(x: Map<u8, u8>): void {}\n}\n',
  );
  const { code, output } = await runCoind(directory, ['contract', 'check', 'bad.ts']);
  assert.is(code, 1);
  assert.match(output, /^bad\.ts:3:1: "x" of go has the type "Map<u8,u8>", .* \(syntax\)\n$/);
});

test.run();
