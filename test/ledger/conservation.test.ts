import * as fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { keyIdUid, NULL_UID, publicKeyUid, regIdUid, type Uid } from '../../src/codec/uid.js';
import { keyIdOf } from '../../src/crypto/keys.js';
import type { BlockExecution } from '../../src/ledger/types.js';
import { ACCOUNTS, type Token } from '../../src/state/tables/accounts.js';
import { balanceOperationCode } from '../../src/tx/balance-operation.js';
import { feeOf, feeSymbolOf } from '../../src/tx/envelope.js';
import type { Receipt } from '../../src/tx/receipt.js';
import { TransactionRejected } from '../../src/tx/reject.js';
import type { Transaction } from '../../src/tx/transactions.js';
import type { UcoinBlockReward } from '../../src/tx/types/ucoin-block-reward.js';
import {
  baseTransferTx,
  clearPermissionsTx,
  registerTx,
  stakeTx,
  transferTx,
} from '../support/ledgers/sample-transactions.js';
import {
  ALICE,
  BOB,
  CAROL,
  KEY_OFF_CURVE,
  ScratchLedger,
  STRANGER_KEYS,
  signatureOf,
} from '../support/ledgers/scratch-ledger.js';
import { scaled } from '../support/random/scale.js';

/* Whatever is sent to the ledger, coins are neither lost nor made, and receipts say where they went. */

const STRANGER_IDS = STRANGER_KEYS.map(key => keyIdOf(Buffer.from(key, 'hex')));
const SENDERS = [
  ...[ALICE, BOB, CAROL].flatMap(({ uid, publicKey }) => [
    { txUid: uid, signature: signatureOf(publicKey) },
    { txUid: publicKeyUid(publicKey), signature: signatureOf(publicKey) },
  ]),
  ...STRANGER_KEYS.map(key => ({ txUid: publicKeyUid(key), signature: signatureOf(key) })),
];
const IMPOSTORS = [
  { txUid: ALICE.uid, signature: signatureOf(BOB.publicKey) },
  { txUid: keyIdUid(ALICE.keyId), signature: signatureOf(ALICE.publicKey) },
];
const RECEIVERS: readonly Uid[] = [
  ...[ALICE, BOB, CAROL].flatMap(({ uid, keyId, publicKey }) => [
    uid,
    keyIdUid(keyId),
    publicKeyUid(publicKey),
  ]),
  ...STRANGER_KEYS.map(publicKeyUid),
  ...STRANGER_IDS.map(keyIdUid),
  publicKeyUid(KEY_OFF_CURVE),
];
const NO_RECEIVERS: readonly Uid[] = [regIdUid({ height: 9, index: 9 }), NULL_UID];

/** Mostly the first, so that long sequences of valid transactions come about; now and then the second. */
function mostly<T>(usual: fc.Arbitrary<T>, odd: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return fc.oneof({ weight: 12, arbitrary: usual }, { weight: 1, arbitrary: odd });
}

const coin = mostly(fc.constantFrom('WICC', 'WUSD', 'ROGTEST'), fc.constantFrom('WGRT', 'NOCOIN'));
/** Sometimes dust, or more than anybody has here. */
const amount = mostly(
  fc.bigInt({ min: 10_000n, max: 3_000_000n }),
  fc.oneof(fc.bigInt({ min: 0n, max: 9_999n }), fc.constant(2n ** 63n)),
);
const base = fc
  .tuple(
    mostly(fc.constantFrom(...SENDERS), fc.constantFrom(...IMPOSTORS)),
    mostly(fc.bigInt({ min: 30_000n, max: 60_000n }), fc.bigInt({ min: 0n, max: 30_000n })),
    mostly(fc.constantFrom('WICC', 'WUSD'), fc.constant('WGRT')),
  )
  .map(([sender, fees, feeSymbol]) => ({ ...sender, fees, feeSymbol }));
const memo = mostly<Uint8Array>(fc.constant(Buffer.from('hello')), fc.constant(Buffer.alloc(101)));
const receiver = mostly(fc.constantFrom(...RECEIVERS), fc.constantFrom(...NO_RECEIVERS));
const entry = fc
  .tuple(receiver, coin, amount)
  .map(([toUid, coinSymbol, coinAmount]) => ({ toUid, coinSymbol, coinAmount }));

const transaction: fc.Arbitrary<Transaction> = fc.oneof(
  {
    weight: 9,
    arbitrary: fc
      .tuple(
        base,
        mostly(fc.array(entry, { minLength: 1, maxLength: 3 }), fc.array(entry, { maxLength: 0 })),
        memo,
      )
      .map(([fields, transfers, text]) => transferTx({ ...fields, transfers, memo: text })),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(base, receiver, amount)
      .map(([{ feeSymbol: _, ...fields }, toUid, coinAmount]) =>
        baseTransferTx({ ...fields, toUid, coinAmount }),
      ),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(
        base,
        mostly(
          fc.constantFrom(...(['STAKE', 'UNSTAKE'] as const).map(balanceOperationCode)),
          fc.constant(balanceOperationCode('FREEZE')),
        ),
        coin,
        amount,
      )
      .map(([fields, stakeType, coinSymbol, coinAmount]) =>
        stakeTx({ ...fields, stakeType, coinSymbol, coinAmount }),
      ),
  },
  { weight: 1, arbitrary: fc.constantFrom(...STRANGER_KEYS, ALICE.publicKey).map(key => registerTx(key)) },
  { weight: 1, arbitrary: base.map(fields => clearPermissionsTx(fields)) },
);

