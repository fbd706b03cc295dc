import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { NULL_UID, regIdUid } from '../../src/codec/uid.js';
import { BlockRejected } from '../../src/ledger/block-rejected.js';
import { checkBlock } from '../../src/ledger/check-block.js';
import { checkProducer } from '../../src/ledger/check-header.js';
import { NetworkLedger } from '../../src/ledger/ledger.js';
import { ACCOUNTS } from '../../src/state/tables/accounts.js';
import { FUEL_HISTORY } from '../../src/state/tables/fuel-history.js';
import type { Block } from '../../src/tx/block.js';
import type { PreparedTransaction } from '../../src/tx/envelope.js';
import { REJECT } from '../../src/tx/reject.js';
import { type Transaction, TX } from '../../src/tx/transactions.js';
import { SignedChain } from '../support/chains/signed-chain.js';
import { ALICE, BOB } from '../support/ledgers/scratch-ledger.js';

const FEE = 10_000n;
const COIN = 100_000_000n;

const blocks = suite('apply block');
const chain = new SignedChain();

blocks.before(async () => {
  await chain.begin();
  await chain.growTo(3);
});

/** A transfer from ALICE to BOB. */
function transfer(amount: bigint, validHeight = chain.height): PreparedTransaction {
  return chain.sign(ALICE.keyId, {
    type: TX.UCOIN_TRANSFER,
    version: 1,
    validHeight,
    txUid: ALICE.uid,
    feeSymbol: 'WICC',
    fees: FEE,
    transfers: [{ toUid: BOB.uid, coinSymbol: 'WICC', coinAmount: amount }],
    memo: new Uint8Array(),
    signature: new Uint8Array(),
  });
}

/** Expects a block to be refused, and nothing of it to remain. */
async function assertRefused(
  block: Block,
  reason: string,
  options: Parameters<SignedChain['connect']>[1] = {},
): Promise<BlockRejected> {
  const before = [...chain.state.consensusEntries()].length;
  const { digest } = chain.state;
  try {
    await chain.connect(chain.raw(block), options);
  } catch (error) {
    if (!(error instanceof BlockRejected)) throw error;
    assert.is(error.reason, reason, error.message);
    assert.is(error.code, REJECT.REJECT_INVALID);
    assert.ok(error.detail.length > 0);
    assert.is(chain.state.digest, digest);
    assert.is([...chain.state.consensusEntries()].length, before);
    return error;
  }
  throw new Error(`the block was expected to be refused as ${reason}, but it was connected`);
}

/** A block whose transactions are others, with the header to fit. */
function replaced(
  change: (transactions: readonly PreparedTransaction[]) => readonly PreparedTransaction[],
): Block {
  const block = chain.make();
  return chain.signed(block, {}, change(block.transactions));
}

const rewardOf = (changes: Record<string, unknown>) =>
  replaced(([reward, ...others]) => [chain.prepare({ ...reward!.tx, ...changes } as Transaction), ...others]);

blocks('the context-free checks refuse with their ids', async () => {
  const median = chain.prepare({
    type: TX.PRICE_MEDIAN,
    version: 1,
    validHeight: 1,
    txUid: NULL_UID,
    medianPrices: [],
  });
  await assertRefused(
    replaced(() => []),
    'bad-blk-length',
  );
  await assertRefused(chain.signed(chain.make(), { version: 2 }), 'block-version-error');
  await assertRefused(
    replaced(([, ...others]) => others),
    'bad-cb-missing',
  );
  const second = await assertRefused(
    replaced(transactions => [...transactions, transactions[0]!]),
    'bad-block-reward-tx-multiple',
  );
  assert.is(second.transactionIndex, 2);
  await assertRefused(
    replaced(([reward]) => [reward!]),
    'bad-price-median-tx-number',
  );
  await assertRefused(
    replaced(transactions => [...transactions, median]),
    'bad-price-median-tx-number',
  );
  const twice = transfer(COIN);
  await assertRefused(
    replaced(transactions => [...transactions, twice, twice]),
    'bad-tx-duplicated',
  );
  await assertRefused(chain.signed(chain.make(), { merkleRoot: '11'.repeat(32) }), 'bad-merkle-root');
  await assertRefused(chain.signed(chain.make(), { nonce: 1001 }), 'Nonce-too-large');
});

blocks('a block may be the block interval and two seconds ahead of the clock', async () => {
  const block = chain.make();
  const { time } = block.header;
  await assertRefused(block, 'time-too-new', { now: time - 6 });
});

blocks('the header must follow the parent', async () => {
  const block = chain.make();
  await assertRefused(chain.signed(block, { prevBlockHash: '11'.repeat(32) }), 'bad-prevblk');
  await assertRefused(chain.signed(block, { fuelRate: 99 }), 'fuel-rate-unmatched');
  await assertRefused(chain.signed(block, { height: block.header.height + 1 }), 'incorrect-height');
  await assertRefused(chain.signed(block, { time: block.header.time - 1 }), 'time-too-early');
});

