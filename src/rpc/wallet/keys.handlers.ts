import type { Json } from '../../codec/json-value.js';
import { regIdText } from '../../codec/regid.js';
import { encodeAddress } from '../../crypto/address.js';
import { fromDisplayHex } from '../../crypto/hash.js';
import { keyIdOf, publicKeyOf } from '../../crypto/keys.js';
import { signMessage, verifyMessage } from '../../crypto/message.js';
import { sign } from '../../crypto/signature.js';
import { decodeWif, encodeWif } from '../../crypto/wif.js';
import { ACCOUNTS, newAccount, type Token } from '../../state/tables/accounts.js';
import type { WalletEntry } from '../../wallet/entries.js';
import { WalletError } from '../../wallet/errors.js';
import { tokensJson } from '../accounts/account.results.js';
import { RpcError } from '../declaration/errors.js';
import { AfterTurn, implement } from '../declaration/method.js';
import { realAmount } from '../node/amounts.js';
import type { NodeServices } from '../node/services.js';
import { isMatureAtTip, keyIdParameter } from '../submission/account-parameters.js';
import { unlockNeeded } from '../submission/submit.js';
import type { methods } from './keys.methods.js';
import { ownWaiting } from './own-waiting.js';
import { walletBalances } from './wallet.results.js';

/** What results show where there is no key; a text, as in the reference. */
const NO_KEY = 'null';
/** Version of the wallet as shown in results: a feature number that encryption raises. */
const PLAIN_WALLET_VERSION = 0;
const ENCRYPTED_WALLET_VERSION = 10_000;

export const handlers = implement<typeof methods, NodeServices>({
  /** The wallet has turns of its own: who waits for the disk keeps no other call waiting. */
  getnewaddr: ({ for_miner }, { wallet, network }) =>
    new AfterTurn(async () => {
      const entry = await wallet.create({ forMiner: for_miner ?? false }).catch(error => {
        if (error instanceof WalletError && error.code === 'locked') throw unlockNeeded();
        throw error;
      });
      return {
        addr: encodeAddress(network.addressVersion, entry.keyId),
        minerpubkey: entry.minerPublicKey ?? NO_KEY,
      };
    }),

  listaddr: (_args, services) => services.wallet.entries().map(entry => addressJson(services, entry)),

  async listtx({ count, from, cursor }, { transactions, mempool }) {
    const refused = [...transactions.refusals].map(([txid, reason]) => ({ txid, reason }));
    const page = cursor === undefined ? undefined : await confirmedPage(transactions, cursor, count);
    return {
      ...(page && { cursor: page.cursor }),
      confirmed_tx: page?.txids ?? (await transactions.confirmed(count, Math.max(0, from ?? 0))),
      unconfirmed_tx: ownWaiting({ transactions, mempool }).map(({ txid }) => txid),
      ...(refused.length > 0 && { refused_tx: refused }),
    };
  },

  getwalletinfo(_args, services) {
    const { wallet, transactions, amountFormat } = services;
    const { base, stable, governance } = walletBalances(services.state, wallet);
    return {
      wallet_version: wallet.isEncrypted ? ENCRYPTED_WALLET_VERSION : PLAIN_WALLET_VERSION,
      wallet_balance: realAmount(base),
      WICC_balance: amountFormat(base),
      WUSD_balance: amountFormat(stable),
      WGRT_balance: amountFormat(governance),
      wallet_encrypted: wallet.isEncrypted,
      wallet_locked: wallet.isEncrypted && wallet.isLocked,
      unlocked_until: wallet.unlockedUntil,
      coinfirmed_tx_num: transactions.confirmedCount,
      unconfirmed_tx_num: ownWaiting(services).length,
    };
  },

  dumpprivkey({ address }, services) {
    const { wallet, network } = services;
    const keyId = keyIdParameter(services, address);
    if (!wallet.has(keyId)) {
      throw new RpcError('WALLET_ERROR', `Private key for uid ${address} is not known.`);
    }
    const wif = (key: Buffer | undefined): string => (key ? encodeWif(network.wifVersion, key) : NO_KEY);
    return { privkey: wif(wallet.privateKey(keyId)), minerkey: wif(wallet.privateKey(keyId, 'miner')) };
  },

  async importprivkey({ privkey, miner_for }, services) {
    const { wallet, network } = services;
    const privateKey = privateKeyParameter(services, privkey, {
      badEncoding: 'Invalid private key encoding.',
      outOfRange: 'Private key outside allowed range.',
    });
    await wallet.import([
      miner_for === undefined
        ? { main: privateKey }
        : { keyId: keyIdParameter(services, miner_for), miner: privateKey },
    ]);
    const address = encodeAddress(network.addressVersion, keyIdOf(publicKeyOf(privateKey)));
    return { imported_key_address: address, 'imorpt key address': address };
  },

  async dropprivkey({ address }, services) {
    const keyId = keyIdParameter(services, address);
    if (!services.wallet.has(keyId)) {
      throw new RpcError('WALLET_ERROR', 'Failed to acquire CKey from address.');
    }
    await services.wallet.remove(keyId);
    return { info: 'privkey was dropped.' };
  },

  async dropminermainkeys(_args, { wallet }) {
    try {
      await wallet.removeMainKeysOfMiners();
    } catch (error) {
      if (!(error instanceof WalletError) || error.code !== 'unknown-key') throw error;
      throw new RpcError('MISC_ERROR', `${error.message}; make one with getnewaddr true first`);
    }
    return { info: 'wallet is ready for cold mining.' };
  },

  signmessage({ signer, message }, services) {
    const privateKey = services.wallet.privateKey(keyIdParameter(services, signer));
    if (!privateKey) throw new RpcError('WALLET_ERROR', 'Private key not available');
    return signMessage(message, privateKey);
  },

  verifymessage({ signer, signature, message }, services) {
    const verdict = verifyMessage(keyIdParameter(services, signer), signature, message);
    if (verdict === 'malformed-base64') {
      throw new RpcError('INVALID_ADDRESS_OR_KEY', 'Malformed base64 encoding');
    }
    return verdict === 'valid';
  },

  getsignature({ privkey, hash }, services) {
    const privateKey = privateKeyParameter(services, privkey, {
      badEncoding: 'Invalid private key encoding',
      outOfRange: 'Private key invalid',
    });
    return { signature: sign(fromDisplayHex(hash), privateKey, { grind: true }).toString('hex') };
  },
});

