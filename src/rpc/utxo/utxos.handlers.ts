import { utxoFeeUnits } from '../../../vm/native/utxo/terms.js';
import type { JsonObject } from '../../codec/json-value.js';
import { encodeAddress } from '../../crypto/address.js';
import { fromDisplayHex, toDisplayHex } from '../../crypto/hash.js';
import { multisigKeyId, multisigSigningHash } from '../../crypto/utxo-multisig.js';
import { passwordProof } from '../../crypto/utxo-password.js';
import { SPENT_UTXOS, UTXOS, type UtxoPlace, utxoPlace, utxosOf } from '../../state/tables/utxos.js';
import { freeTextFrom } from '../../tx/free-text.js';
import { TX } from '../../tx/transactions.js';
import { RpcError } from '../declaration/errors.js';
import { implement } from '../declaration/method.js';
import { requirePageSize } from '../declaration/page-size.js';
import type { NodeServices } from '../node/services.js';
import { shownWithWaiting } from '../node/what-waits.js';
import { WITH_WHAT_WAITS, whileWaiting } from '../node/while-waiting.js';
import {
  accountOf,
  keyIdParameter,
  parsedUid,
  requireAccount,
  senderParameter,
} from '../submission/account-parameters.js';
import { feeParameter } from '../submission/fees.js';
import { SimulatedBalance } from '../submission/simulated-balance.js';
import { signAndSubmit, signatureOf, standardFields, UNSIGNED } from '../submission/submit.js';
import { isSpendableNext, spentUtxoJson, utxoJson } from './utxo.results.js';
import { passwordParameter, requirePasswordLock } from './utxo-conditions.js';
import { multisigTerms } from './utxo-multisig.js';
import { inputParameters, outputParameters } from './utxo-transfer.js';
import type { methods } from './utxos.methods.js';

const DEFAULT_COUNT = 500;

const PLACE = /^([0-9a-f]{40}|\d{1,10}-\d{1,10}):(.*):([0-9a-f]{64}):(\d{1,5})$/s;

/** The place that a cursor names. @throws RpcError -8 */
function utxoPlaceOf(cursor: string): UtxoPlace {
  const [, owner, symbol, txid, index] = PLACE.exec(cursor) ?? [];
  if (owner === undefined || symbol === undefined || txid === undefined || /[^\0-\xff]/.test(symbol)) {
    throw new RpcError('INVALID_PARAMETER', `cursor=${cursor} is not what a page ended with`, {
      about: cursor,
    });
  }
  return [owner, symbol, txid, Number(index)];
}

