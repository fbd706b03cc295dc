import { regIdFromRaw, sameRegId } from '../../../src/codec/regid.js';
import { tokenOf } from '../../../src/state/tables/accounts.js';
import { isInCoinRange } from '../../../src/tx/coin-range.js';
import { RECEIPT } from '../../../src/tx/receipt.js';
import { BASE_COIN } from '../../../src/tx/symbols.js';
import { wayProblem } from '../../native/ways.js';
import {
  accountField,
  accountText,
  namedAccount,
  namedAccountOrNew,
  namelessText,
  REGID_SIZE,
} from './account-name.js';
import type { ApiFunction } from './api-function.js';
import { LOOKUP_WORK } from './api-work.js';
import type { ContractRun } from './contract-run.js';
import { fromLittleEndian64 } from './integers.js';
import { addressOf, missingCoins } from './missing-coins.js';

/** Base coins that move when the script has ended (spec 03 §8.7, §9). */

const ADD_FREE = 1;
const SUB_FREE = 2;
const OPERATION_FUEL = 4500;
const MAX_U64 = 2n ** 64n - 1n;

const NAME = 'WriteOutput';

export const writeOutput: ApiFunction = {
  name: NAME,
  needsRun: true,
  work: LOOKUP_WORK,
  call(api) {
    const fields = api.fields();
    if (fields === undefined) return undefined;
    const account = accountField(fields, fields.uint8('addrType'), 'accountIdTbl');
    if (account === undefined) return undefined;
    const operator = fields.uint8('operatorType');
    if (operator === undefined || fields.uint32('outHeight') === undefined) return undefined;
    const money = fields.bytes('moneyTbl', 8);
    if (money === undefined) return undefined;
    api.burnAccountOperations(OPERATION_FUEL);
    const line = api.queuedBy?.line;
    const output = { account, operator, amount: fromLittleEndian64(money), line };
    return api.run.queueOutput(output) ? true : undefined;
  },
};

/**
 * Whether the outputs are allowed: what accounts receive equals what the contract pays (spec 03 §9,
 * step 1).
 */
export function areBalanced({ outputs, context, call, notes }: ContractRun): boolean {
  const refused = (line: number | undefined, reason: string): false => {
    notes?.failedAfterwards(NAME, line, reason);
    return false;
  };
  let added = 0n;
  let taken = 0n;
  for (const { account, operator, amount, line } of outputs) {
    if (operator === ADD_FREE) {
      added += amount;
    } else {
      if (operator !== SUB_FREE) return refused(line, `field "operatorType" is ${operator}; 1 adds, 2 takes`);
      const giver =
        account.length === REGID_SIZE
          ? regIdFromRaw(Buffer.from(account))
          : namedAccount(context, account)?.regId;
      if (giver === undefined || !sameRegId(giver, call.contract)) {
        return refused(line, `${accountText(account)} is not the contract, which alone can give`);
      }
      taken += amount;
    }
    if (added > MAX_U64 || taken > MAX_U64) return refused(line, 'the amounts together exceed 64 bits');
  }
  const last = outputs.at(-1)?.line;
  return added === taken || refused(last, `accounts receive ${added} sawi, the contract gives ${taken}`);
}

/** What the contract pays by its outputs, in sawi. */
export function givenByOutputs({ outputs }: ContractRun): bigint {
  return outputs.reduce((sum, { operator, amount }) => (operator === SUB_FREE ? sum + amount : sum), 0n);
}

/** Lets the outputs take effect (spec 03 §9, step 2). @returns whether all of them could */
export function settleOutputs({ outputs, context, notes }: ContractRun): boolean {
  return outputs.every(({ account, operator, amount, line }) => {
    const refused = (reason: string): false => {
      notes?.failedAfterwards(NAME, line, reason);
      return false;
    };
    if (!isInCoinRange(BASE_COIN, amount)) return refused(`${amount} sawi are more than there can be`);
    const holder = namedAccountOrNew(context, account);
    if (holder === undefined) return refused(namelessText(context, account));
    const adding = operator === ADD_FREE;
    const problem = adding ? undefined : wayProblem(context, 'contractOutput', holder, BASE_COIN);
    if (problem !== undefined) return refused(`the permissions do not allow it: ${problem[1]}`);
    const { free } = tokenOf(holder, BASE_COIN);
    // Coins are added before it shows whether the contract has them, so that many outputs could sum up to
    // more than a balance holds.
    if (adding && free + amount > MAX_U64) return refused('the balance would exceed 64 bits');
    const isMoved = context.tryOperate({
      keyId: holder.keyId,
      operation: adding ? 'ADD_FREE' : 'SUB_FREE',
      symbol: BASE_COIN,
      amount,
      receiptType: adding ? RECEIPT.CONTRACT_ACCOUNT_OPERATE_ADD : RECEIPT.CONTRACT_ACCOUNT_OPERATE_SUB,
    });
    if (isMoved) return true;
    const owner = `${adding ? 'the account' : 'the contract'} ${addressOf(context, holder.keyId)}`;
    return refused(missingCoins(owner, { symbol: BASE_COIN, amount, free }));
  });
}
