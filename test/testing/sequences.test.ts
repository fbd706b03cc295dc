import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type AccountLike, bytes, Devnet } from '../../src/testing/index.js';
import { checkSequences } from '../../src/testing/sequences.js';
import { scaled } from '../support/random/scale.js';

const test = suite('random sequences of calls');

const methods = {
  configure: () => bytes(0xf0, 0x11, 0, 0),
  send: (to: AccountLike, amount: bigint) => bytes(0xf0, 0x16, 0, 0).address(to).i64le(amount),
};
const chain = Devnet.start();
const token = chain.deployLua({ file: 'contracts/lua/token.lua', methods });
token.methods.configure();
const users = [chain.accounts.alice, chain.accounts.bob, chain.accounts.carol];
const SUPPLY = 9n * 10n ** 18n;

const user = fc.integer({ min: 0, max: users.length - 1 });
const send = {
  args: fc.tuple(user, user, fc.bigInt({ min: -10n, max: SUPPLY })),
  run: (world: typeof token, [from, to, amount]: readonly [number, number, bigint]) =>
    world.as(users[from]!).methods.send(users[to]!, amount),
};
const total = (world: typeof token): bigint =>
  users.reduce((sum, each) => sum + world.appAccount(each).free, 0n);

test('invariants that hold are looked at after every call', () => {
  let looked = 0;
  checkSequences({
    chain,
    world: fork => token.on(fork),
    calls: { send },
    invariants: {
      'the supply is constant': world => {
        looked++;
        return total(world) === SUPPLY;
      },
    },
    check: { numRuns: scaled(30, 1000), seed: 11 },
  });
  assert.ok(looked > 60, `${looked} looks`);
});

test('the chain itself is left as it was', () => {
  const before = chain.digest;
  checkSequences({
    chain,
    world: fork => fork,
    calls: { mine: { run: world => world.mine() } },
    invariants: {},
    check: { numRuns: 5 },
  });
  assert.is(chain.digest, before);
});

test('a sequence that breaks an invariant is shrunk to the calls that it takes', () => {
  /** Counts to three, and then forgets how. */
  const counter = chain.deployLua({
    text: `mylib = require "mylib"
local old = { mylib.ReadData("n") }
local n = #old == 0 and 0 or old[1]
if contract[1] == 1 then n = n + contract[2] end
if n >= 3 then n = 255 end
mylib.WriteData({ key = "n", length = 1, value = { n } })`,
  });
  let message = '';
  try {
    checkSequences({
      chain,
      world: fork => counter.on(fork),
      calls: {
        add: {
          args: fc.integer({ min: 1, max: 9 }),
          run: (world, amount: number) => world.call(bytes(1, amount)),
        },
        look: { run: world => world.call(bytes(2)) },
      },
      invariants: { 'it stays small': world => (world.stored('n')?.[0] ?? 0) < 200 },
      check: { seed: 5, numRuns: 200 },
    });
  } catch (error) {
    message = (error as Error).message;
  }
  assert.match(
    message,
    /^the invariant "it stays small" does not hold after call 1, add\ncalls:\n {2}1\. add 3\nthe same again: check: \{ seed: 5, path: "[\d:]+", endOnFailure: true \}\n/,
  );
});

test('refused calls are answers, unless a call must succeed', () => {
  const call = { run: (world: typeof token) => world.call(bytes(0)) };
  const run = (mustSucceed: boolean) =>
    checkSequences({
      chain,
      world: fork => token.on(fork),
      calls: { wrong: { ...call, mustSucceed } },
      invariants: {},
      check: { seed: 1 },
    });
  run(false);
  assert.throws(() => run(true), /Parameter length error/);
});

test.run();
