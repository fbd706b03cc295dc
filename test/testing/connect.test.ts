import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CallError } from '../../src/client/errors.js';
import { packageRoot } from '../../src/config/package-root.js';
import { CallFailed, type ConnectedNode, coins, connect, Devnet } from '../../src/testing/index.js';
import { NodeProcess } from '../support/nodes/node-process.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

const test = suite<{ node: NodeProcess; chain: ConnectedNode; box: string }>('contracts of a running node');

const BOX = `mylib = require "mylib"
-- @methods
--   pay    01 <amount: u64>   stores an amount
--   fail   02
local function store(amount)
  print("storing " .. amount)
  assert(amount > 0, "Nothing to store")
  assert(mylib.WriteData({ key = "amount", length = 8, value = { mylib.IntegerToByte8(amount) } }))
end
if contract[1] == 1 then store(mylib.ByteToInteger(table.unpack(contract, 2, 9))) else error({ code = 7 }) end
`;
type Box = {
  readonly pay: (amount: bigint) => string;
  readonly fail: () => string;
};
const [ALICE, BOB] = ['0-13', '0-14'];
const SAVINGS = join(packageRoot(), 'contracts', 'example', 'index.ts');

async function rejection(promise: Promise<unknown>): Promise<Error> {
  try {
    await promise;
  } catch (error) {
    return error as Error;
  }
  throw new Error('it was not refused');
}

test.before(async context => {
  context.node = await NodeProcess.start();
  context.chain = await connect(context.node.endpoint, { datadir: context.node.directory });
  context.box = join(temporaryDirectory(), 'box.lua');
  writeFileSync(context.box, BOX);
});
test.after(({ node }) => node.stop());

test('a Lua contract is deployed and called as on a development chain, with the same outcome', async ({
  chain,
  box,
}) => {
  const remote = await chain.deployLua<Box>({ file: box, from: ALICE });
  const local = Devnet.start().deployLua<Box>({ file: box });
  const there = await remote.methods.pay(5n);
  const here = local.methods.pay(5n);
  assert.is(there.fuel.total, here.fuel.total);
  assert.equal(there.logs, ['storing 5']);
  assert.equal(there.logs, here.logs);
  assert.is(there.txid.length, 64);
  assert.is(await chain.height(), there.height);
  assert.ok(there.fee.paid >= there.fee.needed);
  const { fuel } = await remote.views.pay(6n);
  assert.ok(fuel.total > 0n);
  assert.is(await chain.height(), there.height, 'a view is in no block');
});

test('a contract is known by its regid alone, with the methods that its source declares', async ({
  chain,
  box,
}) => {
  const { regId } = await chain.deployLua({ file: box, from: ALICE });
  const known = await chain.luaContract<Box>(regId);
  assert.is((await known.as(BOB).methods.pay(7n)).logs.length, 1);
  assert.match((await rejection(known.methods.pay(7n))).message, /who calls .*\? Use as\(account\)/);
  assert.match((await rejection(chain.wasmContract(regId))).message, /is no contract with actions/);
});

test('a failure shows the line of the source on the chain', async ({ chain, box }) => {
  const deployed = await chain.deployLua<Box>({ file: box, from: ALICE });
  const contract = (await chain.luaContract<Box>(deployed.regId)).as(ALICE);
  const before = await chain.height();
  for (const call of [() => contract.methods.pay(0n), () => contract.views.pay(0n)]) {
    const failure = await rejection(call());
    assert.instance(failure, CallFailed);
    assert.match(failure.message, `${deployed.regId}: pay failed: Nothing to store\n${deployed.regId}:7\n`);
    assert.match(failure.message, '> 7 |   assert(amount > 0, "Nothing to store")');
    assert.match(failure.message, 'store (');
    assert.match(failure.message, 'logged before:\n  storing 0');
  }
  assert.is(await chain.height(), before);
});

test('a contract with actions is deployed, called, queried and read', async ({ chain }) => {
  const savings = await chain.deployWasm({ file: SAVINGS, from: ALICE });
  const assets = await chain.wasmContract('0-800');
  const before = await chain.balance(savings);
  const paid = await assets.as(BOB).call('transfer', [BOB, savings, '1.50000000 WICC', '']);
  assert.ok(paid.receipts.some(({ amount, to }) => amount === coins('1.5') && to === savings.address));
  assert.is((await chain.balance(savings)) - before, coins('1.5'));
  assert.is(await savings.view('saved', [BOB]), coins('1.5'));
  assert.equal(await savings.rows('deposits'), [{ owner: BOB, amount: coins('1.5'), payments: 1 }]);
  const failure = await rejection(savings.as(BOB).call('withdraw', [BOB, '2.00000000 WICC']));
  assert.instance(failure, CallFailed);
  assert.match(failure.message, /withdraw failed: more than was paid in/);
  assert.is((failure as CallFailed).exception?.name, 'wasm_assert_exception');
  assert.instance(await rejection(savings.view('saved', ['x-1'])), CallFailed);
});

test('accounts of arguments are regids, addresses, accounts and contracts', async ({ chain, box }) => {
  const bob = await chain.account(BOB);
  assert.is((await chain.account(bob.address)).regId, BOB);
  const contract = await chain.deployLua({
    file: box,
    from: bob,
    methods: {
      pay: (amount: bigint) => `01${Buffer.from(BigUint64Array.of(amount).buffer).toString('hex')}`,
    },
  });
  assert.is((await contract.as(bob.address).methods.pay(3n)).logs[0], 'storing 3');
  assert.instance(await rejection(contract.as('0-99999').methods.pay(3n)), CallError);
});

test('credentials are found where the node has left them, and nowhere else', async ({ node }) => {
  const empty = temporaryDirectory();
  mkdirSync(join(empty, 'regtest'));
  const missing = await rejection(connect(node.endpoint, { datadir: empty }));
  assert.match(
    missing.message,
    /there are no credentials for .*: a running node leaves them in .*regtest\/\.cookie/,
  );
  writeFileSync(join(empty, 'regtest', '.cookie'), '__cookie__:wrong');
  assert.match(
    (await rejection(connect(node.endpoint, { datadir: empty }))).message,
    /none of the credentials/,
  );
  assert.match(
    (await rejection(connect('http://192.0.2.1:18901'))).message,
    /is another machine: give `credentials`/,
  );
  const given = await connect(node.endpoint, { credentials: node.credentials });
  assert.is(await given.client.getblockcount(), await given.height());
  const nobody = connect('http://127.0.0.1:1', { credentials: 'a:b' });
  assert.match((await rejection(nobody)).message, /nothing answers at http:\/\/127\.0\.0\.1:1/);
});

test.run();
