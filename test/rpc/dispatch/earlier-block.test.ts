import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { convertWords } from '../../../src/cli/convert.js';
import type { Json } from '../../../src/codec/json-value.js';
import { AREAS } from '../../../src/rpc/areas.js';
import { EXAMPLE } from '../../../src/rpc/declaration/common-parameters.js';
import { MethodRegistry } from '../../../src/rpc/declaration/registry.js';
import { plain } from '../../support/answers/plain.js';
import { deploySample, LuaDirectory } from '../../support/lua/sample-contracts.js';
import { startTestNode, type TestNode } from '../../support/nodes/node.js';

const test = suite('the state after an earlier block');
const { alice, bob } = EXAMPLE;
const node = await startTestNode();
test.after(() => node.stop());

const heightOf = (from: TestNode = node) => from.call<number>('getblockcount');

test('accounts are answered as they were after each block', async () => {
  const answers: unknown[] = [];
  for (let i = 0; i < 5; i++) {
    await node.call('submitsendtx', alice, bob, `WICC:${i + 1}:wi`);
    await node.call('generate', 2);
    answers.push(plain(await node.call('getaccountinfo', bob)));
  }
  const tip = await heightOf();
  for (const [i, answer] of answers.entries()) {
    const height = tip - 2 * (answers.length - 1 - i);
    assert.equal(plain(await node.call('getaccountinfo', bob, { height })), answer, `block ${height}`);
  }
  assert.is(plain(await node.call<{ height: number }>('getaccountinfo', bob, { height: 1 })).height, 1);
});

test('contracts, their data and the accounts that they keep too', async () => {
  const directory = new LuaDirectory();
  const before = await heightOf();
  const contract = await deploySample(node, directory, 'token.lua', alice);
  const deployed = await heightOf();
  await node.call('submitcontractcalltx', alice, contract, 'f0110000', 0);
  await node.call('generate', 1);
  const configured = await heightOf();
  await node.call('generate', 3);
  const list = (height: number) => node.call<{ count: number }>('listcontracts', false, { height });
  assert.equal(
    [(await list(before)).count + 1, (await list(deployed)).count],
    [(await list(deployed)).count, (await node.call<{ count: number }>('listcontracts', false)).count],
  );
  assert.is((await node.call('getcontractdata', contract, 'symbol', { height: configured })).value, 'SMPL');
  assert.is((await node.fail('getcontractdata', contract, 'symbol', { height: deployed })).code, -8);
  assert.is((await node.fail('getcontractinfo', contract, { height: before })).code, -32602);
  const free = (height: number) =>
    node.call<{ free_value: number | bigint }>('getcontractaccountinfo', contract, alice, 1, { height });
  assert.equal(
    [(await free(deployed)).free_value, BigInt((await free(configured)).free_value)],
    [0, 9n * 10n ** 18n],
  );
});

test('what cannot be answered is refused with a reason', async () => {
  const tip = await heightOf();
  const rows: [Json, RegExp][] = [
    [{ height: tip + 1 }, new RegExp(`there is no block ${tip + 1}; the newest is ${tip}`)],
    [{ height: -1 }, /The height must be a whole number from 0 on/],
    [{ height: '1' }, /The height must be a whole number from 0 on/],
  ];
  for (const [last, message] of rows) {
    const failure = await node.fail('getaccountinfo', bob, last);
    assert.is(failure.code, -8);
    assert.match(failure.message, message);
  }
  for (const method of ['getaccountinfo', 'getusercdp']) {
    const { code, message } = await node.fail(method, bob, { heigth: 1, more: 2 });
    assert.is(code, -8);
    assert.is(message, 'An object as the last parameter is {"height": n}; its members are heigth, more');
  }
  assert.is((await node.fail('getblockcount', { height: 1 })).code, -1);
});

test('the option undoblocks says how far back there are answers', async () => {
  const short = await startTestNode({ switches: ['-undoblocks=5'] });
  await short.call('generate', 20);
  const tip = await heightOf(short);
  await short.call('getaccountinfo', alice, { height: tip - 5 });
  const { code, message } = await short.fail('getaccountinfo', alice, { height: tip - 6 });
  assert.is(code, -8);
  assert.match(
    message,
    /is not kept any more, the oldest is that after \d+; option undoblocks says how many are/,
  );
  await short.stop();
});

test('a height on the command line is an object wherever it stands last', () => {
  const registry = new MethodRegistry(AREAS);
  assert.equal(convertWords('getaccountinfo', [bob, '{"height":5}'], registry).slice(1), [
    Object.assign(Object.create(null), { height: 5 }),
  ]);
  assert.equal(plain(convertWords('getcontractdata', ['1-2', 'key', '{"height":5}'], registry)[2]!), {
    height: 5,
  });
  assert.equal(convertWords('getcontractdata', ['1-2', 'key', 'true'], registry)[2], true);
});

test.run();
