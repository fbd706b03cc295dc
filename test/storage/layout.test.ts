import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { EXAMPLE } from '../../src/rpc/declaration/common-parameters.js';
import {
  BLOCK_STORE_PREFIX,
  KEY_SPACES,
  MAX_TABLE_PREFIX,
  STATE_STORE_PREFIX,
  TABLE_PREFIX,
} from '../../src/storage/layout.js';
import { startTestNode } from '../support/nodes/node.js';

const test = suite('layout');

test('no key space begins with the prefix of another one', () => {
  const spaces = [...KEY_SPACES];
  for (const [name, prefix] of spaces) {
    assert.ok(prefix.length > 0, name);
    for (const [other, longer] of spaces) {
      if (name !== other) assert.not(longer.startsWith(prefix), `${name} and ${other}`);
    }
  }
});

test('the first byte of a key tells to whom it belongs', () => {
  for (const [name, prefix] of KEY_SPACES) {
    const first = prefix.charCodeAt(0);
    if (name.startsWith('table ')) assert.ok(first > STATE_STORE_PREFIX && first <= MAX_TABLE_PREFIX, name);
    else assert.is(first, name.startsWith('state store ') ? STATE_STORE_PREFIX : BLOCK_STORE_PREFIX, name);
  }
  assert.is(new Set(Object.values(TABLE_PREFIX)).size, Object.keys(TABLE_PREFIX).length);
});

test('every key that a node stores is in a key space, and each of the five parts has some', async () => {
  const node = await startTestNode();
  try {
    const { alice, bob } = EXAMPLE;
    await node.call('submitsendtx', alice, bob, 'WICC:1:WI', 'WICC:0.01:WI');
    await node.call('generate', 2);
    const { chain } = node.node.context;
    await chain.settled();
    const names = [...KEY_SPACES];
    const used = new Set<string>();
    for (const [key] of chain.stored()) {
      const space = names.find(([, prefix]) => key.toString('latin1').startsWith(prefix));
      assert.ok(space, `no key space has the key ${key.toString('hex')}`);
      used.add(space[0].replace(/ [^ ]+$/, ''));
    }
    assert.equal([...used].sort(), ['block store', 'index', 'state store', 'table', 'wallet index']);
  } finally {
    await node.stop();
  }
});

test.run();
