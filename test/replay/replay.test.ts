import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { JsonObject } from '../../src/codec/json-value.js';
import { loadOptions } from '../../src/config/load-options.js';
import { REPLAY } from '../../src/config/networks/replay.js';
import { BlockRejected } from '../../src/ledger/block-rejected.js';
import { differsByMemory } from '../../src/ledger/fuel-difference.js';
import { type Recording, readRecording } from '../../src/replay/recording.js';
import { type ReplayReport, replay } from '../../src/replay/replay.js';
import { ReplayChain } from '../support/chains/replay-chain.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { vectorDirectory } from '../support/vectors/vectors.js';

/** Height that this node reaches without a difference; it only ever grows. */
const REACHED = 512;
/** The same with the mended rules, which the chain breaks from height 506 on. */
const REACHED_MENDED = 505;

const RECORDING = readRecording(join(vectorDirectory, 'replay'));
const { options } = loadOptions(['-nettype=replay', `-datadir=${temporaryDirectory()}`], {});
const run = (recording: Recording): Promise<ReplayReport> => replay(recording, options, () => {});

const replays = suite('replay');

replays('the recorded chain is executed without a difference up to its tip', async () => {
  const seen: number[] = [];
  const report = await replay(RECORDING, options, height => seen.push(height));
  assert.is(report.tip, 512);
  assert.ok(report.height >= REACHED, `reached only height ${report.height}: ${report.obstacle.join('\n')}`);
  if (report.height < report.tip)
    assert.match(report.obstacle[0]!, /^block 512 ends differently: getcontractassets/);
  assert.equal(seen, [...seen.keys()], 'every height is told once');
  // The block whose answers differ has been compared too.
  assert.is(report.compared.blocks, Math.min(report.height + 1, report.tip) + 1);
  const executed = RECORDING.transactions.filter(({ height }) => height <= report.height).length;
  assert.ok(report.compared.transactions >= executed, `${report.compared.transactions} of ${executed}`);
  const asked = RECORDING.answers.filter(({ height }) => height <= report.height).length;
  const missing = [...report.missingMethods.values()].reduce((sum, count) => sum + count, 0);
  assert.ok(report.compared.answers + missing >= asked, `${report.compared.answers} of ${asked}`);
});

replays(
  'with the mended rules the recorded chain is executed without a difference up to height 505',
  async () => {
    const mended = loadOptions(['-nettype=replay-mended', `-datadir=${temporaryDirectory()}`], {});
    const report = await replay(RECORDING, mended.options, () => {});
    assert.ok(
      report.height >= REACHED_MENDED,
      `reached only ${report.height}: ${report.obstacle.join('\n')}`,
    );
    // Interest that was lent at height 508 is owed here (spec 05 §1, no. 4).
    assert.match(report.obstacle.join('\n'), /global_owed_scoins: recorded 19746205391, here 19748613818/);
  },
);

replays('the signatures of all blocks whose producers are known are right', async () => {
  // A changed answer ends the execution late enough for the producers to be known.
  const { blocks, transactions, answers } = RECORDING;
  const last = answers.findIndex(answer => answer.height > 400);
  const changed = answers.with(last, { ...answers[last]!, answer: { result: 'changed' } });
  const { signaturesAbove, height, tip } = await run({ blocks, transactions, answers: changed });
  assert.ok(height < tip);
  assert.is(signaturesAbove.valid + signaturesAbove.unknownProducer, tip - height);
  assert.ok(signaturesAbove.valid > signaturesAbove.unknownProducer);
});

replays('an answer that ends differently is named with its place and both values', async () => {
  const { blocks, transactions, answers } = RECORDING;
  const total = answers.findIndex(({ method }) => method === 'gettotalbpssize');
  const changed = answers.with(total, { ...answers[total]!, answer: { result: { total_bps_size: 12 } } });
  const { height, obstacle } = await run({ blocks, transactions, answers: changed });
  assert.is(height, answers[total]!.height - 1);
  assert.match(obstacle[0]!, /block 6 ends differently: gettotalbpssize/);
  assert.match(obstacle[1]!, /value at result.total_bps_size: recorded 12, here 11/);
});

replays('a changed receipt is found at its block', async () => {
  const { blocks, transactions, answers } = RECORDING;
  const index = transactions.findIndex(({ height, index: position }) => height === 5 && position > 1);
  const { detail } = transactions[index]!;
  const [first, ...others] = detail.receipts as readonly JsonObject[];
  const receipts = [{ ...first!, coin_amount: 1 }, ...others];
  const changed = transactions.with(index, { ...transactions[index]!, detail: { ...detail, receipts } });
  const { height, obstacle } = await run({ blocks, transactions: changed, answers });
  assert.is(height, 4);
  assert.match(obstacle.join(), /receipts.0.coin_amount: recorded 1, here/);
});

replays('a recording with a broken block is refused before anything is executed', async () => {
  const { blocks, transactions, answers } = RECORDING;
  const raw = Buffer.from(blocks[7]!.raw);
  raw[80]! ^= 1;
  const broken = blocks.with(7, { ...blocks[7]!, raw });
  let message = '';
  await run({ blocks: broken, transactions, answers }).catch((error: Error) => {
    message = error.message;
  });
  assert.match(message, /^block 7: its (hash|height) is/);
});

replays('taking the blocks back restores every state on the way', async () => {
  const chain = new ReplayChain(REPLAY);
  await chain.begin();
  const snapshots = [snapshot(chain)];
  try {
    for (const { raw } of RECORDING.blocks.slice(1)) {
      await chain.connect(raw, { adoptFuelFee: differsByMemory });
      snapshots.push(snapshot(chain));
    }
  } catch (error) {
    if (!(error instanceof BlockRejected)) throw error;
  }
  assert.ok(chain.height >= REACHED);
  assert.is(new Set(snapshots).size, snapshots.length, 'every block changes something');
  for (let height = chain.height; height > 0; height--) {
    await chain.disconnect();
    assert.is(snapshot(chain), snapshots[height - 1], `state of ${height - 1}`);
  }
  await chain.connect(RECORDING.blocks[1]!.raw);
  assert.is(snapshot(chain), snapshots[1]);
});

replays.run();

/** Every committed entry as one text, and what the index of recent transactions holds. */
function snapshot({ state, recent }: ReplayChain): string {
  const entries = [...state.consensusEntries()].map(
    ([key, value]) => `${key.toString('hex')} ${value.toString('hex')}`,
  );
  return [...entries, recent.size].join('\n');
}
