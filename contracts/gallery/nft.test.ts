import { type AccountLike, assertFails, bytes, Devnet } from 'coind/testing';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

const chain = Devnet.start();
// The issuer is the account that the source names.
const { alice: issuer, bob, carol, dave } = chain.accounts;
const nft = chain.deployLua({ file: 'nft.lua' });
const CONTENT = 'https://example.com/1';
const deployed = chain.snapshot();
nft.as(issuer).methods.mint(bob, CONTENT);
const minted = chain.snapshot();

test.before.each(() => chain.revert(minted));

const raw = (account: AccountLike) => {
  const [height, index] = chain.account(account).regId.split('-').map(Number) as [number, number];
  const bytesOf = Buffer.alloc(6);
  bytesOf.writeUInt32LE(height);
  bytesOf.writeUInt16LE(index, 4);
  return bytesOf;
};
const record = (owner: AccountLike, spender: AccountLike) =>
  Buffer.concat([raw(owner), raw(spender), Buffer.from(CONTENT)]);

test('the issuer makes tokens with ids and contents of their own, nobody else does', () => {
  chain.revert(deployed);
  assert.equal(nft.as(issuer).methods.mint(bob, CONTENT).logs, ['token 1']);
  assert.equal(nft.as(issuer).methods.mint(carol, CONTENT).logs, ['token 2']);
  assert.equal(nft.stored('token1'), record(bob, bob));
  assert.equal(nft.stored('token2'), record(carol, carol));
  assertFails(() => nft.as(bob).methods.mint(bob, CONTENT), { reason: 'Only the issuer makes tokens' });
});

test('a content has 1 to 256 bytes', () => {
  const { mint } = nft.as(issuer).methods;
  const reason = 'The content has no or too many bytes';
  assertFails(() => mint(bob, ''), { reason });
  assertFails(() => mint(bob, 'x'.repeat(257)), { reason });
  mint(bob, 'x');
  mint(bob, 'x'.repeat(256));
  assert.is(nft.stored('token3')?.length, 268);
});

test('an owner passes a token on, and cannot do so again', () => {
  nft.as(bob).methods.transfer(1, carol);
  assert.equal(nft.stored('token1'), record(carol, carol));
  assertFails(() => nft.as(bob).methods.transfer(1, bob), { reason: 'It is not yours' });
  assertFails(() => nft.as(issuer).methods.transfer(1, issuer), { reason: 'It is not yours' });
});

test('whom the owner has approved transfers it once', () => {
  nft.as(bob).methods.approve(1, dave);
  assert.equal(nft.stored('token1'), record(bob, dave));
  assertFails(() => nft.as(carol).methods.transfer(1, carol), { reason: 'It is not yours' });
  nft.as(dave).methods.transfer(1, carol);
  assert.equal(nft.stored('token1'), record(carol, carol));
  assertFails(() => nft.as(dave).methods.transfer(1, dave), { reason: 'It is not yours' });
});

test('who is approved neither approves nor burns, and the owner can take it back', () => {
  nft.as(bob).methods.approve(1, dave);
  assertFails(() => nft.as(dave).methods.approve(1, carol), { reason: 'It is not yours' });
  assertFails(() => nft.as(dave).methods.burn(1), { reason: 'It is not yours' });
  nft.as(bob).methods.approve(1, bob);
  assertFails(() => nft.as(dave).methods.transfer(1, dave), { reason: 'It is not yours' });
});

test('an owner burns a token, whose id is not used again', () => {
  nft.as(bob).methods.burn(1);
  for (const call of [
    () => nft.as(bob).methods.burn(1),
    () => nft.as(bob).methods.transfer(1, bob),
    () => nft.as(bob).methods.approve(1, bob),
  ]) {
    assertFails(call, { reason: 'No such token' });
  }
  assert.equal(nft.as(issuer).methods.mint(bob, CONTENT).logs, ['token 2']);
});

test('other calls, and coins, are refused', () => {
  const calls = [
    bytes(2).u32le(1).regid(carol),
    bytes(3).u32le(1).regid(carol),
    bytes(4).u32le(1),
    bytes(1).regid(bob).text(CONTENT),
  ];
  for (const [i, each] of calls.entries()) {
    assertFails(() => nft.as(issuer).call(each, { coins: 1n }), { reason: 'It takes no coins' });
    if (i < 3) assertFails(() => nft.as(bob).call(each.u8(0)), { reason: 'No such method' });
  }
  assertFails(() => nft.as(issuer).call(bytes(1).text('12345')), { reason: 'No such method' });
  for (const method of [0, 5]) {
    assertFails(() => nft.as(bob).call(bytes(method).u32le(1)), { reason: 'No such method' });
    assertFails(() => nft.as(bob).call(bytes(method).u32le(1).regid(carol)), { reason: 'No such method' });
    assertFails(() => nft.as(issuer).call(bytes(method).regid(bob).text(CONTENT)), {
      reason: 'No such method',
    });
  }
});

test.run();
