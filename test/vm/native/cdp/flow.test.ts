import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { ExecutedTransaction } from '../../../../src/ledger/types.js';
import type { Token } from '../../../../src/state/tables/accounts.js';
import type { Receipt } from '../../../../src/tx/receipt.js';
import { CdpLedger, idOf } from '../../../support/ledgers/cdp-ledger.js';
import { ALICE, BOB, HEIGHT } from '../../../support/ledgers/scratch-ledger.js';
import { examplesOf } from '../../../support/vectors/cdp-examples.js';

/* The worked examples of whole transactions, executed by the ledger. */

type Balances = Readonly<Record<string, Readonly<Record<string, string>>>>;

interface FlowInputs {
  readonly price?: string;
  readonly fcoin_price?: string;
  readonly height?: number;
  readonly cdp_before?: Partial<CdpAfter> & { readonly cdpid?: string };
  readonly owner_before?: Balances;
  readonly reserve_free_scoins?: string;
  readonly tx?: {
    readonly assets_to_stake?: Readonly<Record<string, string>>;
    readonly scoins_to_mint?: string;
    readonly scoins_to_repay?: string;
    readonly assets_to_redeem?: Readonly<Record<string, string>>;
    readonly scoins_to_liquidate?: string;
    readonly liquidate_asset_symbol?: string;
    readonly fees?: string;
  };
}

interface CdpAfter {
  readonly block_height: number;
  readonly total_staked_bcoins: string;
  readonly total_owed_scoins: string;
}

interface ExpectedOrder {
  readonly side: 'BUY' | 'SELL';
  readonly coin_symbol: string;
  readonly asset_symbol: string;
  readonly coin_amount: string;
  readonly asset_amount?: string;
  readonly src_type: string;
  readonly order_id: string;
}

interface ExpectedReceipt {
  readonly receipt_type: number;
  readonly op: string;
  readonly from: string;
  readonly to: string;
  readonly coin_symbol: string;
  readonly coin_amount: string;
}

interface FlowResult {
  readonly cdp?: CdpAfter;
  readonly cdp_after?: CdpAfter;
  readonly cdp_after_reference?: CdpAfter;
  readonly cdp_after_if_fixed?: CdpAfter;
  readonly owner_after?: Balances;
  readonly owner_delta?: Balances;
  readonly fcoin_delta?: Balances;
  readonly reserve_after?: string;
  readonly system_orders?: readonly ExpectedOrder[];
  readonly receipts?: readonly ExpectedReceipt[];
  readonly closed?: boolean;
  readonly error?: string;
  readonly code?: number;
}

const EXAMPLES = examplesOf<FlowInputs, FlowResult>('flow');
const CDP_ID = idOf('c');
const flow = suite('whole transactions');

flow('there are 11 worked examples', () => {
  assert.is(EXAMPLES.length, 11);
});

/** What was there before, which the transaction is then executed on. */
class Flow {
  readonly ledger: CdpLedger;
  readonly inputs: FlowInputs;
  readonly expected: FlowResult;
  readonly height: number;
  readonly cdpId: string;
  #before = new Map<string, Token>();

  constructor(number: number, { lentInterestIsOwed = true, like = number } = {}) {
    const { inputs, expected } = EXAMPLES[number - 1]!;
    const usual = EXAMPLES[like - 1]!.inputs;
    this.inputs = { ...usual, ...inputs, tx: { ...usual.tx, ...inputs.tx } };
    this.expected = expected;
    this.height = this.inputs.height ?? HEIGHT;
    const probe = new CdpLedger();
    this.ledger = new CdpLedger({ mended: { ...probe.network.mended, lentInterestIsOwed } });
    this.cdpId = inputs.cdp_before?.cdpid ?? CDP_ID;
    this.#prepare(usual.cdp_before);
  }

