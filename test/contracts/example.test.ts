import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { buildContract } from '../../src/cli/contract-build/compile.js';
import type { Json } from '../../src/codec/json-value.js';
import { parseRegId, regIdInteger } from '../../src/codec/regid.js';
import { packageRoot } from '../../src/config/package-root.js';
import { packAction } from '../../vm/wasm/abi/pack.js';
import { AbiSchema } from '../../vm/wasm/abi/schema.js';
import { unpackValue } from '../../vm/wasm/abi/unpack.js';
import { WasmEngine } from '../../vm/wasm/engine.js';
import { ASSET_CONTRACT, CODE_PERMISSION, OWNER_PERMISSION } from '../../vm/wasm/inline-authorization.js';
import { loadAssetContract } from '../../vm/wasm/system/asset-contract.js';
import { executeOn, MemoryHost, name, SELF } from '../support/memory-host.js';

const test = suite('example contract: savings');
const engine = new WasmEngine();
const { wasm, abi } = await buildContract(join(packageRoot(), 'contracts/example/index.ts'));
const own = new AbiSchema(abi);
const bank = new AbiSchema(loadAssetContract().abi);
const ALICE = regIdInteger(parseRegId('7-1')!);

/** A host that keeps its rows from one action to the next. */
function hostFor(account: bigint): MemoryHost {
  const host = new MemoryHost();
  host.authorization = [{ account, permission: OWNER_PERMISSION }];
  return host;
}

function deposit(host: MemoryHost, amount: string, to = '1234-5'): void {
  const data = packAction(bank, 'transfer', ['7-1', to, amount, 'save']);
  executeOn(engine, { code: wasm, host, contract: ASSET_CONTRACT, action: 'transfer', data });
}

function call(host: MemoryHost, action: string, args: Json): void {
  executeOn(engine, { code: wasm, host, action, data: packAction(own, action, args) });
}

function saved(host: MemoryHost): Json {
  host.isQuery = true;
  call(host, 'saved', ['7-1']);
  const { type, value } = host.results.at(-1)!;
  return unpackValue(own, type, value);
}

test('what is paid in adds up, and is shown', () => {
  const host = hostFor(ALICE);
  assert.is(saved(host), 0);
  deposit(host, '1.00000000 WICC');
  deposit(host, '0.50000000 WICC');
  assert.is(saved(host), 150_000_000);
  assert.is(host.console, '7-1 has 1000000007-1 has 150000000');
});

test('its own payments and those of others do not count, and other coins are refused', () => {
  const host = hostFor(ALICE);
  deposit(host, '1.00000000 WICC', '9-9');
  assert.is(saved(host), 0);
  assert.throws(() => deposit(host, '1.00000000 WUSD'), /only WICC can be paid in/);
});

test('a foreign contract with an action of the same name is not listened to', () => {
  const host = hostFor(ALICE);
  const data = packAction(bank, 'transfer', ['7-1', '1234-5', '1.00000000 WICC', 'forged']);
  executeOn(engine, { code: wasm, host, contract: 999n, action: 'transfer', data });
  assert.is(saved(host), 0);
});

test('a withdrawal is paid by an action of the asset contract under the authority of this one', () => {
  const host = hostFor(ALICE);
  deposit(host, '1.00000000 WICC');
  call(host, 'withdraw', ['7-1', '0.40000000 WICC']);
  assert.is(saved(host), 60_000_000);
  assert.equal(host.inline, [
    {
      contract: ASSET_CONTRACT,
      action: name('transfer'),
      authorization: [{ account: SELF, permission: CODE_PERMISSION }],
      data: packAction(bank, 'transfer', ['1234-5', '7-1', '0.40000000 WICC', 'withdrawal']),
    },
  ]);
  call(host, 'withdraw', ['7-1', '0.60000000 WICC']);
  assert.is(host.rows.size, 0, 'a row of nothing is removed');
});

test('only the owner withdraws, and no more than was paid in', () => {
  const host = hostFor(ALICE);
  assert.throws(() => call(host, 'withdraw', ['7-1', '1.00000000 WICC']), /nothing has been paid in/);
  deposit(host, '1.00000000 WICC');
  assert.throws(() => call(host, 'withdraw', ['7-1', '1.00000001 WICC']), /more than was paid in/);
  assert.throws(() => call(host, 'withdraw', ['7-1', '0.00000000 WICC']), /must be positive/);
  host.authorization = [{ account: 1n, permission: OWNER_PERMISSION }];
  assert.throws(() => call(host, 'withdraw', ['7-1', '1.00000000 WICC']), /missing authority of 7-1/);
  assert.is(host.inline.length, 0);
});

test('an action that it does not have is refused', () => {
  assert.throws(
    () => executeOn(engine, { code: wasm, host: hostFor(ALICE), action: 'nosuch' }),
    /unknown action \(contract 1234-5, action nosuch/,
  );
});

test.run();
