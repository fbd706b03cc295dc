import { OWNER_PERMISSION } from '../../../vm/wasm/inline-authorization.js';
import type { JsonObject } from '../../codec/json-value.js';
import { parseRegId, regIdInteger } from '../../codec/regid.js';
import { regIdTextProblem } from '../../codec/regid-text.js';
import { regIdUid } from '../../codec/uid.js';
import { BASE_COIN } from '../../tx/symbols.js';
import { type Transaction, TX } from '../../tx/transactions.js';
import { contractArguments } from '../contracts/contract-arguments.js';
import { ACTION_DATA } from '../contracts/wasm-contracts.methods.js';
import { RpcError } from '../declaration/errors.js';
import * as p from '../declaration/parameters/index.js';
import { candidateVotesParameter } from '../governance/candidate-votes.js';
import type { NodeServices } from '../node/services.js';
import { senderParameter, uidParameter } from '../submission/account-parameters.js';
import { packedAction, regIdParameter, requireSchema } from '../submission/contract-abis.js';
import { requireBaseCoin } from '../submission/fees.js';
import { member, objectElements } from '../submission/json-members.js';
import { standardFields, UNSIGNED } from '../submission/submit.js';
import { payerParameter } from '../submission/submit-actions.js';

type Builder = (services: NodeServices, params: JsonObject) => Transaction;

const money = p.comboMoney(BASE_COIN);

/** The functions of genunsignedtxraw; members are read in the order of spec 02 §5.6. */
const BUILDERS: ReadonlyMap<string, Builder> = new Map<string, Builder>([
  [
    'submitsendtx',
    (services, params) => {
      const sender = senderParameter(services, member(params, 'sender', p.uid));
      const toUid = uidParameter(services, member(params, 'to', p.uid));
      const amount = member(params, 'amount', money);
      const fee = member(params, 'fee', money);
      const memo = member(params, 'memo', p.string);
      return {
        type: TX.UCOIN_TRANSFER,
        ...standardFields(services, sender, fee, member(params, 'height', p.int)),
        transfers: [{ toUid, coinSymbol: amount.symbol, coinAmount: amount.amount }],
        memo: Buffer.from(memo, 'utf8'),
        ...UNSIGNED,
      };
    },
  ],
  [
    'submitaccountpermscleartx',
    (services, params) => {
      const sender = senderParameter(services, member(params, 'sender', p.uid));
      const fee = member(params, 'fee', money);
      return {
        type: TX.ACCOUNT_PERMS_CLEAR,
        ...standardFields(services, sender, fee, member(params, 'height', p.int)),
        ...UNSIGNED,
      };
    },
  ],
  [
    'submitucontractcalltx',
    (services, params) => {
      const sender = senderParameter(services, member(params, 'sender', p.uid));
      const contract = contractParameter(member(params, 'contractRegid', p.string));
      const bytes = contractArguments(member(params, 'args', p.string));
      const amount = member(params, 'amount', money);
      const fee = member(params, 'fee', money);
      return {
        type: TX.UCONTRACT_INVOKE,
        ...standardFields(services, sender, fee, member(params, 'height', p.int)),
        appUid: contract,
        arguments: bytes,
        coinSymbol: amount.symbol,
        coinAmount: amount.amount,
        ...UNSIGNED,
      };
    },
  ],
  [
    'submitdelegatevotetx',
    (services, params) => {
      const sender = senderParameter(services, member(params, 'sender', p.uid));
      const fee = member(params, 'fee', money);
      requireBaseCoin(fee);
      const validHeight = member(params, 'height', p.int);
      return {
        type: TX.DELEGATE_VOTE,
        version: 1,
        validHeight,
        txUid: sender,
        candidateVotes: candidateVotesParameter(services, member(params, 'votelist', p.jsonArray)),
        fees: fee.amount,
        ...UNSIGNED,
      };
    },
  ],
  ['submitwasmcontractcalltx', unsignedActions],
]);

/**
 * The transaction that genunsignedtxraw makes. Fees and balances are not checked.
 * @throws RpcError -8 for an unknown function or a missing member, and as the members' types say
 */
export function unsignedTransaction(services: NodeServices, func: string, params: JsonObject): Transaction {
  const builder = BUILDERS.get(func);
  if (!builder) {
    const known = [...BUILDERS.keys()].join(', ');
    throw new RpcError('INVALID_PARAMETER', `unknown func ${func}; expected one of ${known}`);
  }
  return builder(services, params);
}

/** Actions by the authority of the sender or of others, who get an empty place for their signature each. */
function unsignedActions(services: NodeServices, params: JsonObject): Transaction {
  const payer = payerParameter(services, member(params, 'sender', p.uid));
  const fee = member(params, 'fee', money);
  const height = member(params, 'height', p.int);
  const own = regIdInteger(payer.regId);
  const cosigners = new Set<bigint>();
  const calls = objectElements(member(params, 'transactions', p.jsonArray), 'transactions').map(element => {
    const contract = regIdParameter(member(element, 'contract', p.string));
    const action = member(element, 'action', p.string);
    const data = member(element, 'data', ACTION_DATA.type);
    const auth =
      element.auth === undefined ? own : regIdInteger(regIdParameter(member(element, 'auth', p.string)));
    if (auth !== own) cosigners.add(auth);
    const packed = packedAction(requireSchema(services, contract), action, data);
    const authorization = [{ account: auth, permission: OWNER_PERMISSION }];
    return { contract: regIdInteger(contract), ...packed, authorization };
  });
  return {
    type: TX.UNIVERSAL,
    ...standardFields(services, regIdUid(payer.regId), fee, height),
    inlineTransactions: calls,
    signaturePairs: [...cosigners]
      .sort((a, b) => (a < b ? -1 : 1))
      .map(account => ({ account, signature: UNSIGNED.signature })),
    ...UNSIGNED,
  };
}

function contractParameter(text: string) {
  const regId = parseRegId(text);
  if (!regId) {
    const problem = regIdTextProblem(text);
    throw new RpcError('INVALID_PARAMETER', `invalid regid fomat of contractRegid=${text}: ${problem}`);
  }
  return regIdUid(regId);
}