  #prepare(usual: FlowInputs['cdp_before']): void {
    const { price, fcoin_price, owner_before, reserve_free_scoins, cdp_before } = this.inputs;
    const prices = { WICC: BigInt(price ?? 25_000_000), WGRT: BigInt(fcoin_price ?? 1_000_000) };
    this.ledger.setPrices(prices, this.height);
    const { WICC, WUSD } = owner_before ?? { WUSD: { free: '50000000000' } };
    this.ledger.setToken(ALICE.keyId, 'WICC', { free: BigInt(WICC?.free ?? 50_000_000_000) });
    this.ledger.setToken(ALICE.keyId, 'WUSD', { free: BigInt(WUSD?.free ?? 0) });
    this.ledger.setToken(BOB.keyId, 'WUSD', { free: 20_000_000_000n });
    this.ledger.setToken(this.ledger.reserve, 'WUSD', { free: BigInt(reserve_free_scoins ?? 10 ** 14) });
    const cdp = { ...usual, ...cdp_before };
    if (cdp.total_owed_scoins !== undefined) {
      this.ledger.place(this.cdpId, ALICE, {
        staked: BigInt(cdp.total_staked_bcoins!),
        owed: BigInt(cdp.total_owed_scoins),
        height: cdp.block_height ?? this.height,
      });
    }
    for (const symbol of ['WICC', 'WUSD', 'WGRT']) {
      for (const keyId of [ALICE.keyId, this.ledger.reserve]) {
        this.#before.set(keyId + symbol, this.ledger.token(keyId, symbol));
      }
    }
  }

  get tx() {
    return this.inputs.tx!;
  }

  stake() {
    return this.ledger.stakeTx(
      {
        ...(this.inputs.cdp_before !== undefined && { cdpTxid: this.cdpId }),
        assetsToStake: amounts(this.tx.assets_to_stake!),
        scoinsToMint: BigInt(this.tx.scoins_to_mint!),
      },
      ALICE,
      this.height,
    );
  }

  redeem() {
    const changes = {
      cdpTxid: this.cdpId,
      scoinsToRepay: BigInt(this.tx.scoins_to_repay!),
      assetsToRedeem: amounts(this.tx.assets_to_redeem!),
    };
    return this.ledger.redeemTx(changes, ALICE, this.height);
  }

  liquidate() {
    const scoinsToLiquidate = BigInt(this.tx.scoins_to_liquidate!);
    return this.ledger.liquidateTx({ cdpTxid: this.cdpId, scoinsToLiquidate }, BOB, this.height);
  }

  /** Compares everything that the example says about the state afterwards. */
  check({ prepared, receipts }: ExecutedTransaction, after = this.expected.cdp_after, id = this.cdpId): void {
    const { owner_after, owner_delta, fcoin_delta, reserve_after, system_orders, closed } = this.expected;
    if (after !== undefined) {
      const { height, staked, owed } = this.ledger.cdp(id)!;
      const { block_height, total_staked_bcoins, total_owed_scoins } = after;
      assert.equal(
        [height, staked, owed],
        [block_height, BigInt(total_staked_bcoins), BigInt(total_owed_scoins)],
      );
    }
    if (closed) assert.is(this.ledger.cdp(id), undefined);
    if (this.expected.receipts !== undefined) {
      assert.equal(
        receipts.map(receipt => this.#named(receipt)),
        this.expected.receipts,
      );
    }
    this.#checkBalances(ALICE.keyId, owner_after, false);
    this.#checkBalances(ALICE.keyId, owner_delta, true);
    this.#checkBalances(this.ledger.reserve, fcoin_delta, true);
    if (reserve_after !== undefined) {
      assert.is(this.ledger.free(this.ledger.reserve, 'WUSD'), BigInt(reserve_after));
    }
    if (system_orders !== undefined) this.#checkOrders(system_orders, prepared.txid);
  }

  #checkBalances(keyId: string, expected: Balances | undefined, isDifference: boolean): void {
    for (const [symbol, balances] of Object.entries(expected ?? {})) {
      const now = this.ledger.token(keyId, symbol);
      const before = this.#before.get(keyId + symbol)!;
      for (const [kind, amount] of Object.entries(balances)) {
        const balance = kind as keyof Token;
        const actual = isDifference ? now[balance] - before[balance] : now[balance];
        assert.is(actual, BigInt(amount), `${symbol} ${kind}`);
      }
    }
  }

  #checkOrders(expected: readonly ExpectedOrder[], txid: string): void {
    const orders = this.ledger.orders();
    assert.is(orders.size, expected.length);
    for (const { order_id, ...rest } of expected) {
      const order = orders.get(order_id === 'txid' ? txid : order_id)!;
      assert.is(order.orderSide, rest.side === 'BUY' ? 1 : 2);
      assert.is(order.orderType, 2);
      assert.equal(
        [order.coinSymbol, order.assetSymbol, order.sourceType, order.sourceId],
        [rest.coin_symbol, rest.asset_symbol, rest.src_type, this.cdpId],
      );
      assert.is(order.coinAmount, BigInt(rest.coin_amount));
      assert.is(order.assetAmount, BigInt(rest.asset_amount ?? 0));
    }
  }

  #named({ type, operation, from, to, coinSymbol, amount }: Receipt): ExpectedReceipt {
    const names = new Map([
      [ALICE.keyId, 'owner'],
      [BOB.keyId, 'liquidator'],
      [this.ledger.reserve, 'fcoin'],
    ]);
    const name = (uid: Receipt['from']) => (uid.kind === 'keyid' ? names.get(uid.keyId)! : 'null');
    return {
      receipt_type: type,
      op: operation,
      from: name(from),
      to: name(to),
      coin_symbol: coinSymbol,
      coin_amount: amount.toString(),
    };
  }
}

