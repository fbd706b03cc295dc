import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { packageRoot } from '../../src/config/package-root.js';
import { contractTypes, writeTypes } from '../../src/contract-build/types/contract-types-file.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

/*
 * Calls of contracts in TypeScript, all in one run of its compiler: what is right compiles, and what ends in `// wrong`
 * does not, on that line.
 */

const TSC = join(packageRoot(), 'node_modules', 'typescript', 'bin', 'tsc');
const COMPILED = fileURLToPath(new URL('../..', import.meta.url));

const VAULT = `import { Asset, Contract, Hash, Name, Optional, Packed, Regid, Table, TimePoint } from "sdk";
@struct class Share extends Packed { owner: Regid; parts: u64; }
@table("deposits") class Deposit extends Packed { owner: Regid; amount: i64; payments: u32; until: Optional<u64>; shares: Share[]; }
@contract class Vault extends Contract {
  @action transfer(to: Regid, quantity: Asset, memo: string): void {}
  @action lock(amount: u64, until: TimePoint, by: Optional<Regid>): void {}
  @action split(shares: Share[], factor: f64, small: u8, flag: bool): void {}
  @action reset(): void {}
  @view saved(owner: Regid): i64 { return 0; }
  @view deposit(owner: Regid): Deposit { return new Deposit(); }
  @view owners(): Regid[] { return []; }
}
`;

const BOX = `mylib = require "mylib"
-- @methods
--   deposit    f0 11                                        takes the coins of the call
--   send       f0 16 <to: address> <amount: u64>            to an address
--   note       f0 17 <by: regid> <open: bool> <text: text>
--   all        01 <a: u8> <b: u16> <c: u32> <d: i64> <in: bytes[4]> <rest: bytes>
`;

const CALLS = `import { coins, Devnet, type LuaContract, type WasmContract } from 'coind/testing';
import type { Vault } from './vault.types.js';
import type { Box } from './box.types.js';

const chain = Devnet.start();
const { alice, bob } = chain.accounts;
const vault = await chain.deployWasm({ file: 'contracts/vault.ts' });
const module = await chain.deployWasm({ file: 'vault.wasm' });
const named = chain.wasmContract<Vault>('2-2');
const untyped = await chain.deployWasm({ file: 'other.ts' });
const given: WasmContract<Vault> = vault;

vault.call('transfer', [bob, '1.00000000 WICC', '']);
vault.call('transfer', { to: bob, quantity: '1.00000000 WICC', memo: '' }, { from: alice, fee: 5n });
vault.call('transfer', ['0-13', '1.00000000 WICC', '']);
vault.call('transfer', [vault, '1.00000000 WICC', '']);
vault.call('transferr', [bob, '1.00000000 WICC', '']); // wrong
vault.call('transfer', [bob, '1.00000000 WICC']); // wrong
vault.call('transfer', [bob, '1.00000000 WICC', '', '']); // wrong
vault.call('transfer', [bob, 1n, '']); // wrong
vault.call('transfer', ['1.00000000 WICC', bob, '']); // wrong
vault.call('transfer', { form: bob, quantity: '1.00000000 WICC', memo: '' }); // wrong
vault.call('transfer', { to: bob, quantity: '1.00000000 WICC' }); // wrong
vault.call('transfer', { to: bob, quantity: '1.00000000 WICC', memo: '', more: 1 }); // wrong
vault.call('transfer', {}); // wrong
vault.call('transfer'); // wrong
vault.call('transfer', [{ keyId: alice.keyId }, '1.00000000 WICC', '']); // wrong
vault.call('saved', [alice]); // wrong
vault.simulate('transferr', []); // wrong
vault.simulate('reset', []);
vault.as(bob).call('reset', {});
vault.as(bob).call('reset', { a: 1 }); // wrong
vault.as(bob).call('rset', {}); // wrong
vault.on(chain).call('rset', {}); // wrong
vault.call('lock', [coins(5), '2026-11-29T00:00:00', null]);
vault.call('lock', { amount: 5n, until: '2026-11-29T00:00:00' });
vault.call('lock', { amount: 5n, until: '2026-11-29T00:00:00', by: bob });
vault.call('lock', [5, '2026-11-29T00:00:00', null]); // wrong
vault.call('lock', { amount: '5', until: '2026-11-29T00:00:00' }); // wrong
vault.call('split', [[{ owner: bob, parts: 5n }, [alice, 6n]], 1.5, 200, true]);
vault.call('split', [[{ owner: bob, parts: 5 }], 1.5, 200, true]); // wrong
vault.call('split', [[{ owner: bob }], 1.5, 200, true]); // wrong
vault.call('split', [[], 1.5, 200n, true]); // wrong
vault.call('split', [[], 1.5, 200, 1]); // wrong
module.call('transferr', []); // wrong
named.call('transferr', []); // wrong
given.call('transferr', []); // wrong
untyped.call('transferr', [bob, 1]);

const assets = chain.wasmContract('0-800');
assets.as(bob).call('transfer', [bob, vault, '1.00000000 WICC', '']);
assets.call('transferr', [bob, vault, '1.00000000 WICC', '']); // wrong
assets.call('transfer', { form: bob, to: vault, quantity: '1.00000000 WICC', memo: '' }); // wrong
assets.view('transfer', [bob, vault, '', '']); // wrong
chain.wasmContract('0-400').call('stake', { owner: bob, pledged: '1.00000000 WICC', minted: '1.00000000 WUSD' });
chain.wasmContract('0-400').call('stake', { owner: bob, pledged: 1n, minted: '1.00000000 WUSD' }); // wrong
chain.wasmContract('2-2').call('anything', []);

const saved: bigint = vault.view('saved', [bob]);
const small: number = vault.view('saved', [bob]); // wrong
const answer = vault.query('saved', { owner: bob }).value + 1n;
vault.view('svaed', [bob]); // wrong
vault.view('saved', []); // wrong
vault.view('transfer', [bob, '', '']); // wrong
const { amount, payments, until, shares } = vault.view('deposit', [bob]);
const amounts: [bigint, number, bigint | undefined, bigint] = [amount, payments, until, shares[0]!.parts];
vault.view('deposit', [bob]).ammount; // wrong
const owners: string[] = vault.view('owners', []);
for (const row of vault.rows('deposits')) [row.owner satisfies string, row.amount satisfies bigint];
vault.rows('deposit'); // wrong

const box = chain.deployLua({ file: 'box.lua' });
const again: LuaContract<Box> = chain.luaContract<Box>('3-2');
box.methods.deposit();
box.as(bob, { coins: coins(1) }).methods.send(bob, 5n);
box.methods.send('0-13', 5n);
box.views.note(bob, true, 'text');
box.methods.all(1, 2, 3, -4n, new Uint8Array(4), new Uint8Array());
box.methods.transferr(); // wrong
box.methods.send(bob, 5); // wrong
box.methods.send(bob); // wrong
box.methods.send(5n, bob); // wrong
box.methods.deposit(1n); // wrong
box.views.note(bob, 1, 'text'); // wrong
box.methods.all(1, 2, 3, -4, new Uint8Array(4), new Uint8Array()); // wrong
again.methods.sendd(bob, 5n); // wrong
chain.deployLua({ file: 'other.lua' }).methods.send(); // wrong
chain.deployLua({ file: 'box.lua', methods: { own: () => 'f011' } }).methods.own();
chain.deployLua({ file: 'box.lua', methods: { own: () => 'f011' } }).methods.deposit(); // wrong

export { amounts, answer, owners, saved, small };
`;

