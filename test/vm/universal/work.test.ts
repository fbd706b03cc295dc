import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { JsonObject } from '../../../src/codec/json-value.js';
import { REGTEST } from '../../../src/config/networks/regtest.js';
import type { BlockExecution } from '../../../src/ledger/types.js';
import { TransactionRejected } from '../../../src/tx/reject.js';
import { workAlone } from '../../../vm/block-work.js';
import { ReceiverConsole } from '../../../vm/universal/console.js';
import { CODE_CONTRACT } from '../../../vm/universal/native-contracts/code-contract.js';
import type { ActionTrace } from '../../../vm/universal/trace.js';
import { CODE_PERMISSION } from '../../../vm/wasm/inline-authorization.js';
import { BLOCK_WORK, TRANSACTION_WORK, WorkMeter } from '../../../vm/work.js';
import { ALICE, BOB, HEIGHT, ScratchLedger } from '../../support/ledgers/scratch-ledger.js';
import {
  action,
  deploy,
  integerOf,
  rawAction,
  setcodeData,
  universalTx,
} from '../../support/ledgers/universal.js';
import { exceptionOf } from '../../support/wasm/contract-exception.js';
import { name } from '../../support/wasm/memory-host.js';
import { rawModule, repeated } from '../../support/wasm/raw-module.js';
import { deployRelay, relayed } from '../../support/wasm/relay-contract.js';
import { assemble } from '../../support/wasm/wat.js';

/* What a transaction takes beside fuel (spec 04 §15.11): it is counted before it is done, and has a limit. */

const test = suite('work');
const NOTHING = Buffer.alloc(0);

/** A module of about so many bytes, different for each seed. */
const large = (bytes: number, seed: number): Buffer =>
  rawModule(repeated(Math.floor(bytes / 7 / 3), 0x41, seed, 0x1a), 7);

test('work beyond the limit is refused before it is done, and says of what and how much', () => {
  const meter = new WorkMeter(100);
  meter.charge(60, 'the first');
  const { exception, message } = exceptionOf(() => meter.charge(41, 'the second'));
  assert.is(exception, 'tx_cpu_usage_exceeded');
  assert.match(message, /out of work: the second takes 41 units, 40 of 100 are left/);
  assert.is(meter.spent, 60);
  assert.ok(TRANSACTION_WORK < BLOCK_WORK);
});

test('a module costs by its size the first time in a transaction, whether or not the node has it already', () => {
  const ledger = new ScratchLedger();
  const small = deploy(ledger, ALICE, large(7000, 1), HEIGHT + 1);
  const big = deploy(ledger, ALICE, large(70_000, 2), HEIGHT + 2);
  const work = (...contracts: readonly string[]): number =>
    workAlone(
      ledger.execute(
        universalTx(
          ALICE,
          contracts.map(id => rawAction(id, 'run', NOTHING, [])),
        ),
      ).work,
    );
  const [first, again] = [work(big), work(big)];
  assert.is(first, again);
  assert.ok(work(big) > 5 * work(small));
  assert.ok(work(big, big, big) < work(big) * 1.1);
  assert.ok(work(big, small) > work(big) + work(small) * 0.9);
});

test('modules that are called in turn end the transaction by work, not by the patience of the node', () => {
  const ledger = new ScratchLedger();
  const contracts = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((seed, i) =>
    deploy(ledger, ALICE, large(450_000, seed), HEIGHT + 1 + i),
  );
  const { reason } = ledger.rejection(
    universalTx(
      ALICE,
      contracts.map(id => rawAction(id, 'run', NOTHING, [])),
    ),
  );
  assert.match(reason, /tx_cpu_usage_exceeded\n.*the module of a contract takes/);
});

test('the steps of a run that fails are work of its transaction, up to what it could take', () => {
  const ledger = new ScratchLedger();
  const loop = (
    rounds: number,
    end: string,
  ): string => `(module (func (export "apply") (param i64 i64 i64) (local $i i32)
    (loop (br_if 0 (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const ${rounds})))) ${end}))`;
  const workOf = (rounds: number, height: number): number => {
    const id = deploy(ledger, ALICE, assemble(loop(rounds, '(unreachable)')), height);
    const block = ledger.begin();
    try {
      block.execute(ledger.prepare(universalTx(ALICE, [rawAction(id, 'run', NOTHING, [])])));
    } catch (error) {
      return (error as TransactionRejected).work;
    } finally {
      block.state.discard();
    }
    throw new Error('it took effect');
  };
  assert.ok(workOf(1_000_000, HEIGHT - 3) - workOf(10, HEIGHT - 2) > 5_000_000);
  const endless = workOf(2 ** 31 - 1, HEIGHT - 1);
  assert.ok(endless > 200_000_000 && endless < TRANSACTION_WORK, `${endless}`);
});

test('code that a contract deploys pays for its bytes, in work everywhere and in fuel on networks of ours', () => {
  const fuelOf = (inlineCodeBurnsFuel: boolean, bytes: number): { fuel: bigint; work: number } => {
    const ledger = new ScratchLedger({ mended: { ...REGTEST.mended, inlineCodeBurnsFuel } });
    const relay = deployRelay(ledger, BOB);
    const sent = {
      contract: CODE_CONTRACT,
      action: name('setcode'),
      authorization: [{ account: integerOf(relay.id), permission: CODE_PERMISSION }],
      data: setcodeData(large(bytes, 3), relay),
    };
    const { fuel, work } = ledger.execute(universalTx(ALICE, [relayed(relay, [sent])]));
    return { fuel, work: workAlone(work) };
  };
  const [ours, oursLarge] = [fuelOf(true, 7000), fuelOf(true, 70_000)];
  const [theirs, theirsLarge] = [fuelOf(false, 7000), fuelOf(false, 70_000)];
  // Once as data of the call, which carries it here, once as code.
  assert.ok(oursLarge.fuel - ours.fuel > 1_200_000n, `${oursLarge.fuel - ours.fuel}`);
  assert.ok(theirsLarge.fuel - theirs.fuel < 700_000n);
  assert.ok(theirsLarge.work - theirs.work > 63_000 * 85);
});

