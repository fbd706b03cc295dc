import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { passwordHash, passwordProof } from '../../src/crypto/utxo-password.js';
import { ACCOUNTS, tokenOf } from '../../src/state/tables/accounts.js';
import { SPENT_UTXOS, UTXOS, UTXOS_BY_OWNER } from '../../src/state/tables/utxos.js';
import type { Transaction } from '../../src/tx/transactions.js';
import { CONDITION_TYPES, type UtxoCondition } from '../../src/tx/utxo.js';
import { prepare, UtxoChain } from '../support/chains/utxo-chain.js';
import { type Actor, ALICE, BOB, CAROL } from '../support/ledgers/scratch-ledger.js';
import {
  addressOf,
  byPassword,
  bySignatures,
  fromHeight,
  input,
  proofTx,
  reclaimFrom,
  toAddress,
  toKeyId,
  utxoTx,
} from '../support/ledgers/utxo-ledger.js';
import { scaled } from '../support/random/scale.js';
import { type ModelInput, type ModelLock, UtxoModel } from '../support/random/utxo-model.js';

/* Random transfers against the model: outcomes, balances and outputs are the same, block by block. */

const ACTORS = [ALICE, BOB, CAROL] as const;
const COINS = { WICC: 50_000_000n, WUSD: 20_000_000n };
const PASSWORD = 'open sesame';
/** Heights of locks lie so far from the block that makes the output. */
const NEAR = { min: -1, max: 4 };
const UNKNOWN = `${'99'.repeat(32)} 0`;

const actor = fc.constantFrom(...ACTORS);
const near = fc.integer(NEAR);
type LockWish = (height: number) => ModelLock;
const lock: fc.Arbitrary<LockWish> = fc.oneof(
  fc.constant((): ModelLock => ({ kind: 'open' })),
  actor.map(of => (): ModelLock => ({ kind: 'address', of })),
  fc.tuple(actor, near).map(
    ([of, delta]) =>
      (height: number): ModelLock => ({ kind: 'address', of, from: height + delta }),
  ),
  fc.boolean().map(needsProof => (): ModelLock => ({ kind: 'password', needsProof })),
  fc.tuple(fc.boolean(), near).map(
    ([needsProof, delta]) =>
      (height: number): ModelLock => ({ kind: 'password', needsProof, reclaimFrom: height + delta }),
  ),
  fc.constant((): ModelLock => ({ kind: 'signatures' })),
);

/** Which output to spend: counted from the newest; mostly one that is unspent, and mostly with the right key. */
const pick = fc.record({
  age: fc.nat(5),
  spentToo: fc.nat(9).map(digit => digit === 0),
  unknown: fc.nat(39).map(digit => digit === 0),
  wrongKey: fc.nat(7).map(digit => digit === 0),
});
const transferWish = fc.record({
  kind: fc.constant('transfer' as const),
  spender: actor,
  /** Mostly the right account for the first output, so that chains of spends come about. */
  asOwner: fc.nat(3).map(digit => digit !== 0),
  coin: fc.constantFrom('WICC', 'WUSD'),
  coinOfInput: fc.nat(7).map(digit => digit !== 0),
  picks: fc.array(pick, { maxLength: 3 }),
  outputs: fc.array(fc.tuple(fc.bigInt(1n, 9_000_000n), lock), { maxLength: 3 }),
});
const proofWish = fc.record({ kind: fc.constant('proof' as const), spender: actor, age: fc.nat(5) });
const blockOfWishes = fc.array(
  fc.oneof({ weight: 4, arbitrary: transferWish }, { weight: 1, arbitrary: proofWish }),
  { maxLength: 5 },
);
type Wish = typeof blockOfWishes extends fc.Arbitrary<readonly (infer W)[]> ? W : never;

interface Planned {
  readonly tx: Transaction;
  /** What the model says of it, in the order of the block. */
  readonly expected: string | undefined;
}

const FEE_UNIT = 10_000n;
let serial = 0;

