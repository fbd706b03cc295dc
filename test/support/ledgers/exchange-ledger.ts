import { parseRegId, type RegId, regIdText } from '../../../src/codec/regid.js';
import { type Uid, uidText } from '../../../src/codec/uid.js';
import type { NetworkParameters } from '../../../src/config/network.js';
import { REGTEST } from '../../../src/config/networks/regtest.js';
import { checkTransaction, executeChecked } from '../../../src/ledger/execute-transaction.js';
import type { ExecutedTransaction } from '../../../src/ledger/types.js';
import type { Overlay } from '../../../src/state/state.js';
import { ACCOUNTS, EMPTY_TOKEN, newAccount, REGIDS, type Token } from '../../../src/state/tables/accounts.js';
import { ASSETS, NATIVE_ASSETS } from '../../../src/state/tables/assets.js';
import { addOperator, DEX_OPERATORS, type DexOperator } from '../../../src/state/tables/dex-operators.js';
import {
  GENERATED_BY,
  type Order,
  type OrderSourceType,
  putOrder,
} from '../../../src/state/tables/orders.js';
import { balanceOperationCode } from '../../../src/tx/balance-operation.js';
import {
  OPEN_PRIVATE,
  OPEN_PUBLIC,
  ORDER_BUY,
  ORDER_LIMIT,
  ORDER_MARKET,
  ORDER_SELL,
  openModeName,
  orderSideName,
  orderTypeName,
} from '../../../src/tx/enums.js';
import { prepareTransaction } from '../../../src/tx/envelope.js';
import { ASSET_PERMISSION } from '../../../src/tx/permissions.js';
import type { Receipt } from '../../../src/tx/receipt.js';
import type { Transaction } from '../../../src/tx/transactions.js';
import { TransactionContext } from '../../../vm/context.js';
import { handlerOf } from '../../../vm/native/index.js';
import { memoryState } from '../stores/memory-state.js';

/* The accounts, coins, operators and orders that the exchange's vectors are about, as they write them. */

/** Accounts by name. */
export type VectorAccounts = Readonly<Record<string, string>>;
export type VectorBalances = Readonly<
  Record<string, Readonly<Record<string, Readonly<Partial<Record<keyof Token, string>>>>>>
>;

interface VectorConditions {
  readonly open_mode: string;
  readonly maker_fee_ratio: string;
  readonly taker_fee_ratio: string;
}

export interface VectorOrder {
  readonly label?: string;
  readonly generate_type: string;
  readonly order_type: string;
  readonly order_side: string;
  readonly coin_symbol: string;
  readonly asset_symbol: string;
  readonly coin_amount: string;
  readonly asset_amount: string;
  readonly price: string;
  readonly dex_id: number;
  readonly operator_params: VectorConditions | null;
  readonly tx_cord: string;
  readonly user: string;
  readonly total_deal_coin_amount: string;
  readonly total_deal_asset_amount: string;
  readonly src_type: string;
  readonly src_id: string;
}

export interface VectorOperator {
  readonly owner: string;
  readonly receiver: string;
  readonly name?: string;
  readonly url?: string;
  readonly memo?: string;
  readonly open_mode: string;
  readonly maker: string;
  readonly taker: string;
  readonly open_set: readonly number[];
  readonly activated: boolean;
}

export interface VectorReceipt {
  readonly receipt_type: number;
  readonly op_type: number;
  readonly from: string | null;
  readonly to: string | null;
  readonly coin_symbol: string;
  readonly coin_amount: string;
}

/** The development network with the reference's heights and fees. */
export const VECTOR_NETWORK: NetworkParameters = {
  ...REGTEST,
  forks: { systemGenesis: 8, r2: 10, r3: 500, r3_5: 500 },
  minimumFees: 'reference',
};

export const orderTypeCode = (name: string) =>
  codeOf(name, { LIMIT_PRICE: ORDER_LIMIT, MARKET_PRICE: ORDER_MARKET });
export const orderSideCode = (name: string) => codeOf(name, { BUY: ORDER_BUY, SELL: ORDER_SELL });
export const openModeCode = (name: string) => codeOf(name, { PUBLIC: OPEN_PUBLIC, PRIVATE: OPEN_PRIVATE });

function codeOf(name: string, codes: Readonly<Record<string, number>>): number {
  const code = codes[name];
  if (code === undefined) throw new Error(`the vectors do not know ${name}`);
  return code;
}

function keyIdOf(regId: RegId): string {
  return (regId.height * 0x10000 + regId.index).toString(16).padStart(40, '0');
}

