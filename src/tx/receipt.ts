import { type Codec, hash256, record, text, u8, u16, varint64 } from '../codec/codec.js';
import { DecodeError } from '../codec/errors.js';
import type { JsonObject } from '../codec/json-value.js';
import { type Uid, uid } from '../codec/uid.js';
import { BALANCE_OPERATIONS, type BalanceOperation, balanceOperationCode } from './balance-operation.js';

/** Why coins moved: the number and the text that clients see (spec 01 §18.3). */
const RECEIPT_TYPES = {
  NULL_RECEIPT_TYPE: [0, 'null type'],
  BLOCK_REWARD_TO_MINER: [101, 'block reward to miner'],
  COIN_MINT_ONCHAIN: [102, 'coin minted onchain'],
  COIN_BLOCK_INFLATE: [103, 'inflate bcoins to block miner'],
  COIN_STAKE: [104, "stake user's coins"],
  BUY_FCOINS_FOR_DEFLATION: [200, 'buy fcoins for deflation'],
  FRICTION_FEE: [201, 'friction fee'],
  TRANSFER_ACTUAL_COINS: [202, 'transfer coins with account'],
  LUAVM_TRANSFER_ACTUAL_COINS: [203, 'transfer coins in Lua contract'],
  WASM_TRANSFER_ACTUAL_COINS: [204, 'transfer coins in WASM contract'],
  WASM_MINT_COINS: [205, 'mint coins in WASM contract'],
  WASM_BURN_COINS: [206, 'burn coins in WASM contract'],
  TRANSFER_UTXO_COINS: [207, 'transfer coins in a UTXO trx'],
  TRANSFER_PROPOSAL: [208, 'transfer coins in a proposal'],
  DELEGATE_ADD_VOTE: [301, 'add votes to delegate(s)'],
  DELEGATE_SUB_VOTE: [302, 'sub votes to delegate(s)'],
  DELEGATE_VOTE_INTEREST: [303, 'receive interest thru delegate voting'],
  CDP_PLEDGED_ASSET_FROM_OWNER: [401, 'staked assets from cdp owner'],
  CDP_MINTED_SCOIN_TO_OWNER: [402, 'minted scoins to cdp owner'],
  CDP_INTEREST_BUY_DEFLATE_FCOINS: [403, 'cdp interest scoins to buy fcoins for deflating'],
  CDP_REPAY_INTEREST_TO_FUND: [404, 'repay cdp interest scoins to fund'],
  CDP_REPAID_SCOIN_FROM_OWNER: [420, 'actual repaid scoins from cdp owner'],
  CDP_REDEEMED_ASSET_TO_OWNER: [421, 'redeemed assets to cdp owner'],
  CDP_SCOIN_FROM_LIQUIDATOR: [440, 'cdp scoins from liquidator'],
  CDP_ASSET_TO_LIQUIDATOR: [441, 'cdp assets to liquidator'],
  CDP_LIQUIDATED_ASSET_TO_OWNER: [442, 'cdp liquidated assets to owner'],
  CDP_LIQUIDATED_CLOSEOUT_SCOIN: [443, 'cdp liquidated closeout scoins'],
  CDP_PENALTY_TO_RESERVE: [444, 'cdp penalty scoins to risk reserve'],
  CDP_PENALTY_BUY_DEFLATE_FCOINS: [445, 'cdp penalty scoins to buy fcoins for deflating'],
  CDP_TOTAL_CLOSEOUT_SCOIN_FROM_RESERVE: [
    460,
    'total closeout scoins from risk reserve in forced-liquidation',
  ],
  CDP_TOTAL_INFLATE_FCOIN_TO_RESERVE: [461, 'total inflate fcoins to risk reserve in forced-liquidation'],
  CDP_TOTAL_ASSET_TO_RESERVE: [462, 'total assets to reserve in forced-liquidation'],
  DEX_ASSET_FEE_TO_OPERATOR: [501, 'dex deal asset fee from buyer to operator'],
  DEX_COIN_FEE_TO_OPERATOR: [502, 'dex deal coin fee from seller to operator'],
  DEX_ASSET_TO_BUYER: [503, 'dex dealed: transfer assets to buyer'],
  DEX_COIN_TO_SELLER: [504, 'dex dealed: transfer coins to seller'],
  DEX_UNFREEZE_COIN_TO_BUYER: [505, "dex unfreeze buyer's coins"],
  DEX_UNFREEZE_ASSET_TO_SELLER: [506, "dex unfreeze seller's assets"],
  DEX_FREEZE_COIN_TO_BUYER: [507, "dex freeze buyer's coins"],
  DEX_FREEZE_ASSET_TO_SELLER: [508, "dex freeze seller's assets"],
  DEX_OPERATOR_REG_FEE_TO_RESERVE: [520, 'dex operator registered fee to risk reserve'],
  DEX_OPERATOR_UPDATED_FEE_TO_RESERVE: [521, 'dex operator updated fee to risk reserve'],
  DEX_OPERATOR_REG_FEE_TO_MINER: [522, 'dex operator registered fee to miner'],
  DEX_OPERATOR_UPDATED_FEE_TO_MINER: [523, 'dex operator updated fee to miner'],
  DEX_OPERATOR_REG_UPDATE_FEE_FROM_OPERATOR: [524, 'dex operator registered/updated fee from operator'],
  CONTRACT_FUEL_TO_RISK_RESERVE: [601, 'contract fuel to risk reserve'],
  CONTRACT_TOKEN_OPERATE_ADD: [602, 'add operate on contract-managed tokens'],
  CONTRACT_TOKEN_OPERATE_SUB: [603, 'sub operate on contract-managed tokens'],
  CONTRACT_TOKEN_OPERATE_TAG_ADD: [604, 'add operate on contract-managed tag tokens'],
  CONTRACT_TOKEN_OPERATE_TAG_SUB: [605, 'sub operate on contract-managed tag tokens'],
  CONTRACT_ACCOUNT_OPERATE_ADD: [606, 'add operate on account in contract'],
  CONTRACT_ACCOUNT_OPERATE_SUB: [607, 'sub operate on account in contract'],
  CONTRACT_ACCOUNT_TRANSFER_ASSET: [608, 'transfer account asset in contract'],
  ASSET_ISSUED_FEE_TO_RESERVE: [701, 'asset issued fee to risk reserve'],
  ASSET_UPDATED_FEE_TO_RESERVE: [702, 'asset updated fee to risk reserve'],
  ASSET_ISSUED_FEE_TO_MINER: [703, 'asset issued fee to miner'],
  ASSET_UPDATED_FEE_TO_MINER: [704, 'asset updated fee to miner'],
  ASSET_MINT_NEW_AMOUNT: [705, 'asset minted with new amount'],
  AXC_MINT_COINS: [801, 'cross-chain asset minted onchain'],
  AXC_BURN_COINS: [802, 'cross-chain asset burned onchain'],
  AXC_REWARD_FEE_TO_GOVERNOR: [803, 'cross-chain reward fees to GOVERNOR'],
  AXC_REWARD_FEE_TO_GW: [804, 'cross-chain reward fees to GW'],
} as const satisfies Record<string, readonly [code: number, text: string]>;