test('all that contracts of a transaction send together is at most 2 MiB', () => {
  const ledger = new ScratchLedger();
  const relay = deployRelay(ledger, BOB);
  const sent = rawAction('0-13', 'run', Buffer.alloc(300_000), []);
  const call = relayed(relay, [sent, sent, sent]);
  ledger.execute(universalTx(ALICE, [call, call]));
  const { reason } = ledger.rejection(universalTx(ALICE, [call, call, call]));
  assert.match(reason, /inline_transaction_data_size_exceeds_exception\n.*at most 2097152 are allowed/);
});

/** Calls of contracts in one block, each with other data, until one is refused. */
function callsInABlock(
  ledger: ScratchLedger,
  contracts: readonly string[],
  most: number,
): { readonly block: BlockExecution; readonly called: number; readonly reason: string } {
  const block = ledger.begin(HEIGHT + 50);
  for (let i = 0; i < most; i++) {
    const id = contracts[i % contracts.length]!;
    const tx = universalTx(ALICE, [rawAction(id, 'run', Buffer.from([i & 255, i >> 8]), [])]);
    try {
      block.execute(ledger.prepare(tx));
    } catch (error) {
      return { block, called: i, reason: (error as { reason: string }).reason };
    }
  }
  return { block, called: most, reason: '' };
}

test('the work of a block has a limit, which a transaction cannot exceed: exceed-max-work', () => {
  const ledger = new ScratchLedger();
  const contracts = Array.from({ length: 42 }, (_, i) =>
    deploy(ledger, ALICE, large(450_000, i + 1), HEIGHT + 1 + i),
  );
  const { block, called, reason } = callsInABlock(ledger, contracts, contracts.length);
  assert.is(reason, 'exceed-max-work');
  const average = block.work.units / called;
  assert.ok(block.work.units <= BLOCK_WORK && block.work.units + average * 1.01 > BLOCK_WORK);
});

test('a module counts once in a block, however many of its transactions run it', () => {
  const ledger = new ScratchLedger();
  const contract = deploy(ledger, ALICE, large(450_000, 9), HEIGHT + 1);
  const { work } = ledger.execute(universalTx(ALICE, [rawAction(contract, 'run', NOTHING, [])]));
  assert.ok(workAlone(work) > 30_000_000 && work.own < 200_000, `${workAlone(work)}, ${work.own}`);
  const { block, reason } = callsInABlock(ledger, [contract], 300);
  assert.is(reason, '');
  assert.ok(block.work.units < workAlone(work) + 300 * 150_000, `${block.work.units}`);
});

test('what was refused neither counts in the block nor makes the module free for others', () => {
  const ledger = new ScratchLedger();
  const contract = deploy(ledger, ALICE, large(450_000, 9), HEIGHT + 1);
  const block = ledger.begin(HEIGHT + 3);
  const run = rawAction(contract, 'run', NOTHING, []);
  const nobody = rawAction('0-100', 'nothing', NOTHING, []);
  let refused: unknown;
  try {
    block.execute(ledger.prepare(universalTx(ALICE, [run, nobody])));
  } catch (error) {
    refused = error;
  }
  assert.is(block.work.units, 0);
  const { work } = block.execute(ledger.prepare(universalTx(ALICE, [run])));
  assert.is(block.work.units, workAlone(work));
  assert.instance(refused, TransactionRejected);
  assert.ok(
    (refused as TransactionRejected).work > workAlone(work),
    'a refusal says what was done before it',
  );
});

test('what contracts print is cut, and says so', () => {
  const trace = { console: '' } as ActionTrace;
  const budget = { left: 65_536 };
  const receiver = new ReceiverConsole(trace, budget);
  for (let i = 0; i < 100; i++) receiver.print?.('x'.repeat(10_000));
  assert.is(receiver.print, undefined, 'what there is no room for need not be decoded');
  assert.is(trace.console, `${'x'.repeat(65_536)}... (cut after 65536 characters)`);
  const next = { console: '' } as ActionTrace;
  new ReceiverConsole(next, budget).print?.('more');
  assert.is(next.console, '');
});

test('the name of an asset is text without control characters on networks of ours', () => {
  const issue = (ledger: ScratchLedger, assetName: string) =>
    universalTx(ALICE, [
      action(ledger, '0-800', 'issue', ['8,FRESHCO', '0-13', assetName, 100, true, ''], [ALICE]),
    ]);
  const ours = new ScratchLedger();
  for (const bad of ['a\u0000b', 'a\nb', 'a\u007fb', 'a\u0085b']) {
    assert.match(ours.rejection(issue(ours, bad)).reason, /asset_name_exception/);
  }
  const theirs = new ScratchLedger({ mended: { ...REGTEST.mended, assetNamesAreText: false } });
  theirs.execute(issue(theirs, 'a\nb'));
  assert.ok((ours.execute(issue(ours, 'Fräsch')).trace as JsonObject).traces);
});

test.run();
