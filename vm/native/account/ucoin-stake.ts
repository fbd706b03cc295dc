import { type BalanceOperation, balanceOperationCode } from '../../../src/tx/balance-operation.js';
import { isInCoinRange } from '../../../src/tx/coin-range.js';
import { RECEIPT } from '../../../src/tx/receipt.js';
import { REJECT, reject } from '../../../src/tx/reject.js';
import { ucoinStake } from '../../../src/tx/types/ucoin-stake.js';
import { defineHandler } from '../handler.js';

/** The two directions, by the number in the transaction. */
const OPERATIONS: ReadonlyMap<number, BalanceOperation> = new Map(
  (['STAKE', 'UNSTAKE'] as const).map(name => [balanceOperationCode(name), name]),
);

function operationOf(stakeType: number): BalanceOperation {
  return OPERATIONS.get(stakeType) ?? reject(REJECT.REJECT_INVALID, 'bad-stake-type');
}

/** UCOIN_STAKE_TX (spec 07 §14.5). */
export const ucoinStakeHandler = defineHandler(ucoinStake, {
  summary: 'Stakes coins, which can then not be spent, or takes them back at once.',

  check({ stakeType, coinSymbol, coinAmount }, context) {
    operationOf(stakeType);
    if (context.asset(coinSymbol) === undefined) reject(REJECT.REJECT_INVALID, 'bad-coin-symbol');
    if (coinAmount === 0n || !isInCoinRange(coinSymbol, coinAmount)) {
      reject(REJECT.REJECT_INVALID, 'bad-tx-coins-outofrange');
    }
  },

  execute({ stakeType, coinSymbol, coinAmount }, context) {
    context.operate(
      {
        keyId: context.sender().keyId,
        operation: operationOf(stakeType),
        symbol: coinSymbol,
        amount: coinAmount,
        receiptType: RECEIPT.COIN_STAKE,
      },
      [REJECT.UPDATE_ACCOUNT_FAIL, 'insufficient-coin-amount'],
    );
  },
});
