import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { required } from '../../../src/codec/required.js';
import { blockHash } from '../../../src/tx/block.js';
import { prepareTransaction } from '../../../src/tx/envelope.js';
import { TX } from '../../../src/tx/transactions.js';
import { wireRulesOf } from '../../../src/tx/wire-rules.js';
import { balanceOf, transfer, USERS, type User } from '../../support/chains/test-chain.js';
import { ADDRESSES, FOUR, startValidator, type Validator } from '../../support/network/validator.js';

const [ALICE, BOB] = USERS as [User, User];
const pay = (options = {}) => transfer(ALICE, BOB, options);

async function withValidator(work: (validator: Validator) => Promise<void>): Promise<void> {
  const validator = await startValidator();
  try {
    await validator.decide();
    await work(validator);
    assert.equal(validator.failures, []);
  } finally {
    await validator.close();
  }
}

test('a decided block is in the chain as clients see one: reward, median, transactions, no signature', async () => {
  await withValidator(async ({ chain, decide }) => {
    const sent = [pay(), pay()];
    const { txResults, appHash } = await decide({
      txs: sent.map(({ raw }) => raw),
      proposer: ADDRESSES[2] as Buffer,
    });
    assert.equal(
      txResults.map(({ code }) => code),
      [0, 0],
    );
    assert.is(appHash.length, 32);
    const { header, transactions } = required(chain.blocks.blockByHeight(2), 'block 2');
    assert.equal(
      transactions.map(({ tx }) => tx.type),
      [TX.UCOIN_BLOCK_REWARD, TX.PRICE_MEDIAN, TX.UCOIN_TRANSFER, TX.UCOIN_TRANSFER],
    );
    assert.is(header.signature.length, 0);
    assert.is(header.nonce, 0);
    assert.is(chain.head.hash, blockHash(header));
    // The third delegate of block 0.
    assert.equal(transactions[0]?.tx.txUid, { kind: 'regid', regId: { height: 0, index: 4 } });
  });
});

test('what waits here is proposed, accepted by others, and the same for all', async () => {
  const [a, b] = await Promise.all([startValidator(), startValidator()]);
  try {
    const genesis = await Promise.all([a.decide(), b.decide()]);
    assert.equal(genesis[0].appHash, genesis[1].appHash);
    const sent = [pay(), pay(), pay({ fee: 90_000n })];
    for (const prepared of sent) await a.consensus.submit(prepared);
    const txs = await a.propose();
    assert.is(txs.length, 3);
    assert.ok(await b.accepts({ txs }));
    assert.ok(await a.accepts({ txs }));
    const [ofA, ofB] = await Promise.all([a.decide({ txs }), b.decide({ txs })]);
    assert.equal(ofA.appHash, ofB.appHash);
    assert.equal(ofA.txResults, ofB.txResults);
    assert.is(a.mempool.load.transactions, 0);
    assert.equal(balanceOf(b.chain.state, BOB), balanceOf(a.chain.state, BOB));
  } finally {
    await Promise.all([a.close(), b.close()]);
  }
});

test('hostile proposals are refused by name, and do nothing', async () => {
  await withValidator(async ({ accepts, chain, decide, problems }) => {
    const rules = wireRulesOf(FOUR);
    const good = pay();
    const done = pay();
    await decide({ txs: [done.raw] });
    const forged = prepareTransaction(
      { ...good.tx, signature: Buffer.alloc(71, 1) } as typeof good.tx,
      rules,
    );
    const median = prepareTransaction(
      {
        type: TX.PRICE_MEDIAN,
        version: 1,
        txUid: { kind: 'null' },
        validHeight: 3,
        medianPrices: new Map(),
      } as never,
      rules,
    );
    const cases: [string, readonly Uint8Array[], RegExp][] = [
      ['no transaction', [Buffer.from('ffffffffffff', 'hex')], /bad-tx-encoding/],
      ['nothing', [Buffer.alloc(0)], /bad-tx-encoding/],
      ['bytes behind a transaction', [Buffer.concat([good.raw, Buffer.of(0)])], /bad-tx-encoding/],
      ['a transaction twice', [good.raw, good.raw], /tx-duplicated/],
      ['a transaction of the block before', [done.raw], /tx-duplicated/],
      ['a false signature', [forged.raw], /bad-tx-sign/],
      ['more than there is', [pay({ amount: 10n ** 16n }).raw], /transfer-coin-failed/],
      ['a valid_height that is over', [pay({ validHeight: 4_000 }).raw], /tx-invalid-height/],
      ['what only the system makes', [median.raw], /tx-coinbase-to-mempool/],
      ['a good one before a bad one', [good.raw, Buffer.of(1, 2)], /transaction 1: bad-tx-encoding/],
    ];
    for (const [what, txs, reason] of cases) {
      problems.length = 0;
      assert.not.ok(await accepts({ txs }), what);
      assert.match(problems[0]?.message ?? '', reason, `${what}: ${problems[0]?.message}`);
    }
    assert.not.ok(await accepts({ txs: [good.raw], proposer: Buffer.alloc(20, 9) }), 'a stranger');
    assert.is(chain.head.header.height, 2);
    assert.ok(await accepts({ txs: [good.raw] }), 'the good one alone');
  });
});