const test = suite<{ directory: string }>('types of contracts');

test.before(async context => {
  const directory = temporaryDirectory();
  context.directory = directory;
  mkdirSync(join(directory, 'contracts'));
  writeFileSync(join(directory, 'contracts', 'vault.ts'), VAULT);
  writeFileSync(join(directory, 'contracts', 'box.lua'), BOX);
  for (const name of ['vault.ts', 'box.lua']) {
    writeTypes(await contractTypes(join(directory, 'contracts', name), directory));
  }
  writeFileSync(join(directory, 'calls.ts'), CALLS);
});

test('what the contract has compiles, and nothing else does', ({ directory }) => {
  const settings = {
    compilerOptions: {
      target: 'es2022',
      module: 'nodenext',
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      skipLibCheck: true,
      types: [],
      paths: { 'coind/testing': [join(COMPILED, 'src/testing/index.d.ts')] },
    },
    files: ['calls.ts'],
  };
  writeFileSync(join(directory, 'package.json'), '{"type":"module"}');
  writeFileSync(join(directory, 'tsconfig.json'), JSON.stringify(settings));
  const { stdout } = spawnSync(process.execPath, [TSC, '--pretty', 'false', '-p', directory], {
    cwd: directory,
    encoding: 'utf8',
  });
  const messages = [...stdout.matchAll(/^calls\.ts\((\d+),\d+\): .*$/gm)];
  assert.is(messages.length, [...stdout.matchAll(/^\S.*\(\d+,\d+\): error /gm)].length, stdout);
  const lines = CALLS.split('\n');
  const wrong = lines.filter(line => line.endsWith('// wrong'));
  const refused = [...new Set(messages.map(([, line]) => lines[Number(line) - 1]))];
  assert.equal(refused, wrong, stdout);
});

test('files hold no place of this machine', ({ directory }) => {
  for (const name of ['vault', 'box']) {
    const text = readFileSync(join(directory, `${name}.types.ts`), 'utf8');
    assert.not.ok(text.includes(directory) || text.includes(packageRoot()), text);
  }
});

test.run();
