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
import { DecodeError } from '../codec/errors.js';
import type { JsonObject } from '../codec/json-value.js';
import { isNoRegId, regId, regIdText } from '../codec/regid.js';
import { uid, uidText } from '../codec/uid.js';
import { cdpParameterName, systemParameterName } from '../config/system-parameters.js';
import { freeTextJson } from './free-text.js';
import { hexText } from './json-members.js';

/** A parameter and its new value. */
const parameter = record({ code: u8, value: varint64 });

interface ProposalDefinition<F> {
  readonly type: number;
  readonly name: string;
  readonly fields: F;
}

function define<const T extends number, F extends Readonly<Record<string, Codec<unknown>>>>(
  definition: ProposalDefinition<F> & { readonly type: T },
) {
  return definition;
}

/** All proposal types (spec 01 §10). */
const PROPOSALS = {
  sysParam: define({ type: 1, name: 'GOV_SYS_PARAM', fields: { params: vector(parameter) } }),
  governors: define({ type: 2, name: 'GOV_BPMC_LIST', fields: { governorRegId: regId, operation: u8 } }),
  producerCount: define({
    type: 3,
    name: 'GOV_BP_SIZE',
    fields: { totalBpsSize: u8, effectiveHeight: varint32 },
  }),
  minerFee: define({
    type: 4,
    name: 'GOV_MINER_FEE',
    fields: { txType: u8, feeSymbol: text, feeSawiAmount: varint64 },
  }),
  coinTransfer: define({
    type: 5,
    name: 'GOV_COIN_TRANSFER',
    fields: { amount: varint64, coinSymbol: text, fromUid: uid, toUid: uid },
  }),
  accountPerms: define({
    type: 6,
    name: 'GOV_ACCOUNT_PERM',
    fields: { accountUid: uid, proposedPermsSum: varint64 },
  }),
  assetPerms: define({
    type: 7,
    name: 'GOV_ASSET_PERM',
    fields: { assetSymbol: text, proposedPermsSum: varint64 },
  }),
  cdpParam: define({
    type: 8,
    name: 'GOV_CDP_PARAM',
    fields: { params: vector(parameter), bcoinSymbol: text, scoinSymbol: text },
  }),
  dexOperator: define({ type: 9, name: 'GOV_DEX_OP', fields: { dexId: varint32, operation: u8 } }),
  feedCoinPair: define({
    type: 11,
    name: 'GOV_FEED_COINPAIR',
    fields: { baseSymbol: text, quoteSymbol: text, operation: u8 },
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
  }),
  crossChainCoin: define({
    type: 14,
    name: 'GOV_AXC_COIN',
    fields: { peerChainCoinSymbol: text, chain: u8, operation: u8 },
  }),
  assetIssue: define({
    type: 15,
    name: 'GOV_ASSET_ISSUE',
    fields: { assetSymbol: text, totalSupply: u64, ownerRegId: regId },
  }),
  cancelOrder: define({ type: 16, name: 'GOV_CANCEL_ORDER', fields: { orderId: hash256 } }),
} as const;

type Definitions = typeof PROPOSALS;
interface ProposalHead {
  /** 0 in a request; set by the ledger in the stored copy. */
  readonly expiryBlockHeight: number;
  /** 0 in a request; set by the ledger in the stored copy. */
  readonly approvalMinCount: number;
}
type ProposalOfDefinition<D> = D extends { readonly type: infer T; readonly fields: infer F }
  ? ProposalHead & { readonly type: T } & { readonly [K in keyof F]: ValueOf<F[K]> }
  : never;

/** A proposal, told apart by `type`. */
export type Proposal = { [K in keyof Definitions]: ProposalOfDefinition<Definitions[K]> }[keyof Definitions];

const byType = new Map<number, ProposalDefinition<Readonly<Record<string, Codec<unknown>>>>>(
  Object.values(PROPOSALS).map(definition => [definition.type, definition]),
);

