import fc, { type Arbitrary } from 'fast-check';
import { keyIdUid, NULL_UID, publicKeyUid, type Uid } from '../../../src/codec/uid.js';
import { PROPOSAL } from '../../../src/tx/proposal-types.js';
import { TRANSACTION_TYPES, type Transaction, TX } from '../../../src/tx/transactions.js';
import { OPERATOR_FIELD } from '../../../src/tx/types/dex-operator-update.js';
import { CONDITION_TYPES } from '../../../src/tx/utxo.js';

const uint = (bits: number) => fc.integer({ min: 0, max: 2 ** bits - 1 });
const int31 = fc.integer({ min: 0, max: 0x7fffffff });
const amount = fc.bigInt(0n, 2n ** 64n - 1n);
const hex = (size: number) =>
  fc.uint8Array({ minLength: size, maxLength: size }).map(bytes => Buffer.from(bytes).toString('hex'));
const hash = hex(32);
const bytes = fc.uint8Array({ maxLength: 300 }).map(value => Buffer.from(value));
const text = bytes.map(value => value.subarray(0, 12).toString('latin1'));
const regId = plainRecord({ height: uint(32), index: uint(16) });
const uid: Arbitrary<Uid> = fc.oneof(
  fc.constant(NULL_UID),
  regId.map((id): Uid => ({ kind: 'regid', regId: id })),
  hex(20).map(keyIdUid),
  hex(32).map(x => publicKeyUid(`02${x}`)),
);

function plainRecord<T>(fields: { [K in keyof T]: Arbitrary<T[K]> }): Arbitrary<T> {
  return fc.record(fields, { noNullPrototype: true }) as Arbitrary<T>;
}

function list<T>(item: Arbitrary<T>): Arbitrary<T[]> {
  return fc.array(item, { maxLength: 5 });
}

/** Texts in ascending byte order, each once, with a value. */
const amountsBySymbol = fc
  .dictionary(text, amount, { maxKeys: 5 })
  .map(entries => new Map(Object.entries(entries).sort(([a], [b]) => (a < b ? -1 : 1))));

const pricePoint = plainRecord({ baseSymbol: text, quoteSymbol: text, price: amount });
const parameters = list(plainRecord({ code: uint(8), value: amount }));

const inputCondition = fc.oneof(
  fc.constant({ type: CONDITION_TYPES.IP2SA }),
  plainRecord({
    type: fc.constant(CONDITION_TYPES.IP2MA),
    m: uint(8),
    n: uint(8),
    uids: list(uid),
    signatures: list(bytes),
  }),
  plainRecord({ type: fc.constant(CONDITION_TYPES.IP2PH), password: bytes }),
);
const outputCondition = fc.oneof(
  plainRecord({ type: fc.constant(CONDITION_TYPES.OP2SA), uid }),
  plainRecord({ type: fc.constant(CONDITION_TYPES.OP2MA), keyId: hex(20) }),
  plainRecord({
    type: fc.constant(CONDITION_TYPES.OP2PH),
    passwordProofRequired: fc.boolean(),
    passwordHash: hash,
  }),
  plainRecord({ type: fc.constantFrom(114, 115), height: amount }),
);

/** The fields of each proposal type (spec 01 §10). */
const PROPOSAL_FIELDS: Readonly<Record<number, Readonly<Record<string, Arbitrary<unknown>>>>> = {
  [PROPOSAL.SYS_PARAM]: { params: parameters },
  [PROPOSAL.BPMC_LIST]: { governorRegId: regId, operation: uint(8) },
  [PROPOSAL.BP_SIZE]: { totalBpsSize: uint(8), effectiveHeight: uint(32) },
  [PROPOSAL.MINER_FEE]: { txType: uint(8), feeSymbol: text, feeSawiAmount: amount },
  [PROPOSAL.COIN_TRANSFER]: { amount, coinSymbol: text, fromUid: uid, toUid: uid },
  [PROPOSAL.ACCOUNT_PERM]: { accountUid: uid, proposedPermsSum: amount },
  [PROPOSAL.ASSET_PERM]: { assetSymbol: text, proposedPermsSum: amount },
  [PROPOSAL.CDP_PARAM]: { params: parameters, bcoinSymbol: text, scoinSymbol: text },
  [PROPOSAL.DEX_OP]: { dexId: uint(32), operation: uint(8) },
  [PROPOSAL.FEED_COINPAIR]: { baseSymbol: text, quoteSymbol: text, operation: uint(8) },
  [PROPOSAL.AXC_IN]: {
    peerChainTokenSymbol: text,
    peerChainAddr: text,
    peerChainTxid: text,
    selfChainUid: uid,
    swapAmount: amount,
  },
  [PROPOSAL.AXC_OUT]: {
    selfChainUid: uid,
    selfChainTokenSymbol: text,
    peerChainAddr: text,
    swapAmount: amount,
    signatures: list(bytes),
  },
  [PROPOSAL.AXC_COIN]: { peerChainCoinSymbol: text, chain: uint(8), operation: uint(8) },
  [PROPOSAL.ASSET_ISSUE]: { assetSymbol: text, totalSupply: amount, ownerRegId: regId },
  [PROPOSAL.CANCEL_ORDER]: { orderId: hash },
};

const proposal = fc.oneof(
  ...Object.entries(PROPOSAL_FIELDS).map(([type, fields]) =>
    plainRecord({
      type: fc.constant(Number(type)),
      expiryBlockHeight: uint(32),
      approvalMinCount: uint(8),
      ...fields,
    }),
  ),
);

const assetUpdate = fc.oneof(
  plainRecord({ kind: fc.constant('owner_uid'), owner: uid }),
  plainRecord({ kind: fc.constant('name'), name: text }),
  plainRecord({ kind: fc.constant('mint_amount'), amount }),
);

