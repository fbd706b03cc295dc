import * as fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ACCOUNTS, type Account, REGIDS } from '../../../src/state/tables/accounts.js';
import { hashKey, regIdKey, u8Key } from '../../../src/state/tables/keys.js';
import { scaled } from '../../support/random/scale.js';

const amount = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
const hex = (bytes: number) =>
  fc.uint8Array({ minLength: bytes, maxLength: bytes }).map(value => Buffer.from(value).toString('hex'));
/** Plain objects, as decoding makes them. */
const PLAIN = { noNullPrototype: true } as const;
const regId = fc.record({ height: fc.nat(0xffffffff), index: fc.nat(0xffff) }, PLAIN);
const token = fc.record(
  { free: amount, frozen: amount, staked: amount, voted: amount, pledged: amount },
  PLAIN,
);
const symbol = fc.constantFrom('WICC', 'WUSD', 'WGRT', 'ROGTEST', 'AB');

const account: fc.Arbitrary<Account> = fc.record(
  {
    keyId: hex(20),
    regId,
    ownerKey: fc.oneof(fc.constant(''), hex(33)),
    minerKey: fc.oneof(fc.constant(''), hex(33)),
    tokens: fc
      .uniqueArray(fc.tuple(symbol, token), { selector: ([name]) => name })
      .map(entries => new Map(entries)),
    receivedVotes: amount,
    lastVoteHeight: amount,
    lastVoteEpoch: amount,
    permsSum: amount,
  },
  PLAIN,
);

test('every account is read back as it was stored', () => {
  fc.assert(
    fc.property(account, value => {
      const { encode, decode } = ACCOUNTS.value;
      const back = decode(encode(value));
      assert.equal({ ...back, tokens: undefined }, { ...value, tokens: undefined });
      assert.equal(
        [...back.tokens],
        [...value.tokens].sort(([a], [b]) => (a < b ? -1 : 1)),
      );
    }),
    { numRuns: scaled(300, 20_000) },
  );
});

test('an account has one encoding, in whatever order its coins came', () => {
  fc.assert(
    fc.property(account, value => {
      const reversed = { ...value, tokens: new Map([...value.tokens].reverse()) };
      assert.ok(ACCOUNTS.value.encode(value).equals(ACCOUNTS.value.encode(reversed)));
    }),
    { numRuns: scaled(100, 5_000) },
  );
});

test('the fields of an account are stored in the order of spec 07 §8.1', () => {
  const stored = ACCOUNTS.value.encode({
    keyId: '11'.repeat(20),
    regId: { height: 2, index: 3 },
    ownerKey: `02${'22'.repeat(32)}`,
    minerKey: '',
    tokens: new Map([['WICC', { free: 1n, frozen: 2n, staked: 3n, voted: 4n, pledged: 5n }]]),
    receivedVotes: 6n,
    lastVoteHeight: 7n,
    lastVoteEpoch: 8n,
    permsSum: 9n,
  });
  assert.is(
    stored.toString('hex'),
    `${'11'.repeat(20)}0203${`2102${'22'.repeat(32)}`}00${'010457494343'}${'0102030405'}${'06070809'}`,
  );
});

test('a stored public key has 33 bytes or none', () => {
  const stored = Buffer.from(`${'11'.repeat(20)}000005`, 'hex');
  assert.throws(() => ACCOUNTS.value.decode(stored), /0 or 33 bytes, not 5/);
});

test('regids sort by height, then by position', () => {
  fc.assert(
    fc.property(regId, regId, (a, b) => {
      const numeric = a.height - b.height || a.index - b.index;
      const [left, right] = [regIdKey.encode(a), regIdKey.encode(b)];
      assert.is(left < right ? -1 : left > right ? 1 : 0, Math.sign(numeric));
      assert.equal(regIdKey.decode(left), a);
    }),
    { numRuns: scaled(300, 10_000) },
  );
});

test('what is no regid is no key', () => {
  for (const bad of [
    { height: -1, index: 0 },
    { height: 2 ** 32, index: 0 },
    { height: 0, index: 0x10000 },
    { height: 0.5, index: 0 },
  ]) {
    assert.throws(() => REGIDS.key.encode(bad), /is not a regid/);
  }
});

test('hashes sort by their bytes on the wire, which are the reverse of how they are printed', () => {
  const low = `${'ff'.repeat(31)}00`;
  const high = `${'00'.repeat(31)}01`;
  assert.ok(hashKey.encode(low) < hashKey.encode(high));
  assert.is(hashKey.decode(hashKey.encode(low)), low);
});

test('a byte is a key, more than a byte is none', () => {
  assert.is(u8Key.decode(u8Key.encode(255)), 255);
  for (const bad of [256, -1, 0.5]) assert.throws(() => u8Key.encode(bad), /8-bit/);
});

test.run();