/** u8 type, VI32 expiry height, u8 minimum count, then the fields of the type (spec 01 §10). */
export const proposal: Codec<Proposal> = {
  read(reader) {
    const type = reader.u8();
    const definition = byType.get(type);
    if (!definition) throw new DecodeError(`Unserialize: proposalType(${type}) error.: iostream error`);
    const value: Record<string, unknown> = {
      type,
      expiryBlockHeight: varint32.read(reader),
      approvalMinCount: reader.u8(),
    };
    for (const [name, codec] of Object.entries(definition.fields)) value[name] = codec.read(reader);
    return value as unknown as Proposal;
  },
  write(writer, value) {
    writer.u8(value.type);
    varint32.write(writer, value.expiryBlockHeight);
    writer.u8(value.approvalMinCount);
    const fields = value as unknown as Readonly<Record<string, unknown>>;
    for (const [name, codec] of Object.entries(byType.get(value.type)!.fields)) {
      codec.write(writer, fields[name]);
    }
  },
};

function parametersJson(
  params: readonly { readonly code: number; readonly value: bigint }[],
  nameOf: (code: number) => string,
): readonly JsonObject[] {
  return params.map(p => ({ param_code: p.code, param_name: nameOf(p.code), param_value: p.value }));
}

/** The JSON form of spec 01 §10; zero head fields are left out. */
export function proposalJson(value: Proposal): JsonObject {
  return {
    proposal_type: value.type,
    approval_min_count: value.approvalMinCount > 0 ? value.approvalMinCount : undefined,
    expiry_block_height: value.expiryBlockHeight > 0 ? value.expiryBlockHeight : undefined,
    ...proposalMembers(value),
  };
}

function proposalMembers(value: Proposal): JsonObject {
  switch (value.type) {
    case 1:
      return { params: parametersJson(value.params, systemParameterName) };
    case 2:
      return { gov_bp_regid: regIdText(value.governorRegId), operate_type: value.operation };
    case 3:
      return { total_bps_size: value.totalBpsSize, effective_height: value.effectiveHeight };
    case 4:
      return {
        tx_type: value.txType,
        fee_symbol: value.feeSymbol,
        fee_sawi_amount: value.feeSawiAmount,
      };
    case 5:
      return {
        coin_symbol: value.coinSymbol,
        amount: value.amount,
        from_uid: uidText(value.fromUid),
        to_uid: uidText(value.toUid),
      };
    case 6:
      return { account_uid: uidText(value.accountUid), proposed_perms_sum: value.proposedPermsSum };
    case 7:
      return { asset_symbol: value.assetSymbol, proposed_perms_sum: value.proposedPermsSum };
    case 8:
      return {
        asset_pair: `${value.bcoinSymbol}-${value.scoinSymbol}`,
        params: parametersJson(value.params, cdpParameterName),
      };
    case 9:
      return { dexid: value.dexId, operate_type: value.operation };
    case 11:
      return { base_symbol: value.baseSymbol, quote_symbol: value.quoteSymbol, op_type: value.operation };
    case 12:
      return {
        peer_chain_token_symbol: freeTextJson(value.peerChainTokenSymbol),
        peer_chain_addr: freeTextJson(value.peerChainAddr),
        peer_chain_txid: freeTextJson(value.peerChainTxid),
        self_chain_uid: uidText(value.selfChainUid),
        swap_amount: value.swapAmount,
      };
    case 13:
      return {
        self_chain_token_symbol: value.selfChainTokenSymbol,
        self_chain_uid: value.selfChainUid.kind === 'null' ? undefined : uidText(value.selfChainUid),
        peer_chain_addr: freeTextJson(value.peerChainAddr),
        swap_amount: value.swapAmount,
        signs: value.signatures.map(hexText),
      };
    case 14:
      return {
        peer_chain_coin_symbol: value.peerChainCoinSymbol,
        peer_chain_type: value.chain,
        op_type: value.operation,
      };
    case 15:
      return {
        asset_symbol: value.assetSymbol,
        owner_regid: isNoRegId(value.ownerRegId) ? undefined : regIdText(value.ownerRegId),
        total_supply: value.totalSupply,
      };
    case 16:
      return { order_id: value.orderId };
  }
}