export const handlers = implement<typeof methods, NodeServices>({
  submitutxotransfertx({ sender: from, coin_symbol, vins, vouts, fee: given, memo = '' }, services) {
    const sender = senderParameter(services, from);
    // Even a transfer that is refused for being empty names a fee.
    const units = utxoFeeUnits({ vins, vouts }) || 1n;
    const fee = feeParameter(services, given, TX.UTXO_TRANSFER, units);
    const account = requireAccount(services.state, sender);
    new SimulatedBalance(services.state, account).take(fee);
    return signAndSubmit(services, {
      type: TX.UTXO_TRANSFER,
      ...standardFields(services, sender, fee),
      coinSymbol: coin_symbol,
      vins: inputParameters(services, vins, account.keyId),
      vouts: outputParameters(services, vouts, account.keyId),
      memo: Buffer.from(memo, 'utf8'),
      ...UNSIGNED,
    });
  },

  submitpasswordprooftx(
    { sender: from, prev_utxo_txid, vout_index, password, pre_utxo_tx_uid, fee: given },
    services,
  ) {
    const sender = senderParameter(services, from);
    const bytes = passwordParameter(password);
    const creator = requireAccount(services.state, parsedUid(services, pre_utxo_tx_uid));
    const fee = feeParameter(services, given, TX.UTXO_PASSWORD_PROOF);
    if (services.network.mended.proofsHaveOutputs) {
      requirePasswordLock(services, [prev_utxo_txid, vout_index], creator);
    }
    const spender = requireAccount(services.state, sender);
    new SimulatedBalance(services.state, spender).take(fee);
    return signAndSubmit(services, {
      type: TX.UTXO_PASSWORD_PROOF,
      ...standardFields(services, sender, fee),
      utxoTxid: prev_utxo_txid,
      utxoVoutIndex: vout_index,
      passwordProof: passwordProof(bytes, {
        creator: creator.keyId,
        spender: spender.keyId,
        prevTxid: prev_utxo_txid,
        prevIndex: vout_index,
      }),
      ...UNSIGNED,
    });
  },

  genutxomultisignaddr({ n, m, signee_uids }, services) {
    const { addressVersion } = services.network;
    const keyId = multisigKeyId(addressVersion, multisigTerms(services, n, m, signee_uids));
    return { multi_addr: encodeAddress(addressVersion, keyId) };
  },

  genutxomultiinputcondhash(
    { n, m, pre_utxo_txid, pre_utxo_tx_vout_index, signee_uids, spend_txuid },
    services,
  ) {
    const spender = accountOf(services.state, parsedUid(services, spend_txuid));
    if (spender === undefined) throw new RpcError('INVALID_PARAMETER', 'Get Account from txKeyID failed.');
    const terms = multisigTerms(services, n, m, signee_uids);
    const hash = multisigSigningHash(services.network.addressVersion, terms, {
      prevTxid: pre_utxo_txid,
      prevIndex: pre_utxo_tx_vout_index,
      spender: spender.keyId,
    });
    return { hash: toDisplayHex(hash) };
  },

  genutxomultisignature({ sender, utxo_content_hash }, services) {
    const { keyId } = requireAccount(services.state, parsedUid(services, sender));
    if (services.wallet.entry(keyId)?.publicKey === undefined) {
      throw new RpcError('WALLET_ERROR', 'signee address not found in wallet');
    }
    const sighash = fromDisplayHex(utxo_content_hash);
    const signature = signatureOf(services, { sighash }, keyId, {
      code: 'WALLET_ERROR',
      message: 'Sign failed',
    });
    return { signature: signature.toString('hex') };
  },

  async getutxo({ txid, vout_index, spender, min_confirmations }, services) {
    const id = [txid, vout_index] as const;
    const found = await shownWithWaiting(services, min_confirmations, counted => {
      const utxo = counted.state.get(UTXOS, id);
      if (utxo !== undefined) {
        const keyId = spender === undefined ? undefined : keyIdParameter(counted, spender);
        return utxoJson(counted, id, utxo, keyId);
      }
      const spent = counted.state.get(SPENT_UTXOS, id);
      return spent && spentUtxoJson(id, spent);
    });
    if (found !== undefined) return found;
    throw new RpcError('INVALID_ADDRESS_OR_KEY', `There is no output ${vout_index} of transaction ${txid}`, {
      ...whileWaiting(services, txid, WITH_WHAT_WAITS),
    });
  },

  listutxos(args, services) {
    const {
      owner,
      coin_symbol = '',
      only_spendable,
      max_count = DEFAULT_COUNT,
      from = 0,
      cursor = '',
    } = args;
    const { state, tipHeight } = services;
    requirePageSize(max_count, 'INVALID_PARAMETER');
    const after = cursor === '' ? undefined : utxoPlaceOf(cursor);
    const keyId = keyIdParameter(services, owner);
    const account = accountOf(state, parsedUid(services, owner));
    const utxos: JsonObject[] = [];
    let hasMore = false;
    let last = '';
    let left = from;
    const symbol = coin_symbol === '' ? undefined : freeTextFrom(coin_symbol);
    for (const [id, utxo] of utxosOf(state, keyId, account, symbol, after)) {
      if (only_spendable && !isSpendableNext(services, utxo, keyId)) continue;
      if (left-- > 0) continue;
      hasMore = utxos.length === max_count;
      if (hasMore) break;
      utxos.push(utxoJson(services, id, utxo, keyId));
      if (utxos.length === max_count) last = utxoPlace(id, utxo).join(':');
    }
    return { height: tipHeight, count: utxos.length, has_more: hasMore, cursor: hasMore ? last : '', utxos };
  },
});
