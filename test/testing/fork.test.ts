import { appendFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Json } from '../../src/codec/json-value.js';
import { saltedHash } from '../../src/rpc/http/users.js';
import {
  bytes,
  CallFailed,
  type ConnectedNode,
  coins,
  connect,
  type Devnet,
  ForkError,
  type ForkOptions,
  fork,
} from '../../src/testing/index.js';
import { NodeProcess } from '../support/nodes/node-process.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

/** Blocks whose undo records the node keeps. */
const KEPT = 40;
const [ALICE, BOB] = ['0-13', '0-14'];
/** A user who may only read. */
const READER = 'reader:a password';
const BOX = `mylib = require "mylib"
-- @methods
--   pay    01 <amount: u64>   pays that many sawi of the contract to the caller, and counts the calls
--   look   02 <height: u32>   logs the hash of a block
local function number(first, last) return mylib.ByteToInteger(table.unpack(contract, first, last)) end
if contract[1] == 1 then
  local before = { mylib.ReadData("calls") }
  local calls = #before > 0 and mylib.ByteToInteger(table.unpack(before)) or 0
  assert(mylib.WriteData({ key = "calls", length = 8, value = { mylib.IntegerToByte8(calls + 1) } }))
  assert(mylib.TransferAccountAsset({
    isContractAccount = true, toAddressType = 1, toAddress = { mylib.GetCurTxAccount() },
    tokenType = "WICC", tokenAmount = { mylib.IntegerToByte8(number(2, 9)) },
  }), "The payment failed")
else
  local hash = { mylib.GetBlockHash(number(2, 5)) }
  for i, byte in ipairs(hash) do hash[i] = string.format("%02x", byte) end
  print(table.concat(hash))
end
`;
type Box = {
  readonly pay: (amount: bigint) => string;
  readonly look: (height: number) => string;
};

interface World {
  node: NodeProcess;
  there: ConnectedNode;
  /** Regid of a contract on the node that has ten coins and has been called once. */
  box: string;
  /** Height after that. */
  height: number;
}
const test = suite<World>('forks of running nodes');

test.before(async context => {
  const salt = '5a17';
  const user = `-rpcauth=reader:${salt}$${saltedHash(salt, READER.split(':')[1] ?? '')}`;
  const switches = [`-undoblocks=${KEPT}`, user, '-rpcrole=reader:read'];
  context.node = await NodeProcess.start({ switches });
  context.there = await connect(context.node.endpoint, { datadir: context.node.directory });
  const file = join(temporaryDirectory(), 'box.lua');
  writeFileSync(file, BOX);
  const box = await context.there.deployLua<Box>({ file, from: ALICE });
  await box.as(ALICE, { coins: coins(10) }).methods.pay(1n);
  context.box = box.regId;
  context.height = await context.there.height();
});
test.after(({ node }) => node.stop());

/** A fork, and the requests that it makes. */
async function forked({ node }: World, options: Partial<ForkOptions> = {}) {
  const requests: string[] = [];
  const chain = await fork({
    url: node.endpoint,
    datadir: node.directory,
    onRequest: calls => requests.push(calls.map(({ method }) => method).join()),
    ...options,
  });
  return { chain, requests };
}

async function refusal(work: () => unknown): Promise<ForkError> {
  try {
    await work();
  } catch (error) {
    assert.instance(error, ForkError, String(error));
    return error as ForkError;
  }
  throw new Error('it was not refused');
}

const stateOf = async (there: ConnectedNode, box: string): Promise<Json[]> => [
  await there.height(),
  await there.balance(ALICE),
  await there.balance(box),
];
/** Calls the box, and reads what it did. */
function payAndRead(chain: Devnet, box: string) {
  const contract = chain.luaContract<Box>(box);
  const before = chain.balance(BOB);
  const { fee } = contract.as(BOB).methods.pay(coins(2));
  return { calls: contract.stored('calls')?.readBigUInt64LE(), got: chain.balance(BOB) - before + fee.paid };
}

test('a contract of the node runs with the balances and the storage of there, and there nothing changes', async world => {
  const { there, box } = world;
  const before = await stateOf(there, box);
  const { chain } = await forked(world);
  assert.is(chain.height, before[0]);
  assert.is(chain.balance(ALICE), await there.balance(ALICE));
  assert.is(chain.balance(box), coins(10) - 1n);
  assert.equal(payAndRead(chain, box), { calls: 2n, got: coins(2) });
  assert.is(chain.balance(box), coins(8) - 1n);
  assert.throws(() => chain.luaContract<Box>(box).as(BOB).methods.pay(coins(9)), /The payment failed/);
  assert.equal(await stateOf(there, box), before);
});

