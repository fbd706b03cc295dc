import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ACCOUNTS } from '../../../src/state/tables/accounts.js';
import { ASSETS } from '../../../src/state/tables/assets.js';
import { TransactionRejected } from '../../../src/tx/reject.js';
import { type Actor, ALICE, BOB, CAROL, ScratchLedger } from '../../support/ledgers/scratch-ledger.js';
import { action, regIdOfActor, universalTx } from '../../support/ledgers/universal.js';
import { scaled } from '../../support/random/scale.js';

/*
 * Whatever actions of 0-800 a ledger gets, the supply of every asset is the sum of what accounts have
 * of it, and a refused action has changed nothing.
 */

const supply = suite('supply of assets in a ledger');
const ACTORS = [ALICE, BOB, CAROL] as const;
const SYMBOLS = ['FIRSTAS', 'OTHERAS'] as const;
const COIN = 100_000_000n;
const RUNS = scaled(30, 1000);

interface Step {
  readonly kind: 'transfer' | 'mint' | 'burn' | 'update' | 'issue';
  readonly symbol: (typeof SYMBOLS)[number];
  readonly from: Actor;
  readonly to: Actor;
  /** Who signs: mostly those who may, so that many take effect. */
  readonly by: 'from' | 'owner' | 'anybody';
  readonly anybody: Actor;
  readonly amount: bigint;
}

const actor = fc.constantFrom(...ACTORS);
const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('transfer', 'transfer', 'mint', 'burn', 'update', 'issue'),
  symbol: fc.constantFrom(...SYMBOLS),
  from: actor,
  to: actor,
  by: fc.constantFrom('from', 'owner', 'owner', 'anybody'),
  anybody: actor,
  amount: fc.oneof(fc.bigInt(0n, 10n * COIN), fc.bigInt(0n, 2000n * COIN)),
});

function quantity(amount: bigint, symbol: string): string {
  return `${amount / COIN}.${String(amount % COIN).padStart(8, '0')} ${symbol}`;
}

function signerOf(ledger: ScratchLedger, { by, symbol, from, anybody }: Step): Actor {
  if (by !== 'owner') return by === 'from' ? from : anybody;
  const owner = ledger.state.get(ASSETS, symbol)?.owner;
  return ACTORS.find(({ regId }) => owner?.index === regId.index) ?? from;
}

function universalOf(ledger: ScratchLedger, each: Step) {
  const { kind, symbol, from, to, amount } = each;
  const signer = signerOf(ledger, each);
  const [fromId, toId] = [regIdOfActor(from), regIdOfActor(to)];
  const args = {
    transfer: [fromId, toId, quantity(amount, symbol), ''],
    mint: [toId, quantity(amount, symbol), ''],
    burn: [fromId, quantity(amount, symbol), ''],
    update: { symbol_code: symbol, owner: toId },
    issue: [`8,${symbol}`, fromId, 'New', amount, true, ''],
  }[kind];
  return universalTx(signer, [action(ledger, '0-800', kind, args, [signer])]);
}

/** What all accounts have of an asset, in every form. */
function held(ledger: ScratchLedger, symbol: string): bigint {
  let sum = 0n;
  for (const [, { tokens }] of ledger.state.iterate(ACCOUNTS)) {
    const token = tokens.get(symbol);
    if (token) sum += token.free + token.frozen + token.staked + token.voted + token.pledged;
  }
  return sum;
}

/** Supply and holdings of both assets. */
function books(ledger: ScratchLedger): [supply: bigint, held: bigint][] {
  return SYMBOLS.map(symbol => [ledger.state.get(ASSETS, symbol)?.totalSupply ?? 0n, held(ledger, symbol)]);
}

supply('is the sum of all balances, whatever is done and by whom', () => {
  let effective = 0;
  let refused = 0;
  fc.assert(
    fc.property(fc.array(step, { minLength: 5, maxLength: 25 }), steps => {
      const ledger = new ScratchLedger();
      const issue = [`8,${SYMBOLS[0]}`, regIdOfActor(ALICE), 'First', 1000n * COIN, true, ''];
      ledger.execute(universalTx(ALICE, [action(ledger, '0-800', 'issue', issue, [ALICE])]));
      for (const each of steps) {
        const before = books(ledger);
        try {
          ledger.execute(universalOf(ledger, each));
          effective++;
        } catch (error) {
          if (!(error instanceof TransactionRejected)) throw error;
          refused++;
          assert.equal(books(ledger), before, 'a refused action has moved nothing');
        }
        for (const [total, sum] of books(ledger)) assert.is(total, sum);
      }
    }),
    { numRuns: RUNS },
  );
  console.log(`actions: ${effective} took effect, ${refused} were refused`);
  assert.ok(effective > RUNS && refused > RUNS, 'both kinds are frequent');
});

supply.run();
