import { inspect } from 'node:util';
import * as assert from 'uvu/assert';
import { ZERO_HASH } from '../../../src/codec/codec.js';
import type { RegId } from '../../../src/codec/regid.js';
import { regIdUid } from '../../../src/codec/uid.js';
import { DEVELOPMENT_PUBLIC_KEYS } from '../../../src/config/networks/development-keys.js';
import { REGTEST } from '../../../src/config/networks/regtest.js';
import {
  cdpParameters,
  rangeOf,
  SYSTEM_PARAMETERS,
  systemParameters,
} from '../../../src/config/system-parameters.js';
import { keyIdOf } from '../../../src/crypto/keys.js';
import { NetworkLedger } from '../../../src/ledger/ledger.js';
import type { BlockContext, BlockOutcome } from '../../../src/ledger/types.js';
import { match } from '../../../src/matcher/order-books.js';
import { viewOf } from '../../../src/matcher/order-view.js';
import { DEFAULT_MATCHER_SETTINGS, matchRules } from '../../../src/matcher/settings.js';
import type { Overlay } from '../../../src/state/state.js';
import { ACCOUNTS, EMPTY_TOKEN, newAccount, REGIDS, tokenOf } from '../../../src/state/tables/accounts.js';
import { ASSET_TYPE, ASSETS, NATIVE_ASSETS } from '../../../src/state/tables/assets.js';
import { CDPS, cdpsOf } from '../../../src/state/tables/cdps.js';
import { addOperator } from '../../../src/state/tables/dex-operators.js';
import { GENERATED_BY, ORDERS } from '../../../src/state/tables/orders.js';
import { PENDING_REWARDS } from '../../../src/state/tables/rewards.js';
import { UTXOS } from '../../../src/state/tables/utxos.js';
import { VOTE_LISTS } from '../../../src/state/tables/votes.js';
import { balanceOperationCode } from '../../../src/tx/balance-operation.js';
import {
  OPEN_PUBLIC,
  ORDER_BUY,
  ORDER_LIMIT,
  ORDER_MARKET,
  ORDER_SELL,
  VOTE_ADD,
  VOTE_MINUS,
} from '../../../src/tx/enums.js';
import { type PreparedTransaction, prepareTransaction } from '../../../src/tx/envelope.js';
import { largestMinimumFee, scheduledFees } from '../../../src/tx/minimum-fees.js';
import { ALL_PERMISSIONS, ASSET_PERMISSION } from '../../../src/tx/permissions.js';
import type { Proposal } from '../../../src/tx/proposal.js';
import { PROPOSAL } from '../../../src/tx/proposal-types.js';
import { RECEIPT, type Receipt } from '../../../src/tx/receipt.js';
import { TransactionRejected } from '../../../src/tx/reject.js';
import { type Transaction, TX } from '../../../src/tx/transactions.js';
import { CONDITION_TYPES } from '../../../src/tx/utxo.js';
import type { ProposalDraft } from '../../../vm/native/governance/proposal-rules.js';
import { minimumFeeOf } from '../../../vm/native/minimum-fee.js';
import { type Actor, signatureOf } from '../ledgers/scratch-ledger.js';
import { memoryState } from '../stores/memory-state.js';
import { edgy, edgyWithin, pick } from './edges.js';
import type { SeededRandom } from './seeded-random.js';

/** The development chain in a hurry: elections, matured rewards and interest within a few blocks. */
const NETWORK = {
  ...REGTEST,
  rewardMaturity: 3,
  transactionCacheDepth: 8,
  voteCounting: { interval: 3, activationDelay: 2 },
  blocksPerDay: 4,
  regIdMaturity: 1,
};
const COIN = 100_000_000n;
const TOKEN = 'ECONOMY';
const COINS = ['WICC', 'WUSD', 'WGRT', TOKEN] as const;
const MAX_BALANCE = 2n ** 64n - 1n;
const FEE = 10n * COIN;