test('what a test does in a fork can be left, by a snapshot or in a fork of the fork', async world => {
  const { chain } = await forked(world);
  const start = chain.snapshot();
  const own = chain.fork();
  const first = payAndRead(chain, world.box);
  assert.equal(payAndRead(own, world.box), first);
  chain.revert(start);
  assert.equal(payAndRead(chain, world.box), first);
  assert.is(own.digest, chain.digest);
});

test('everybody of the chain can send, and what a development chain can do, a fork can', async world => {
  const { chain } = await forked(world);
  const { carol, governor } = chain.accounts;
  const address = chain.addressOf(carol);
  chain.transfer(address, governor, coins(5));
  chain.setBalance(carol, coins(3));
  chain.setPrice('WICC', 'USD', coins('0.2'));
  chain.increaseTime(86_400);
  const dave = chain.createAccount('zoe', { WICC: coins(7) });
  chain.transfer(dave, carol, coins(1));
  assert.is(chain.balance(carol), coins(4));
  assert.is(chain.price('WICC'), coins('0.2'));
  chain.setBalance(carol, coins(1000));
  chain.issueAsset(carol, { symbol: 'FORKED', supply: coins(1000) });
  assert.is(chain.balance(carol, 'FORKED'), coins(1000));
  chain.wasmContract('0-800').as(carol).call('transfer', [carol, ALICE, '10.00000000 FORKED', '']);
  assert.is(chain.balance(ALICE, 'FORKED'), coins(10));
  const fresh = chain.deployLua({ text: BOX, from: carol });
  assert.instance(
    failureOf(() => fresh.call(bytes(1).u64le(1n))),
    CallFailed,
  );
});

function failureOf(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return undefined;
}

test('a first call takes a handful of requests, however many accounts there are, the next ones fewer', async world => {
  const { there, box } = world;
  const count = async (): Promise<void> => {
    const { chain, requests } = await forked(world);
    const begun = requests.length;
    payAndRead(chain, box);
    const first = requests.length;
    payAndRead(chain, box);
    assert.is(begun, 2, 'the block, and what every block reads');
    assert.ok(first <= 12, requests.join('\n'));
    assert.ok(requests.length - first <= 2, 'the producer of the next block');
  };
  await count();
  const { chain } = await forked(world);
  const addresses = Array.from({ length: 100 }, (_, i) =>
    chain.addressOf((i + 1).toString(16).padStart(40, '0')),
  );
  await there.client.submitsendmultitx(
    ALICE,
    addresses.map(address => ({ to_uid: address, symbol_amount_unit: 'WICC:10000:sawi' })),
  );
  await count();
});

test('a fork stays at its block while the node goes on, and can begin at an earlier one', async world => {
  const { node, there, box, height } = world;
  const { chain } = await forked(world, { height });
  await (await there.luaContract<Box>(box)).as(ALICE).methods.pay(coins(1));
  assert.is(chain.balance(box), coins(10) - 1n);
  assert.equal(payAndRead(chain, box), { calls: 2n, got: coins(2) });
  const later = await forked(world);
  assert.is(later.chain.balance(box), coins(9) - 1n);
  const earlier = await forked(world, { height });
  assert.is(earlier.chain.digest, (await forked(world, { height })).chain.digest);
  assert.equal(payAndRead(earlier.chain, box), { calls: 2n, got: coins(2) });
  const beforeBox = await forked(world, { height: 1 });
  assert.throws(() => beforeBox.chain.luaContract(box), /no Lua contract on this chain/);
  const { hash } = await node.call<{ hash: string }>('getblockhash', 1);
  assert.is(chain.blockHash(1), hash);
  assert.is((await forked(world, { height: 1, hash })).chain.blockHash(), hash);
});

test('contracts see the blocks of the node, and those of the fork after them', async world => {
  const { chain } = await forked(world, { height: world.height });
  const contract = chain.luaContract<Box>(world.box).as(ALICE);
  chain.mine(2);
  for (const height of [1, world.height, chain.height]) {
    assert.equal(contract.views.look(height).logs, [chain.blockHash(height)]);
  }
  const { hash } = await world.node.call<{ hash: string }>('getblockhash', world.height);
  assert.is(chain.blockHash(world.height), hash);
  assert.throws(() => chain.blockHash(chain.height + 1), RangeError);
  const refused = await chain.dump(join(temporaryDirectory(), 'x')).catch((error: Error) => error.message);
  assert.match(String(refused), /a fork of a node cannot be dumped/);
});