test('what was decided all the same has no effect, is named, and the chain goes on', async () => {
  await withValidator(async ({ chain, decide }) => {
    const before = balanceOf(chain.state, BOB);
    const good = pay({ amount: 50_000n });
    const txs = [Buffer.of(7), good.raw, good.raw, pay({ amount: 10n ** 16n }).raw];
    const { txResults } = await decide({ txs });
    assert.equal(
      txResults.map(({ code }) => code === 0),
      [false, true, false, false],
    );
    assert.ok(
      txResults.every(
        ({ code, data, log }) => (code === 0) === (data.length === 32) && (code === 0) === (log === ''),
      ),
    );
    assert.is(balanceOf(chain.state, BOB), before + 50_000n);
    const { transactions } = required(chain.blocks.blockByHeight(2), 'block 2');
    assert.is(transactions.length, 3, 'reward, median, transfer');
    await decide();
    assert.is(chain.head.header.height, 3);
  });
});

test('the first block has no room for transactions', async () => {
  const validator = await startValidator();
  try {
    assert.equal(await validator.propose(), []);
    assert.not.ok(await validator.accepts({ txs: [pay().raw] }));
    const { txResults } = await validator.decide({ txs: [pay().raw] });
    assert.is.not(txResults[0]?.code, 0);
    assert.is(validator.chain.head.header.height, 1);
  } finally {
    await validator.close();
  }
});

test('the time of a block is never before that of the block before', async () => {
  await withValidator(async ({ chain, decide }) => {
    const { time } = chain.head.header;
    await decide({ time: time + 100 });
    await decide({ time: time + 50 });
    assert.is(chain.head.header.time, time + 100);
  });
});

test('a proposal has no more bytes than the engine allows', async () => {
  await withValidator(async ({ consensus, propose, mempool }) => {
    for (let i = 0; i < 40; i++) await consensus.submit(pay());
    const txs = await propose({ maxTxBytes: 5_000 });
    assert.ok(txs.length > 5 && txs.length < 40, `${txs.length} transactions`);
    // The engine counts a byte for the field and up to four for the length of each.
    assert.ok(txs.reduce((sum, { length }) => sum + length + 5, 0) <= 5_000);
    assert.is(mempool.load.transactions, 40);
  });
});

test('several rounds of a height may have several proposals, and any of them may be decided', async () => {
  await withValidator(async ({ accepts, decide, chain }) => {
    const [a, b] = [pay({ amount: 30_000n }), pay({ amount: 40_000n })];
    const before = balanceOf(chain.state, BOB);
    assert.ok(await accepts({ txs: [a.raw] }));
    assert.ok(await accepts({ txs: [b.raw], proposer: ADDRESSES[1] as Buffer }));
    assert.ok(await accepts({ txs: [a.raw, b.raw], time: FOUR.genesis.time + 60 }));
    await decide({ txs: [b.raw], proposer: ADDRESSES[1] as Buffer });
    assert.is(balanceOf(chain.state, BOB), before + 40_000n);
    assert.not.ok(await accepts({ txs: [b.raw] }), 'it is in the chain');
    assert.ok(await accepts({ txs: [a.raw] }));
  });
});

test.run();