function actorAt(regId: RegId, publicKey: string): Actor {
  return { regId, uid: regIdUid(regId), keyId: keyIdOf(Buffer.from(publicKey, 'hex')), publicKey };
}

const USERS = DEVELOPMENT_PUBLIC_KEYS.accounts.map((key, i) => actorAt({ height: 0, index: 13 + i }, key));
/** Who does anything at random. */
const PEOPLE = USERS.slice(0, 4);
/** Who makes an honest pair of orders, and who proposes; nothing random happens to them. */
const [SELLER, BUYER, CLERK] = USERS.slice(5, 8) as [Actor, Actor, Actor];
const PRODUCERS = DEVELOPMENT_PUBLIC_KEYS.delegates.map((key, i) =>
  actorAt({ height: 0, index: 2 + i }, key),
);
const GOVERNOR = actorAt({ height: 1, index: 2 }, DEVELOPMENT_PUBLIC_KEYS.governor);
const SETTLER = actorAt({ height: 1, index: 3 }, DEVELOPMENT_PUBLIC_KEYS.matcher);

const MINTED: ReadonlySet<number> = new Set([
  RECEIPT.COIN_BLOCK_INFLATE,
  RECEIPT.DELEGATE_VOTE_INTEREST,
  RECEIPT.CDP_TOTAL_INFLATE_FCOIN_TO_RESERVE,
]);

const NOTHING_RECENT = { has: () => false } as const;
const DEEP = { depth: 20, maxArrayLength: null, maxStringLength: null } as const;

/** What happened in a run. */
export interface Tally {
  accepted: number;
  refused: number;
  readonly kinds: Map<string, number>;
}

/** One chain of random blocks with everything that is checked after each of them. */
export class Economy {
  readonly tally: Tally = { accepted: 0, refused: 0, kinds: new Map() };
  readonly state: Overlay;
  readonly #ledger: NetworkLedger;
  readonly #random: SeededRandom;
  #height = 1;
  #memo = 0;
  /** Sawi of each coin that blocks and edits have declared so far, less what they have declared as gone. */
  readonly #expected = new Map<string, bigint>();

