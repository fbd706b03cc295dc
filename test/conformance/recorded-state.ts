import { parseRegId } from '../../src/codec/regid.js';
import { publicKeyUid, regIdUid } from '../../src/codec/uid.js';
import type { StateWriter } from '../../src/state/state.js';
import { ACCOUNTS, EMPTY_TOKEN, newAccount, REGIDS, type Token } from '../../src/state/tables/accounts.js';
import { ASSETS } from '../../src/state/tables/assets.js';
import { CONTRACTS } from '../../src/state/tables/contracts.js';
import {
  ACTIVE_DELEGATES,
  LAST_VOTE_HEIGHT,
  PENDING_DELEGATES,
  PRODUCER_COUNT,
  rankCandidate,
} from '../../src/state/tables/delegates.js';
import { MINER_FEES, SYSTEM_PARAMS } from '../../src/state/tables/parameters.js';
import { MEDIAN_PRICES } from '../../src/state/tables/prices.js';
import { INFLATED_REWARD, PENDING_REWARDS } from '../../src/state/tables/rewards.js';
import { VOTE_LISTS } from '../../src/state/tables/votes.js';
import { readExact } from '../support/answers/exact-json.js';
import { putRecordedObjects, type RecordedObjects } from './recorded-objects.js';
import { regIdOf } from './recorded-regid.js';

/** What the reference's state was at a height, as far as its answers and receipts show it. */
interface RecordedState extends RecordedObjects {
  readonly accounts: readonly RecordedAccount[];
  readonly assets: readonly {
    readonly symbol: string;
    readonly name: string;
    readonly type: bigint;
    readonly perms_sum: bigint;
    readonly owner_regid: string;
    readonly total_supply: bigint;
    readonly mintable: boolean;
    readonly icon_url: string;
  }[];
  readonly active_delegates: readonly { readonly regid: string; readonly votes: bigint }[];
  /** Contracts deployed before; nothing shows who did. */
  readonly contracts?: readonly {
    readonly regid: string;
    readonly vm_type: bigint;
    readonly upgradable: boolean;
    readonly memo: string;
    /** In hex. */
    readonly code: string;
    /** Packed, in hex; of WebAssembly contracts. */
    readonly abi?: string;
  }[];
  readonly median_prices: readonly {
    readonly base: string;
    readonly quote: string;
    readonly price: bigint;
    readonly last_feed_height: bigint;
  }[];
  readonly last_vote_height: bigint;
  readonly counted_votes: { readonly height: bigint };
  readonly system_parameters?: readonly { readonly code: bigint; readonly value: bigint }[];
  readonly minimum_fees?: readonly { readonly type: bigint; readonly symbol: string; readonly fee: bigint }[];
  readonly producer_count?: {
    readonly current: bigint;
    readonly next: bigint;
    readonly effective_height: bigint;
  };
  readonly pending_rewards?: readonly {
    readonly height: bigint;
    readonly txid: string;
    readonly producer: string;
    readonly fees: Readonly<Record<string, bigint>>;
    readonly inflated: bigint;
  }[];
  readonly inflated_reward?: {
    readonly start_height: bigint;
    readonly new_rewards: bigint;
    readonly total_minted: bigint;
    readonly last_minted: bigint;
    readonly last_minted_height: bigint;
  };
}

interface RecordedAccount {
  readonly keyid: string;
  readonly regid: string;
  readonly owner_pubkey?: string;
  readonly miner_pubkey?: string;
  /** Ten binary digits; every permission where it is left out. */
  readonly perms?: string;
  readonly tokens?: Readonly<Record<string, Partial<Token>>>;
  readonly received_votes?: bigint;
  readonly vote_list?: readonly { readonly candidate: string; readonly votes: bigint }[];
  readonly last_vote?: { readonly height: bigint; readonly time: bigint };
}

