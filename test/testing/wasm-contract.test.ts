import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { JsonObject } from '../../src/codec/json-value.js';
import { buildContractFiles } from '../../src/contract-build/build-files.js';
import { assertFails, coins, Devnet } from '../../src/testing/index.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

const test = suite('WebAssembly contracts in the test harness');

const SOURCE = 'contracts/example/index.ts';
const base = Devnet.start();
const { alice, bob } = base.accounts;
const deployed = await base.deployWasm({ file: SOURCE, name: 'savings' });
const fresh = () => {
  const chain = base.fork();
  return { chain, savings: deployed.on(chain), bank: chain.wasmContract('0-800') };
};

test('is deployed from AssemblyScript, or from a module with its ABI beside it', async () => {
  const directory = temporaryDirectory();
  const { wasmFile } = await buildContractFiles(SOURCE, directory);
  const chain = Devnet.start();
  const contract = await chain.deployWasm({ file: wasmFile, from: bob });
  assert.is(contract.regId, '2-2');
  assert.is(contract.view('saved', { owner: alice }), 0n);
  assert.equal(chain.wasmContract('2-2').code.code, contract.code.code);
  const lonely = join(directory, 'lonely.wasm');
  writeFileSync(lonely, contract.code.code);
  await chain.deployWasm({ file: lonely }).then(
    () => assert.unreachable(),
    (error: Error) => assert.match(error.message, /has no ABI: put it into .*lonely\.abi\.json/),
  );
  assert.throws(() => chain.wasmContract('0-13'), /0-13 is no WebAssembly contract on this chain/);
});

test('actions take arguments by the ABI, by name or in order, with accounts in the place of regids', () => {
  const { savings, bank } = fresh();
  bank.call('transfer', [alice, savings, '1.50000000 WICC', 'save']);
  bank.call('transfer', { from: alice, to: savings, quantity: '0.50000000 WICC', memo: 'more' });
  assert.is(savings.view('saved', [alice]), 200_000_000n);
  assert.is(savings.view('saved', { owner: '0-13' }), 200_000_000n);
});

test('answers with the call tree, what was printed, fuel, fee and receipts', () => {
  const { chain, savings, bank } = fresh();
  const { trace, logs, fuel, fee, receipts } = bank.call('transfer', [alice, savings, '1.00000000 WICC', '']);
  assert.equal(logs, ['0-13 has 100000000']);
  const [first] = (trace as { traces: JsonObject[] }).traces;
  assert.is((first!.inline_traces as JsonObject[])[0]!.receiver, '0-13');
  assert.is(fuel.total, (trace as JsonObject).burned_fuel);
  assert.is(fee.needed, (trace as JsonObject).minimum_fee);
  assert.ok(receipts.some(({ type, to }) => type === 'WASM_TRANSFER_ACTUAL_COINS' && to === savings.address));
  assert.is(chain.balance(savings), coins(1));
});

test('a query sees the time of the newest block, in both units', async () => {
  const directory = temporaryDirectory();
  const file = join(directory, 'clock.ts');
  writeFileSync(
    file,
    `import { Contract, now, secondsOf, TimePoint, timeNow } from "sdk";
    @contract class Clock extends Contract {
      @view seconds(): u64 { return now(); }
      @view time(): TimePoint { return timeNow(); }
      @view same(): bool { return secondsOf(timeNow()) == now(); }
    }`,
  );
  const chain = base.fork();
  const clock = await chain.deployWasm({ file });
  const seconds = Number(clock.view('seconds', []));
  assert.ok(seconds >= chain.time && seconds < chain.time + 60, 'as a call in the next block would');
  assert.is(Date.parse(`${clock.view('time', [])}Z`), seconds * 1000);
  assert.is(clock.view('same', []), true);
});

test('the fee that is said to suffice, suffices', () => {
  const { savings, bank } = fresh();
  const args = [alice, savings, '1.00000000 WICC', ''] as const;
  const { fee } = bank.simulate('transfer', args);
  assertFails(() => bank.call('transfer', args, { fee: fee.needed - 1n }));
  bank.call('transfer', args, { fee: fee.needed });
});

test('answers with fuel by kind: bytes, receivers, native actions, storage and steps', async () => {
  const { chain, savings, bank } = fresh();
  const { fuel } = bank.call('transfer', [alice, savings, '1.00000000 WICC', '']);
  const { kinds } = fuel;
  assert.is(kinds.receiver, 30_000, 'the contract of assets, the sender and the contract that is paid');
  assert.is(kinds.store! > 0 && kinds.store! % 10, 0, 'ten for each byte of an entry');
  assert.equal([kinds.native, kinds.step], [0, 0]);
  assert.is(
    Object.values(kinds).reduce((sum, n) => sum + n, 0),
    Number(fuel.total),
  );
  const native = chain.wasmContract('0-200');
  const moved = native.call('transfer', { from: alice, to: bob, quantity: '1.00000000 WICC', memo: '' });
  assert.equal(
    [moved.fuel.kinds.native, moved.fuel.kinds.receiver, moved.fuel.kinds.store],
    [10_000, 10_000, 0],
  );
});

test('a simulation leaves nothing behind', () => {
  const { chain, savings, bank } = fresh();
  const before = chain.digest;
  assert.equal(bank.simulate('transfer', [alice, savings, '1.00000000 WICC', '']).logs, [
    '0-13 has 100000000',
  ]);
  assert.is(chain.digest, before);
});

test('further signers authorize too', () => {
  const { savings, bank } = fresh();
  bank.call('transfer', [alice, savings, '1.00000000 WICC', '']);
  const withdraw = [alice, '0.25000000 WICC'];
  const refused = assertFails(() => savings.as(bob).call('withdraw', withdraw), {
    code: 'missing_auth_exception',
    reason: 'missing authority of 0-13',
  });
  assert.equal(refused.exception, { code: 3090004, name: 'missing_auth_exception' });
  savings.as(bob).call('withdraw', withdraw, { signers: [alice] });
  assert.is(savings.view('saved', [alice]), 75_000_000n);
});

test('a failure says what the contract said, in which action', () => {
  const { savings } = fresh();
  const failure = assertFails(() => savings.call('withdraw', [alice, '1.00000000 WICC']), {
    code: 'wasm_assert_exception',
    reason: 'nothing has been paid in',
  });
  assert.match(failure.message, /^savings: withdraw failed: nothing has been paid in\n/);
  assert.match(failure.reason, /action withdraw, receiver 2-2/);
});

test('a query that answers nothing says so', () => {
  const { savings } = fresh();
  assertFails(() => savings.view('withdraw', [alice, '1.00000000 WICC']), { reason: /missing authority/ });
});

test('arguments that do not fit the ABI are refused with their place', () => {
  const { savings } = fresh();
  assert.throws(() => savings.call('withdraw', [alice, 5]), /withdraw\.quantity/);
  assert.throws(() => savings.call('nosuch', []), /nosuch/);
});

test('rows of tables are stored values', () => {
  const { savings, bank } = fresh();
  assert.is(savings.storedValues().length, 0);
  bank.call('transfer', [alice, savings, '1.00000000 WICC', '']);
  assert.is(savings.storedValues().length, 1);
});

test.run();