export type ReceiptTypeName = keyof typeof RECEIPT_TYPES;

/** The number of each receipt type by its name. */
export const RECEIPT = Object.fromEntries(
  Object.entries(RECEIPT_TYPES).map(([name, [code]]) => [name, code]),
) as { readonly [N in ReceiptTypeName]: (typeof RECEIPT_TYPES)[N][0] };

const textByCode: ReadonlyMap<number, string> = new Map(Object.values(RECEIPT_TYPES));

/** `receipt_type_name` of a number; an unknown number has an empty text. */
export function receiptTypeText(code: number): string {
  return textByCode.get(code) ?? '';
}

/** One movement of coins that a transaction caused. */
export interface Receipt {
  /** One of {@link RECEIPT}. */
  readonly type: number;
  readonly operation: BalanceOperation;
  /** The account whose balance was operated on; null when coins came from nowhere. */
  readonly from: Uid;
  /** The other account, or null (spec 07 §10.2). */
  readonly to: Uid;
  readonly coinSymbol: string;
  /** In sawi. */
  readonly amount: bigint;
  /** What a contract's action has made by it, in display order: an order, a debt position, outputs (decision D22). */
  readonly objectId?: string;
}

const balanceOperation: Codec<BalanceOperation> = {
  read(reader) {
    const code = u8.read(reader);
    const operation = BALANCE_OPERATIONS[code];
    if (operation === undefined) throw new DecodeError(`no balance operation has the number ${code}`);
    return operation;
  },
  write: (writer, operation) => u8.write(writer, balanceOperationCode(operation)),
};

const movement = record({
  operation: balanceOperation,
  from: uid,
  to: uid,
  coinSymbol: text,
  amount: varint64,
});

/** Added to the type of a receipt that is followed by the id of an object; no type is as large. */
const WITH_OBJECT = 0x8000;

/**
 * A stored receipt: u16 type, u8 operation, UID from, UID to, STR symbol, VI64 amount (spec 01 §18.3),
 * and the id of the object where there is one.
 */
export const receiptCodec: Codec<Receipt> = {
  read(reader) {
    const marked = u16.read(reader);
    const hasObject = marked >= WITH_OBJECT;
    const type = hasObject ? marked - WITH_OBJECT : marked;
    const receipt = { type, ...movement.read(reader) };
    return hasObject ? { ...receipt, objectId: hash256.read(reader) } : receipt;
  },
  write(writer, receipt) {
    const { type, objectId } = receipt;
    u16.write(writer, objectId === undefined ? type : type + WITH_OBJECT);
    movement.write(writer, receipt);
    if (objectId !== undefined) hash256.write(writer, objectId);
  },
};

/**
 * A receipt in results (spec 02 §4.3).
 * @param addressOf - the address of an account, an empty text for the null uid or an unknown account
 */
export function receiptJson(receipt: Receipt, addressOf: (account: Uid) => string): JsonObject {
  return {
    receipt_type: receipt.type,
    receipt_type_name: receiptTypeText(receipt.type),
    op_type: balanceOperationCode(receipt.operation),
    op_type_name: receipt.operation,
    from_addr: addressOf(receipt.from),
    to_addr: addressOf(receipt.to),
    coin_symbol: receipt.coinSymbol,
    coin_amount: receipt.amount,
    ...(receipt.objectId !== undefined && { object_id: receipt.objectId }),
  };
}
