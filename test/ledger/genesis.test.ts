import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { regIdText } from '../../src/codec/regid.js';
import type { NetworkParameters } from '../../src/config/network.js';
import { DEVELOPMENT_PUBLIC_KEYS } from '../../src/config/networks/development-keys.js';
import { MAIN } from '../../src/config/networks/main.js';
import { REFERENCE_REGTEST } from '../../src/config/networks/reference-regtest.js';
import { REGTEST } from '../../src/config/networks/regtest.js';
import { TEST } from '../../src/config/networks/test.js';
import { SYSTEM_PARAMETERS } from '../../src/config/system-parameters.js';
import { keyIdOf } from '../../src/crypto/keys.js';
import { buildGenesis } from '../../src/ledger/genesis.js';
import { NetworkLedger } from '../../src/ledger/ledger.js';
import { systemGenesisMints } from '../../src/ledger/system-genesis.js';
import type { GenesisOutcome } from '../../src/ledger/types.js';
import type { Overlay } from '../../src/state/state.js';
import {
  ACCOUNTS,
  type Account,
  EMPTY_TOKEN,
  isRegistered,
  REGIDS,
  tokenOf,
} from '../../src/state/tables/accounts.js';
import { ASSETS } from '../../src/state/tables/assets.js';
import { ACTIVE_DELEGATES, LAST_VOTE_HEIGHT } from '../../src/state/tables/delegates.js';
import { FEED_PAIRS } from '../../src/state/tables/prices.js';
import { VOTE_LISTS } from '../../src/state/tables/votes.js';
import { blockHash, encodeBlock } from '../../src/tx/block.js';
import { RECEIPT } from '../../src/tx/receipt.js';
import { memoryState } from '../support/stores/memory-state.js';
import { readVectors } from '../support/vectors/vectors.js';

interface GenesisVector {
  readonly hash: string;
  readonly merkle_root: string;
  readonly block_hex: string;
  readonly txs: readonly { readonly txid: string }[];
  readonly v2_genesis_mint_txs: readonly { readonly txid: string; readonly raw: string }[];
}

const vectors = readVectors<{ networks: Readonly<Record<string, GenesisVector>> }>('genesis').networks;
const NETWORKS: readonly (readonly [name: string, network: NetworkParameters])[] = [
  ['main', MAIN],
  ['test', TEST],
  ['regtest', REFERENCE_REGTEST],
];

const COIN = 100_000_000n;
const SUPPLY = 210_000_000n * COIN;
const VOTES = 2_100_000n * COIN;

function built(network: NetworkParameters): { readonly state: Overlay; readonly outcome: GenesisOutcome } {
  const state = memoryState().overlay();
  return { state, outcome: buildGenesis(network, state) };
}

function accountAt(state: Overlay, height: number, index: number): Account {
  const keyId = state.get(REGIDS, { height, index });
  if (keyId === undefined) throw new Error(`no account ${height}-${index}`);
  return state.get(ACCOUNTS, keyId)!;
}

for (const [name, network] of NETWORKS) {
  const vector = vectors[name]!;

  test(`block 0 of ${name} is the reference's, byte for byte`, () => {
    const { block } = built(network).outcome;
    assert.is(blockHash(block.header), vector.hash);
    assert.is(block.header.merkleRoot, vector.merkle_root);
    assert.is(encodeBlock(block, { varintPricesFrom: network.forks.r3 }).toString('hex'), vector.block_hex);
    assert.equal(
      block.transactions.map(({ txid }) => txid),
      vector.txs.map(({ txid }) => txid),
    );
  });

  test(`the mints of the system genesis block of ${name} are the reference's`, () => {
    const mints = systemGenesisMints(network);
    assert.equal(
      mints.map(({ txid, raw }) => ({ txid, raw: raw.toString('hex') })),
      vector.v2_genesis_mint_txs.map(({ txid, raw }) => ({ txid, raw })),
    );
  });
}

test('these were all networks of the vectors', () => {
  const known = NETWORKS.map(([name]) => name);
  assert.equal(Object.keys(vectors).toSorted(), known.toSorted());
  console.log(`genesis.json: ${known.length} of ${Object.keys(vectors).length} networks`);
});

