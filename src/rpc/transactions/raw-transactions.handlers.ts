import type { Json, JsonObject } from '../../codec/json-value.js';
import { NO_REGID, regIdInteger, regIdText } from '../../codec/regid.js';
import { encodeAddress } from '../../crypto/address.js';
import { ACCOUNTS } from '../../state/tables/accounts.js';
import { signedForm, transactionJson } from '../../tx/envelope.js';
import { hexText } from '../../tx/json-members.js';
import { definitionOf } from '../../tx/transactions.js';
import type { Money } from '../../tx/units.js';
import { RpcError } from '../declaration/errors.js';
import { type AfterTurn, implement } from '../declaration/method.js';
import * as p from '../declaration/parameters/index.js';
import { converted } from '../declaration/refused-value.js';
import type { NodeServices } from '../node/services.js';
import { keyIdParameter } from '../submission/account-parameters.js';
import { packedAction, regIdParameter, requireSchema } from '../submission/contract-abis.js';
import { prepareGiven } from '../submission/prepare-given.js';
import { answerAfter, signatureOf, submit } from '../submission/submit.js';
import {
  actionsWithFee,
  payerParameter,
  submitActions,
  submittedTrace,
} from '../submission/submit-actions.js';
import { SignaturePlaces, submittedSignatures } from './raw-signatures.js';
import { openedTransaction, sizedTransaction } from './raw-transaction.js';
import type { methods } from './raw-transactions.methods.js';
import { jsonContext, transactionDetail } from './transaction.results.js';
import { unsignedTransaction } from './unsigned-transactions.js';

export const handlers = implement<typeof methods, NodeServices>({
  gettxdetail: ({ txhash }, services) => transactionDetail(services, txhash),

  submittxraw: ({ rawtx, signatures }, services) => submitRaw(services, rawtx, signatures ?? []),

  submittx({ sender, contract, action, data, fee }, services) {
    if (contract === undefined) return submitRaw(services, sender, [], txid => ({ hash: txid }));
    if (action === undefined || data === undefined) {
      throw new RpcError(
        'MISC_ERROR',
        'submittx takes sender, contract, action, data and a fee that can be left out; or a raw transaction alone',
      );
    }
    return submitAction(services, { sender, contract, action, data, fee });
  },

  signtxraw({ rawtx, addrs }, services) {
    const prepared = sizedTransaction(services, rawtx);
    const { name, system } = definitionOf(prepared.tx.type);
    if (system) throw new RpcError('INVALID_PARAMETER', `Unsupport to sign tx=${name}`);
    if (addrs.length === 0) throw new RpcError('INVALID_PARAMETER', 'address list is empty()');
    const places = new SignaturePlaces(services, prepared.tx);
    const signed = addrs.map((addr, index) => {
      const text = converted(p.uid, addr, { index, name: 'addrs' });
      const keyId = keyIdParameter(services, text);
      const regId = services.state.get(ACCOUNTS, keyId)?.regId ?? NO_REGID;
      places.claim(keyId, text, `duplicated signature of user, addr=${text}, regid=${regIdText(regId)}`);
      const signature = signatureOf(services, prepared, keyId, {
        code: 'INVALID_PARAMETER',
        message: `Sign tx hash failed! addr=${text}`,
      });
      places.fill(keyId, signature);
      return {
        addr: encodeAddress(services.network.addressVersion, keyId),
        regid: regIdText(regId),
        signature: hexText(signature),
      };
    });
    const { raw } = signedForm(prepared, places.transaction, services.wireRules);
    return { rawtx: hexText(raw), signed_count: signed.length, signed_list: signed };
  },

  decodetxraw: ({ rawtx }, services) =>
    transactionJson(openedTransaction(services, rawtx), jsonContext(services)),

  genunsignedtxraw({ func, params }, services) {
    const { raw, txid } = prepareGiven(services, unsignedTransaction(services, func, params as JsonObject));
    return { txid, unsigned_txraw: hexText(raw) };
  },
});

/** submittxraw; other names of it have more members in the result. */
function submitRaw(
  services: NodeServices,
  rawtx: string,
  signatures: readonly Json[],
  more: (txid: string) => JsonObject = () => ({}),
): AfterTurn {
  const received = sizedTransaction(services, rawtx);
  const { txid } = received;
  const tx = submittedSignatures(services, received.tx, signatures);
  const prepared = tx === received.tx ? received : signedForm(received, tx, services.wireRules);
  return answerAfter(submit(services, prepared), () => ({
    txid,
    ...more(txid),
    ...submittedTrace(services, txid),
  }));
}

interface ActionCall {
  readonly sender: string;
  readonly contract: string;
  readonly action: string;
  readonly data: Json;
  readonly fee: Money | undefined;
}

/** One action by the authority of its payer, with the checks of spec 02 §5.8 in their order. */
function submitAction(
  services: NodeServices,
  { sender, contract, action, data, fee }: ActionCall,
): AfterTurn {
  const regId = regIdParameter(contract);
  const schema = requireSchema(services, regId);
  const payer = payerParameter(services, sender);
  const call = { contract: regIdInteger(regId), ...packedAction(schema, action, data) };
  const tx = actionsWithFee(services, payer, [call], fee);
  return submitActions(services, payer, tx, txid => submittedTrace(services, txid));
}
