import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { assertFails, bytes, Devnet } from '../../../src/testing/index.js';

const test = suite('hello contract');

const chain = Devnet.start();
const hello = chain.deployLua({
  file: 'contracts/lua/hello.lua',
  methods: { greet: () => bytes(0xf0, 0x17), keep: () => bytes(0xf0, 0x18) },
});
const start = chain.snapshot();
test.before.each(() => chain.revert(start));

test('greets in the log', () => {
  assert.equal(hello.methods.greet().logs, ['Hello, World']);
  assert.is(hello.storedValues().length, 0);
});

test('stores a word', () => {
  assert.equal(hello.methods.keep().logs, []);
  assert.is(hello.stored('Hello')!.toString(), 'World');
});

test('stores the word again without harm', () => {
  hello.methods.keep();
  hello.methods.keep();
  assert.is(hello.storedValues().length, 1);
});

test('refuses arguments that are too short', () => {
  for (const args of ['', 'f0']) {
    assertFails(() => hello.call(args), {
      reason: `Parameter length error (<2): ${args.length / 2}`,
      line: 9,
    });
  }
});

test('refuses another magic byte', () => {
  assertFails(() => hello.call(bytes(0xef, 0x17)), { reason: 'Parameter MagicNo error (~=0xf0): 239' });
});

const UNKNOWN = [0x00, 0x01, 0x0f, 0x10, 0x11, 0x16, 0x19, 0x1a, 0x70, 0x7f, 0x80, 0x81, 0xf0, 0xfe, 0xff];
for (const method of UNKNOWN) {
  test(`has no method ${method.toString(16)}`, () => {
    const reason = `Method ${method.toString(16).padStart(2, '0')} not found`;
    assertFails(() => hello.call(bytes(0xf0, method)), { reason });
  });
}

test.run();
