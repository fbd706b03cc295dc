import { tokenOf } from '../../../src/state/tables/accounts.js';
import { BASE_COIN } from '../../../src/tx/symbols.js';
import { fromBigInt } from '../value/int64.js';
import {
  ADDRESS_SIZE,
  accountField,
  accountText,
  addressBytes,
  namedAccount,
  namelessText,
  REGID_SIZE,
} from './account-name.js';
import type { ApiFunction } from './api-function.js';
import { ADDRESS_WORK, LOOKUP_WORK } from './api-work.js';
import { littleEndian64 } from './integers.js';

/** Reading accounts (spec 03 §8.5). What the call has done so far counts, what it has queued does not. */

const LOOKUP_FUEL = 200;
const BALANCE_FUEL = 400;

export const getAccountPublicKey: ApiFunction = {
  name: 'GetAccountPublickey',
  needsRun: true,
  work: LOOKUP_WORK,
  call(api) {
    const name = api.bytesOf(REGID_SIZE, ADDRESS_SIZE);
    if (name === undefined) return undefined;
    api.burnCall(LOOKUP_FUEL);
    const { context } = api.run;
    const account = namedAccount(context, name);
    if (account === undefined) api.refuse(() => namelessText(context, name));
    else if (account.ownerKey === '') api.refuse(() => `the key of ${accountText(name)} is not known yet`);
    return Buffer.from(account?.ownerKey ?? '', 'hex');
  },
};

export const queryAccountBalance: ApiFunction = {
  name: 'QueryAccountBalance',
  needsRun: true,
  work: LOOKUP_WORK,
  call(api) {
    const name = api.bytesOf(REGID_SIZE, ADDRESS_SIZE);
    if (name === undefined) return undefined;
    api.burnCall(BALANCE_FUEL);
    const { context } = api.run;
    const account = namedAccount(context, name);
    if (account === undefined) return api.refuse(() => namelessText(context, name));
    return littleEndian64(tokenOf(account, BASE_COIN).free);
  },
};

export const getBase58Addr: ApiFunction = {
  name: 'GetBase58Addr',
  needsRun: true,
  work: ADDRESS_WORK,
  call(api) {
    const name = api.bytesOf(REGID_SIZE);
    if (name === undefined) return undefined;
    api.burnCall(LOOKUP_FUEL);
    const { context } = api.run;
    const account = namedAccount(context, name);
    if (account === undefined) return api.refuse(() => namelessText(context, name));
    return addressBytes(context, account.keyId);
  },
};

export const getAccountAsset: ApiFunction = {
  name: 'GetAccountAsset',
  needsRun: true,
  work: LOOKUP_WORK,
  call(api) {
    const fields = api.fields();
    if (fields === undefined) return undefined;
    const name = accountField(fields, fields.integer('addressType'), 'address');
    if (name === undefined) return undefined;
    const symbol = fields.text('tokenType');
    const { context } = api.run;
    if (symbol === undefined) return undefined;
    if (context.asset(symbol) === undefined) return api.refuse(() => `there is no asset "${symbol}"`);
    api.burnAccount(BALANCE_FUEL);
    const account = namedAccount(context, name);
    if (account === undefined) return api.refuse(() => namelessText(context, name));
    return api.asset(symbol, fromBigInt(tokenOf(account, symbol).free));
  },
};
