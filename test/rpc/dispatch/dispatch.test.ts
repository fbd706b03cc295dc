import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Json } from '../../../src/codec/json-value.js';
import { RPC_ERRORS, RpcError } from '../../../src/rpc/declaration/errors.js';
import { defineMethods } from '../../../src/rpc/declaration/method.js';
import * as p from '../../../src/rpc/declaration/parameters/index.js';
import { MethodRegistry } from '../../../src/rpc/declaration/registry.js';
import * as r from '../../../src/rpc/declaration/result-types/index.js';
import { Mutex } from '../../../src/rpc/dispatch/mutex.js';
import { requireWriting, runReadOnly } from '../../../src/storage/read-only.js';
import { createRpcNode, type RpcNodeOptions } from '../../support/nodes/rpc-node.js';

const unlocked = { requireUnlocked: () => undefined };
const locked = {
  requireUnlocked() {
    throw new RpcError('UNLOCK_NEEDED', 'locked');
  },
};

/** The error of a call as `code message`, cut at the first line; or its result. */
async function outcome(
  options: RpcNodeOptions,
  method: string,
  params: readonly Json[] = [],
): Promise<unknown> {
  try {
    return await createRpcNode(options).dispatcher.call(method, params);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    return `${error.code} ${error.message.split('\n')[0]}`;
  }
}

test('a method is found by its name and its aliases, in exactly their case', async () => {
  assert.is(await outcome({}, 'getblockcount'), 744);
  assert.is(await outcome({}, 'height'), 744);
  assert.is(await outcome({}, 'GetBlockCount'), '-32601 Method not found');
  assert.is(await outcome({}, 'constructor'), '-32601 Method not found');
  assert.is(await outcome({}, '__proto__'), '-32601 Method not found');
});

test('a method that needs a wallet does not exist without one', async () => {
  assert.is(await outcome({}, 'walletonly'), '-32601 Method not found (disabled)');
  assert.is(await outcome({ wallet: unlocked }, 'walletonly'), null);
});

test('safe mode bars methods that are not allowed in it', async () => {
  const access = { safeMode: true };
  assert.is(await outcome({ access, wallet: unlocked }, 'walletonly'), '-2 Banned RPC method');
  assert.is(await outcome({ access }, 'getblockcount'), 744);
});

test('a white list bars all others, and the black list has no effect then', async () => {
  const access = { whitelist: ['getblockcount'], blacklist: ['getblockcount'] };
  assert.is(await outcome({ access }, 'getblockcount'), 744);
  assert.is(await outcome({ access }, 'help'), '-2 Banned RPC method=help by whitelist');
});

test('a black list bars a method by each of its names', async () => {
  for (const listed of ['getblockcount', 'height']) {
    const access = { blacklist: [listed] };
    assert.is(await outcome({ access }, 'getblockcount'), '-2 Banned RPC method=getblockcount by blacklist');
    assert.is(await outcome({ access }, 'height'), '-2 Banned RPC method=height by blacklist');
  }
});

test('names on the lists that no method has are told', () => {
  const { dispatcher } = createRpcNode({
    access: { whitelist: ['height', 'nosuch'], blacklist: ['neither'] },
  });
  assert.equal(dispatcher.access.unknownNames, ['nosuch', 'neither']);
});

test('checks run in the order method, wallet, safe mode, lists', async () => {
  const access = { safeMode: true, blacklist: ['walletonly'] };
  assert.is(await outcome({ access }, 'walletonly'), '-32601 Method not found (disabled)');
  assert.is(await outcome({ access, wallet: unlocked }, 'walletonly'), '-2 Banned RPC method');
});

test('too few and too many parameters give the usage line with code -1', async () => {
  assert.is(await outcome({}, 'getblock'), '-1 getblock height_or_hash ( list_txs )');
  assert.is(await outcome({}, 'getblock', [1, true, 2]), '-1 getblock height_or_hash ( list_txs )');
  assert.is(await outcome({}, 'typedecho'), '-1 typedecho "text" ( number )');
});

test('checks of parameters run in the order number, types, wallet lock, values', async () => {
  const wallet = locked;
  assert.is(await outcome({ wallet }, 'typedecho'), '-1 typedecho "text" ( number )');
  assert.is(await outcome({ wallet }, 'typedecho', [5]), '-3 Expected type str, got int for params[0]');
  assert.is(
    await outcome({ wallet }, 'typedecho', ['a', null]),
    '-3 Expected type int, got null for params[1]',
  );
  assert.is(await outcome({ wallet }, 'typedecho', ['a', 2n ** 40n]), '-2006 locked');
  assert.is(
    await outcome({ wallet: unlocked }, 'typedecho', ['a', 2n ** 40n]),
    '-8 value=1099511627776 out of range',
  );
  assert.equal(await outcome({ wallet: unlocked }, 'typedecho', ['a']), ['a', null]);
});