test('a genesis that does not hash to what the network names is an error that says so', () => {
  const network = { ...MAIN, genesis: { ...MAIN.genesis, time: MAIN.genesis.time + 1 } };
  assert.throws(
    () => buildGenesis(network, memoryState().overlay()),
    (error: Error) => error.message.includes('network main') && error.message.includes(MAIN.genesis.hash),
  );
});

test('block 0 gives the holder all base coins and locks one vote of them (spec 01 §5.1)', () => {
  const { state, outcome } = built(REFERENCE_REGTEST);
  const holder = accountAt(state, 0, 1);
  assert.is(holder.ownerKey, REFERENCE_REGTEST.genesis.holderKey);
  assert.is(holder.keyId, keyIdOf(Buffer.from(REFERENCE_REGTEST.genesis.holderKey, 'hex')));
  assert.equal(
    [...holder.tokens],
    [['WICC', { ...EMPTY_TOKEN, free: 20_790_000_000_000_000n, voted: 210_000_000_000_000n }]],
  );
  assert.is(holder.lastVoteEpoch, 0n);
  const [first, gift, vote] = outcome.executed;
  assert.equal(first!.receipts, []);
  assert.equal(
    [...gift!.receipts, ...vote!.receipts].map(({ type, operation, amount }) => [type, operation, amount]),
    [
      [RECEIPT.BLOCK_REWARD_TO_MINER, 'ADD_FREE', SUPPLY],
      [RECEIPT.DELEGATE_ADD_VOTE, 'VOTE', VOTES],
    ],
  );
});

test('block 0 registers the producers 0-2 to 0-12 with their votes and without coins', () => {
  const { state } = built(REFERENCE_REGTEST);
  REFERENCE_REGTEST.genesis.delegateKeys.forEach((publicKey, i) => {
    const producer = accountAt(state, 0, 2 + i);
    assert.is(producer.ownerKey, publicKey);
    assert.is(producer.receivedVotes, VOTES);
    assert.is(producer.tokens.size, 0);
  });
  assert.is(state.get(REGIDS, { height: 0, index: 13 }), undefined);
  assert.equal(
    state.get(VOTE_LISTS, { height: 0, index: 1 }),
    REFERENCE_REGTEST.genesis.delegateKeys.map(publicKey => ({
      candidate: { kind: 'pubkey', publicKey },
      votes: VOTES,
    })),
  );
  assert.is(state.get(LAST_VOTE_HEIGHT, undefined), 0);
});

test('block 0 makes the three native assets and the two price feed pairs', () => {
  const { state } = built(REFERENCE_REGTEST);
  assert.equal(
    [...state.iterate(ASSETS)].map(([symbol, asset]) => [
      symbol,
      asset.name,
      asset.type,
      asset.permsSum,
      regIdText(asset.owner),
      asset.totalSupply,
      asset.mintable,
    ]),
    [
      ['WGRT', 'WGRT', 1, 23n, '0-0', 20_160_000_000n * COIN, true],
      ['WICC', 'WICC', 1, 2n ** 64n - 1n, '0-0', SUPPLY, false],
      ['WUSD', 'WUSD', 4, 7n, '0-0', 0n, true],
    ],
  );
  assert.equal(
    [...state.iterate(FEED_PAIRS)].map(([pair]) => pair),
    [
      ['WGRT', 'USD'],
      ['WICC', 'USD'],
    ],
  );
});

for (const [name, network] of [...NETWORKS, ['our development chain', REGTEST] as const]) {
  test(`after block 0 of ${name} the eleven first producers take turns`, () => {
    const active = built(network).state.get(ACTIVE_DELEGATES, undefined) ?? [];
    assert.equal(
      active.map(({ regId, votes }) => [regIdText(regId), votes]),
      Array.from({ length: 11 }, (_, i) => [`0-${i + 2}`, VOTES]),
    );
  });
}