const operatorUpdate = fc.oneof(
  plainRecord({
    field: fc.constantFrom(OPERATOR_FIELD.OWNER_UID, OPERATOR_FIELD.FEE_RECEIVER_UID),
    value: uid,
  }),
  plainRecord({ field: fc.constantFrom(OPERATOR_FIELD.NAME, OPERATOR_FIELD.PORTAL_URL), value: text }),
  plainRecord({ field: fc.constant(OPERATOR_FIELD.OPEN_MODE), value: uint(8) }),
  plainRecord({
    field: fc.constantFrom(OPERATOR_FIELD.MAKER_FEE_RATIO, OPERATOR_FIELD.TAKER_FEE_RATIO),
    value: amount,
  }),
  plainRecord({ field: fc.constant(OPERATOR_FIELD.ORDER_OPEN_DEXOP_LIST), value: list(amount) }),
  plainRecord({ field: fc.constant(OPERATOR_FIELD.MEMO), value: bytes }),
);

/** Fields whose name means something else in one type. */
const FIELDS_OF_TYPE: Readonly<Record<string, Arbitrary<unknown>>> = {
  [`${TX.UCOIN_BLOCK_REWARD}.rewardFees`]: amountsBySymbol,
  [`${TX.UIA_UPDATE}.update`]: assetUpdate,
  [`${TX.DEX_OPERATOR_UPDATE}.update`]: operatorUpdate,
};

/** Values of each field, by its name. */
const FIELDS: Readonly<Record<string, Arbitrary<unknown>>> = {
  version: int31,
  validHeight: int31,
  txUid: uid,
  feeSymbol: text,
  fees: amount,
  signature: bytes,
  rewardFees: amount,
  inflatedBcoins: amount,
  minerUid: uid,
  toUid: uid,
  appUid: uid,
  coinSymbol: text,
  coinAmount: amount,
  memo: bytes,
  arguments: bytes,
  contract: plainRecord({ code: bytes, memo: bytes }),
  candidateVotes: list(plainRecord({ voteType: uint(8), candidate: uid, votedBcoins: amount })),
  stakeType: uint(8),
  assetSymbol: text,
  ownerUid: uid,
  assetName: text,
  mintable: fc.boolean(),
  totalSupply: amount,
  transfers: list(plainRecord({ toUid: uid, coinSymbol: text, coinAmount: amount })),
  vmType: uint(8),
  upgradable: fc.boolean(),
  code: bytes,
  abi: bytes,
  pricePoints: list(pricePoint),
  medianPrices: fc
    .uniqueArray(pricePoint, { maxLength: 5, selector: point => `${point.baseSymbol} ${point.quoteSymbol}` })
    .map(points => points.sort(byPair)),
  vins: list(plainRecord({ prevUtxoTxid: hash, prevUtxoVoutIndex: uint(16), conds: list(inputCondition) })),
  vouts: list(plainRecord({ coinAmount: amount, conds: list(outputCondition) })),
  utxoTxid: hash,
  utxoVoutIndex: uint(16),
  passwordProof: hash,
  cdpTxid: hash,
  assetsToStake: amountsBySymbol,
  scoinSymbol: text,
  scoinsToMint: amount,
  scoinsToRepay: amount,
  assetsToRedeem: amountsBySymbol,
  liquidateAssetSymbol: text,
  scoinsToLiquidate: amount,
  cdpList: list(hash),
  proposal,
  proposalId: hash,
  axcSignature: bytes,
  assetAmount: amount,
  price: amount,
  orderId: hash,
  dealItems: list(
    plainRecord({
      buyOrderId: hash,
      sellOrderId: hash,
      price: amount,
      coinAmount: amount,
      assetAmount: amount,
    }),
  ),
  orderType: uint(8),
  orderSide: uint(8),
  dexId: uint(32),
  openMode: uint(8),
  makerFeeRatio: amount,
  takerFeeRatio: amount,
  operatorUid: uid,
  operatorTxFee: amount,
  operatorSignature: bytes,
  feeReceiverUid: uid,
  dexName: text,
  portalUrl: text,
  orderOpenDexops: list(amount),
  inlineTransactions: list(
    plainRecord({
      contract: amount,
      action: amount,
      authorization: list(plainRecord({ account: amount, permission: amount })),
      data: bytes,
    }),
  ),
  signaturePairs: list(plainRecord({ account: amount, signature: bytes })),
};

function byPair(
  a: { baseSymbol: string; quoteSymbol: string },
  b: { baseSymbol: string; quoteSymbol: string },
): number {
  if (a.baseSymbol !== b.baseSymbol) return a.baseSymbol < b.baseSymbol ? -1 : 1;
  return a.quoteSymbol < b.quoteSymbol ? -1 : 1;
}

/**
 * Transactions of one type with any values that its fields can hold, made from its field list.
 * @throws Error when the list has a field for which no values are declared here
 */
export function anyTransactionOf(type: number): Arbitrary<Transaction> {
  const { fieldNames } = TRANSACTION_TYPES.find(definition => definition.type === type)!;
  const fields = fieldNames.map((name): [string, Arbitrary<unknown>] => {
    const values = FIELDS_OF_TYPE[`${type}.${name}`] ?? FIELDS[name];
    if (values === undefined) throw new Error(`no values are declared for field ${name} of type ${type}`);
    return [name, values];
  });
  return plainRecord({ type: fc.constant(type), ...Object.fromEntries(fields) }) as Arbitrary<Transaction>;
}

/** Transactions of every type. */
export const anyTransaction: Arbitrary<Transaction> = fc.oneof(
  ...TRANSACTION_TYPES.map(definition => anyTransactionOf(definition.type)),
);