  constructor(random: SeededRandom) {
    this.#random = random;
    this.#ledger = new NetworkLedger(NETWORK, {
      isValid: (_prepared, signature, publicKey) => Buffer.from(signature).toString('hex') === publicKey,
    });
    this.state = memoryState().overlay();
    const { block } = this.#ledger.genesis(this.state);
    this.#ledger.systemGenesis(this.state, this.#context(1), block.header.merkleRoot);
    this.#furnish();
    for (const symbol of COINS) this.#expected.set(symbol, this.#sumOf(symbol));
  }

  /** Makes one block of random content and checks everything. */
  block(): void {
    this.#height++;
    if (this.#chance(12)) this.#fill();
    const context = this.#context(this.#height);
    const execution = this.#ledger.begin(this.state, context, NOTHING_RECENT);
    const tryAll = (wishes: readonly (readonly [string, Transaction])[]) => {
      for (const [kind, tx] of wishes) this.#try(kind, tx, prepared => execution.execute(prepared));
    };
    tryAll(this.#feeds());
    execution.execute(execution.medianTransaction()!);
    const settlement = execution.settlementTransaction();
    if (settlement !== undefined) execution.execute(settlement);
    tryAll(this.#deals());
    const count = this.#random.integer(1, 5);
    for (let i = 0; i < count; i++) tryAll(this.#wishes());
    const outcome = execution.end(execution.rewardTransaction());
    this.#executeAgain(context, outcome, execution.state);
    execution.state.merge();
    this.#declare(outcome);
    this.check();
  }

  /** Without what was refused the block has the same effect: a refused transaction leaves nothing. */
  #executeAgain(context: BlockContext, { executed }: BlockOutcome, state: Overlay): void {
    const again = this.#ledger.begin(this.state, context, NOTHING_RECENT);
    const [reward, ...transactions] = executed.map(({ prepared }) => prepared);
    for (const prepared of transactions) again.execute(prepared);
    again.end(reward!);
    assert.is(
      inspect(again.state.changes(), DEEP),
      inspect(state.changes(), DEEP),
      `block ${context.height} again`,
    );
    again.state.discard();
  }

  /** What must hold after every block. */
  check(): void {
    for (const symbol of COINS) {
      assert.is(this.#sumOf(symbol), this.#expected.get(symbol), `${symbol} after block ${this.#height}`);
    }
    this.#onScratch('a proposal can be made and approved', run => {
      const fee = (type: number) => this.#feeOf(type, CLERK);
      const id = run({
        ...this.#head(CLERK, fee(70)),
        type: TX.PROPOSAL_REQUEST,
        proposal: draftOf({
          type: PROPOSAL.SYS_PARAM,
          params: [{ code: SYSTEM_PARAMETERS.ASSET_RISK_FEE_RATIO.code, value: 4000n }],
        }),
      });
      run({
        ...this.#head(GOVERNOR, fee(71)),
        type: TX.PROPOSAL_APPROVAL,
        proposalId: id,
        axcSignature: new Uint8Array(),
      });
    });
    this.#onScratch('the exchange settles an honest pair', run => {
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
      const buy = run({ ...this.#head(BUYER), type: TX.DEX_ORDER, ...terms, orderSide: ORDER_BUY });
      const sell = run({ ...this.#head(SELLER), type: TX.DEX_ORDER, ...terms, orderSide: ORDER_SELL });
      const deal = {
        buyOrderId: buy,
        sellOrderId: sell,
        price: COIN,
        coinAmount: 100n * COIN,
        assetAmount: 100n * COIN,
      };
      run({ ...this.#head(SETTLER), type: TX.DEX_TRADE_SETTLE, dealItems: [deal] });
    });
    this.#onScratch('a user can take out what is his', run => {
      run({
        ...this.#head(BUYER),
        type: TX.UCOIN_STAKE,
        stakeType: balanceOperationCode('STAKE'),
        coinSymbol: 'WICC',
        coinAmount: COIN,
      });
      run({
        ...this.#head(BUYER),
        type: TX.UCOIN_STAKE,
        stakeType: balanceOperationCode('UNSTAKE'),
        coinSymbol: 'WICC',
        coinAmount: COIN,
      });
      const vote = { candidate: PRODUCERS[10]!.uid, votedBcoins: COIN };
      const { feeSymbol: _, ...head } = this.#head(BUYER);
      run({ ...head, type: TX.DELEGATE_VOTE, candidateVotes: [{ voteType: VOTE_ADD, ...vote }] });
      run({ ...head, type: TX.DELEGATE_VOTE, candidateVotes: [{ voteType: VOTE_MINUS, ...vote }] });
    });
  }

  /**
   * Every user takes out everything that is his.
   * @returns what remains, by rule: positions of pairs that are locked or without a price, and outputs of others
   */
  closeAll(): string[] {
    const left: string[] = [];
    for (const user of [...PEOPLE]) this.#closeOf(user, left);
    return left;
  }

  #closeOf(user: Actor, left: string[]): void {
    // A freeze is lifted, and there is something to pay fees and debts with.
    this.#edit(user.keyId, account => ({ ...account, permsSum: ALL_PERMISSIONS }));
    this.#setFree(user.keyId, 'WICC', 1_000_000n * COIN);
    // A balance that is full takes nothing more: what is in it is spent first.
    const spend = () => {
      for (const symbol of ['WGRT', TOKEN, 'WUSD']) this.#setFree(user.keyId, symbol, 0n);
      this.#setFree(user.keyId, 'WICC', 1_000_000n * COIN);
    };
    spend();
    const take = (what: string, tx: Transaction, allowed: readonly string[] = []) => {
      this.#height++;
      const execution = this.#ledger.begin(this.state, this.#context(this.#height), NOTHING_RECENT);
      let reason: string | undefined;
      for (const { baseSymbol, price } of [
        { baseSymbol: 'WICC', price: 10n ** 8n },
        { baseSymbol: 'WGRT', price: 10n ** 6n },
      ]) {
        for (const producer of PRODUCERS.slice(0, 5)) {
          this.#try(
            'feed',
            {
              ...this.#head(producer),
              type: TX.PRICE_FEED,
              pricePoints: [{ baseSymbol, quoteSymbol: 'USD', price }],
            },
            prepared => execution.execute(prepared),
          );
        }
      }
      execution.execute(execution.medianTransaction()!);
      try {
        execution.execute(this.#prepare(tx));
      } catch (error) {
        if (!(error instanceof TransactionRejected)) throw error;
        reason = error.reason;
      }
      const outcome = execution.end(execution.rewardTransaction());
      execution.state.merge();
      this.#declare(outcome);
      if (reason === undefined) return;
      assert.ok(
        allowed.some(rule => reason.includes(rule)),
        `${what} of ${user.keyId}: ${reason}`,
      );
      left.push(`${what}: ${reason}`);
    };
    for (const [id, order] of [...this.state.iterate(ORDERS)]) {
      if (order.owner.height !== user.regId.height || order.owner.index !== user.regId.index) continue;
      if (order.generatedBy !== GENERATED_BY.user) continue;
      spend();
      take(`order ${id}`, { ...this.#head(user, 100n * COIN), type: TX.DEX_CANCEL_ORDER, orderId: id });
    }
    const votes = this.state.get(VOTE_LISTS, user.regId) ?? [];
    for (const { candidate, votes: votedBcoins } of votes) {
      const { feeSymbol: _, ...head } = this.#head(user, 100n * COIN);
      take('votes', {
        ...head,
        type: TX.DELEGATE_VOTE,
        candidateVotes: [{ voteType: VOTE_MINUS, candidate, votedBcoins }],
      });
    }
    for (const symbol of COINS) {
      const { staked } = tokenOf(this.state.get(ACCOUNTS, user.keyId)!, symbol);
      if (staked === 0n) continue;
      this.#setFree(user.keyId, symbol, symbol === 'WICC' ? 1_000_000n * COIN : 0n);
      const stakeType = balanceOperationCode('UNSTAKE');
      take('stake', {
        ...this.#head(user, 100n * COIN),
        type: TX.UCOIN_STAKE,
        stakeType,
        coinSymbol: symbol,
        coinAmount: staked,
      });
    }
    for (const [[txid, index], { output, coinSymbol, creator }] of [...this.state.iterate(UTXOS)]) {
      if (creator !== user.keyId) continue;
      this.#setFree(user.keyId, coinSymbol, coinSymbol === 'WICC' ? 1_000_000n * COIN : 0n);
      const vins = [{ prevUtxoTxid: txid, prevUtxoVoutIndex: index, conds: [] }];
      const frozen =
        ((this.state.get(ASSETS, coinSymbol)?.permsSum ?? 0n) & ASSET_PERMISSION.TRANSFER) === 0n;
      take(
        `output of ${output.coinAmount} ${coinSymbol}`,
        {
          ...this.#head(user, 100n * COIN),
          type: TX.UTXO_TRANSFER,
          coinSymbol,
          vins,
          vouts: [],
          memo: new Uint8Array(),
        },
        frozen ? ['lack_PERM_TRANSFER'] : [],
      );
    }
    for (const id of cdpsOf(this.state, user.regId)) {
      const cdp = this.state.get(CDPS, id)!;
      this.#setFree(user.keyId, 'WUSD', 2n ** 63n);
      const assetsToRedeem = new Map([[cdp.bcoinSymbol, cdp.staked]]);
      take(
        `position ${id}`,
        {
          ...this.#head(user, 100n * COIN),
          type: TX.CDP_REDEEM,
          cdpTxid: id,
          scoinsToRepay: cdp.owed,
          assetsToRedeem,
        },
        ['global-cdp-lock-is-on', 'invalid-bcoin-price', 'cdp-not-exist'],
      );
    }
    const { voted, staked, frozen } = tokenOf(this.state.get(ACCOUNTS, user.keyId)!, 'WICC');
    assert.equal([voted, staked, frozen], [0n, 0n, 0n], `what ${user.keyId} still has tied up`);
  }

  #furnish(): void {
    const owner = PEOPLE[0]!;
    this.state.put(ASSETS, TOKEN, {
      ...NATIVE_ASSETS[0]!,
      symbol: TOKEN,
      name: TOKEN,
      type: ASSET_TYPE.userIssued,
      owner: owner.regId,
      totalSupply: 4_000_000n * COIN,
      permsSum: ASSET_PERMISSION.TRANSFER | ASSET_PERMISSION.DEX_BASE,
    });
    for (const user of USERS) {
      this.#edit(user.keyId, account => ({
        ...account,
        tokens: new Map([
          ...account.tokens,
          ['WGRT', { ...EMPTY_TOKEN, free: 1_000_000n * COIN }],
          ['WUSD', { ...EMPTY_TOKEN, free: 10_000n * COIN }],
          [TOKEN, { ...EMPTY_TOKEN, free: 400_000n * COIN }],
        ]),
      }));
    }
    addOperator(this.state, {
      owner: owner.regId,
      feeReceiver: owner.regId,
      name: 'economy',
      portalUrl: '',
      openMode: OPEN_PUBLIC,
      makerFeeRatio: 1_000_000n,
      takerFeeRatio: 50_000_000n,
      sharedWith: [],
      activated: true,
      memo: new Uint8Array(),
    });
  }

  /** A balance is filled to the brim, or emptied: the difference is declared. */
  #fill(): void {
    const holder = pick(this.#random, [...PEOPLE, ...PRODUCERS.slice(0, 3)]);
    const reserve = this.state.get(REGIDS, { height: 1, index: 1 })!;
    const symbol = pick(this.#random, COINS);
    const keyId = this.#chance(3) ? reserve : holder.keyId;
    const isProducer = PRODUCERS.some(producer => producer.keyId === keyId);
    const low = isProducer ? 1_000n * COIN : 0n;
    this.#setFree(
      keyId,
      symbol,
      pick(this.#random, [MAX_BALANCE, MAX_BALANCE - 1n, MAX_BALANCE - COIN, low, 10_000n * COIN]),
    );
  }

  #feeds(): (readonly [string, Transaction])[] {
    if (!this.#chance(2)) return [];
    // Prices collapse by a factor of up to 10^9 and come back.
    const prices = [1n, 10n, 10n ** 4n, 25_000_000n, 25_000_000n, 25_000_000n, 10n ** 9n];
    const baseSymbol = pick(this.#random, ['WICC', 'WICC', 'WGRT']);
    const price = this.#chance(10) ? edgy(this.#random, 12) : pick(this.#random, prices);
    return PRODUCERS.slice(0, 5).map(producer => [
      'feed',
      {
        ...this.#head(producer),
        type: TX.PRICE_FEED,
        pricePoints: [{ baseSymbol, quoteSymbol: 'USD', price }],
      },
    ]);
  }

  #deals(): (readonly [string, Transaction])[] {
    const views = [...this.state.iterate(ORDERS)].flatMap(
      ([id, order]) => viewOf(this.state, NETWORK, id, order) ?? [],
    );
    const deals = match(views, matchRules(DEFAULT_MATCHER_SETTINGS, this.state));
    return deals
      .slice(0, 10)
      .map(deal => ['deal', { ...this.#head(SETTLER), type: TX.DEX_TRADE_SETTLE, dealItems: [deal] }]);
  }

  #wishes(): (readonly [string, Transaction])[] {
    const random = this.#random;
    const from = pick(random, PEOPLE);
    const to = pick(random, [...PEOPLE, ...PRODUCERS.slice(0, 2)]);
    const symbol = pick(random, COINS);
    const amount = edgy(random, 14);
    const memo = new Uint8Array();
    const head = this.#head(from);
    const { feeSymbol: _, ...old } = head;
    switch (random.integer(0, 10)) {
      case 0:
        return [
          [
            'transfer',
            {
              ...head,
              type: TX.UCOIN_TRANSFER,
              transfers: [{ toUid: to.uid, coinSymbol: symbol, coinAmount: amount }],
              memo,
            },
          ],
        ];
      case 1: {
        const conds = [{ type: CONDITION_TYPES.OP2SA, uid: from.uid }] as const;
        return [
          [
            'output',
            {
              ...head,
              type: TX.UTXO_TRANSFER,
              coinSymbol: symbol,
              vins: [],
              vouts: [{ coinAmount: amount, conds }],
              memo,
            },
          ],
        ];
      }
      case 2: {
        const own = [...this.state.iterate(UTXOS)].find(([, { creator }]) => creator === from.keyId);
        if (own === undefined) return [];
        const [[prevUtxoTxid, prevUtxoVoutIndex], { coinSymbol }] = own;
        return [
          [
            'draw',
            {
              ...head,
              type: TX.UTXO_TRANSFER,
              coinSymbol,
              vins: [{ prevUtxoTxid, prevUtxoVoutIndex, conds: [] }],
              vouts: [],
              memo,
            },
          ],
        ];
      }
      case 3: {
        const stakeType = balanceOperationCode(pick(random, ['STAKE', 'UNSTAKE'] as const));
        return [
          ['stake', { ...head, type: TX.UCOIN_STAKE, stakeType, coinSymbol: symbol, coinAmount: amount }],
        ];
      }
      case 4: {
        const voteType = pick(random, [VOTE_ADD, VOTE_MINUS]);
        const candidate = pick(random, PRODUCERS).uid;
        return [
          [
            'vote',
            {
              ...old,
              type: TX.DELEGATE_VOTE,
              candidateVotes: [{ voteType, candidate, votedBcoins: amount }],
            },
          ],
        ];
      }
      case 5:
      case 6: {
        const [coinSymbol, assetSymbol] = pick(random, [
          ['WUSD', 'WICC'],
          ['WICC', 'WGRT'],
          ['WGRT', 'WICC'],
          ['WUSD', TOKEN],
          ['WUSD', 'WGRT'],
        ] as const);
        const orderSide = pick(random, [ORDER_BUY, ORDER_SELL]);
        const orderType = pick(random, [ORDER_LIMIT, ORDER_LIMIT, ORDER_MARKET]);
        const buysForCoins = orderType === ORDER_MARKET && orderSide === ORDER_BUY;
        const price = orderType === ORDER_MARKET ? 0n : this.#chance(4) ? edgy(random, 10) : COIN / 4n;
        const terms = {
          coinSymbol,
          assetSymbol,
          coinAmount: buysForCoins ? amount : 0n,
          assetAmount: buysForCoins ? 0n : amount,
        };
        return [
          [
            'order',
            {
              ...head,
              type: TX.DEX_ORDER,
              orderType,
              orderSide,
              ...terms,
              price,
              dexId: random.integer(0, 1),
              memo,
            },
          ],
        ];
      }
      case 7: {
        const order = [...this.state.iterate(ORDERS)].find(
          ([, { owner }]) => owner.index === from.regId.index && owner.height === 0,
        );
        return order === undefined
          ? []
          : [['cancel', { ...head, type: TX.DEX_CANCEL_ORDER, orderId: order[0] }]];
      }
      case 8: {
        const [own] = cdpsOf(this.state, from.regId);
        const assets = new Map([['WICC', edgy(random, 14)]]);
        if (own === undefined || this.#chance(3)) {
          return [
            [
              'cdp-stake',
              {
                ...head,
                type: TX.CDP_STAKE,
                cdpTxid: own ?? ZERO_HASH,
                assetsToStake: assets,
                scoinSymbol: 'WUSD',
                scoinsToMint: edgy(random, 12),
              },
            ],
          ];
        }
        return [
          [
            'cdp-redeem',
            {
              ...head,
              type: TX.CDP_REDEEM,
              cdpTxid: own,
              scoinsToRepay: edgy(random, 12),
              assetsToRedeem: assets,
            },
          ],
        ];
      }
      case 9: {
        const [position] = [...this.state.iterate(CDPS)];
        if (position === undefined) return [];
        return [
          [
            'cdp-liquidate',
            {
              ...head,
              type: TX.CDP_LIQUIDATE,
              cdpTxid: position[0],
              liquidateAssetSymbol: '',
              scoinsToLiquidate: edgy(random, 13),
            },
          ],
        ];
      }
      default:
        return this.#governance();
    }
  }

  /** A proposal with whatever extreme its range allows, and what carries it out. */
  #governance(): (readonly [string, Transaction])[] {
    const draft = this.#draft();
    const request = this.#prepare({
      ...this.#head(CLERK, this.#feeOf(70, CLERK)),
      type: TX.PROPOSAL_REQUEST,
      proposal: draftOf(draft),
    });
    const approvers =
      draft.type === PROPOSAL.COIN_TRANSFER || draft.type === PROPOSAL.BP_SIZE ? PRODUCERS : [GOVERNOR];
    return [
      ['propose', request.tx],
      ...approvers.map(approver => {
        const fees = this.#feeOf(71, approver);
        const tx: Transaction = {
          ...this.#head(approver, fees),
          type: TX.PROPOSAL_APPROVAL,
          proposalId: request.txid,
          axcSignature: new Uint8Array(),
        };
        return ['approve', tx] as const;
      }),
    ];
  }

  #draft(): ProposalDraft {
    const random = this.#random;
    switch (random.integer(0, 6)) {
      case 0:
      case 1: {
        const parameter = pick(
          random,
          systemParameters.filter(({ isRegId }) => isRegId !== true),
        );
        return {
          type: PROPOSAL.SYS_PARAM,
          params: [{ code: parameter.code, value: edgyWithin(random, rangeOf(parameter, NETWORK.mended)) }],
        };
      }
      case 2: {
        const parameter = pick(random, cdpParameters);
        const value = edgyWithin(random, rangeOf(parameter, NETWORK.mended));
        return {
          type: PROPOSAL.CDP_PARAM,
          params: [{ code: parameter.code, value }],
          bcoinSymbol: 'WICC',
          scoinSymbol: 'WUSD',
        };
      }
      case 3: {
        const { type } = pick(
          random,
          scheduledFees(NETWORK.minimumFees).filter(({ governable }) => governable),
        );
        const feeSawiAmount = edgyWithin(random, [1n, largestMinimumFee(type)]);
        return {
          type: PROPOSAL.MINER_FEE,
          txType: type,
          feeSymbol: pick(random, ['WICC', 'WUSD']),
          feeSawiAmount,
        };
      }
      case 4:
        return {
          type: PROPOSAL.ACCOUNT_PERM,
          accountUid: pick(random, PEOPLE).uid,
          proposedPermsSum: pick(random, [ALL_PERMISSIONS, ALL_PERMISSIONS, 1n, 16n, 256n]),
        };
      case 5:
        return {
          type: PROPOSAL.ASSET_PERM,
          assetSymbol: TOKEN,
          proposedPermsSum: pick(random, [1n, 2n, 3n, 3n, 31n]),
        };
      default:
        return {
          type: PROPOSAL.COIN_TRANSFER,
          amount: edgy(random, 12),
          coinSymbol: pick(random, COINS),
          fromUid: pick(random, PEOPLE).uid,
          toUid: pick(random, PEOPLE).uid,
        };
    }
  }

  #try(kind: string, tx: Transaction, execute: (prepared: PreparedTransaction) => unknown): void {
    try {
      execute(this.#prepare(tx));
      this.tally.accepted++;
      this.tally.kinds.set(kind, (this.tally.kinds.get(kind) ?? 0) + 1);
    } catch (error) {
      if (
        !(error instanceof TransactionRejected) &&
        !(error instanceof RangeError && /varint|unsigned|fit/.test(error.message))
      )
        throw error;
      this.tally.refused++;
    }
  }

  #onScratch(claim: string, work: (run: (tx: Transaction) => string) => void): void {
    const execution = this.#ledger.begin(this.state, this.#context(this.#height + 1), NOTHING_RECENT);
    try {
      execution.execute(execution.medianTransaction()!);
      work(tx => execution.execute(this.#prepare(tx)).prepared.txid);
    } catch (error) {
      throw new Error(`after block ${this.#height} ${claim}: it was refused`, { cause: error });
    } finally {
      execution.state.discard();
    }
  }

  #declare({ executed, fuelFee, maturedReward }: BlockOutcome): void {
    const receipts: Receipt[] = [
      ...executed.flatMap(({ receipts: own }) => own),
      ...(maturedReward?.receipts ?? []),
    ];
    for (const { type, operation, coinSymbol, amount } of receipts) {
      const isNew = operation === 'ADD_FREE' || operation === 'NULL_OP';
      if (MINTED.has(type) && isNew) this.#expect(coinSymbol, amount);
    }
    this.#expect('WICC', -fuelFee);
  }

  #expect(symbol: string, change: bigint): void {
    this.#expected.set(symbol, (this.#expected.get(symbol) ?? 0n) + change);
  }

  /** All coins there are: balances, outputs, rewards to come; of the stable coin less what is owed for it. */
  #sumOf(symbol: string): bigint {
    let sum = 0n;
    for (const [, { tokens }] of this.state.iterate(ACCOUNTS)) {
      const token = tokens.get(symbol);
      if (token !== undefined) sum += token.free + token.frozen + token.staked + token.voted + token.pledged;
    }
    for (const [, { coinSymbol, output }] of this.state.iterate(UTXOS))
      if (coinSymbol === symbol) sum += output.coinAmount;
    for (const [, { fees }] of this.state.iterate(PENDING_REWARDS)) {
      for (const fee of fees) if (fee.symbol === symbol) sum += fee.amount;
    }
    if (symbol === 'WUSD') for (const [, { owed }] of this.state.iterate(CDPS)) sum -= owed;
    return sum;
  }

  #setFree(keyId: string, symbol: string, free: bigint): void {
    const account = this.state.get(ACCOUNTS, keyId) ?? newAccount(keyId);
    const token = tokenOf(account, symbol);
    this.#expect(symbol, free - token.free);
    this.#edit(keyId, before => ({
      ...before,
      tokens: new Map([...before.tokens, [symbol, { ...token, free }]]),
    }));
  }

  #edit(
    keyId: string,
    change: (account: ReturnType<typeof newAccount>) => ReturnType<typeof newAccount>,
  ): void {
    this.state.put(ACCOUNTS, keyId, change(this.state.get(ACCOUNTS, keyId) ?? newAccount(keyId)));
  }

  #feeOf(type: number, _actor: Actor): bigint {
    return minimumFeeOf(this.state, NETWORK, type, 'WICC') ?? FEE;
  }

  #head(actor: Actor, fees: bigint = FEE) {
    this.#memo++;
    return {
      version: 1,
      validHeight: this.#height - 1,
      txUid: actor.uid,
      feeSymbol: 'WICC',
      // No two are the same.
      fees: fees + BigInt(this.#memo),
      signature: signatureOf(actor.publicKey),
    } as const;
  }

  #prepare(tx: Transaction): PreparedTransaction {
    return prepareTransaction(tx, { varintPricesFrom: NETWORK.forks.r3 });
  }

  #context(height: number) {
    const { genesis, blockInterval } = NETWORK;
    return {
      height,
      time: genesis.time + height * blockInterval.fromR2,
      producer: pick(this.#random, PRODUCERS).regId,
      fuelRate: 100,
    };
  }

  #chance(oneIn: number): boolean {
    return this.#random.integer(1, oneIn) === 1;
  }
}

function draftOf(draft: ProposalDraft): Proposal {
  return { ...draft, expiryBlockHeight: 0, approvalMinCount: 0 } as Proposal;
}