/** A state that holds what a vector says, to execute single transactions on. */
export class DexWorld {
  readonly state: Overlay = memoryState().overlay();
  readonly #regIds: ReadonlyMap<string, RegId>;
  readonly #names = new Map<string, string>();

  constructor(accounts: VectorAccounts, balances: VectorBalances) {
    for (const asset of NATIVE_ASSETS) this.state.put(ASSETS, asset.symbol, asset);
    this.addToken('MYCOIN', ASSET_PERMISSION.TRANSFER | ASSET_PERMISSION.DEX_BASE);
    this.#regIds = new Map(Object.entries(accounts).map(([name, regId]) => [name, parseRegId(regId)!]));
    for (const name of this.#regIds.keys()) this.addAccount(name, balances[name] ?? {});
  }

  /** Adds a coin that a user has issued, or gives it other permissions. */
  addToken(symbol: string, permsSum: bigint): void {
    this.state.put(ASSETS, symbol, { ...NATIVE_ASSETS[0]!, permsSum, symbol, name: symbol });
  }

  /** Adds an account by name, or by regid where it has none. */
  addAccount(name: string, balances: VectorBalances[string] = {}): void {
    const regId = this.regId(name);
    const keyId = keyIdOf(regId);
    const tokens = new Map(
      Object.entries(balances).map(([symbol, token]) => [
        symbol,
        {
          ...EMPTY_TOKEN,
          ...Object.fromEntries(Object.entries(token).map(([kind, amount]) => [kind, BigInt(amount ?? 0)])),
        },
      ]),
    );
    this.state.put(REGIDS, regId, keyId);
    this.state.put(ACCOUNTS, keyId, {
      ...newAccount(keyId),
      regId,
      ownerKey: `02${keyId}`.padEnd(66, '0'),
      tokens,
    });
    this.#names.set(keyId, name);
  }

  regId(name: string): RegId {
    const regId = this.#regIds?.get(name) ?? parseRegId(name);
    if (regId === undefined) throw new Error(`the vectors name no account ${name}`);
    return regId;
  }

  uid(name: string): Uid {
    return { kind: 'regid', regId: this.regId(name) };
  }

  putOrders(orders: Readonly<Record<string, VectorOrder>>): void {
    for (const [id, order] of Object.entries(orders)) putOrder(this.state, id, this.order(order));
  }

  /** The stored form of an order. */
  order(order: VectorOrder): Order {
    const conditions = order.operator_params;
    return {
      generatedBy: order.generate_type === 'USER_GEN_ORDER' ? GENERATED_BY.user : GENERATED_BY.system,
      orderType: orderTypeCode(order.order_type),
      orderSide: orderSideCode(order.order_side),
      coinSymbol: order.coin_symbol,
      assetSymbol: order.asset_symbol,
      coinAmount: BigInt(order.coin_amount),
      assetAmount: BigInt(order.asset_amount),
      price: BigInt(order.price),
      dexId: order.dex_id,
      operatorParameters:
        conditions === null
          ? undefined
          : {
              openMode: openModeCode(conditions.open_mode),
              makerFeeRatio: BigInt(conditions.maker_fee_ratio),
              takerFeeRatio: BigInt(conditions.taker_fee_ratio),
            },
      position: parseRegId(order.tx_cord)!,
      owner: this.regId(order.user),
      dealtCoinAmount: BigInt(order.total_deal_coin_amount),
      dealtAssetAmount: BigInt(order.total_deal_asset_amount),
      sourceType: order.src_type as OrderSourceType,
      sourceId: order.src_id,
    };
  }

  /** The form of the vectors of a stored order. */
  vectorOrder(order: Order): VectorOrder {
    const conditions = order.operatorParameters;
    return {
      generate_type: order.generatedBy === GENERATED_BY.user ? 'USER_GEN_ORDER' : 'SYSTEM_GEN_ORDER',
      order_type: orderTypeName(order.orderType),
      order_side: orderSideName(order.orderSide),
      coin_symbol: order.coinSymbol,
      asset_symbol: order.assetSymbol,
      coin_amount: String(order.coinAmount),
      asset_amount: String(order.assetAmount),
      price: String(order.price),
      dex_id: order.dexId,
      operator_params: conditions
        ? {
            open_mode: openModeName(conditions.openMode),
            maker_fee_ratio: String(conditions.makerFeeRatio),
            taker_fee_ratio: String(conditions.takerFeeRatio),
          }
        : null,
      tx_cord: regIdText(order.position),
      user: this.#names.get(keyIdOf(order.owner)) ?? regIdText(order.owner),
      total_deal_coin_amount: String(order.dealtCoinAmount),
      total_deal_asset_amount: String(order.dealtAssetAmount),
      src_type: order.sourceType,
      src_id: order.sourceId,
    };
  }

  /** Registers operators under the ids 1 and following; an id 0 replaces the built-in one. */
  putOperators(operators: Readonly<Record<string, VectorOperator>>): void {
    for (const [id, operator] of Object.entries(operators)) {
      const stored: DexOperator = {
        owner: this.regId(operator.owner),
        feeReceiver: this.regId(operator.receiver),
        name: operator.name ?? '',
        portalUrl: operator.url ?? '',
        openMode: openModeCode(operator.open_mode),
        makerFeeRatio: BigInt(operator.maker),
        takerFeeRatio: BigInt(operator.taker),
        sharedWith: operator.open_set.map(BigInt),
        activated: operator.activated,
        memo: Buffer.from(operator.memo ?? ''),
      };
      if (id === '0') this.state.put(DEX_OPERATORS, 0, stored);
      else if (addOperator(this.state, stored) !== Number(id))
        this.state.put(DEX_OPERATORS, Number(id), stored);
    }
  }

  operators(): Record<string, VectorOperator> {
    return Object.fromEntries(
      [...this.state.iterate(DEX_OPERATORS)].map(([id, operator]) => [
        String(id),
        {
          owner: regIdText(operator.owner),
          receiver: regIdText(operator.feeReceiver),
          name: operator.name,
          url: operator.portalUrl,
          open_mode: openModeName(operator.openMode),
          maker: String(operator.makerFeeRatio),
          taker: String(operator.takerFeeRatio),
          open_set: operator.sharedWith.map(Number),
          memo: Buffer.from(operator.memo).toString(),
          activated: operator.activated,
        },
      ]),
    );
  }

  /**
   * Executes a transaction as block execution does, on a child of the state that is kept if it takes
   * effect; every signature counts as valid.
   * @param baseChecks - false leaves out what every transaction is checked for: signature and fee
   */
  execute(
    tx: Transaction,
    { height = 1000, index = 2, producer = 'bp', baseChecks = true }: WorldBlock = {},
  ): ExecutedTransaction {
    const prepared = prepareTransaction(tx, { varintPricesFrom: VECTOR_NETWORK.forks.r3 });
    const context = new TransactionContext({
      network: VECTOR_NETWORK,
      block: { height, time: 1_800_000_000, producer: this.regId(producer), fuelRate: 1 },
      state: this.state.child(),
      prepared,
      index,
      signatures: { isValid: () => true },
    });
    const handler = handlerOf(tx.type)!;
    if (baseChecks) checkTransaction(context);
    else handler.check(tx, context);
    const executed = executeChecked(context, handler, 0n);
    context.commit();
    return executed;
  }

  receipts(receipts: readonly Receipt[]): VectorReceipt[] {
    const name = (uid: Uid) =>
      uid.kind === 'keyid'
        ? (this.#names.get(uid.keyId) ?? uid.keyId)
        : uid.kind === 'null'
          ? null
          : uidText(uid);
    return receipts.map(receipt => ({
      receipt_type: receipt.type,
      op_type: balanceOperationCode(receipt.operation),
      from: name(receipt.from),
      to: name(receipt.to),
      coin_symbol: receipt.coinSymbol,
      coin_amount: String(receipt.amount),
    }));
  }

  /** Balances of all accounts, to be compared by {@link deltasSince}. */
  balances(): ReadonlyMap<string, Token> {
    const balances = new Map<string, Token>();
    for (const [keyId, { tokens }] of this.state.iterate(ACCOUNTS)) {
      for (const [symbol, token] of tokens) balances.set(`${this.#names.get(keyId)} ${symbol}`, token);
    }
    return balances;
  }

  /** What has changed, in the form of the vectors: only free and frozen balances that differ. */
  deltasSince(before: ReadonlyMap<string, Token>): Record<string, Record<string, unknown>> {
    const after = this.balances();
    const deltas: Record<string, Record<string, unknown>> = {};
    for (const key of new Set([...before.keys(), ...after.keys()])) {
      const [name = '', symbol = ''] = key.split(' ');
      const old = before.get(key) ?? EMPTY_TOKEN;
      const now = after.get(key) ?? EMPTY_TOKEN;
      const free = now.free - old.free;
      const frozen = now.frozen - old.frozen;
      if (free === 0n && frozen === 0n) continue;
      deltas[name] = { ...deltas[name], [symbol]: { free: String(free), frozen: String(frozen) } };
    }
    return deltas;
  }
}

export interface WorldBlock {
  readonly height?: number;
  readonly index?: number;
  readonly producer?: string;
  readonly baseChecks?: boolean;
}