test('allocations of a development chain follow the vote and come out of what the holder has', () => {
  const { state, outcome } = built(REGTEST);
  const { allocations, delegateKeys, time } = REGTEST.genesis;
  const allocated = allocations.reduce((sum, { amount }) => sum + amount, 0n);
  const votes = VOTES * BigInt(delegateKeys.length);
  const holder = accountAt(state, 0, 1);
  assert.equal(tokenOf(holder, 'WICC'), { ...EMPTY_TOKEN, free: SUPPLY - allocated - votes, voted: votes });
  assert.is(holder.lastVoteEpoch, BigInt(time));
  assert.is(outcome.executed.length, 3 + allocations.length);
  allocations.forEach(({ publicKey, amount, staked = 0n }, i) => {
    const keyId = keyIdOf(Buffer.from(publicKey, 'hex'));
    const account = state.get(ACCOUNTS, keyId)!;
    assert.equal(tokenOf(account, 'WICC'), { ...EMPTY_TOKEN, free: amount - staked, staked });
    assert.is(outcome.executed[3 + i]!.receipts[0]!.amount, amount);
  });
  const everything = [...state.iterate(ACCOUNTS)].reduce((sum, [, account]) => {
    const { free, voted, staked } = tokenOf(account, 'WICC');
    return sum + free + voted + staked;
  }, 0n);
  assert.is(everything, SUPPLY);
});

test('on a development chain the accounts of users follow the producers; governor and settler get their regids later', () => {
  const { state } = built(REGTEST);
  const { delegateKeys, governanceKey, matcherKey } = REGTEST.genesis;
  const keys = [...delegateKeys, ...DEVELOPMENT_PUBLIC_KEYS.accounts];
  for (const [i, publicKey] of keys.entries()) {
    assert.is(accountAt(state, 0, 2 + i).ownerKey, publicKey);
  }
  for (const publicKey of [governanceKey, matcherKey]) {
    const account = state.get(ACCOUNTS, keyIdOf(Buffer.from(publicKey, 'hex')))!;
    assert.not(isRegistered(account));
    assert.is(tokenOf(account, 'WICC').free, 1_000_000n * COIN);
  }
});

test('every producer of a development chain has staked what feeding prices takes', () => {
  const { state } = built(REGTEST);
  const least = SYSTEM_PARAMETERS.PRICE_FEED_BCOIN_STAKE_AMOUNT_MIN.defaultValue;
  for (const { regId } of state.get(ACTIVE_DELEGATES, undefined)!) {
    assert.is(tokenOf(accountAt(state, regId.height, regId.index), 'WICC').staked, least);
  }
});

test('the system genesis block makes the reserve, the governor and the settler (spec 01 §5.3)', () => {
  const network = REGTEST;
  const ledger = new NetworkLedger(network);
  const state = memoryState().overlay();
  const parent = ledger.genesis(state).block;
  const time = network.genesis.time + 10;
  const producer = ledger.producerAt(state, 1, time)!;
  const context = { height: 1, time, producer, fuelRate: ledger.nextFuelRate(state) };
  const { block, executed, fuelFee } = ledger.systemGenesis(state, context, blockHash(parent.header));

  assert.is(block.header.prevBlockHash, blockHash(parent.header));
  assert.is(fuelFee, 0n);
  assert.equal(
    executed.map(({ prepared, index }) => [prepared.tx.type, index]),
    [
      [1, 0],
      [12, 1],
      [12, 2],
      [12, 3],
    ],
  );
  const reserve = accountAt(state, 1, 1);
  assert.is(reserve.keyId, 'b22338ea03388c698936894274c34756d9bacb85');
  assert.is(reserve.ownerKey, '');
  assert.is(tokenOf(reserve, 'WUSD').free, 1_000_000n * COIN);
  const governor = accountAt(state, 1, 2);
  assert.is(governor.ownerKey, network.genesis.governanceKey);
  assert.is(tokenOf(governor, 'WGRT').free, 20_160_000_000n * COIN);
  const settler = accountAt(state, 1, 3);
  assert.is(settler.ownerKey, network.genesis.matcherKey);
  for (const { tokens } of [governor, settler]) assert.is(tokens.get('WICC')!.free, 1_000_000n * COIN);
  assert.equal(
    executed.slice(1).map(({ receipts }) => receipts.map(receipt => [receipt.type, receipt.amount])),
    [
      [[RECEIPT.COIN_MINT_ONCHAIN, 1_000_000n * COIN]],
      [[RECEIPT.COIN_MINT_ONCHAIN, 20_160_000_000n * COIN]],
      [[RECEIPT.COIN_MINT_ONCHAIN, 0n]],
    ],
  );
});

test.run();
