import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { regIdUid } from '../../src/codec/uid.js';
import { REPLAY } from '../../src/config/networks/replay.js';
import { NetworkLedger } from '../../src/ledger/ledger.js';
import { migrateVotes } from '../../src/ledger/vote-migration.js';
import { ACCOUNTS, REGIDS, tokenOf } from '../../src/state/tables/accounts.js';
import { LAST_VOTE_HEIGHT, topCandidates } from '../../src/state/tables/delegates.js';
import { VOTE_LISTS } from '../../src/state/tables/votes.js';
import { memoryState } from '../support/stores/memory-state.js';

const VOTES = 210_000_000_000_000n;
const HOLDER = { height: 0, index: 1 };
const BLOCK = { height: 1, time: 1_772_668_810 };

function genesisState() {
  const state = memoryState().overlay();
  new NetworkLedger(REPLAY).genesis(state);
  const holder = () => state.get(ACCOUNTS, state.get(REGIDS, HOLDER)!)!;
  return { state, holder };
}

test('every vote but the first is revoked, and the candidates stay in the ranking', () => {
  const { state } = genesisState();
  migrateVotes(REPLAY, state, BLOCK);
  assert.is(state.get(VOTE_LISTS, HOLDER)?.length, 1);
  assert.equal(
    topCandidates(state, 20, 0n).map(({ votes }) => votes),
    [VOTES, ...new Array(10).fill(0n)],
  );
  const received = [...state.iterate(ACCOUNTS)].map(([, account]) => account.receivedVotes);
  assert.is(
    received.reduce((sum, votes) => sum + votes, 0n),
    VOTES,
  );
});

test('the voter gets the interest of the old rules; nothing is unlocked', () => {
  const { state, holder } = genesisState();
  const before = tokenOf(holder(), 'WICC');
  const receipts = migrateVotes(REPLAY, state, BLOCK);
  assert.equal(
    receipts.map(({ type, operation, coinSymbol, amount }) => [type, operation, coinSymbol, amount]),
    [[303, 'ADD_FREE', 'WICC', 3_329_528n]],
  );
  const after = tokenOf(holder(), 'WICC');
  assert.is(after.free, before.free + 3_329_528n);
  assert.is(after.voted, VOTES);
  assert.equal([holder().lastVoteHeight, holder().lastVoteEpoch], [1n, BigInt(BLOCK.time)]);
  assert.is(state.get(LAST_VOTE_HEIGHT, undefined), 1);
});

test('without votes nothing happens', () => {
  const state = memoryState().overlay();
  assert.equal(migrateVotes(REPLAY, state, BLOCK), []);
  assert.is(state.get(LAST_VOTE_HEIGHT, undefined), undefined);
});

test('votes of an account that does not exist are a fault of the program', () => {
  const state = memoryState().overlay();
  state.put(VOTE_LISTS, HOLDER, [{ candidate: regIdUid(HOLDER), votes: 1n }]);
  assert.throws(() => migrateVotes(REPLAY, state, BLOCK), /voter 0-1 has votes but no account/);
});

test.run();
