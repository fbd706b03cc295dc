import {
  bytes,
  type Codec,
  hash256,
  record,
  text,
  u8,
  u64,
  type ValueOf,
  varint32,
  varint64,
  vector,
} from '../codec/codec.js';
import type { JsonObject } from '../codec/json-value.js';
import { isNoRegId, regId, regIdText } from '../codec/regid.js';
import { uid, uidText } from '../codec/uid.js';
import { cdpParameterName, systemParameterName } from '../config/system-parameters.js';
import { freeTextJson } from './free-text.js';
import { hexText } from './json-members.js';

type Fields = Readonly<Record<string, Codec<unknown>>>;
export type ProposedValues<F> = { readonly [K in keyof F]: ValueOf<F[K]> };

/** A type of proposal: its fields in the order of their bytes, and what results show of them. */
interface ProposalType<T extends number, N extends string, F> {
  readonly type: T;
  /** As the reference calls it. */
  readonly name: N;
  readonly fields: F;
  readonly json: (value: ProposedValues<F>) => JsonObject;
}

function define<const T extends number, const N extends string, F extends Fields>(
  type: ProposalType<T, N, F>,
): ProposalType<T, N, F> {
  return type;
}

/** A parameter and its new value. */
const parameter = record({ code: u8, value: varint64 });

function parametersJson(
  params: readonly { readonly code: number; readonly value: bigint }[],
  nameOf: (code: number) => string,
): readonly JsonObject[] {
  return params.map(p => ({ param_code: p.code, param_name: nameOf(p.code), param_value: p.value }));
}

/** All types of proposals (spec 01 §10). */
export const PROPOSAL_TYPES = {
  sysParam: define({
    type: 1,
    name: 'GOV_SYS_PARAM',
    fields: { params: vector(parameter) },
    json: ({ params }) => ({ params: parametersJson(params, systemParameterName) }),
  }),
  governors: define({
    type: 2,
    name: 'GOV_BPMC_LIST',
    fields: { governorRegId: regId, operation: u8 },
    json: value => ({ gov_bp_regid: regIdText(value.governorRegId), operate_type: value.operation }),
  }),
  producerCount: define({
    type: 3,
    name: 'GOV_BP_SIZE',
    fields: { totalBpsSize: u8, effectiveHeight: varint32 },
    json: value => ({ total_bps_size: value.totalBpsSize, effective_height: value.effectiveHeight }),
  }),
  minerFee: define({
    type: 4,
    name: 'GOV_MINER_FEE',
    fields: { txType: u8, feeSymbol: text, feeSawiAmount: varint64 },
    json: value => ({
      tx_type: value.txType,
      fee_symbol: value.feeSymbol,
      fee_sawi_amount: value.feeSawiAmount,
    }),
  }),
  coinTransfer: define({
    type: 5,
    name: 'GOV_COIN_TRANSFER',
    fields: { amount: varint64, coinSymbol: text, fromUid: uid, toUid: uid },
    json: value => ({
      coin_symbol: value.coinSymbol,
      amount: value.amount,
      from_uid: uidText(value.fromUid),
      to_uid: uidText(value.toUid),
    }),
  }),
  accountPerms: define({
    type: 6,
    name: 'GOV_ACCOUNT_PERM',
    fields: { accountUid: uid, proposedPermsSum: varint64 },
    json: value => ({ account_uid: uidText(value.accountUid), proposed_perms_sum: value.proposedPermsSum }),
  }),
  assetPerms: define({
    type: 7,
    name: 'GOV_ASSET_PERM',
    fields: { assetSymbol: text, proposedPermsSum: varint64 },
    json: value => ({ asset_symbol: value.assetSymbol, proposed_perms_sum: value.proposedPermsSum }),
  }),
  cdpParam: define({
    type: 8,
    name: 'GOV_CDP_PARAM',
    fields: { params: vector(parameter), bcoinSymbol: text, scoinSymbol: text },
    json: value => ({
      asset_pair: `${value.bcoinSymbol}-${value.scoinSymbol}`,
      params: parametersJson(value.params, cdpParameterName),
    }),
  }),
  dexOperator: define({
    type: 9,
    name: 'GOV_DEX_OP',
    fields: { dexId: varint32, operation: u8 },
    json: value => ({ dexid: value.dexId, operate_type: value.operation }),
  }),
  feedCoinPair: define({
    type: 11,
    name: 'GOV_FEED_COINPAIR',
    fields: { baseSymbol: text, quoteSymbol: text, operation: u8 },
    json: value => ({
      base_symbol: value.baseSymbol,
      quote_symbol: value.quoteSymbol,
      op_type: value.operation,
    }),
  }),
  crossChainIn: define({
    type: 12,
    name: 'GOV_AXC_IN',
    fields: {
      peerChainTokenSymbol: text,
      peerChainAddr: text,
      peerChainTxid: text,
      selfChainUid: uid,
      swapAmount: varint64,
    },
    json: value => ({
      peer_chain_token_symbol: freeTextJson(value.peerChainTokenSymbol),
      peer_chain_addr: freeTextJson(value.peerChainAddr),
      peer_chain_txid: freeTextJson(value.peerChainTxid),
      self_chain_uid: uidText(value.selfChainUid),
      swap_amount: value.swapAmount,
    }),
  }),
  crossChainOut: define({
    type: 13,
    name: 'GOV_AXC_OUT',
    fields: {
      selfChainUid: uid,
      selfChainTokenSymbol: text,
      peerChainAddr: text,
      swapAmount: varint64,
      signatures: vector(bytes),
    },
    json: value => ({
      self_chain_token_symbol: value.selfChainTokenSymbol,
      self_chain_uid: value.selfChainUid.kind === 'null' ? undefined : uidText(value.selfChainUid),
      peer_chain_addr: freeTextJson(value.peerChainAddr),
      swap_amount: value.swapAmount,
      signs: value.signatures.map(hexText),
    }),
  }),
  crossChainCoin: define({
    type: 14,
    name: 'GOV_AXC_COIN',
    fields: { peerChainCoinSymbol: text, chain: u8, operation: u8 },
    json: value => ({
      peer_chain_coin_symbol: value.peerChainCoinSymbol,
      peer_chain_type: value.chain,
      op_type: value.operation,
    }),
  }),
  assetIssue: define({
    type: 15,
    name: 'GOV_ASSET_ISSUE',
    fields: { assetSymbol: text, totalSupply: u64, ownerRegId: regId },
    json: value => ({
      asset_symbol: value.assetSymbol,
      owner_regid: isNoRegId(value.ownerRegId) ? undefined : regIdText(value.ownerRegId),
      total_supply: value.totalSupply,
    }),
  }),
  cancelOrder: define({
    type: 16,
    name: 'GOV_CANCEL_ORDER',
    fields: { orderId: hash256 },
    json: value => ({ order_id: value.orderId }),
  }),
} as const;

type Definition = (typeof PROPOSAL_TYPES)[keyof typeof PROPOSAL_TYPES];
type ShortName<N> = N extends `GOV_${infer Short}` ? Short : never;

/** The number of every type, by its name without `GOV_`: `PROPOSAL.COIN_TRANSFER`. */
export const PROPOSAL = Object.fromEntries(
  Object.values(PROPOSAL_TYPES).map(({ name, type }) => [name.slice('GOV_'.length), type]),
) as { readonly [D in Definition as ShortName<D['name']>]: D['type'] };