/** Replaces the state of this chain by that of the recordings at a height. */
export function putRecordedState(state: StateWriter, height: number): void {
  const recorded = readExact<RecordedState>(`oracle/state-${height}`);
  for (const account of recorded.accounts) putAccount(state, account);
  for (const asset of recorded.assets) {
    state.put(ASSETS, asset.symbol, {
      symbol: asset.symbol,
      name: asset.name,
      type: Number(asset.type),
      permsSum: asset.perms_sum,
      owner: regIdOf(asset.owner_regid),
      totalSupply: asset.total_supply,
      mintable: asset.mintable,
      icon: asset.icon_url,
    });
  }
  for (const { regid, vm_type, upgradable, memo, code, abi = '' } of recorded.contracts ?? []) {
    state.put(CONTRACTS, regIdOf(regid), {
      vmType: Number(vm_type),
      maintainer: regIdOf('0-1'),
      upgradable,
      code: Buffer.from(code, 'hex'),
      memo: Buffer.from(memo),
      abi: Buffer.from(abi, 'hex'),
    });
  }
  putDelegates(state, recorded);
  const prices = recorded.median_prices.map(({ base, quote, price, last_feed_height }) => ({
    baseSymbol: base,
    quoteSymbol: quote,
    price,
    lastFeedHeight: Number(last_feed_height),
  }));
  state.put(MEDIAN_PRICES, undefined, prices);
  for (const { code, value } of recorded.system_parameters ?? []) {
    state.put(SYSTEM_PARAMS, Number(code), value);
  }
  for (const { type, symbol, fee } of recorded.minimum_fees ?? []) {
    state.put(MINER_FEES, [Number(type), symbol], fee);
  }
  for (const { height, txid, producer, fees, inflated } of recorded.pending_rewards ?? []) {
    state.put(PENDING_REWARDS, Number(height), {
      txid,
      producer: regIdUid(regIdOf(producer)),
      fees: Object.entries(fees).map(([symbol, amount]) => ({ symbol, amount })),
      inflated,
    });
  }
  putInflation(state, recorded);
  putRecordedObjects(state, recorded);
}

function putAccount(state: StateWriter, recorded: RecordedAccount): void {
  const account = newAccount(recorded.keyid);
  const regId = regIdOf(recorded.regid);
  const tokens = Object.entries(recorded.tokens ?? {}).map(([symbol, token]): [string, Token] => [
    symbol,
    { ...EMPTY_TOKEN, ...token },
  ]);
  state.put(REGIDS, regId, account.keyId);
  state.put(ACCOUNTS, account.keyId, {
    ...account,
    regId,
    ownerKey: recorded.owner_pubkey ?? '',
    minerKey: recorded.miner_pubkey ?? '',
    tokens: new Map(tokens),
    receivedVotes: recorded.received_votes ?? 0n,
    lastVoteHeight: recorded.last_vote?.height ?? 0n,
    lastVoteEpoch: recorded.last_vote?.time ?? 0n,
    permsSum: recorded.perms === undefined ? account.permsSum : BigInt(`0b${recorded.perms}`),
  });
  if (recorded.vote_list !== undefined) {
    const votes = recorded.vote_list.map(({ candidate, votes }) => {
      const candidateRegId = parseRegId(candidate);
      return { candidate: candidateRegId ? regIdUid(candidateRegId) : publicKeyUid(candidate), votes };
    });
    state.put(VOTE_LISTS, regId, votes);
  }
}

function putDelegates(state: StateWriter, recorded: RecordedState): void {
  const list = recorded.active_delegates.map(({ regid, votes }) => ({ regId: regIdOf(regid), votes }));
  state.put(ACTIVE_DELEGATES, undefined, list);
  const countedHeight = Number(recorded.counted_votes.height);
  state.put(PENDING_DELEGATES, undefined, { state: 'activated', countedHeight, list });
  state.put(LAST_VOTE_HEIGHT, undefined, Number(recorded.last_vote_height));
  // The genesis votes for all but the first candidate were revoked: they stay candidates with none.
  for (const { regId } of list.slice(1)) rankCandidate(state, regId, 0n, 0n);
  for (const { regid, received_votes } of recorded.accounts) {
    if (received_votes !== undefined) rankCandidate(state, regIdOf(regid), GENESIS_VOTES, received_votes);
  }
  const count = recorded.producer_count;
  if (count !== undefined) {
    state.put(PRODUCER_COUNT, undefined, {
      current: Number(count.current),
      next: Number(count.next),
      effectiveHeight: Number(count.effective_height),
    });
  }
}

/** What the candidate with votes has in our chain before the recorded state is put. */
const GENESIS_VOTES = 210_000_000_000_000n;

function putInflation(state: StateWriter, { inflated_reward: inflation }: RecordedState): void {
  if (inflation === undefined) return;
  state.put(INFLATED_REWARD, undefined, {
    startHeight: Number(inflation.start_height),
    newRewards: inflation.new_rewards,
    totalMinted: inflation.total_minted,
    lastMinted: inflation.last_minted,
    lastMintedHeight: Number(inflation.last_minted_height),
  });
}