function amounts(object: Readonly<Record<string, string>>): ReadonlyMap<string, bigint> {
  return new Map(Object.entries(object).map(([symbol, amount]) => [symbol, BigInt(amount)]));
}

flow('01: a new position', () => {
  const example = new Flow(1);
  const executed = example.ledger.execute(example.stake(), example.height);
  example.check(executed, example.expected.cdp, executed.prepared.txid);
});

flow('02: more into an open position, its interest paid by the owner', () => {
  const example = new Flow(2);
  example.check(example.ledger.execute(example.stake(), example.height));
});

flow('03: interest that the owner cannot pay is lent to him and owed by him (spec 05 §1, row 4)', () => {
  const example = new Flow(3);
  const executed = example.ledger.execute(example.stake(), example.height);
  example.check(executed, example.expected.cdp_after_if_fixed);
});

flow('03: under the rules of the reference it is lent to him and owed by nobody', () => {
  const example = new Flow(3, { lentInterestIsOwed: false });
  const executed = example.ledger.execute(example.stake(), example.height);
  example.check(executed, example.expected.cdp_after_reference);
});

for (const [number, claim] of [
  [4, 'a part is paid back and a part is taken out'],
  [5, 'amounts beyond the position close it'],
] as const) {
  flow(`0${number}: ${claim}`, () => {
    const example = new Flow(number);
    example.check(example.ledger.execute(example.redeem(), example.height));
  });
}

for (const [number, like, claim] of [
  [6, 5, 'what is to be paid back must be there after the interest, even beyond the debt'],
  [7, 4, 'collateral cannot be taken out below the start ratio'],
] as const) {
  flow(`0${number}: ${claim}`, () => {
    const example = new Flow(number, { like });
    const { code, error } = example.expected;
    assert.equal(example.ledger.rejection(example.redeem(), example.height), { code, reason: error });
  });
}

flow('08: collateral can be taken out down to exactly the start ratio', () => {
  const example = new Flow(8, { like: 4 });
  example.ledger.execute(example.redeem(), example.height);
});

flow('09: a part is liquidated by somebody else', () => {
  const example = new Flow(9);
  example.check(example.ledger.execute(example.liquidate(), example.height));
});

flow('10: the system liquidates', () => {
  const example = new Flow(10);
  example.check(example.ledger.executeMedian(example.height), undefined);
  assert.is(example.ledger.cdp(example.cdpId), undefined);
});

flow('11: interest that is due becomes debt, and not a block earlier', () => {
  const early = new Flow(11);
  const { ledger } = early;
  const tooEarly = ledger.settleTx([early.cdpId], early.height - 1);
  assert.equal(ledger.rejection(tooEarly, early.height - 1), {
    code: 50,
    reason: 'not-reach-sttlement-cycle',
  });
  const example = new Flow(11);
  const settlement = example.ledger.settleTx([example.cdpId], example.height);
  example.check(example.ledger.execute(settlement, example.height));
});

flow.run();
