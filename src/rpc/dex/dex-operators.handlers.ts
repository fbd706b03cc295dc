import type { Json } from '../../codec/json-value.js';
import { regIdUid, type Uid, uidText } from '../../codec/uid.js';
import { isRegistered } from '../../state/tables/accounts.js';
import { dexOperator, operatorIdOfOwner } from '../../state/tables/dex-operators.js';
import { OPEN_PRIVATE, OPEN_PUBLIC } from '../../tx/enums.js';
import { freeTextFrom } from '../../tx/free-text.js';
import { TX } from '../../tx/transactions.js';
import { OPERATOR_FIELD, type OperatorUpdate } from '../../tx/types/dex-operator-update.js';
import { RpcError } from '../declaration/errors.js';
import { implement } from '../declaration/method.js';
import * as p from '../declaration/parameters/index.js';
import { converted } from '../declaration/refused-value.js';
import type { NodeServices } from '../node/services.js';
import {
  accountOf,
  isMatureAtTip,
  requireAccount,
  senderParameter,
  uidParameter,
} from '../submission/account-parameters.js';
import { feeParameter } from '../submission/fees.js';
import { requireFunds } from '../submission/simulated-balance.js';
import { signAndSubmit, standardFields, UNSIGNED } from '../submission/submit.js';
import { operatorJson } from './dex.results.js';
import type { methods } from './dex-operators.methods.js';
import { numeric } from './dex-order-forms.js';
import { dexMemo } from './dex-orders.js';

export const handlers = implement<typeof methods, NodeServices>({
  submitdexoperatorregtx(args, services) {
    const sender = senderParameter(services, args.sender);
    const ownerUid = maturedRegId(services, 'owner_uid', args.owner_uid);
    const feeReceiverUid = maturedRegId(services, 'fee_receiver_uid', args.fee_receiver_uid);
    const orderOpenDexops = args.order_open_dexop_list.map(dexIdElement);
    const fee = feeParameter(services, args.fee, TX.DEX_OPERATOR_REGISTER);
    const memo = dexMemo(args.memo);
    requireFunds(services.state, sender, fee);
    return signAndSubmit(services, {
      type: TX.DEX_OPERATOR_REGISTER,
      ...standardFields(services, sender, fee),
      ownerUid,
      feeReceiverUid,
      dexName: freeTextFrom(args.dex_name),
      portalUrl: freeTextFrom(args.portal_url),
      openMode: args.order_open_mode === 'PUBLIC' ? OPEN_PUBLIC : OPEN_PRIVATE,
      makerFeeRatio: args.maker_fee_ratio,
      takerFeeRatio: args.taker_fee_ratio,
      orderOpenDexops,
      memo,
      ...UNSIGNED,
    });
  },

  submitdexopupdatetx({ sender: from, dex_id, update_field, value, fee: given }, services) {
    const sender = senderParameter(services, from);
    const update = operatorUpdate(services, update_field, value);
    const fee = feeParameter(services, given, TX.DEX_OPERATOR_UPDATE);
    requireFunds(services.state, sender, fee);
    return signAndSubmit(services, {
      type: TX.DEX_OPERATOR_UPDATE,
      ...standardFields(services, sender, fee),
      dexId: dex_id,
      update,
      ...UNSIGNED,
    });
  },

  getdexoperator({ dex_id: id }, services) {
    const operator = dexOperator(services.state, services.network, id);
    if (operator === undefined) {
      throw new RpcError('INVALID_PARAMS', `dex operator does not exist! dex_id=${id}`);
    }
    return operatorJson(services, id, operator);
  },

  getdexoperatorbyowner({ owner_uid }, services) {
    const { state, network } = services;
    const uid = uidParameter(services, owner_uid);
    const account = requireAccount(state, uid);
    if (!isRegistered(account)) {
      throw new RpcError('INVALID_PARAMS', `account not registered! uid=${uidText(uid)}`);
    }
    const id = operatorIdOfOwner(state, network, account.regId);
    const operator = id === undefined ? undefined : dexOperator(state, network, id);
    if (id === undefined || operator === undefined) {
      const message = `the owner account dos not have a dex operator! uid=${uidText(uid)}`;
      throw new RpcError('INVALID_PARAMS', message);
    }
    return operatorJson(services, id, operator);
  },
});

/** The owner or fee receiver of an operator. @throws RpcError -5, -32602 */
function maturedRegId(services: NodeServices, field: string, text: string): Uid {
  const uid = uidParameter(services, text);
  const account = accountOf(services.state, uid);
  const regId = uid.kind === 'regid' ? uid.regId : account?.regId;
  if (regId === undefined || account === undefined || !isMatureAtTip(services, regId)) {
    throw new RpcError('INVALID_PARAMS', `${field} must be a matured regid!`);
  }
  return regIdUid(regId);
}

function dexIdElement(element: Json): bigint {
  return converted(p.uint64, element, { index: 8, name: 'order_open_dexop_list' });
}

/** The new value of a field, by the field's number (spec 02 §5.12). @throws RpcError */
function operatorUpdate(services: NodeServices, field: number, value: Json): OperatorUpdate {
  const position = { index: 3, name: 'value' };
  switch (field) {
    case OPERATOR_FIELD.OWNER_UID:
    case OPERATOR_FIELD.FEE_RECEIVER_UID:
      return { field, value: regIdOf(services, converted(p.uid, value, position)) };
    case OPERATOR_FIELD.NAME:
    case OPERATOR_FIELD.PORTAL_URL:
      return { field, value: freeTextFrom(converted(p.string, value, position)) };
    case OPERATOR_FIELD.OPEN_MODE: {
      const mode = converted(p.oneOf('PUBLIC', 'PRIVATE'), value, { ...position, name: 'order_open_mode' });
      return { field, value: mode === 'PUBLIC' ? OPEN_PUBLIC : OPEN_PRIVATE };
    }
    case OPERATOR_FIELD.MAKER_FEE_RATIO:
    case OPERATOR_FIELD.TAKER_FEE_RATIO:
      return { field, value: ratio(value) };
    case OPERATOR_FIELD.ORDER_OPEN_DEXOP_LIST:
      return { field, value: converted(p.jsonArray, value, position).map(dexIdElement) };
    case OPERATOR_FIELD.MEMO:
      return { field, value: Buffer.from(converted(p.string, value, position), 'utf8') };
    default:
      throw new RpcError('INVALID_PARAMETER', `unsupport dex update_field=${field}`);
  }
}

/** The account need not exist where it is named by its regid: the ledger checks that. */
function regIdOf(services: NodeServices, text: string): Uid {
  const uid = uidParameter(services, text);
  if (uid.kind === 'regid') return uid;
  const account = accountOf(services.state, uid);
  if (account === undefined || !isRegistered(account)) {
    throw new RpcError('INVALID_PARAMETER', `get regid by uid=${text} failed`);
  }
  return regIdUid(account.regId);
}

/** A ratio as a number, or as a text of digits. */
function ratio(value: Json): bigint {
  const number = numeric(value);
  if (typeof number === 'string') {
    throw new RpcError(
      'INVALID_PARAMS',
      `the fee ratio ${number} is no integer; expected digits such as 40000`,
    );
  }
  if (typeof number !== 'number' && typeof number !== 'bigint') {
    throw new RpcError('INVALID_PARAMETER', 'the fee ratio must be an integer or a text of digits');
  }
  return converted(p.uint64, number, { index: 3, name: 'value' });
}
