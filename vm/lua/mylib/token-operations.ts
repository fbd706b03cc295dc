import { regIdFromRaw } from '../../../src/codec/regid.js';
import { required } from '../../../src/codec/required.js';
import { keyIdUid, NULL_UID, regIdUid, type Uid } from '../../../src/codec/uid.js';
import {
  CONTRACT_ACCOUNTS,
  type ContractAccount,
  EMPTY_CONTRACT_ACCOUNT,
  type FrozenFund,
  thawed,
} from '../../../src/state/tables/contract-accounts.js';
import { RECEIPT } from '../../../src/tx/receipt.js';
import { latin1, toBytes } from '../value/string.js';
import { ADDRESS_SIZE, keyIdOfAddress, REGID_SIZE } from './account-name.js';
import type { ContractRun, TokenOperation } from './contract-run.js';

/** Operations on the token that a contract manages by itself (spec 03 §8.9, §9 steps 3 and 4). */

export const TOKEN_OPERATOR = { addFree: 1, subFree: 2, addTag: 3, subTag: 4 } as const;

const MAX_U64 = 2n ** 64n - 1n;
const MAX_I64 = 2n ** 63n - 1n;

/**
 * A user's account at the height of the block; undefined if there is none.
 *
 * @param pass - is told the number of frozen funds before they are passed
 */
export function tokenAccount(
  { context, call }: ContractRun,
  user: string,
  pass: (funds: number) => void,
): ContractAccount | undefined {
  const account = context.state.get(CONTRACT_ACCOUNTS, [call.contract, user]);
  if (account !== undefined) pass(account.frozen.length);
  return account && thawed(account, context.block.height);
}

/** Whether a frozen fund carries a tag: all bytes count. */
export function hasTag(fund: { readonly tag: Uint8Array }, tag: Uint8Array): boolean {
  return latin1(fund.tag) === latin1(tag);
}

/**
 * The account after an operation.
 * @returns undefined where it is not possible
 */
function operated(account: ContractAccount, operation: TokenOperation): ContractAccount | undefined {
  const { operator, amount, timeoutHeight, tag } = operation;
  switch (operator) {
    case TOKEN_OPERATOR.addFree: {
      const free = account.free + amount;
      return free > MAX_U64 ? undefined : { ...account, free };
    }
    case TOKEN_OPERATOR.subFree:
      return account.free < amount ? undefined : { ...account, free: account.free - amount };
    case TOKEN_OPERATOR.addTag:
      return timeoutHeight === 0 ? undefined : withAdded(account, { timeoutHeight, tag, value: amount });
    case TOKEN_OPERATOR.subTag:
      return timeoutHeight === 0 ? undefined : withTaken(account, { timeoutHeight, tag, value: amount });
    default:
      return undefined;
  }
}

function fundIndex({ frozen }: ContractAccount, { timeoutHeight, tag }: FrozenFund): number {
  return frozen.findIndex(fund => fund.timeoutHeight === timeoutHeight && hasTag(fund, tag));
}

/** The account with more in the fund of a tag and height, which comes into being where there is none. */
function withAdded(account: ContractAccount, added: FrozenFund): ContractAccount | undefined {
  const { free, frozen } = account;
  const at = fundIndex(account, added);
  if (at < 0) return { free, frozen: [...frozen, added] };
  const value = frozen[at]!.value + added.value;
  return value > MAX_U64 ? undefined : { free, frozen: frozen.with(at, { ...added, value }) };
}

/** The account with less in a fund, which is gone when it is empty. */
function withTaken(account: ContractAccount, taken: FrozenFund): ContractAccount | undefined {
  const { free, frozen } = account;
  const at = fundIndex(account, taken);
  if (at < 0 || frozen[at]!.value < taken.value) return undefined;
  const value = frozen[at]!.value - taken.value;
  return { free, frozen: value === 0n ? frozen.toSpliced(at, 1) : frozen.with(at, { ...taken, value }) };
}

/**
 * Whether the tokens that are issued and withdrawn match the base coins that the call paid and the
 * contract gave (spec 03 §9, step 3), for contracts that ask for this check.
 *
 * @param paid - sawi of the base coin that the call brought
 * @param given - sawi that the contract gives by its outputs
 */
export function matchCoins({ tokenOperations, notes }: ContractRun, paid: bigint, given: bigint): boolean {
  const { addFree, addTag, subFree, subTag } = TOKEN_OPERATOR;
  let issued = 0n;
  let withdrawn = 0n;
  for (const { operator, amount } of tokenOperations) {
    if (operator === addFree || operator === addTag) issued += amount;
    if (operator === subFree || operator === subTag) withdrawn += amount;
    if (issued > MAX_I64 || withdrawn > MAX_I64) return false;
  }
  if (issued - withdrawn === paid - given) return true;
  const { name, line } = tokenOperations.at(-1)?.queuedBy ?? { name: 'WriteOutAppOperate', line: 0 };
  notes?.failedAfterwards(
    name,
    line,
    `gCheckAccount: ${issued} tokens are issued and ${withdrawn} withdrawn, ${paid} sawi are paid and ${given} given`,
  );
  return false;
}