type Kind = keyof Token;
/** Sawi by account, coin and kind of balance; what is zero is left out. */
type Balances = ReadonlyMap<string, bigint>;

function balancesOf(block: BlockExecution): Balances {
  const balances = new Map<string, bigint>();
  for (const [keyId, { tokens }] of block.state.iterate(ACCOUNTS)) {
    for (const [symbol, token] of tokens) {
      for (const [kind, value] of Object.entries(token)) {
        if (value !== 0n) balances.set(`${keyId} ${symbol} ${kind}`, value);
      }
    }
  }
  return balances;
}

/** What each operation takes from and adds to the account at the head of its receipt. */
const MOVES: Readonly<Partial<Record<Receipt['operation'], readonly [from: Kind, to: Kind]>>> = {
  STAKE: ['free', 'staked'],
  UNSTAKE: ['staked', 'free'],
  FREEZE: ['free', 'frozen'],
};

/** The balances after receipts, by what the receipts say alone. */
function afterReceipts(before: Balances, receipts: readonly Receipt[]): Balances {
  const balances = new Map(before);
  const add = (account: Uid, symbol: string, kind: Kind, value: bigint): void => {
    if (account.kind !== 'keyid') throw new Error(`a receipt names an account by its ${account.kind}`);
    const key = `${account.keyId} ${symbol} ${kind}`;
    const sum = (balances.get(key) ?? 0n) + value;
    if (sum === 0n) balances.delete(key);
    else balances.set(key, sum);
  };
  for (const { operation, from, to, coinSymbol, amount: value } of receipts) {
    const move = MOVES[operation];
    if (move !== undefined) {
      add(from, coinSymbol, move[0], -value);
      add(from, coinSymbol, move[1], value);
    } else if (operation === 'SUB_FREE') {
      add(from, coinSymbol, 'free', -value);
      if (to.kind !== 'null') add(to, coinSymbol, 'free', value);
    } else {
      throw new Error(`these transactions have no receipts of ${operation}`);
    }
  }
  return balances;
}

function totalsOf(balances: Balances): Map<string, bigint> {
  const totals = new Map<string, bigint>();
  for (const [key, value] of balances) {
    const symbol = key.split(' ')[1]!;
    totals.set(symbol, (totals.get(symbol) ?? 0n) + value);
  }
  return totals;
}

/** Three accounts and two without a key on chain, each with some of several coins. */
function poorLedger(): ScratchLedger {
  const ledger = new ScratchLedger();
  ledger.setParameter('TRANSFER_SCOIN_FRICTION_FEE_RATIO', 25n);
  ledger.addAsset('ROGTEST');
  for (const keyId of [ALICE.keyId, BOB.keyId, CAROL.keyId, ...STRANGER_IDS]) {
    for (const symbol of ['WICC', 'WUSD', 'ROGTEST']) ledger.endow(keyId, symbol, 5_000_000n);
  }
  return ledger;
}

const outcomes = { executed: 0, refused: 0 };

test('coins are conserved, receipts explain every balance, refused transactions leave no trace', () => {
  fc.assert(
    fc.property(fc.array(transaction, { minLength: 1, maxLength: 20 }), transactions => {
      const ledger = poorLedger();
      const block = ledger.begin();
      const fees = new Map<string, bigint>();
      const totalsBefore = totalsOf(balancesOf(block));
      for (const tx of transactions) {
        const before = balancesOf(block);
        const changesBefore = block.state.changes();
        try {
          const { receipts } = block.execute(ledger.prepare(tx));
          outcomes.executed++;
          fees.set(feeSymbolOf(tx), (fees.get(feeSymbolOf(tx)) ?? 0n) + feeOf(tx));
          assert.equal(sorted(balancesOf(block)), sorted(afterReceipts(before, receipts)));
        } catch (error) {
          if (!(error instanceof TransactionRejected)) throw error;
          outcomes.refused++;
          assert.equal(block.state.changes(), changesBefore);
        }
      }
      const totals = totalsOf(balancesOf(block));
      for (const [symbol, before] of totalsBefore) {
        assert.is((totals.get(symbol) ?? 0n) + (fees.get(symbol) ?? 0n), before, symbol);
      }
      const { rewardFees } = block.rewardTransaction().tx as UcoinBlockReward;
      for (const [symbol, fee] of rewardFees) assert.is(fee, fees.get(symbol) ?? 0n, symbol);
    }),
    { numRuns: scaled(100, 10_000) },
  );
});

test('the property above has met both transactions that took effect and refused ones, in numbers', () => {
  const total = outcomes.executed + outcomes.refused;
  assert.ok(outcomes.executed > total / 4, `executed ${outcomes.executed} of ${total}`);
  assert.ok(outcomes.refused > total / 4, `refused ${outcomes.refused} of ${total}`);
});

function sorted(balances: Balances): readonly (readonly [string, bigint])[] {
  return [...balances].sort(([a], [b]) => (a < b ? -1 : 1));
}

test.run();
