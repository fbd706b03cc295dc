import type { Json, JsonObject } from '../../codec/json-value.js';
import { regIdText } from '../../codec/regid.js';
import { encodeAddress } from '../../crypto/address.js';
import type { StateReader } from '../../state/state.js';
import type { Account, Token } from '../../state/tables/accounts.js';
import { VOTE_LISTS } from '../../state/tables/votes.js';
import { uidObject } from '../../tx/json-members.js';
import { permissionDigits } from '../../tx/permissions.js';
import type { AmountFormat } from '../node/amounts.js';
import { type AccountServices, isMatureAtTip } from '../submission/account-parameters.js';

export type AccountJsonServices = Pick<AccountServices, 'network' | 'tipHeight'> & {
  readonly state: StateReader;
  readonly amountFormat: AmountFormat;
};

/** An account as getaccountinfo and listdelegates show it (spec 02 §4.4). */
export function accountJson(services: AccountJsonServices, account: Account): JsonObject {
  const { network, state, amountFormat } = services;
  const votes = state.get(VOTE_LISTS, account.regId) ?? [];
  return {
    address: encodeAddress(network.addressVersion, account.keyId),
    keyid: account.keyId,
    regid: regIdText(account.regId),
    regid_mature: isMatureAtTip(services, account.regId),
    owner_pubkey: account.ownerKey,
    miner_pubkey: account.minerKey,
    perms: permissionDigits(account.permsSum),
    tokens: tokensJson(account, token => tokenJson(token, amountFormat)),
    received_votes: amountFormat(account.receivedVotes),
    vote_list: votes.map(vote => ({
      candidate_uid: uidObject(vote.candidate),
      voted_bcoins: amountFormat(vote.votes),
    })),
  };
}

/** The coins of an account by symbol, in the order of the symbols' bytes. */
export function tokensJson(account: Account, json: (token: Token) => Json): ReadonlyMap<string, Json> {
  const bySymbol = [...account.tokens].sort(([a], [b]) => (a < b ? -1 : 1));
  return new Map(bySymbol.map(([symbol, token]) => [symbol, json(token)]));
}

/** The balances of one coin, with their sum. */
function tokenJson(token: Token, amountFormat: AmountFormat): JsonObject {
  const { free, staked, frozen, voted, pledged } = token;
  return {
    free_amount: amountFormat(free),
    staked_amount: amountFormat(staked),
    frozen_amount: amountFormat(frozen),
    voted_amount: amountFormat(voted),
    pledged_amount: amountFormat(pledged),
    total_amount: amountFormat(free + staked + frozen + voted + pledged),
  };
}
