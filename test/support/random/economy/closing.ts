import { type RegId, regIdText, sameRegId } from '../../../../src/codec/regid.js';
import { keyIdUid, regIdUid } from '../../../../src/codec/uid.js';
import type { StateReader } from '../../../../src/state/state.js';
import { ACCOUNTS, REGIDS, tokenOf } from '../../../../src/state/tables/accounts.js';
import { ASSETS } from '../../../../src/state/tables/assets.js';
import { CDPS } from '../../../../src/state/tables/cdps.js';
import { GENERATED_BY, ORDERS } from '../../../../src/state/tables/orders.js';
import { UTXOS } from '../../../../src/state/tables/utxos.js';
import { VOTE_LISTS } from '../../../../src/state/tables/votes.js';
import { balanceOperationCode } from '../../../../src/tx/balance-operation.js';
import { coinRangeMax } from '../../../../src/tx/coin-range.js';
import { ORDER_BUY, VOTE_MINUS } from '../../../../src/tx/enums.js';
import { ASSET_PERMISSION } from '../../../../src/tx/permissions.js';
import { type Transaction, TX } from '../../../../src/tx/transactions.js';
import { coins, commandLua, type ModuleCommand } from '../../ledgers/module-commands.js';
import type { Actor } from '../../ledgers/scratch-ledger.js';
import { relayed } from '../../wasm/relay-contract.js';
import { COIN, PEOPLE } from './cast.js';
import { luaCall, packed, universal } from './contract-wishes.js';
import { oldHead, type Scene } from './scene.js';

/** Something that an owner has tied up, and how it is taken out. */
export interface Holding {
  /** Names it, the same each time. */
  readonly what: string;
  readonly tx: Transaction;
  /** The coin that comes back, of which the owner needs room. */
  readonly symbol: string;
  /** Why it may not be possible now: the reasons that docs/safety-of-money.md lists. */
  readonly allowed: readonly string[];
}

/** More than the interest of a position, which counts as debt where it has been lent. */
const ROOM_FOR_INTEREST = 2n ** 61n;
/** More than any fee. */
const AMPLE = 100n * COIN;

/** Everything that users and contracts have tied up: positions, orders, outputs, votes and deposits. */
export function holdings(scene: Scene): readonly Holding[] {
  return [
    ...PEOPLE.flatMap(user => [
      ...positionsOf(scene, user),
      ...ordersOf(scene, user),
      ...votesOf(scene, user),
      ...stakesOf(scene, user),
      ...outputsOf(scene, user),
    ]),
    ...[scene.relay, scene.lua].flatMap(contract => holdingsOfContract(scene, contract)),
  ];
}

function positionsOf(scene: Scene, { regId, ...user }: Actor): Holding[] {
  return ownedBy(scene.state, regId).positions.map(([id, { bcoinSymbol, staked, owed }]) => ({
    what: `position ${id}`,
    symbol: bcoinSymbol,
    allowed: POSITION_STAYS,
    tx: {
      ...scene.head({ regId, ...user }, AMPLE),
      type: TX.CDP_REDEEM,
      cdpTxid: id,
      scoinsToRepay: owed + ROOM_FOR_INTEREST,
      assetsToRedeem: new Map([[bcoinSymbol, staked]]),
    },
  }));
}

function ordersOf(scene: Scene, user: Actor): Holding[] {
  return ownedBy(scene.state, user.regId).orders.map(([orderId, { coinSymbol, assetSymbol, orderSide }]) => ({
    what: `order ${orderId}`,
    symbol: orderSide === ORDER_BUY ? coinSymbol : assetSymbol,
    allowed: [],
    tx: { ...scene.head(user, AMPLE), type: TX.DEX_CANCEL_ORDER, orderId },
  }));
}

function votesOf(scene: Scene, user: Actor): Holding[] {
  return (scene.state.get(VOTE_LISTS, user.regId) ?? []).map(({ candidate, votes: votedBcoins }, i) => ({
    what: `votes ${user.keyId} ${i}`,
    symbol: 'WICC',
    allowed: [],
    tx: {
      ...oldHead(scene.head(user, AMPLE)),
      type: TX.DELEGATE_VOTE,
      candidateVotes: [{ voteType: VOTE_MINUS, candidate, votedBcoins }],
    },
  }));
}

function stakesOf(scene: Scene, user: Actor): Holding[] {
  const { tokens } = scene.state.get(ACCOUNTS, user.keyId)!;
  return [...tokens]
    .filter(([, { staked }]) => staked > 0n)
    .map(([symbol, { staked }]) => ({
      what: `stake ${user.keyId} ${symbol}`,
      symbol,
      allowed: [],
      tx: {
        ...scene.head(user, AMPLE),
        type: TX.UCOIN_STAKE,
        stakeType: balanceOperationCode('UNSTAKE'),
        coinSymbol: symbol,
        // Several stakes can add up to more than one transaction may name: the rest comes next.
        coinAmount: minOf(staked, coinRangeMax(symbol)),
      },
    }));
}