test('what was read is kept in the cache, which a killed process or a stranger does not spoil', async world => {
  const { height, box } = world;
  const cache = temporaryDirectory();
  const before = await forked(world, { height, cache });
  const result = payAndRead(before.chain, box);
  assert.ok(before.requests.length > 2);
  const [file, ...others] = readdirSync(cache);
  assert.equal(others, []);
  appendFileSync(join(cache, file!), '["getstateentries [[\\"5a0000');
  writeFileSync(join(cache, `${file!.replace(/-[0-9a-f]{16}\.jsonl$/, '')}-notes.jsonl`), 'mine\n');
  for (let round = 0; round < 2; round++) {
    const again = await forked(world, { height, cache });
    assert.equal(payAndRead(again.chain, box), result);
    assert.equal(again.requests, []);
    again.chain.balance('0-1');
    assert.is(again.requests.length, round === 0 ? 2 : 0, 'regid and account');
  }
});

test('another block at the height is said, by the hash that was asked for, and when something is read', async world => {
  const { node } = world;
  const { id } = await node.call<{ id: number }>('dev_snapshot');
  await node.call('dev_mine', 1);
  const height = await world.there.height();
  const cache = temporaryDirectory();
  const first = await forked(world, { height, cache });
  const { hash } = await node.call<{ hash: string }>('getblockhash', height);
  assert.is(first.chain.blockHash(), hash);
  await node.call('dev_revert', id);
  await node.call('dev_increaseTime', 60);
  await node.call('dev_mine', 1);
  for (const { chain } of [first, await forked(world, { height, cache })]) {
    const { problem, message } = await refusal(() => chain.balance(BOB));
    assert.is(problem, 'reorganized');
    assert.match(message, `at height ${height} now, the fork is of ${hash}`);
    assert.match(message, /without .*\.jsonl the fork begins anew/);
    assert.is((await refusal(() => chain.blockHash(1))).problem, 'reorganized');
  }
  assert.is((await refusal(() => forked(world, { height, hash }))).problem, 'reorganized');
  const second = await forked(world, { cache });
  assert.is.not(second.chain.blockHash(), hash);
  const ambiguous = await refusal(() => forked(world, { height, cache }));
  assert.is(ambiguous.problem, 'ambiguous-cache');
  assert.match(ambiguous.message, hash);
  assert.is((await forked(world, { height, cache, hash })).chain.blockHash(), hash);
});

test('a state that the node does not have, or not any more, is said', async world => {
  const { node, there, height } = world;
  const above = await refusal(() => forked(world, { height: 100_000 }));
  assert.is(above.problem, 'not-kept');
  assert.match(above.message, /there is no block 100000; the newest is/);
  const { chain } = await forked(world, { height });
  await node.call('dev_mine', KEPT + 5);
  const lost = await refusal(() => chain.balance('0-2'));
  assert.is(lost.problem, 'not-kept');
  assert.match(lost.message, /the state after block \d+ is not kept any more, the oldest is that after/);
  const { chain: newest } = await forked(world, { height: await there.height() });
  assert.ok(newest.balance('0-2') >= 0n);
});

async function assertMayNotWrite(url: string): Promise<void> {
  const { client } = await connect(url, { credentials: READER });
  const refused = await client.dev_mine(1).catch((error: Error) => error.message);
  assert.match(String(refused), /the role read of reader does not allow that/);
}

test('a user who may only read is enough, wrong credentials are said', async world => {
  const { node } = world;
  const wrong = await refusal(() => forked(world, { credentials: 'nobody:wrong' }));
  assert.is(wrong.problem, 'no-answer');
  assert.match(wrong.message, /incorrect rpcuser or rpcpassword/);
  const { chain, requests } = await forked(world, { credentials: READER });
  payAndRead(chain, world.box);
  chain.luaContract<Box>(world.box).as(ALICE).views.look(1);
  assert.ok(requests.some(methods => methods.includes('getblockhash')));
  await assertMayNotWrite(node.endpoint);
});

test('with the cache a fork needs no node; what it does not have is said', async world => {
  const { node, there, box } = world;
  const cache = temporaryDirectory();
  const height = await there.height();
  const before = await forked(world, { height, cache });
  const result = payAndRead(before.chain, box);
  const { digest } = before.chain;
  await node.stop();
  const { chain, requests } = await forked(world, { height, cache });
  assert.equal(payAndRead(chain, box), result);
  assert.equal(requests, []);
  assert.is(chain.digest, digest);
  const missing = await refusal(() => chain.balance('0-20'));
  assert.is(missing.problem, 'no-answer');
  assert.match(missing.message, /a running node leaves them in/);
  const { credentials } = node;
  const unanswered = await refusal(() => forked(world, { credentials }));
  assert.match(unanswered.message, /nothing answers at/);
  const absent = await refusal(() => forked(world, {}));
  assert.is(absent.problem, 'no-answer');
  const none = await refusal(() => forked(world, { height: height - 1, cache }));
  assert.is(none.problem, 'no-answer');
});

test.run();
