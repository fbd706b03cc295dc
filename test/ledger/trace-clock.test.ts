import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { JsonObject } from '../../src/codec/json-value.js';
import { EVERY_SIGNATURE } from '../../src/ledger/impersonation.js';
import { NetworkLedger } from '../../src/ledger/ledger.js';
import type { TraceClock } from '../../vm/context.js';
import { ALICE, BOB, HEIGHT, ScratchLedger } from '../support/ledgers/scratch-ledger.js';
import { action, regIdOfActor, universalTx } from '../support/ledgers/universal.js';

/** The trace of one transfer in a block. */
function traceWith(traceClock: TraceClock | undefined): JsonObject {
  const scratch = new ScratchLedger();
  const ledger = new NetworkLedger(scratch.network, EVERY_SIGNATURE, { traceClock });
  const quantities = [regIdOfActor(ALICE), regIdOfActor(BOB), '1.00000000 WICC', 'hi'];
  const tx = universalTx(ALICE, [action(scratch, '0-800', 'transfer', quantities, [ALICE])]);
  const block = ledger.begin(scratch.state, scratch.contextAt(HEIGHT), scratch.recent);
  return block.execute(scratch.prepare(tx)).trace as JsonObject;
}

test('elapsed of a trace is what the clock from outside has counted, in microseconds', () => {
  let milliseconds = 0;
  const { elapsed } = traceWith(() => {
    milliseconds += 1.5;
    return milliseconds;
  });
  assert.is(elapsed, 1500);
});

test('elapsed is 0 without a clock, and the clock decides nothing else', () => {
  const { elapsed, ...without } = traceWith(undefined);
  const { elapsed: _, ...with_ } = traceWith(() => Number.NaN);
  assert.is(elapsed, 0);
  assert.equal(without, with_);
});

test.run();