/** Turns wishes into transactions of a block, and lets the model carry them out. */
function plan(model: UtxoModel, wishes: readonly Wish[], height: number): Planned[] {
  return wishes.flatMap((wish): Planned[] => {
    const memo = Buffer.from(`${serial++}`);
    if (wish.kind === 'proof') {
      const name = nameAt(model, wish.age, ({ kind }) => kind === 'password');
      return name === undefined ? [] : [proofOf(model, wish.spender, name, height)];
    }
    if (wish.picks.length + wish.outputs.length === 0) return [];
    const names = wish.picks.map(({ age, spentToo, unknown }) =>
      unknown ? UNKNOWN : (nameAt(model, age, () => true, spentToo) ?? UNKNOWN),
    );
    const first = names[0] === undefined ? undefined : model.outputs.get(names[0]);
    const owner = first?.lock.kind === 'address' ? first.lock.of : wish.spender;
    const spender = wish.asOwner ? owner : wish.spender;
    const coin = wish.coinOfInput && first !== undefined ? first.coin : wish.coin;
    const inputs = names.map((name, i): ModelInput => {
      const kind = model.outputs.get(name)?.lock.kind;
      const isLocked = kind === 'password' || kind === 'signatures';
      return { name, brings: isLocked && !wish.picks[i]!.wrongKey ? kind : 'nothing' };
    });
    const outputs = wish.outputs.map(([amount, lockAt]) => ({ amount, lock: lockAt(height) }));
    const fee = FEE_UNIT * BigInt(2 * inputs.length + outputs.length);
    const tx = utxoTx(
      {
        validHeight: height - 1,
        fees: fee,
        coinSymbol: coin,
        memo,
        vins: inputs.map(one => vinOf(one, spender)),
        vouts: outputs.map(({ amount, lock: how }) => ({
          coinAmount: amount,
          conds: conditionsOf(how, spender),
        })),
      },
      spender,
    );
    const transfer = { id: prepare(tx).txid, spender, coin, fee, inputs, outputs };
    return [{ tx, expected: model.transfer(transfer, height) }];
  });
}

function nameAt(
  model: UtxoModel,
  age: number,
  isWanted: (how: ModelLock) => boolean,
  spentToo = false,
): string | undefined {
  const names = [...model.outputs].filter(
    ([name, output]) => isWanted(output.lock) && (spentToo || !model.spent.has(name)),
  );
  return names.at(-1 - (age % Math.max(names.length, 1)))?.[0];
}

function proofOf(model: UtxoModel, spender: Actor, name: string, height: number): Planned {
  const [prevTxid, prevIndex] = idOf(name);
  const { creator } = model.outputs.get(name)!;
  const terms = { creator: creator.keyId, spender: spender.keyId, prevTxid, prevIndex };
  // A fee of its own: a transaction is in a block once.
  const fees = FEE_UNIT + BigInt(serial++);
  const tx = proofTx(
    {
      validHeight: height - 1,
      fees,
      utxoTxid: prevTxid,
      utxoVoutIndex: prevIndex,
      passwordProof: passwordProof(Buffer.from(PASSWORD), terms),
    },
    spender,
  );
  if (model.balance(spender, 'WICC') < fees) return { tx, expected: 'sub-account-fees-failed' };
  model.prove(spender, name, fees);
  return { tx, expected: undefined };
}

function vinOf({ name, brings }: ModelInput, spender: Actor) {
  const [prevTxid, prevIndex] = idOf(name);
  const agreed = { m: 2, spender, prevTxid, prevIndex, signing: [CAROL, ALICE] };
  const keys =
    brings === 'password' ? [byPassword(PASSWORD)] : brings === 'signatures' ? [bySignatures(agreed)] : [];
  return input(prevTxid, prevIndex, ...keys);
}

function conditionsOf(how: ModelLock, creator: Actor): UtxoCondition[] {
  switch (how.kind) {
    case 'open':
      return [];
    case 'address':
      return [toAddress(how.of), ...(how.from === undefined ? [] : [fromHeight(BigInt(how.from))])];
    case 'signatures':
      return [toKeyId(addressOf(2))];
    case 'password':
      return [
        {
          type: CONDITION_TYPES.OP2PH,
          passwordProofRequired: how.needsProof,
          passwordHash: passwordHash(creator.keyId, Buffer.from(PASSWORD)),
        },
        ...(how.reclaimFrom === undefined ? [] : [reclaimFrom(BigInt(how.reclaimFrom))]),
      ];
  }
}

