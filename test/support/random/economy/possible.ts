import { SYSTEM_PARAMETERS } from '../../../../src/config/system-parameters.js';
import type { BlockExecution } from '../../../../src/ledger/types.js';
import { balanceOperationCode } from '../../../../src/tx/balance-operation.js';
import { ORDER_BUY, ORDER_LIMIT, ORDER_SELL, VOTE_ADD, VOTE_MINUS } from '../../../../src/tx/enums.js';
import { PROPOSAL } from '../../../../src/tx/proposal-types.js';
import { type Transaction, TX } from '../../../../src/tx/transactions.js';
import { BUYER, COIN, PRODUCERS, SELLER, SETTLER } from './cast.js';
import { proposalWishes } from './governance-wishes.js';
import { oldHead, prepared, type Scene } from './scene.js';

/**
 * What must be possible after every block: governors and producers can carry out a proposal, the exchange settles an
 * honest pair, and a user can take out what is his.
 *
 * @param execution - of a block that is thrown away afterwards
 * @param where - for messages
 */
export function assertPossible(scene: Scene, execution: BlockExecution, where: string): void {
  const must = (claim: string, make: () => readonly Transaction[]) => {
    try {
      for (const tx of make()) execution.execute(prepared(tx));
    } catch (error) {
      throw new Error(`${where} ${claim}: it was refused`, { cause: error });
    }
  };
  must('governors can set a parameter', () =>
    proposalWishes(scene, {
      type: PROPOSAL.SYS_PARAM,
      params: [{ code: SYSTEM_PARAMETERS.ASSET_RISK_FEE_RATIO.code, value: 4000n }],
    }).map(([, tx]) => tx),
  );
  must('producers can set their number', () =>
    proposalWishes(scene, {
      type: PROPOSAL.BP_SIZE,
      totalBpsSize: 11,
      effectiveHeight: scene.height + 1000,
    }).map(([, tx]) => tx),
  );
  must('the exchange settles an honest pair', () => honestPair(scene));
  must('a user can take out what is his', () => inAndOut(scene));
}

function honestPair(scene: Scene): readonly Transaction[] {
  const terms = {
    coinSymbol: 'WICC',
    assetSymbol: 'WGRT',
    coinAmount: 0n,
    assetAmount: 100n * COIN,
    price: COIN,
    dexId: 0,
    memo: new Uint8Array(),
    orderType: ORDER_LIMIT,
  };
  const buy: Transaction = { ...scene.head(BUYER), type: TX.DEX_ORDER, ...terms, orderSide: ORDER_BUY };
  const sell: Transaction = { ...scene.head(SELLER), type: TX.DEX_ORDER, ...terms, orderSide: ORDER_SELL };
  const deal = {
    buyOrderId: prepared(buy).txid,
    sellOrderId: prepared(sell).txid,
    price: COIN,
    coinAmount: 100n * COIN,
    assetAmount: 100n * COIN,
  };
  return [buy, sell, { ...scene.head(SETTLER), type: TX.DEX_TRADE_SETTLE, dealItems: [deal] }];
}

function inAndOut(scene: Scene): readonly Transaction[] {
  const coins = { coinSymbol: 'WICC', coinAmount: COIN };
  const vote = { candidate: PRODUCERS[10]!.uid, votedBcoins: COIN };
  return [
    { ...scene.head(BUYER), type: TX.UCOIN_STAKE, stakeType: balanceOperationCode('STAKE'), ...coins },
    { ...scene.head(BUYER), type: TX.UCOIN_STAKE, stakeType: balanceOperationCode('UNSTAKE'), ...coins },
    ...[VOTE_ADD, VOTE_MINUS].map((voteType): Transaction => {
      return {
        ...oldHead(scene.head(BUYER)),
        type: TX.DELEGATE_VOTE,
        candidateVotes: [{ voteType, ...vote }],
      };
    }),
  ];
}
