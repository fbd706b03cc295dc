import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Json } from '../../src/codec/json-value.js';
import { EXAMPLE } from '../../src/rpc/declaration/common-parameters.js';
import { LuaDirectory } from '../support/lua/sample-contracts.js';
import { NodeProcess } from '../support/nodes/node-process.js';
import { untilReadElsewhere } from '../support/nodes/until-read-elsewhere.js';

/*
 * A node answers while it does something long for another client. No times are compared, only what comes first:
 * what was asked later is answered several times before the long request is.
 */

const test = suite('a node always answers');
const { alice } = EXAMPLE;
const DEPLOY_FEE = 110_000_000;
/** How often the other client is answered at least. */
const ANSWERS = 10;
/** Answers beyond one for each trial that show that nobody waits for trials, and when to give up. */
const MORE_ANSWERS = 3;
const MOST_TRIALS = 40;

const ENDLESS = 'mylib = require "mylib"\nlocal n = 0\nwhile true do n = n + 1 end';

const directory = new LuaDirectory();
let node: NodeProcess;
let endless: string;
/** A node whose chain is on the disk: a thread of its own reads that. */
let stored: NodeProcess;

test.before(async () => {
  node = await NodeProcess.start({ switches: ['-ephemeral'] });
  endless = await deployed(node);
});
test.after(async () => {
  await node?.stop();
  await stored?.stop();
});

async function deployed(to: NodeProcess): Promise<string> {
  const { txid } = await to.call<{ txid: string }>(
    'submitcontractdeploytx',
    alice,
    directory.write('endless.lua', ENDLESS),
    DEPLOY_FEE,
  );
  return (await to.call<{ regid: string }>('getcontractregid', txid)).regid;
}

/**
 * Asks for something short again and again while something long runs.
 * @returns how often it was answered before
 */
async function answersBefore(
  long: Promise<unknown>,
  method = 'getblockcount',
  params: readonly Json[] = [],
  other = node,
): Promise<number> {
  let ended = false;
  const end = (): void => {
    ended = true;
  };
  long.then(end, end);
  let answers = -1;
  while (!ended) {
    await other.call(method, ...params);
    answers++;
  }
  await long;
  return answers;
}

/**
 * Tries an endless contract out until there are so many more answers than trials. Where calls wait for a trial, there is
 * one answer at most to each, that of a call which came just before it; how many there are otherwise depends on the machine.
 */
async function requireAnswersDuringTrials(
  to: NodeProcess,
  contract: string,
  more: number,
  [method, ...params]: readonly [method: string, ...params: Json[]],
): Promise<void> {
  let answers = 0;
  let trials = 0;
  while (answers < trials + more && trials < MOST_TRIALS) {
    const trial = to.call('estimatecontractcall', alice, contract, '00');
    answers += Math.max(0, await answersBefore(trial, method, params, to));
    trials++;
  }
  assert.ok(answers >= trials + more, `${answers} answers of ${method} during ${trials} trials`);
}

test('while an endless contract is tried out for another client', async () => {
  await requireAnswersDuringTrials(node, endless, ANSWERS, ['getblockcount']);
});
test('while an endless contract is tried out, by methods that read the ledger on the disk', async () => {
  stored = await NodeProcess.start();
  const contract = await deployed(stored);
  await untilReadElsewhere(stored);
  for (const [method, ...params] of [
    ['getaccountinfo', alice],
    ['getblock', 1],
    ['getcontractinfo', contract],
  ] as const) {
    await requireAnswersDuringTrials(stored, contract, MORE_ANSWERS, [method, ...params]);
  }
});

test('while a large batch of another client is executed, also by methods that take turns', async () => {
  const calls = Array.from({ length: 150 }, (_, i) => ({
    method: 'signmessage',
    params: [alice, `message ${i}`],
  }));
  const answers = await answersBefore(node.batch(calls), 'getaccountinfo', [alice]);
  assert.ok(answers >= ANSWERS, `${answers} answers`);
});

test('while the chain is verified', async () => {
  await node.call('generate', 400);
  const answers = await answersBefore(node.call('verifychain', 4, 0), 'getaccountinfo', [alice]);
  assert.ok(answers >= ANSWERS, `${answers} answers`);
});

test.run();