function minOf(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

function outputsOf(scene: Scene, user: Actor): Holding[] {
  return [...scene.state.iterate(UTXOS)]
    .filter(([, { output }]) => isFor(output.conds, user.keyId, user.regId))
    .map(([[txid, index], { coinSymbol }]) => ({
      what: `output ${txid} ${index}`,
      symbol: coinSymbol,
      allowed: ifFrozen(scene.state, coinSymbol),
      tx: {
        ...scene.head(user, AMPLE),
        type: TX.UTXO_TRANSFER,
        coinSymbol,
        vins: [{ prevUtxoTxid: txid, prevUtxoVoutIndex: index, conds: [] }],
        vouts: [],
        memo: new Uint8Array(),
      },
    }));
}

/** What a contract has tied up it takes out by its own actions, whoever calls it. */
function holdingsOfContract(scene: Scene, contract: RegId): Holding[] {
  const owner = regIdText(contract);
  const by = (command: ModuleCommand): Transaction => callAs(scene, contract, command);
  const { orders, positions } = ownedBy(scene.state, contract);
  return [
    ...positions.map(([id, { bcoinSymbol, staked, owed }]) => ({
      what: `position ${id}`,
      symbol: bcoinSymbol,
      allowed: POSITION_STAYS,
      tx: by({
        contract: '0-400',
        action: 'redeem',
        args: { owner, cdp_id: id, repaid: owed + ROOM_FOR_INTEREST, redeemed: coins(bcoinSymbol, staked) },
      }),
    })),
    ...orders.map(([id, { coinSymbol, assetSymbol, orderSide }]) => ({
      what: `order ${id}`,
      symbol: orderSide === ORDER_BUY ? coinSymbol : assetSymbol,
      allowed: [],
      tx: by({ contract: '0-300', action: 'cancel', args: { owner, order_id: id } }),
    })),
    ...[...scene.state.iterate(UTXOS)]
      .filter(([, { output }]) => isFor(output.conds, scene.state.get(REGIDS, contract)!, contract))
      .map(([[txid, index], { coinSymbol }]) => ({
        what: `output ${txid} ${index}`,
        symbol: coinSymbol,
        allowed: ifFrozen(scene.state, coinSymbol),
        tx: by({
          contract: '0-500',
          action: 'draw',
          args: { account: owner, coin: coinSymbol, inputs: [{ txid, index }], memo: '' },
        }),
      })),
  ];
}

function callAs(scene: Scene, contract: RegId, command: ModuleCommand): Transaction {
  const [caller] = PEOPLE as [Actor, ...Actor[]];
  if (sameRegId(contract, scene.lua)) return luaCall(scene, caller, contract, commandLua(command));
  const action = packed(scene, command, contract, true);
  if (action === undefined)
    throw new TypeError(`${command.action} of ${regIdText(contract)} cannot be packed`);
  return universal(scene, caller, [relayed({ id: regIdText(contract) }, [action])]);
}

/** Reasons for which a position cannot be closed: its pair is locked, or has no price that is fresh. */
const POSITION_STAYS = ['global-cdp-lock-is-on', 'invalid-bcoin-price'] as const;

/** An output of an asset that governance has frozen stays until it lifts the freeze. */
function ifFrozen(state: StateReader, symbol: string): readonly string[] {
  const permissions = state.get(ASSETS, symbol)?.permsSum ?? 0n;
  return (permissions & ASSET_PERMISSION.TRANSFER) === 0n ? ['lack_PERM_TRANSFER'] : [];
}

function ownedBy(state: StateReader, regId: RegId) {
  return {
    positions: [...state.iterate(CDPS)].filter(([, { owner }]) => sameRegId(owner, regId)),
    orders: [...state.iterate(ORDERS)].filter(
      ([, { owner, generatedBy }]) => sameRegId(owner, regId) && generatedBy === GENERATED_BY.user,
    ),
  };
}

type Conditions = Parameters<typeof Array.from<object>>[0];

/** Whether an output is locked with the address of an account. */
function isFor(conds: Conditions, keyId: string, regId: RegId): boolean {
  const own = [JSON.stringify(keyIdUid(keyId)), JSON.stringify(regIdUid(regId))];
  return Array.from(conds).some(lock => 'uid' in lock && own.includes(JSON.stringify(lock.uid)));
}

/** What an account still has tied up of any coin; nothing where all was taken out. */
export function tiedUp(state: StateReader, keyId: string): readonly string[] {
  const account = state.get(ACCOUNTS, keyId);
  return [...(account?.tokens.keys() ?? [])].filter(symbol => {
    const { frozen, staked, voted, pledged } = tokenOf(account!, symbol);
    return frozen + staked + voted + pledged > 0n;
  });
}