blocks('the producer whose turn it is makes and signs the block', async () => {
  const block = chain.make();
  const { regId } = block.transactions[0]!.tx.txUid as { regId: { height: number; index: number } };
  const other = regIdUid({ height: 0, index: regId.index === 2 ? 3 : 2 });
  await assertRefused(rewardOf({ txUid: other }), 'bad-reward-tx');
  await assertRefused(rewardOf({ txUid: NULL_UID }), 'bad-reward-tx');
  await assertRefused(rewardOf({ version: 2 }), 'bad-reward-tx');
  const badSignatures = [new Uint8Array(), Buffer.alloc(101, 1), Buffer.alloc(70, 1)];
  for (const signature of badSignatures) {
    await assertRefused({ ...block, header: { ...block.header, signature } }, 'bad-reward-tx');
  }
  const later = chain.make([], [], 6 + 3 * 2);
  await assertRefused({ ...block, header: { ...block.header, time: later.header.time } }, 'bad-reward-tx');
});

blocks('a transaction that fails makes the block invalid and is named', async () => {
  const failing = transfer(1_000_000_000n * COIN);
  const error = await assertRefused(
    replaced(transactions => [...transactions, transfer(COIN), failing]),
    'tx-execute-failed',
  );
  assert.is(error.transactionIndex, 3);
  assert.match(error.detail, failing.txid);
});

blocks('valid_height and repeated transactions are reasons of their own', async () => {
  const tooLate = transfer(COIN, chain.height + 251);
  await assertRefused(
    replaced(transactions => [...transactions, tooLate]),
    'tx-invalid-height',
  );
});

blocks('fuel fee and reward must be what the transactions give', async () => {
  await assertRefused(chain.signed(chain.make(), { fuelFee: 1n }), 'fuel-fee-unmatched');
  await assertRefused(rewardOf({ inflatedBcoins: 1n }), 'bad-reward-amount');
  await assertRefused(
    replaced(transactions => [...transactions, transfer(COIN)]),
    'bad-reward-amount',
  );
  const median = [{ baseSymbol: 'WICC', quoteSymbol: 'USD', price: 1n }];
  await assertRefused(
    replaced(([reward, second]) => [
      reward!,
      chain.prepare({ ...second!.tx, medianPrices: median } as Transaction),
    ]),
    'tx-execute-failed',
  );
});

blocks('the system genesis block has the transactions that the network determines', async () => {
  const young = new SignedChain();
  await young.begin();
  const block = young.make();
  const fewer = young.signed(block, {}, block.transactions.slice(0, 3));
  await young.connect(young.raw(fewer)).then(
    () => assert.unreachable('a system genesis block without the settler was connected'),
    (error: unknown) => assert.is((error as BlockRejected).reason, 'bad-merkle-root'),
  );
  await young.connect(young.raw(block));
  assert.is(young.height, 1);
});

blocks('a valid block moves the coins; its transaction cannot be repeated', async () => {
  const prepared = transfer(3n * COIN);
  const before = chain.account(BOB.keyId).tokens.get('WICC')!.free;
  const block = chain.make([prepared]);
  const { time } = block.header;
  const { outcome } = await chain.connect(chain.raw(block), { now: time - 5 });
  assert.is(outcome.executed.length, 3);
  assert.is(chain.account(BOB.keyId).tokens.get('WICC')!.free, before + 3n * COIN);
  assert.is(chain.state.get(FUEL_HISTORY, undefined)?.height, chain.height);
  await assertRefused(
    replaced(transactions => [...transactions, prepared]),
    'tx-duplicated',
  );
});

blocks('where one process makes all blocks, two may have the same second', async () => {
  const block = chain.make([], [], 0);
  await assertRefused(block, 'time-too-early');
  await chain.connect(chain.raw(block), { spacing: 'same-second' });
  assert.is(chain.tip.header.time, block.header.time);
  await assertRefused(chain.make([], [], -1), 'time-too-early', { spacing: 'same-second' });
});

blocks('a block signed with the miner key of its producer is valid', () => {
  const block = chain.make();
  const signedByAlice = chain.signed(block, {}, block.transactions, ALICE.keyId);
  const state = chain.state.overlay();
  const check = () => checkProducer(new NetworkLedger(chain.network), state, signedByAlice);
  assert.throws(check, (error: unknown) => (error as BlockRejected).reason === 'bad-reward-tx');
  for (const [keyId, account] of [...state.iterate(ACCOUNTS)]) {
    state.put(ACCOUNTS, keyId, { ...account, minerKey: ALICE.publicKey });
  }
  assert.equal(regIdUid(check()), block.transactions[0]!.tx.txUid);
});

blocks('a block of more than four million bytes is refused', () => {
  const block = chain.make();
  const { tx } = transfer(COIN);
  const long = chain.prepare({ ...tx, memo: Buffer.alloc(4_000_000) } as Transaction);
  const check = () =>
    checkBlock(chain.network, { ...block, transactions: [...block.transactions, long] }, undefined);
  assert.throws(check, (error: unknown) => (error as BlockRejected).reason === 'bad-blk-length');
});

blocks.run();