test('a handler may check the state of the node before anything about parameters', async () => {
  let message = '';
  await createRpcNode()
    .dispatcher.call('stateful', [])
    .catch((error: Error) => {
      message = error.message;
    });
  assert.is(message, 'wrong state');
});

test('calls wait for their turn in order of arrival; lock-free ones do not', async () => {
  const node = createRpcNode();
  const order: string[] = [];
  const call = async (name: string, method: string, params: readonly Json[] = []) => {
    await node.dispatcher.call(method, params);
    order.push(name);
  };
  const calls = [call('first', 'wait'), call('second', 'getblockcount'), call('third', 'getblockcount')];
  await call('free', 'echo', [1]);
  assert.is(node.dispatcher.waiting, 2);
  node.release();
  await Promise.all(calls);
  assert.equal(order, ['free', 'first', 'second', 'third']);
  assert.is(node.dispatcher.waiting, 0);
});

test('work that fails does not keep the next in line from its turn', async () => {
  const mutex = new Mutex();
  const failed = mutex.run(() => {
    throw new Error('no');
  });
  const next = mutex.run(() => 'done');
  let message = '';
  await failed.catch((error: Error) => {
    message = error.message;
  });
  assert.equal([message, await next, mutex.waiting], ['no', 'done', 0]);
});

test('clients take turns, and the calls of one keep their order', async () => {
  const mutex = new Mutex();
  const order: string[] = [];
  const calls = ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'].map(name => mutex.run(() => order.push(name), name[0]));
  await Promise.all(calls);
  assert.equal(order, ['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
});

test('a client takes at most half of the places to wait, so that others find some', async () => {
  const mutex = new Mutex({ most: 4 });
  const outcome = (client: string): Promise<string> =>
    mutex.run(() => 'done', client).catch((error: RpcError) => `${error.code}`);
  const outcomes = await Promise.all(['a', 'a', 'a', 'a', 'b', 'b', 'b', 'c'].map(outcome));
  assert.equal(outcomes, ['done', 'done', 'done', '-32002', 'done', 'done', '-32002', '-32002']);
});

test('work that is begun for whoever may only read leaves no trace of that in what follows', async () => {
  const mutex = new Mutex();
  const reading = mutex.run(() => runReadOnly('reader', async () => new Promise(setImmediate)));
  const writing = mutex.run(() => requireWriting('something'));
  await Promise.all([reading, writing]);
  await mutex.run(() => requireWriting('something'));
});

test('declarations that contradict themselves are refused', () => {
  const base = {
    summary: '',
    result: r.any(''),
    errors: [],
    examples: [],
    touches: ['reads', 'node'] as const,
  };
  const area = (methods: ReturnType<typeof defineMethods>) => ({ title: 'Area', methods });
  const one = area(defineMethods({ a: { ...base, params: [], aliases: [{ name: 'b' }] } }));
  const two = area(defineMethods({ b: { ...base, params: [] } }));
  assert.throws(() => new MethodRegistry([one, two]), 'two RPC methods are called b');
  const unordered = defineMethods({
    c: {
      ...base,
      params: [
        { name: 'x', type: p.int, optional: true, summary: '' },
        { name: 'y', type: p.int, summary: '' },
      ],
    },
  });
  assert.throws(() => new MethodRegistry([area(unordered)]), 'parameter y of c follows an optional one');
});

test('help lists usage lines sorted by name, and explains a method by each of its names', async () => {
  const list = (await outcome({}, 'help')) as string;
  const names = list.split('\n').map(line => line.split(' ')[0]!);
  assert.equal(names, [...names].sort());
  assert.ok(names.includes('getblockcount') && !names.includes('height'));
  const text = (await outcome({}, 'help', ['height'])) as string;
  assert.is(text.split('\n')[0], 'getblockcount');
  assert.match(text, /height \(an older name\)/);
  assert.match(text, /coind getblockcount/);
  assert.is(await outcome({}, 'help', ['nosuch']), 'help: unknown command: nosuch');
  assert.match(
    (await outcome({}, 'help', ['typedecho'])) as string,
    /2\. number \(integer; optional\): a number/,
  );
  assert.match((await outcome({}, 'help', ['typedecho'])) as string, /the wallet to be unlocked/);
});

test('every error has a code of its own', () => {
  const codes = Object.values(RPC_ERRORS).map(({ code }) => code);
  assert.is(new Set(codes).size, codes.length);
  assert.is(new RpcError(16, 'Invalid coin symbol').code, 16);
});

test.run();
