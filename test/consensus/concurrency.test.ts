import * as fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { verifyChain } from '../../src/chain/verify-chain.js';
import { REGTEST } from '../../src/config/networks/regtest.js';
import type { ProductionMode } from '../../src/consensus/consensus.js';
import type { KeyValueStore } from '../../src/storage/key-value-store.js';
import { openMemory } from '../../src/storage/memory.js';
import { decodeBlock } from '../../src/tx/block.js';
import { TransactionRejected } from '../../src/tx/reject.js';
import { wireRulesOf } from '../../src/tx/wire-rules.js';
import { openTestChain, transfer, USERS } from '../support/chains/test-chain.js';
import { scaled } from '../support/random/scale.js';
import { fingerprint } from '../support/stores/chain-contents.js';

function turns(count: number): Promise<void> {
  return count <= 0
    ? Promise.resolve()
    : new Promise<void>(r => setImmediate(r)).then(() => turns(count - 1));
}

/** A store in memory that takes some turns of the event loop for each write. */
function slowStore(delays: readonly number[]): KeyValueStore {
  const inner = openMemory();
  let writes = 0;
  return {
    engine: inner.engine,
    getMany: keys => inner.getMany(keys),
    async batch(operations) {
      const delay = delays[writes++ % delays.length]!;
      await turns(delay >> 1);
      await inner.batch(operations);
      await turns(delay - (delay >> 1));
    },
    iterate: range => inner.iterate(range),
    close: () => inner.close(),
  };
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}

const person = fc.nat({ max: 3 });
const modes = fc.constantFrom<ProductionMode>('instant', 'manual', 'interval');
const action = fc.oneof(
  { weight: 10, arbitrary: fc.record({ kind: fc.constant('submit' as const), from: person, to: person }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('produce' as const), count: fc.integer({ min: 1, max: 3 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('disconnect' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('invalidate' as const), reconsider: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('mode' as const), mode: modes }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('time' as const), seconds: fc.nat({ max: 7 }) }) },
);
const step = fc.record({ action, pause: fc.nat({ max: 4 }) });

/** Runs a test on a machine on which whatever is done takes so long that others get their turn after it. */
async function onSlowMachine(work: () => Promise<void>): Promise<void> {
  const now = performance.now;
  let milliseconds = 0;
  performance.now = () => (milliseconds += 1000);
  try {
    await work();
  } finally {
    performance.now = now;
  }
}

async function assertSound(runs: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 10, maxLength: 50 }),
      fc.array(fc.nat({ max: 6 }), { minLength: 1, maxLength: 8 }),
      async (steps, delays) => {
        const dev = await openTestChain({ mode: 'instant', store: slowStore(delays) });
        const { chain, mempool, solo, clock } = dev;
        const answers: Promise<Error | undefined>[] = [];
        // Caught at once: an answer may come long before the last step.
        const ask = (call: Promise<unknown>): void => {
          answers.push(call.then(() => undefined, asError));
        };
        const submitted: string[] = [];
        // Blocks that calls on their way may take back: below block 1 no transfer would be valid.
        let takenBack = 0;
        const takeBack = (call: () => Promise<unknown>): void => {
          if (chain.tip.header.height - takenBack <= 3) return;
          takenBack++;
          ask(call().finally(() => takenBack--));
        };
        for (const [i, { action, pause }] of steps.entries()) {
          switch (action.kind) {
            case 'submit': {
              const prepared = transfer(USERS[action.from]!, USERS[action.to]!, { memo: `step ${i}` });
              submitted.push(prepared.txid);
              ask(solo.submit(prepared));
              break;
            }
            case 'produce':
              ask(solo.produce(action.count));
              break;
            case 'disconnect':
              takeBack(() => solo.disconnectBlocks(1));
              break;
            case 'invalidate': {
              const { hash } = chain.tip;
              takeBack(() => solo.invalidateBlock(hash));
              if (action.reconsider) ask(solo.reconsiderBlock(hash));
              break;
            }
            case 'mode':
              solo.setMode(action.mode);
              break;
            case 'time':
              await clock.advance(action.seconds);
          }
          await turns(pause);
        }
        for (const error of await Promise.all(answers)) {
          assert.ok(error === undefined || error instanceof TransactionRejected, String(error));
          assert.not.match(error?.message ?? '', /memory pool is full/);
        }
        solo.setMode('manual');
        await solo.produce(2);
        assert.equal(dev.problems, []);
        assert.is((await verifyChain(chain, 0)).problem, undefined);
        // Transfers between people with enough coins: none may be lost, whatever was taken back.
        assert.is(mempool.load.transactions, 0);
        for (const txid of submitted) assert.ok(chain.blocks.transactionLocation(txid), txid);

        const replay = await openTestChain({ clock });
        for (let height = 2; height <= chain.tip.header.height; height++) {
          await replay.solo.submitBlock(decodeBlock(chain.blocks.rawBlock(height)!, wireRulesOf(REGTEST)));
        }
        assert.is(fingerprint(replay.chain, replay.state), fingerprint(chain, dev.state));
        await dev.close();
        await replay.close();
      },
    ),
    { numRuns: runs },
  );
}

test('whatever happens at the same time: every call gets an answer, and the chain is sound', () =>
  assertSound(scaled(25, 1000)));

test('it is the same where others get their turn after each step of the work', () =>
  onSlowMachine(() => assertSound(scaled(25, 1000))));

test.run();
