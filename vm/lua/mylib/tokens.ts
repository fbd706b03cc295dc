import type { ContractAccount } from '../../../src/state/tables/contract-accounts.js';
import { latin1 } from '../value/string.js';
import { ADDRESS_SIZE, addressBytes, keyIdOfAddress } from './account-name.js';
import type { ApiCall, ApiFunction } from './api-function.js';
import { ADDRESS_WORK, FUND_WORK, LOOKUP_WORK } from './api-work.js';
import type { TokenOperation } from './contract-run.js';
import { fromLittleEndian64, littleEndian64 } from './integers.js';
import type { TableReader } from './table-reader.js';
import { hasTag, TOKEN_OPERATOR, tokenAccount } from './token-operations.js';

/** The token that a contract manages itself, as its script sees it (spec 03 §8.9). */

const VALUE_FUEL = 400;
const TAGGED_VALUE_FUEL = 600;
const FAILURE_FUEL = 200;
const OPERATION_FUEL = 4500;
const MAX_USER_SIZE = 40;
const MAX_TAG_SIZE = 40;
const MAX_HEIGHT = 2 ** 31 - 1;
const MAX_I64 = 2n ** 63n - 1n;
const NO_TAG = new Uint8Array(0);

function tooLong(field: string, length: number, most: number): string {
  return `field "${field}" is ${length}, at most ${most} are taken`;
}

/** A user's account, whose frozen funds are passed to see which are free by now. */
function fundsOf(api: ApiCall, user: string): ContractAccount | undefined {
  return tokenAccount(api.run, user, funds => api.machine.work(FUND_WORK * funds));
}

export const getUserAppAccValue: ApiFunction = {
  name: 'GetUserAppAccValue',
  needsRun: true,
  work: LOOKUP_WORK,
  call(api) {
    const fields = api.fields();
    const length = fields?.uint8('idLen');
    if (fields === undefined || length === undefined) return undefined;
    if (length > MAX_USER_SIZE) return api.refuse(() => tooLong('idLen', length, MAX_USER_SIZE));
    const user = fields.bytes('idValueTbl', length);
    if (user === undefined) return undefined;
    api.burnAccount(VALUE_FUEL);
    return littleEndian64(fundsOf(api, latin1(user))?.free ?? 0n);
  },
};

/** The fields that describe an operation on a user's tokens. */
function operationOf(fields: TableReader): TokenOperation | undefined {
  const operator = fields.uint8('operatorType');
  if (operator === undefined) return undefined;
  const timeoutHeight = fields.uint32('outHeight');
  if (timeoutHeight === undefined) return undefined;
  const money = fields.bytes('moneyTbl', 8);
  if (money === undefined) return undefined;
  const userLength = fields.uint8('userIdLen');
  if (userLength === undefined) return undefined;
  if (userLength > MAX_USER_SIZE) return fields.refuse(() => tooLong('userIdLen', userLength, MAX_USER_SIZE));
  const user = fields.bytes('userIdTbl', userLength);
  if (user === undefined) return undefined;
  const tag = tagOf(fields);
  return tag && { operator, timeoutHeight, amount: fromLittleEndian64(money), user: latin1(user), tag };
}

/** The tag of a fund, which may be empty. */
function tagOf(fields: TableReader): Uint8Array | undefined {
  const length = fields.uint8('fundTagLen');
  if (length === undefined) return undefined;
  if (length > MAX_TAG_SIZE) return fields.refuse(() => tooLong('fundTagLen', length, MAX_TAG_SIZE));
  return length === 0 ? NO_TAG : fields.bytes('fundTagTbl', length);
}

/** What is frozen under a tag until a height. */
export const getUserAppAccFundWithTag: ApiFunction = {
  name: 'GetUserAppAccFundWithTag',
  needsRun: true,
  work: LOOKUP_WORK,
  call(api) {
    const fields = api.fields();
    const wanted = fields && operationOf(fields);
    if (wanted === undefined) return undefined;
    api.burnAccount(TAGGED_VALUE_FUEL);
    const fund = fundsOf(api, wanted.user)?.frozen.find(
      each => each.timeoutHeight === wanted.timeoutHeight && hasTag(each, wanted.tag),
    );
    return fund && littleEndian64(fund.value);
  },
};

