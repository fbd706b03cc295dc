import { tokenOf } from '../../../src/state/tables/accounts.js';
import { coinRangeMax } from '../../../src/tx/coin-range.js';
import { RECEIPT } from '../../../src/tx/receipt.js';
import { BASE_COIN } from '../../../src/tx/symbols.js';
import type { TransactionContext } from '../../context.js';
import { wayProblem } from '../../native/ways.js';
import { index } from '../interpreter/operations/fields.js';
import { LuaTable } from '../value/table.js';
import { accountField, namedAccount, namedAccountOrNew, namelessText } from './account-name.js';
import type { ApiCall, ApiFunction } from './api-function.js';
import { ADDRESS_WORK, CALL_WORK } from './api-work.js';
import { fromLittleEndian64 } from './integers.js';
import { addressOf, missingCoins } from './missing-coins.js';

/** Transfers of any coin that take effect at once (spec 03 §8.8). */

const EXISTING_ACCOUNT_FUEL = 4500;
const NEW_ACCOUNT_FUEL = 25_000;
const FAILURE_FUEL = 400;

interface AssetTransfer {
  /** Whether the contract pays, and not who called it. */
  readonly fromContract: boolean;
  /** Raw regid, or the text of an address. */
  readonly to: Uint8Array;
  readonly symbol: string;
  readonly amount: bigint;
}

function transferOf(api: ApiCall, table: LuaTable): AssetTransfer | undefined {
  api.machine.work(ADDRESS_WORK);
  const fields = api.fieldsOf(table);
  const fromContract = fields.boolean('isContractAccount');
  if (fromContract === undefined) return undefined;
  const to = accountField(fields, fields.integer('toAddressType'), 'toAddress');
  if (to === undefined) return undefined;
  const symbol = fields.text('tokenType');
  if (symbol === undefined) return undefined;
  if (api.run.context.asset(symbol) === undefined) return api.refuse(() => `there is no asset "${symbol}"`);
  const money = fields.bytes('tokenAmount', 8);
  if (money === undefined) return undefined;
  const amount = BigInt.asIntN(64, fromLittleEndian64(money));
  // The base coin's maximum counts for every coin.
  if (amount <= 0n || amount > coinRangeMax(BASE_COIN)) {
    return api.refuse(
      () => `the amount is ${amount} sawi of ${symbol}; 1 to ${coinRangeMax(BASE_COIN)} can be transferred`,
    );
  }
  return { fromContract, to, symbol, amount };
}

/** Whether the permissions of payer and coin allow it. */
function isAllowed(context: TransactionContext, keyId: string, symbol: string): boolean {
  const payer = context.accountByKeyId(keyId);
  return payer === undefined || wayProblem(context, 'contractTransfer', payer, symbol) === undefined;
}

function holds(context: TransactionContext, keyId: string, symbol: string, amount: bigint): boolean {
  const account = context.accountByKeyId(keyId);
  return account !== undefined && tokenOf(account, symbol).free >= amount;
}

/** Why a transfer could not be made: whose coins, which, how many there are and how many are asked for. */
function transferProblem(context: TransactionContext, keyId: string, wanted: AssetTransfer): string {
  const { fromContract, to, symbol, amount } = wanted;
  const payer = context.accountByKeyId(keyId);
  const problem = payer && wayProblem(context, 'contractTransfer', payer, symbol);
  if (problem !== undefined) return `the permissions of payer and coin do not allow it: ${problem[1]}`;
  const free = payer === undefined ? 0n : tokenOf(payer, symbol).free;
  if (free >= amount) return namelessText(context, to);
  return missingCoins(`${fromContract ? 'the contract' : 'the caller'} ${addressOf(context, keyId)}`, {
    symbol,
    amount,
    free,
  });
}

/** Makes a transfer. @returns whether it could be made */
function transfer(api: ApiCall, { fromContract, to, symbol, amount }: AssetTransfer): boolean {
  const { context, call } = api.run;
  if (!api.run.countTransfer()) return false;
  const isNew = namedAccount(context, to) === undefined;
  const payer = fromContract ? call.contractKeyId : context.sender().keyId;
  // In the reference the account of the receiver is there before it shows that nothing can be paid.
  const leavesNothing = context.network.mended.failedTransfersLeaveNothing;
  const canPay =
    isAllowed(context, payer, symbol) && (!leavesNothing || holds(context, payer, symbol, amount));
  const receiver = canPay ? namedAccountOrNew(context, to) : undefined;
  const moved =
    receiver !== undefined &&
    context.tryOperate({
      keyId: payer,
      operation: 'SUB_FREE',
      symbol,
      amount,
      receiptType: RECEIPT.CONTRACT_ACCOUNT_TRANSFER_ASSET,
      peer: receiver.keyId,
    });
  if (!moved) api.refuse(() => transferProblem(context, payer, { fromContract, to, symbol, amount }));
  if (!moved) api.burnAccount(FAILURE_FUEL);
  else api.burnAccountOperations(isNew ? NEW_ACCOUNT_FUEL : EXISTING_ACCOUNT_FUEL);
  return moved;
}

export const transferAccountAsset: ApiFunction = {
  name: 'TransferAccountAsset',
  needsRun: true,
  work: CALL_WORK,
  call(api) {
    const table = api.table();
    const wanted = table && transferOf(api, table);
    return wanted !== undefined && transfer(api, wanted) ? true : undefined;
  },
};

/** Several of them; those before one that fails stay made (spec 03 O-11). */
export const transferAccountAssets: ApiFunction = {
  name: 'TransferAccountAssets',
  needsRun: true,
  work: CALL_WORK,
  call(api) {
    const list = api.table();
    const count = list?.length() ?? 0;
    if (list === undefined || count === 0) return api.refuse(() => 'the list has no transfers');
    const wanted: AssetTransfer[] = [];
    for (let i = 1; i <= count; i++) {
      api.machine.work(1);
      const table = index(api.machine, list, i);
      const parsed = table instanceof LuaTable ? transferOf(api, table) : undefined;
      if (parsed === undefined) return api.refuse(() => `transfer ${i} is no table of fields`);
      wanted.push(parsed);
    }
    return wanted.every(each => transfer(api, each)) ? true : undefined;
  },
};
