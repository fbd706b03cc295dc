import type { RegId } from '../../../src/codec/regid.js';
import { regIdText } from '../../../src/codec/regid.js';
import { type Uid, uidText } from '../../../src/codec/uid.js';
import type { Proposal } from '../../../src/tx/proposal.js';
import { PROPOSAL } from '../../../src/tx/proposal-types.js';
import { type Transaction, TX } from '../../../src/tx/transactions.js';
import type { UtxoCondition } from '../../../src/tx/utxo.js';
import type { ExactJson, ExactObject } from '../answers/exact-json.js';

/**
 * The fields of a transaction in the names and forms of the vector files: 64-bit integers as
 * decimal strings, uids as text or null, maps as lists of pairs, and the groups of spec 01 §9.2.
 */
export function specFields(tx: Transaction): ExactJson {
  const { type: _type, version, ...fields } = tx;
  return { ver: plain(version), ...groupedFields(tx, members(fields)) };
}

/** Byte strings that the files show as text; all others are hex. */
const TEXT_FIELDS = new Set(['memo', 'code', 'abi', 'password']);

function groupedFields(tx: Transaction, fields: ExactObject): ExactObject {
  switch (tx.type) {
    case TX.DELEGATE_VOTE:
      return {
        ...fields,
        candidate_votes: tx.candidateVotes.map(vote => ({
          vote_type: plain(vote.voteType),
          candidate_uid: plain(vote.candidate),
          voted_bcoins: plain(vote.votedBcoins),
        })),
      };
    case TX.ASSET_ISSUE:
      return grouped(fields, 'asset', {
        asset_symbol: 'asset_symbol',
        owner_uid: 'owner_uid',
        asset_name: 'asset_name',
        mintable: 'mintable',
        total_supply: 'total_supply',
      });
    case TX.UIA_UPDATE: {
      const { update: _update, ...rest } = fields;
      const { kind } = tx.update;
      const type = BigInt(1 + ['owner_uid', 'name', 'mint_amount'].indexOf(kind));
      const value =
        tx.update.kind === 'owner_uid'
          ? plain(tx.update.owner)
          : tx.update.kind === 'name'
            ? tx.update.name
            : plain(tx.update.amount);
      return { ...rest, update_data: { type, value } };
    }
    case TX.UCONTRACT_DEPLOY:
      return grouped(fields, 'contract', {
        vm_type: 'vm_type',
        upgradable: 'upgradable',
        code: 'code',
        memo: 'memo',
        abi: 'abi',
      });
    case TX.PRICE_FEED:
      return {
        ...fields,
        price_points: tx.pricePoints.map(point => ({
          coin_symbol: point.baseSymbol,
          price_symbol: point.quoteSymbol,
          price: plain(point.price),
        })),
      };
    case TX.PRICE_MEDIAN:
      return {
        ...fields,
        median_prices: tx.medianPrices.map(p => [p.baseSymbol, p.quoteSymbol, plain(p.price)]),
      };
    case TX.UTXO_TRANSFER:
      return {
        ...fields,
        vins: tx.vins.map(vin => ({ ...members({ ...vin }), conds: vin.conds.map(conditionFields) })),
        vouts: tx.vouts.map(vout => ({ ...members({ ...vout }), conds: vout.conds.map(conditionFields) })),
      };
    case TX.PROPOSAL_REQUEST:
      return { ...fields, proposal: proposalFields(tx.proposal) };
    case TX.DEX_TRADE_SETTLE:
      return {
        ...fields,
        deal_items: tx.dealItems.map(deal => ({
          buy_order_id: deal.buyOrderId,
          sell_order_id: deal.sellOrderId,
          deal_price: plain(deal.price),
          deal_coin_amount: plain(deal.coinAmount),
          deal_asset_amount: plain(deal.assetAmount),
        })),
      };
    case TX.DEX_OPERATOR_REGISTER:
      return grouped(fields, 'data', {
        owner_uid: 'owner_uid',
        fee_receiver_uid: 'fee_receiver_uid',
        dex_name: 'name',
        portal_url: 'portal_url',
        open_mode: 'order_open_mode',
        maker_fee_ratio: 'maker_fee_ratio',
        taker_fee_ratio: 'taker_fee_ratio',
        order_open_dexops: 'order_open_dexop_list',
        memo: 'memo',
      });
    case TX.DEX_OPERATOR_UPDATE: {
      const { dex_id: dexId, update: _update, ...rest } = fields;
      const { field, value } = tx.update;
      const plainValue = value instanceof Uint8Array ? Buffer.from(value).toString() : plain(value);
      return { ...rest, update_data: { dex_id: dexId!, field: plain(field), value: plainValue } };
    }
    case TX.UNIVERSAL: {
      const { signature_pairs: signatures, ...rest } = fields;
      return {
        ...rest,
        signatures: signatures!,
        inline_transactions: tx.inlineTransactions.map(call => ({
          ...members({ ...call }),
          authorization: call.authorization.map(level => ({
            account: plain(level.account),
            perm: plain(level.permission),
          })),
        })),
      };
    }
    default:
      return fields;
  }
}

function conditionFields({ type, ...rest }: UtxoCondition): ExactJson {
  const { key_id: keyId, ...fields } = members(rest);
  const multisign: ExactObject = keyId === undefined ? {} : { dest_multisign_keyid: keyId };
  return { cond_type: plain(type), ...fields, ...multisign };
}

/** Names of proposal fields that are not simply ours in the other spelling. */
const PROPOSAL_NAMES: Readonly<Record<string, string>> = {
  params: 'param_values',
  governor_reg_id: 'gov_bp_regid',
  owner_reg_id: 'owner_regid',
  operation: 'op_type',
  chain: 'peer_chain_type',
  signatures: 'peer_chain_tx_multisigs',
};

function proposalFields({ type, ...rest }: Proposal): ExactJson {
  const names =
    type === PROPOSAL.COIN_TRANSFER
      ? { coin_symbol: 'token' }
      : type === PROPOSAL.DEX_OP
        ? { dex_id: 'dexid', operation: 'operate_type' }
        : PROPOSAL_NAMES;
  return { proposal_type: plain(type), ...renamed(members(rest), names) };
}

function renamed(fields: ExactObject, names: Readonly<Record<string, string>>): ExactObject {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [names[name] ?? name, value]));
}

/** Moves the named fields into a member of their own. */
function grouped(fields: ExactObject, group: string, names: Readonly<Record<string, string>>): ExactObject {
  const entries = Object.entries(fields);
  return {
    ...Object.fromEntries(entries.filter(([name]) => !(name in names))),
    [group]: renamed(Object.fromEntries(entries.filter(([name]) => name in names)), names),
  };
}

function members(fields: Readonly<Record<string, unknown>>): ExactObject {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`),
      TEXT_FIELDS.has(name) && value instanceof Uint8Array ? Buffer.from(value).toString() : plain(value),
    ]),
  );
}

function plain(value: unknown): ExactJson {
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'number') return BigInt(value);
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
  if (Array.isArray(value)) return value.map(plain);
  if (value instanceof Map) return [...value].map(([key, v]) => [key, plain(v)]);
  if (typeof value === 'object' && value !== null) {
    if ('kind' in value) {
      const uid = value as Uid;
      return uid.kind === 'null' ? null : uidText(uid);
    }
    if ('height' in value && 'index' in value) return regIdText(value as RegId);
    return members({ ...value });
  }
  throw new TypeError(`no field has the value ${String(value)}`);
}
