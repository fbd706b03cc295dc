import { type Uid, uidText } from '../../../src/codec/uid.js';
import type { ExactJson, ExactObject } from './exact-json.js';

/**
 * The JSON that this node prints for a transaction, given what the reference prints: every member
 * that we add is listed here, with its place (spec 01 §15, spec 02 §4.1).
 *
 * @param txUid - the sender as the transaction itself names it
 */
export function withOurMembers(recorded: ExactJson, txUid: Uid): ExactJson {
  if (recorded === null || typeof recorded !== 'object') return recorded;
  if (Array.isArray(recorded)) return recorded.map(item => withOurMembers(item, txUid));
  const merged: Record<string, ExactJson> = {};
  for (const [key, value] of Object.entries(recorded as ExactObject)) {
    merged[key] = key === 'data_detail' ? value : withOurMembers(value, txUid);
    Object.assign(merged, besideMember(key, value));
  }
  return { ...merged, ...behindObject(recorded as ExactObject, txUid) };
}

/** Members that follow directly after one of the reference's. */
function besideMember(key: string, value: ExactJson): ExactObject {
  switch (key) {
    case 'memo':
      return { memo_hex: Buffer.from(value as string, 'latin1').toString('hex') };
    case 'cond_type':
      return { cond_type_code: CONDITION_CODES[value as string]! };
    case 'multisign_addr':
      return { multisign_address: value };
    case 'axc_signatur':
      return { axc_signature: value };
    default:
      return {};
  }
}

/** Members at the end of an object. */
function behindObject(recorded: ExactObject, txUid: Uid): ExactObject {
  const { buy_order_id, price, coin_amount, asset_amount, payer, payer_addr, signature_payer } = recorded;
  if (buy_order_id !== undefined) {
    return { deal_price: price!, deal_coin_amount: coin_amount!, deal_asset_amount: asset_amount! };
  }
  if (payer !== undefined) {
    const { signature } = signature_payer as ExactObject;
    return { tx_uid: uidText(txUid), from_addr: payer_addr!, signature: signature! };
  }
  return {};
}

const CONDITION_CODES: Readonly<Record<string, bigint>> = {
  IP2SA: 11n,
  IP2MA: 12n,
  IP2PH: 13n,
  OP2SA: 111n,
  OP2MA: 112n,
  OP2PH: 113n,
  OCLAIM_LOCK: 114n,
  ORECLAIM_LOCK: 115n,
};
