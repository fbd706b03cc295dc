import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { match } from '../../src/matcher/order-books.js';
import { type OrderView, viewOf } from '../../src/matcher/order-view.js';
import { ORDERS } from '../../src/state/tables/orders.js';
import type { DealItem } from '../../src/tx/types/dex-settle.js';
import { isMarketBuy } from '../../vm/native/dex/order-amounts.js';
import {
  DexWorld,
  VECTOR_NETWORK,
  type VectorAccounts,
  type VectorOperator,
  type VectorOrder,
} from '../support/ledgers/exchange-ledger.js';
import { checkAllRows } from '../support/vectors/all-rows.js';
import { readVectors } from '../support/vectors/vectors.js';

interface Scenario {
  readonly id: string;
  readonly title: string;
  readonly config: {
    readonly self_trade?: 'skip' | 'allow';
    readonly reference_price?: Readonly<Record<string, string>>;
  };
  readonly operators: Readonly<Record<string, VectorOperator>>;
  readonly orders: Readonly<Record<string, VectorOrder>>;
  readonly deal_items: readonly {
    readonly buy_order_id: string;
    readonly sell_order_id: string;
    readonly deal_price: string;
    readonly deal_coin_amount: string;
    readonly deal_asset_amount: string;
  }[];
  readonly remaining: Readonly<
    Record<string, { readonly total_deal_coin_amount: string; readonly total_deal_asset_amount: string }>
  >;
}

const { accounts, matcher } = readVectors<{ accounts: VectorAccounts; matcher: readonly Scenario[] }>(
  'dex-examples',
);

function rulesOf({ config }: Scenario) {
  return {
    selfTrade: config.self_trade ?? 'skip',
    referencePrice(assetSymbol: string, coinSymbol: string) {
      const price = config.reference_price?.[`${assetSymbol}/${coinSymbol}`];
      return price === undefined ? undefined : BigInt(price);
    },
  };
}

/** Totals of the orders that a scenario leaves open, by label. */
function totalsAfter(world: DexWorld, scenario: Scenario, deals: readonly DealItem[]) {
  const totals: Record<string, unknown> = {};
  for (const [id, { label }] of Object.entries(scenario.orders)) {
    const order = world.state.get(ORDERS, id)!;
    let { dealtCoinAmount: coins, dealtAssetAmount: assets } = order;
    for (const deal of deals) {
      if (deal.buyOrderId !== id && deal.sellOrderId !== id) continue;
      coins += deal.coinAmount;
      assets += deal.assetAmount;
    }
    const isOpen = isMarketBuy(order) ? coins < order.coinAmount : assets < order.assetAmount;
    if (isOpen || order.coinAmount + order.assetAmount === 0n) {
      totals[label!] = { total_deal_coin_amount: String(coins), total_deal_asset_amount: String(assets) };
    }
  }
  return totals;
}

test('all scenarios give the deals of the specification, in whichever order the orders are given', () => {
  checkAllRows(
    'matcher scenarios',
    matcher,
    18,
    ({ id, title }) => `${id} ${title}`,
    scenario => {
      const world = new DexWorld(accounts, {});
      world.putOperators(scenario.operators);
      world.putOrders(scenario.orders);
      const views = Object.keys(scenario.orders)
        .map(id => viewOf(world.state, VECTOR_NETWORK, id, world.state.get(ORDERS, id)!))
        .filter((view): view is OrderView => view !== undefined);
      const expected = scenario.deal_items.map(deal => ({
        buyOrderId: deal.buy_order_id,
        sellOrderId: deal.sell_order_id,
        price: BigInt(deal.deal_price),
        assetAmount: BigInt(deal.deal_asset_amount),
        coinAmount: BigInt(deal.deal_coin_amount),
      }));
      const deals = match(views, rulesOf(scenario));
      assert.equal(deals, expected);
      assert.equal(match([...views].reverse(), rulesOf(scenario)), expected);
      assert.equal(totalsAfter(world, scenario, deals), scenario.remaining);
    },
  );
});

test.run();