function idOf(name: string): readonly [txid: string, index: number] {
  const [txid, index] = name.split(' ') as [string, string];
  return [txid, Number(index)];
}

/** Balances and unspent outputs are those of the model, and no coin is lost or made. */
function compare(chain: UtxoChain, model: UtxoModel, start: ReadonlyMap<string, bigint>): void {
  for (const { keyId, ...one } of ACTORS) {
    for (const coin of Object.keys(COINS)) {
      const { free } = tokenOf(chain.state.get(ACCOUNTS, keyId)!, coin);
      assert.is(free, model.balance({ keyId, ...one }, coin));
    }
  }
  assert.is([...chain.state.iterate(SPENT_UTXOS)].length, model.spent.size);
  const unspent = [...model.outputs.keys()].filter(name => !model.spent.has(name)).sort();
  assert.equal([...chain.state.iterate(UTXOS)].map(([[txid, index]]) => `${txid} ${index}`).sort(), unspent);
  const listed = [...chain.state.iterate(UTXOS_BY_OWNER)].map(([[, , txid, index]]) => `${txid} ${index}`);
  assert.equal(listed.sort(), unspent);
  for (const [coin, total] of start) {
    assert.is(chain.total(coin) + (coin === 'WICC' ? model.fees : 0n), total, coin);
  }
}

const BLOCKS_OF_RUN = 25;
const happened = new Map<string, number>();

test('random transfers end as in the model, in the memory pool as in the block, and undo restores every state', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(blockOfWishes, { minLength: BLOCKS_OF_RUN, maxLength: BLOCKS_OF_RUN }),
      async blocks => {
        const chain = new UtxoChain();
        await chain.begin(ACTORS, COINS);
        const model = new UtxoModel(COINS);
        const start = new Map(Object.keys(COINS).map(coin => [coin, chain.total(coin)]));
        const digests = [chain.digest];
        for (const wishes of blocks) {
          const planned = plan(model, wishes, chain.height + 1);
          const transactions = planned.map(({ tx }) => tx);
          const expected = planned.map(one => one.expected);
          assert.equal(chain.admit(transactions), expected);
          assert.is(chain.digest, digests.at(-1), 'an admission changes nothing on the chain');
          assert.equal(await chain.connect(transactions), expected);
          for (const outcome of expected) {
            happened.set(outcome ?? 'effect', (happened.get(outcome ?? 'effect') ?? 0) + 1);
          }
          if (expected.every(outcome => outcome !== undefined)) {
            assert.is(chain.digest, digests.at(-1), 'what is refused leaves the digest as it was');
          }
          compare(chain, model, start);
          digests.push(chain.digest);
        }
        while (digests.length > 1) {
          digests.pop();
          await chain.disconnect();
          assert.is(chain.digest, digests.at(-1));
        }
        assert.equal(
          [...chain.state.iterate(UTXOS_BY_OWNER)],
          [],
          'undo restores what the digest does not cover too',
        );
        assert.equal([...chain.state.iterate(SPENT_UTXOS)], []);
      },
    ),
    { numRuns: scaled(8, 20_000 / BLOCKS_OF_RUN) },
  );
});

test('the property above has met every way in which a spend ends', () => {
  const total = [...happened.values()].reduce((sum, count) => sum + count, 0);
  assert.ok(happened.get('effect')! > total / 4, `${happened.get('effect')} of ${total} took effect`);
  for (const reason of [
    'double-spend-prev-utxo-err',
    'failed-to-load-prev-utxo-err',
    'prev-utxo-symbol-mismatch',
    'check-utox-cond-err',
    'insufficient-account-coin-amount',
  ]) {
    assert.ok(happened.has(reason), `${reason} did not occur among ${[...happened.keys()]}`);
  }
});

test.run();
