import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { FOREIGN_CHAIN, mirrorSymbol, peerSymbolOf } from '../../../../src/state/tables/swap-coins.js';
import {
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
  const accepted = (chain: number) => lengths.filter(length => isForeignAddress(chain, text(length)));
  assert.equal(accepted(bitcoin), [26, 35]);
  assert.equal(accepted(ethereum), [0, 25, 26, 35, 36, 42]);
  assert.equal(accepted(eos), lengths);
  assert.equal(accepted(4), []);
});

test('a transaction id has 66 bytes on Bitcoin and Ethereum, any number on EOS', () => {
  const lengths = [0, 65, 66, 67];
  const accepted = (chain: number) => lengths.filter(length => isForeignTxid(chain, text(length)));
  assert.equal([bitcoin, ethereum, eos, 4].map(accepted), [[66], [66], lengths, []]);
});

test('a mirror’s symbol is that of the coin behind an m', () => {
  assert.is(mirrorSymbol('BTC'), 'mBTC');
  assert.is(peerSymbolOf('mBTC'), 'BTC');
  assert.is(peerSymbolOf('BTC'), undefined);
});

test.run();
