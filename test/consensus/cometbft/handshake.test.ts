import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { completeChain, genesisHashOf } from '../../../src/chain/open-chain.js';
import { required } from '../../../src/codec/required.js';
import { openBlockLog } from '../../../src/node/open-block-log.js';
import { openMemory } from '../../../src/storage/memory.js';
import { wireRulesOf } from '../../../src/tx/wire-rules.js';
import { balanceOf, transfer, USERS, type User } from '../../support/chains/test-chain.js';
import { ADDRESSES, FOUR, startValidator, type ValidatorOptions } from '../../support/network/validator.js';

const [ALICE, BOB] = USERS as [User, User];

/** A store that can be opened again with what it had, as after a crash. */
function copyable() {
  const store = openMemory();
  return {
    store,
    copy: () => {
      const other = openMemory();
      return other
        .batch([...store.iterate({})].map(([key, value]) => ({ type: 'put', key, value })))
        .then(() => other);
    },
  };
}

test('before the first block the engine is told the validators of block 0', async () => {
  const { client, close, chain } = await startValidator();
  const info = await client.ask('info');
  assert.is(info.lastBlockHeight, 0n);
  assert.is(info.lastBlockAppHash.length, 0);
  const genesis = required(chain.blocks.header(0), 'block 0').hash;
  const state = Buffer.from(JSON.stringify({ network: FOUR.name, genesis }));
  const { validators, appHash } = await client.ask('initChain', { initialHeight: 1n, appStateBytes: state });
  assert.equal(
    validators.map(({ pubKey, power }) => [Buffer.from(pubKey.secp256k1 ?? []).toString('hex'), power]),
    FOUR.genesis.delegateKeys.map(key => [key, 1n]),
  );
  assert.is(appHash.length, 32);
  await close();
});

test('a genesis file for another chain is refused, and the node is told', async () => {
  for (const [state, height, reason] of [
    ['{"network":"bft","genesis":"00"}', 1n, /block 0 00; this node has network bft/],
    ['nonsense', 1n, /app_state .* must be/],
    ['null', 1n, /app_state/],
    ['{}', 7n, /begins at height 7; it must be 1/],
  ] as const) {
    const { client, close, failures } = await startValidator();
    const asked = { initialHeight: height, appStateBytes: Buffer.from(state) };
    const error = await client.ask('initChain', asked).then(
      () => undefined,
      (e: Error) => e,
    );
    assert.match(error?.message ?? 'accepted', reason);
    assert.match(failures[0]?.message ?? '', reason);
    await close();
  }
});

test('the engine hears of a block only when it is written: before that it hands it over again', async () => {
  const { store, copy } = copyable();
  const first = await startValidator({ store });
  await first.decide();
  const { raw } = transfer(ALICE, BOB, { amount: 70_000n });
  const finalized = await first.client.ask('finalizeBlock', first.describe({ txs: [raw] }));
  const unwritten = await copy();
  await first.client.ask('commit');
  const written = await copy();
  await first.close();

  const again = await startValidator({ store: unwritten });
  const info = await again.client.ask('info');
  assert.is(info.lastBlockHeight, 1n);
  const before = balanceOf(again.chain.state, BOB);
  const replayed = await again.decide({ txs: [raw] });
  assert.equal(replayed, finalized, 'the same answer');
  assert.is(balanceOf(again.chain.state, BOB), before + 70_000n);
  await again.close();

  const after = await startValidator({ store: written });
  const { lastBlockHeight, lastBlockAppHash } = await after.client.ask('info');
  assert.is(lastBlockHeight, 2n);
  assert.equal(lastBlockAppHash, finalized.appHash);
  await after.close();
});

test('an engine that was killed between decision and commit hands the block over again to the running node', async () => {
  const { client, decide, describe, chain, close, failures } = await startValidator();
  await decide();
  const block = describe({ txs: [transfer(ALICE, BOB).raw] });
  const first = await client.ask('finalizeBlock', block);
  assert.is((await client.ask('info')).lastBlockHeight, 1n);
  const second = await client.ask('finalizeBlock', block);
  assert.equal(second, first);
  await client.ask('commit');
  assert.is(chain.head.header.height, 2);
  assert.equal((await client.ask('info')).lastBlockAppHash, first.appHash);
  assert.equal(failures, []);
  await close();
});

test('a block of another height than the next one is a failure, not a block', async () => {
  const { client, decide, describe, chain, close, failures } = await startValidator();
  await decide();
  for (const height of [1, 3, 0]) {
    const error = await client.ask('finalizeBlock', describe({}, height)).then(
      () => undefined,
      (e: Error) => e,
    );
    assert.match(error?.message ?? 'accepted', /the next one here is 2/);
  }
  const commit = await client.ask('commit').then(
    () => undefined,
    (e: Error) => e,
  );
  assert.ok(commit, 'nothing was decided');
  assert.is(chain.head.header.height, 1);
  assert.is(failures.length, 4);
  await close();
});

test('blocks that only the log has are executed again, by whom the engine named, to the same state', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'coind-handshake-'));
  const openLog: ValidatorOptions['openLog'] = ({ ledger, state, store }) =>
    openBlockLog({
      directory,
      genesisHash: genesisHashOf(ledger),
      store,
      state,
      rules: wireRulesOf(ledger.network),
      onNote: () => undefined,
    });
  const { store, copy } = copyable();
  const first = await startValidator({ store, openLog });
  await first.decide();
  const behind = await copy();
  for (let i = 0; i < 5; i++) {
    await first.decide({
      txs: [transfer(ALICE, BOB).raw, Buffer.of(i)],
      proposer: ADDRESSES[i % 4] as Buffer,
    });
  }
  const { lastBlockAppHash } = await first.client.ask('info');
  await first.close();

  // The log is synced with each block, the database is not.
  const second = await startValidator({ store: behind, openLog });
  await completeChain(second.chain);
  const info = await second.client.ask('info');
  assert.is(info.lastBlockHeight, 6n);
  assert.equal(info.lastBlockAppHash, lastBlockAppHash);
  await second.close();
  rmSync(directory, { recursive: true, force: true });
});

test.run();