/** @throws RpcError -5 with the texts of the method */
function privateKeyParameter(
  { network }: NodeServices,
  wif: string,
  texts: { readonly badEncoding: string; readonly outOfRange: string },
): Buffer {
  const decoded = decodeWif(network.wifVersion, wif);
  if ('privateKey' in decoded) return decoded.privateKey;
  const message = decoded.failure === 'out-of-range' ? texts.outOfRange : texts.badEncoding;
  throw new RpcError('INVALID_ADDRESS_OR_KEY', message, { about: wif });
}

const LARGEST_PAGE = 1000;
const PLACE = /^(\d{1,10}):([0-9a-f]{64})$/;

/** A page of the confirmed transactions, with the cursor of the next one. @throws RpcError -8 */
async function confirmedPage(
  transactions: NodeServices['transactions'],
  cursor: string,
  count = LARGEST_PAGE,
): Promise<{ readonly txids: readonly string[]; readonly cursor: string }> {
  if (count < 1 || count > LARGEST_PAGE) {
    throw new RpcError(
      'INVALID_PARAMETER',
      `count=${count} must be from 1 to ${LARGEST_PAGE} with a cursor`,
      {
        about: String(count),
      },
    );
  }
  const [, height, txid] = PLACE.exec(cursor) ?? [];
  if (cursor !== '' && (height === undefined || txid === undefined || Number(height) >= 2 ** 32)) {
    throw new RpcError('INVALID_PARAMETER', `cursor=${cursor} is not what a page ended with`, {
      about: cursor,
    });
  }
  const after = height === undefined || txid === undefined ? undefined : { height: Number(height), txid };
  const found = await transactions.confirmedAfter(after, count + 1);
  const page = found.slice(0, count);
  const last = page.at(-1);
  return {
    txids: page.map(({ txid }) => txid),
    cursor: found.length > count && last !== undefined ? `${last.height}:${last.txid}` : '',
  };
}

/** One element of listaddr: its amounts are always in sawi (spec 02 §5.5). */
function addressJson(services: NodeServices, { keyId, minerPublicKey }: WalletEntry): Json {
  const account = services.state.get(ACCOUNTS, keyId) ?? newAccount(keyId);
  return {
    addr: encodeAddress(services.network.addressVersion, keyId),
    regid: regIdText(account.regId),
    regid_mature: isMatureAtTip(services, account.regId),
    received_votes: account.receivedVotes,
    tokens: tokensJson(account, balancesJson),
    hasminerkey: minerPublicKey !== undefined,
  };
}

function balancesJson({ free, staked, frozen, voted, pledged }: Token): Json {
  return {
    free_amount: free,
    staked_amount: staked,
    frozen_amount: frozen,
    voted_amount: voted,
    pledged_amount: pledged,
  };
}