/** Lets the operations take effect, user by user (spec 03 §9, step 4). @returns whether all of them could */
export function settleTokens(run: ContractRun): boolean {
  const byUser = new Map<string, TokenOperation[]>();
  for (const operation of run.tokenOperations) {
    const operations = byUser.get(operation.user);
    if (operations === undefined) byUser.set(operation.user, [operation]);
    else operations.push(operation);
  }
  const users = [...byUser].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return users.every(([user, operations]) => settleUser(run, user, operations));
}

function settleUser(run: ContractRun, user: string, operations: readonly TokenOperation[]): boolean {
  const { state, block } = run.context;
  const key = [run.call.contract, user] as const;
  let account = thawed(state.get(CONTRACT_ACCOUNTS, key) ?? EMPTY_CONTRACT_ACCOUNT, block.height);
  for (const operation of operations) {
    if (!run.mayPass(account?.frozen.length ?? 0)) return false;
    const before = account;
    account &&= operated(account, operation);
    if (account === undefined) {
      const { name, line } = operation.queuedBy ?? { name: 'WriteOutAppOperate', line: 0 };
      run.notes?.failedAfterwards(name, line, operationProblem(user, before, operation));
      return false;
    }
    noteReceipt(run, operation);
  }
  if (account !== undefined) state.put(CONTRACT_ACCOUNTS, key, account);
  return account !== undefined;
}

/** Why an operation is not possible: whose tokens, how many there are and how many are asked for. */
function operationProblem(
  user: string,
  account: ContractAccount | undefined,
  { operator, amount, timeoutHeight, tag }: TokenOperation,
): string {
  const owner = `the user ${/^[ -~]+$/.test(user) ? user : Buffer.from(user, 'latin1').toString('hex')}`;
  const fund = account?.frozen.find(each => each.timeoutHeight === timeoutHeight && hasTag(each, tag));
  switch (operator) {
    case TOKEN_OPERATOR.subFree:
      return `${owner} has ${account?.free ?? 0n} tokens of this contract, ${amount} are asked for`;
    case TOKEN_OPERATOR.addTag:
    case TOKEN_OPERATOR.subTag: {
      if (timeoutHeight === 0) return 'field "outHeight" is 0: a fund with a tag needs a height';
      const frozen = `${owner} has ${fund?.value ?? 0n} tokens frozen until ${timeoutHeight}`;
      return operator === TOKEN_OPERATOR.subTag
        ? `${frozen}, ${amount} are asked for`
        : `${frozen}, which overflow`;
    }
    case TOKEN_OPERATOR.addFree:
      return `${owner} would have more tokens than 64 bits count`;
    default:
      return `field "operatorType" is ${operator}; 1 adds, 2 takes, 3 freezes, 4 takes what is frozen`;
  }
}

const { addFree, subFree, addTag, subTag } = TOKEN_OPERATOR;
const RECEIPT_OF: ReadonlyMap<number, number> = new Map([
  [addFree, RECEIPT.CONTRACT_TOKEN_OPERATE_ADD],
  [subFree, RECEIPT.CONTRACT_TOKEN_OPERATE_SUB],
  [addTag, RECEIPT.CONTRACT_TOKEN_OPERATE_TAG_ADD],
  [subTag, RECEIPT.CONTRACT_TOKEN_OPERATE_TAG_SUB],
]);

function noteReceipt(run: ContractRun, { user, operator, amount, tag }: TokenOperation): void {
  const uid = userUid(run, toBytes(user));
  const adding = operator === addFree || operator === addTag;
  run.context.receipts.push({
    type: required(RECEIPT_OF.get(operator), `the receipt of token operator ${operator}`),
    operation: adding ? 'ADD_FREE' : 'SUB_FREE',
    from: adding ? NULL_UID : uid,
    to: adding ? uid : NULL_UID,
    coinSymbol: operator === addTag || operator === subTag ? latin1(tag) : '',
    amount,
  });
}

/** The account that a user's name stands for, where it is a regid or an address. */
function userUid({ context }: ContractRun, user: Uint8Array): Uid {
  if (user.length === REGID_SIZE) return regIdUid(regIdFromRaw(Buffer.from(user)));
  const keyId = user.length === ADDRESS_SIZE ? keyIdOfAddress(context, user) : undefined;
  return keyId === undefined ? NULL_UID : keyIdUid(keyId);
}
