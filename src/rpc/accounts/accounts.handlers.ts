import { type JsonObject, joined } from '../../codec/json-value.js';
import { NULL_UID, publicKeyUid, type Uid } from '../../codec/uid.js';
import { ACCOUNTS, type Account, newAccount, tokenOf } from '../../state/tables/accounts.js';
import { balanceOperationCode } from '../../tx/balance-operation.js';
import { BASE_COIN } from '../../tx/symbols.js';
import { TX } from '../../tx/transactions.js';
import type { Money } from '../../tx/units.js';
import type { WalletEntry } from '../../wallet/entries.js';
import { cdpsOfAccountJson } from '../cdp/cdp.results.js';
import { RpcError } from '../declaration/errors.js';
import { type AfterTurn, implement } from '../declaration/method.js';
import { candidateVotesParameter } from '../governance/candidate-votes.js';
import { realAmount } from '../node/amounts.js';
import type { NodeServices } from '../node/services.js';
import { keyIdParameter, requireAccount, senderParameter } from '../submission/account-parameters.js';
import { baseCoinFeeParameter, feeParameter, requireBaseCoin } from '../submission/fees.js';
import { SimulatedBalance } from '../submission/simulated-balance.js';
import { signAndSubmit, standardFields, UNSIGNED } from '../submission/submit.js';
import { walletBalances } from '../wallet/wallet.results.js';
import { accountJson } from './account.results.js';
import type { methods } from './accounts.methods.js';

export const handlers = implement<typeof methods, NodeServices>({
  getaccountinfo({ addr }, services) {
    const keyId = keyIdParameter(services, addr);
    const onChain = services.state.get(ACCOUNTS, keyId);
    const inWallet = services.wallet.entry(keyId);
    if (!onChain && !inWallet) {
      const message = `account does not exist on chain and in wallet! addr=${addr}`;
      throw new RpcError('INVALID_PARAMETER', message);
    }
    return joined(accountJson(services, withWalletKeys(onChain ?? newAccount(keyId), inWallet)), {
      onchain: onChain !== undefined,
      in_wallet: inWallet !== undefined,
      pubkey_registered: onChain !== undefined && onChain.ownerKey !== '',
      height: services.tipHeight,
      cdp_list: onChain === undefined ? [] : cdpsOfAccountJson(services, onChain),
    });
  },

  getbalance({ addr }, services) {
    if (addr === undefined)
      return { balance: realAmount(walletBalances(services.state, services.wallet).base) };
    const account = services.state.get(ACCOUNTS, keyIdParameter(services, addr));
    return { balance: realAmount(account ? tokenOf(account, BASE_COIN).free : 0n) };
  },

  submitaccountregistertx: ({ addr, fee }, services) => register(services, addr, fee),

  registeraccounttx: ({ addr, fee }, services) => register(services, addr, fee, txid => ({ hash: txid })),

  submitaccountpermscleartx({ addr, fee: givenFee }, services) {
    const sender = senderParameter(services, addr);
    const fee = feeParameter(services, givenFee, TX.ACCOUNT_PERMS_CLEAR);
    balanceOf(services, sender).take(fee);
    return signAndSubmit(services, {
      type: TX.ACCOUNT_PERMS_CLEAR,
      ...standardFields(services, sender, fee),
      ...UNSIGNED,
    });
  },

  submitdelegatevotetx({ sender: from, votes, fee, height }, services) {
    const sender = senderParameter(services, from);
    const fees = feeParameter(services, fee, TX.DELEGATE_VOTE).amount;
    balanceOf(services, sender).take({ symbol: BASE_COIN, amount: fees });
    requireBaseCoin(fee);
    return signAndSubmit(services, {
      type: TX.DELEGATE_VOTE,
      version: 1,
      validHeight: height ?? services.tipHeight,
      txUid: sender,
      candidateVotes: candidateVotesParameter(services, votes),
      fees,
      ...UNSIGNED,
    });
  },

  submitcoinstaketx({ sender: from, coins_to_stake: coins, action = 'STAKE', fee: givenFee }, services) {
    const sender = senderParameter(services, from);
    const stakeType = stakeTypeParameter(action);
    const fee = feeParameter(services, givenFee, TX.UCOIN_STAKE);
    balanceOf(services, sender).take(fee);
    return signAndSubmit(services, {
      type: TX.UCOIN_STAKE,
      ...standardFields(services, sender, fee),
      stakeType,
      coinSymbol: coins.symbol,
      coinAmount: coins.amount,
      ...UNSIGNED,
    });
  },
});

function balanceOf({ state }: NodeServices, sender: Uid): SimulatedBalance {
  return new SimulatedBalance(state, requireAccount(state, sender));
}

/** submitaccountregistertx, with the checks in their order (spec 02 §5.6). */
function register(
  services: NodeServices,
  addr: string,
  fee: Money | undefined,
  more?: (txid: string) => JsonObject,
): AfterTurn {
  const { state, wallet, tipHeight } = services;
  const sender = senderParameter(services, addr);
  const fees = baseCoinFeeParameter(services, fee, TX.ACCOUNT_REGISTER);
  const account = requireAccount(state, sender);
  new SimulatedBalance(state, account).take({ symbol: BASE_COIN, amount: fees });
  if (account.ownerKey !== '') throw new RpcError('WALLET_ERROR', 'Account was already registered');
  const { publicKey, minerPublicKey } = wallet.entry(account.keyId) ?? {};
  if (publicKey === undefined) throw new RpcError('WALLET_ERROR', 'Key not found in local wallet');
  return signAndSubmit(
    services,
    {
      type: TX.ACCOUNT_REGISTER,
      version: 1,
      validHeight: tipHeight,
      txUid: publicKeyUid(publicKey),
      minerUid: minerPublicKey === undefined ? NULL_UID : publicKeyUid(minerPublicKey),
      fees,
      ...UNSIGNED,
    },
    more,
  );
}

/** An account that is not registered shows the keys that the wallet has for it (spec 07 §8.5). */
function withWalletKeys(account: Account, entry: WalletEntry | undefined): Account {
  return {
    ...account,
    ownerKey: account.ownerKey || (entry?.publicKey ?? ''),
    minerKey: account.minerKey || (entry?.minerPublicKey ?? ''),
  };
}

function stakeTypeParameter(action: string): number {
  const name = action.toUpperCase();
  if (name === 'STAKE' || name === 'UNSTAKE') return balanceOperationCode(name);
  throw new RpcError('INVALID_PARAMETER', `Invalid action=${action}`);
}
