import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { reexecuteChain } from '../../src/chain/reexecute-chain.js';
import { REGTEST } from '../../src/config/networks/regtest.js';
import { encodeTransaction } from '../../src/tx/envelope.js';
import { type Transaction, TX } from '../../src/tx/transactions.js';
import { wireRulesOf } from '../../src/tx/wire-rules.js';
import { regIdOf, signed, transfer, USERS, type User } from '../support/chains/test-chain.js';
import type { TestNode } from '../support/nodes/node.js';
import type { RpcReply } from '../support/nodes/rpc-client.js';
import { startWatchedNode } from '../support/nodes/watched-node.js';
import { anyTransaction } from '../support/random/any-transaction.js';
import { fuzzedBytes } from '../support/random/fuzzed-bytes.js';
import { scaled } from '../support/random/scale.js';
import { SeededRandom } from '../support/random/seeded-random.js';

const TRANSACTIONS = scaled(2_000, 100_000);
const BATCH = 50;
/** Batches after which a block is made. */
const BATCHES_OF_BLOCK = 8;
/** Sampled at a time: making arbitrary transactions one by one is slow. */
const SAMPLES = 500;
const RULES = wireRulesOf(REGTEST);

/** Codes of the interface: not a transaction, too long, a bad parameter, refused by the rules. */
const EXPECTED_CODES = new Set([-1, -8, -2001]);

interface Submitted {
  readonly txid: string;
}

/** Makes raw transactions: valid ones, damaged ones, and signed ones with any content. */
class FuzzedTransactions {
  #samples: Transaction[] = [];

  constructor(
    readonly node: TestNode,
    readonly random: SeededRandom,
  ) {}

  next(): Buffer {
    const kind = this.random.integer(0, 9);
    if (kind === 0) return this.#valid();
    if (kind < 4) return fuzzedBytes(this.#valid(), this.random);
    if (kind < 6) return fuzzedBytes(this.#any(), this.random);
    return this.#signedAny();
  }

  #valid(): Buffer {
    return transfer(this.#user(), this.#user(), { validHeight: this.#height }).raw;
  }

  /** Any content, from nobody in particular. */
  #any(): Buffer {
    return encodeTransaction(this.#sample(), RULES);
  }

  /** Any content from somebody who can pay for it, so that it comes to the checks of its type. */
  #signedAny(): Buffer {
    const user = this.#user();
    const { state } = this.node.node.context;
    const txUid = this.random.integer(0, 3) === 0 ? user.uid : regIdOf(state, user);
    const standard = { validHeight: this.#height, txUid, feeSymbol: 'WICC', fees: 1_000_000_000n };
    const sample = this.#sample();
    // Its sender could not change anything afterwards.
    if (sample.type === TX.ACCOUNT_PERMS_CLEAR) return this.#valid();
    return signed({ ...sample, ...standard } as Transaction, user).raw;
  }

  get #height(): number {
    return this.node.node.context.tipHeight;
  }

  #user(): User {
    return USERS[this.random.integer(0, USERS.length - 1)]!;
  }

  #sample(): Transaction {
    if (this.#samples.length === 0) {
      this.#samples = fc.sample(anyTransaction, { numRuns: SAMPLES, seed: this.random.integer(0, 2 ** 30) });
    }
    return this.#samples.pop()!;
  }
}

test(`${TRANSACTIONS} fuzzed transactions: each is taken in or refused by the rules, none leaves a trace that it should not`, async () => {
  const random = new SeededRandom();
  console.log(`random numbers of SEED=${random.seed}`);
  const { node, errors } = await startWatchedNode();
  const { chain, mempool } = node.node.context;
  const fuzzed = new FuzzedTransactions(node, random);
  const accepted = new Set<string>();
  const reasons = new Map<string, number>();
  let refused = 0;
  for (let sent = 0, batches = 0; sent < TRANSACTIONS; sent += BATCH) {
    const digest = chain.digest.toString('hex');
    const before = mempool.load.transactions;
    const calls = Array.from({ length: BATCH }, () => ({
      method: 'submittxraw',
      params: [fuzzed.next().toString('hex')],
    }));
    const replies: RpcReply<Submitted>[] = await node.batch<Submitted>(calls);
    const taken = replies.filter(({ error }) => error === null);
    for (const { result } of taken) accepted.add(result!.txid);
    for (const { error } of replies) {
      if (error === null) continue;
      refused++;
      assert.ok(EXPECTED_CODES.has(Number(error.code)), `${error.code} ${error.message}`);
      const reason = error.message.slice(0, 60);
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    }
    assert.is(mempool.load.transactions, before + taken.length, 'what was refused does not wait');
    assert.is(chain.digest.toString('hex'), digest, 'the state changes with blocks only');
    if (++batches % BATCHES_OF_BLOCK === 0) await node.call('generate', 1);
  }
  await node.call('generate', 3);
  console.log(`${accepted.size} accepted, ${refused} refused for ${reasons.size} reasons`);
  assert.equal(errors(), []);
  assert.is(node.node.context.consensus.chainControl?.problem, undefined);
  const lost = [...accepted].filter(txid => !chain.blocks.transactionLocation(txid) && !mempool.has(txid));
  assert.equal(lost, [], 'what was taken in is in a block, or waits');
  assert.ok(accepted.size > TRANSACTIONS / 20 && reasons.size > 20, 'the mixture is a good one');
  assert.equal((await reexecuteChain(chain, 0)).problem, undefined);
  await node.stop();
});

test.run();
