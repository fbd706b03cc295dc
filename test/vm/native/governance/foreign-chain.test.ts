import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { REFERENCE_RULES } from '../../../../src/config/networks/reference.js';
import { REGTEST } from '../../../../src/config/networks/regtest.js';
import { FOREIGN_CHAIN, mirrorSymbol, peerSymbolOf } from '../../../../src/state/tables/swap-coins.js';
import {
  canonicalTxid,
  foreignChainName,
  isForeignAddress,
  isForeignChain,
  isForeignTxid,
} from '../../../../vm/native/governance/foreign-chain.js';

const { bitcoin, ethereum, eos } = FOREIGN_CHAIN;
const text = (length: number) => 'x'.repeat(length);

test('three chains have a name', () => {
  assert.equal([0, 1, 2, 3, 4].map(foreignChainName), [undefined, 'BITCOIN', 'ETHEREUM', 'EOS', undefined]);
  assert.equal([0, 1, 2, 3, 4].map(isForeignChain), [false, true, true, true, false]);
});

test('an address on Bitcoin has 26 to 35 bytes, on Ethereum 42 at most, on EOS any number', () => {
  const lengths = [0, 25, 26, 35, 36, 42, 43, 1000];
  const accepted = (chain: number) =>
    lengths.filter(length => isForeignAddress(chain, text(length), REFERENCE_RULES));
  assert.equal(accepted(bitcoin), [26, 35]);
  assert.equal(accepted(ethereum), [0, 25, 26, 35, 36, 42]);
  assert.equal(accepted(eos), lengths);
  assert.equal(accepted(4), []);
});

test('a transaction id has 66 bytes on Bitcoin and Ethereum, any number on EOS', () => {
  const lengths = [0, 65, 66, 67];
  const accepted = (chain: number) =>
    lengths.filter(length => isForeignTxid(chain, text(length), REFERENCE_RULES));
  assert.equal([bitcoin, ethereum, eos, 4].map(accepted), [[66], [66], lengths, []]);
});

test('where names are canonical a transaction id is 0x and 64 hex digits, whose case says nothing', () => {
  const rules = REGTEST.mended;
  const id = `0x${'aBcD'.repeat(16)}`;
  for (const chain of [bitcoin, ethereum, eos]) {
    assert.ok(isForeignTxid(chain, id, rules));
    for (const wrong of [
      '',
      id.slice(2),
      id.slice(0, -1),
      `${id}0`,
      `0X${id.slice(2)}`,
      `${id.slice(0, -1)}g`,
      ` ${id}`,
    ]) {
      assert.not(isForeignTxid(chain, wrong, rules), wrong);
    }
  }
  assert.not(isForeignTxid(4, id, rules));
  assert.is(canonicalTxid(id, rules), `0x${'abcd'.repeat(16)}`);
  assert.is(canonicalTxid(id, REFERENCE_RULES), id);
});

test('where names are canonical an address has the letters of its chain', () => {
  const accepts = (chain: number, address: string) => isForeignAddress(chain, address, REGTEST.mended);
  assert.ok(accepts(bitcoin, '1BoatSLRHtKNngkdXEeobR76b53LETtpyT'));
  assert.not(accepts(bitcoin, '1BoatSLRHtKNngkdXEeobR76b53LETtpy0'));
  assert.ok(accepts(ethereum, `0x${'aB'.repeat(20)}`));
  for (const wrong of ['', '0x', 'ab'.repeat(20), `0x${'ab'.repeat(19)}zz`])
    assert.not(accepts(ethereum, wrong));
  assert.ok(accepts(eos, 'waykichain.1'));
  assert.not(accepts(eos, 'Waykichain'));
});

test('a mirror’s symbol is that of the coin behind an m', () => {
  assert.is(mirrorSymbol('BTC'), 'mBTC');
  assert.is(peerSymbolOf('mBTC'), 'BTC');
  assert.is(peerSymbolOf('BTC'), undefined);
});

test.run();