export const writeOutAppOperate: ApiFunction = {
  name: 'WriteOutAppOperate',
  needsRun: true,
  work: ADDRESS_WORK,
  call(api) {
    const fields = api.fields();
    const operation = fields && operationOf(fields);
    if (operation === undefined) return undefined;
    api.burnAccountOperations(OPERATION_FUEL);
    if (operation.amount > MAX_I64) {
      return api.refuse(
        () => `the amount ${operation.amount} is more than the ${MAX_I64} that an operation moves`,
      );
    }
    api.run.tokenOperations.push({ ...operation, queuedBy: api.queuedBy });
    return true;
  },
};

/** The address text of the caller, by which the transfers below name its account. */
function senderAddress({ run }: ApiCall): Uint8Array {
  return addressBytes(run.context, run.context.sender().keyId);
}

/** The address to transfer to, unless it is no address or the caller's own. */
function receiverOf(api: ApiCall, address: Uint8Array): string | undefined {
  if (keyIdOfAddress(api.run.context, address) === undefined) {
    return api.refuse(() => `"${latin1(address)}" is no address of this network`);
  }
  if (latin1(address) !== latin1(senderAddress(api))) return latin1(address);
  return api.refuse(() => 'the receiver is the caller');
}

/** From the caller to an address: free tokens, or with a height those that are frozen until then. */
export const transferSomeAsset: ApiFunction = {
  name: 'TransferSomeAsset',
  needsRun: true,
  work: 3 * ADDRESS_WORK,
  call(api) {
    const fields = api.fields();
    const address = fields?.bytes('toAddrTbl', ADDRESS_SIZE);
    if (fields === undefined || address === undefined) return undefined;
    const timeoutHeight = fields.uint32('outHeight');
    const money = fields.bytes('moneyTbl', 8);
    const tag = tagOf(fields);
    if (timeoutHeight === undefined || money === undefined || tag === undefined) return undefined;
    const receiver = receiverOf(api, address);
    const amount = fromLittleEndian64(money);
    if (receiver === undefined) return undefined;
    if (amount === 0n) return api.refuse(() => 'the amount is 0');
    if (timeoutHeight > MAX_HEIGHT) {
      return api.refuse(() => `the height ${timeoutHeight} is more than ${MAX_HEIGHT}`);
    }
    const { addFree, subFree, addTag, subTag } = TOKEN_OPERATOR;
    const [sub, add] = timeoutHeight > 0 ? [subTag, addTag] : [subFree, addFree];
    const moved = { timeoutHeight, amount, tag, queuedBy: api.queuedBy };
    api.run.tokenOperations.push(
      { ...moved, user: latin1(senderAddress(api)), operator: sub },
      { ...moved, user: receiver, operator: add },
    );
    api.burnAccountOperations(2 * OPERATION_FUEL);
    return true;
  },
};

/** Everything that the caller has, to an address. */
export const transferContractAsset: ApiFunction = {
  name: 'TransferContractAsset',
  needsRun: true,
  work: 4 * ADDRESS_WORK,
  call(api) {
    const address = api.bytesOf(ADDRESS_SIZE);
    if (address === undefined) return undefined;
    const sender = latin1(senderAddress(api));
    if (latin1(address) === sender) return api.refuse(() => 'the receiver is the caller');
    const { run } = api;
    const receiver = receiverOf(api, address);
    const account = receiver === undefined ? undefined : fundsOf(api, sender);
    if (receiver === undefined || account === undefined) {
      api.refuse(() => `the caller ${sender} has nothing of the token of this contract`);
      api.burnAccount(FAILURE_FUEL);
      return undefined;
    }
    const { addFree, subFree, addTag, subTag } = TOKEN_OPERATOR;
    const move = (
      sub: number,
      add: number,
      moved: Pick<TokenOperation, 'timeoutHeight' | 'amount' | 'tag'>,
    ) => {
      run.tokenOperations.push(
        { ...moved, user: sender, operator: sub, queuedBy: api.queuedBy },
        { ...moved, user: receiver, operator: add, queuedBy: api.queuedBy },
      );
      api.burnAccountOperations(2 * OPERATION_FUEL);
    };
    if (account.free > 0n) move(subFree, addFree, { timeoutHeight: 0, amount: account.free, tag: NO_TAG });
    for (const { value, timeoutHeight, tag } of account.frozen) {
      move(subTag, addTag, { timeoutHeight, amount: value, tag });
    }
    return true;
  },
};
