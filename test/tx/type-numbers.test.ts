import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { bareTypeNumbers } from '../support/sources/type-numbers.js';

/** Where each number has its one place: the definitions themselves. */
const DECLARING =
  /^src\/(tx\/(types\/|proposal-types\.ts|utxo\.ts|enums\.ts|receipt\.ts|transactions\.ts)|rpc\/governance\/permission-changes\.ts)/;
/** Examples of requests are JSON as clients write it. */
const EXAMPLES = /\.methods\.ts$/;
/** Their types are those of WebAssembly and of Lua. */
const OTHER_TYPES = /^vm\/(wasm|lua)\//;
/** Its samples are what is looked for. */
const THIS_TEST = /tx\/type-numbers\.test\.ts$/;

const SAMPLES: readonly (readonly [source: string, count: number])[] = [
  ['send({ type: 11, fees })', 1],
  ['send({ type: TX.UCOIN_TRANSFER, fees })', 0],
  ['type Tx = Stake & { readonly type: 21 };', 1],
  ['function of(type: 4 | 5): bigint {}', 1],
  ['if (tx.type === 4 || tx.type !== 15) run();', 2],
  ['switch (tx.type) {\n  case 84:\n    return { a: 1 };\n  case 85:\n    return b;\n}', 2],
  ['switch (update.field) {\n  case 1:\n    return a;\n}', 1],
  ['switch (update.place) {\n  case 1:\n    return a;\n}', 0],
  ['{ stakeType: 3, operation: 1, chain: 2, field: 9, op_type: 0, txtype_code: 11 }', 6],
  ['params: [{ code: 19, value: 1n }]', 1],
  ['{ code: 19, reason }', 0],
  ['const SWAP_OUT = 13;\nif (proposal.type === SWAP_OUT) run();', 1],
  ['const LIMIT = 13;\nif (size === LIMIT) run();', 0],
  ['const handler: NativeHandler<11> = {', 1],
  ['function f(tx: TransactionOfType<5 | 14>): void {}', 1],
  ['const rules: ProposalRules<6> = define();', 1],
  ['fuelFeeOf(100, fuel, rate, 0n)', 1],
  ['feeParameter(services, fee, 50)', 1],
  ['minimumFeeOf(state, network, 8, symbol)', 1],
  ['const SETTLE_TYPE = 89;', 1],
  ['const TYPES: ReadonlySet<TransactionType> = new Set([5, 14]);', 1],
  ['{ cond_type: 111, uid }', 1],
  ['receipts.find(({ type }) => type === 207)', 1],
  ['{ voteType: 1, orderType: 2, orderSide: 1, vmType: 2, openMode: 1 }', 5],
  ['// a transaction with { type: 11 }\n/* type === 11 */ const text = "type: 11";', 0],
  // Numbers that name nothing, as tests need them.
  ['{ type: 255, orderType: 3 }', 0],
];

for (const [source, count] of SAMPLES) {
  test(`${count} bare numbers of types are found in: ${source.replaceAll(/\s+/g, ' ')}`, () => {
    assert.is(bareTypeNumbers(source).length, count);
  });
}

test('numbers that have a name in a declaration stand nowhere else: types, operations, fields, parameters', () => {
  const bare = ['src', 'vm', 'test', 'bench'].flatMap(sourcesIn).flatMap(file => {
    if ([DECLARING, EXAMPLES, OTHER_TYPES, THIS_TEST].some(exempt => exempt.test(file))) return [];
    return bareTypeNumbers(readFileSync(file, 'utf8')).map(({ line, text }) => `${file}:${line} ${text}`);
  });
  assert.equal(bare, []);
});

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
    const path = join(folder, entry.name);
    // What benchmarks compare with is installed below them.
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : sourcesIn(path);
    return entry.name.endsWith('.ts') ? [path] : [];
  });
}

test.run();
