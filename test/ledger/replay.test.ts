import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Json } from '../../src/codec/json-value.js';
import { parseRegId, regIdText } from '../../src/codec/regid.js';
import { type Uid, uidText, uidType } from '../../src/codec/uid.js';
import { REPLAY } from '../../src/config/networks/replay.js';
import { decodeAddress, encodeAddress } from '../../src/crypto/address.js';
import { BlockRejected } from '../../src/ledger/block-rejected.js';
import { activeDelegates } from '../../src/ledger/producers.js';
import type { BlockOutcome } from '../../src/ledger/types.js';
import { inSawi } from '../../src/rpc/amounts.js';
import { type CdpServices, cdpJson, cdpsOfAccountJson } from '../../src/rpc/results/cdp.js';
import { cdpPairsJson } from '../../src/rpc/results/cdp-pairs.js';
import { medianPricesJson } from '../../src/rpc/results/median-prices.js';
import { ACCOUNTS, type Account, REGIDS } from '../../src/state/tables/accounts.js';
import { CDPS, CLOSED_CDPS } from '../../src/state/tables/cdps.js';
import { producerCountAt } from '../../src/state/tables/delegates.js';
import { systemParameter } from '../../src/state/tables/parameters.js';
import { FEED_PAIRS } from '../../src/state/tables/prices.js';
import { INFLATED_REWARD } from '../../src/state/tables/rewards.js';
import { VOTE_LISTS } from '../../src/state/tables/votes.js';
import { type Block, blockHash } from '../../src/tx/block.js';
import { permissionDigits } from '../../src/tx/permissions.js';
import { type Receipt, receiptJson } from '../../src/tx/receipt.js';
import {
  asReferencePrints,
  type ExactJson,
  type ExactObject,
  exactText,
  readExactLines,
} from '../support/exact-json.js';
import { ReplayChain } from '../support/replay-chain.js';

/** Height that the transaction types of this node reach; it only ever grows. */
const REACHED = 107;

interface RecordedBlock {
  readonly height: bigint;
  readonly hash: string;
  readonly producer: string;
  readonly blockReceipts: ExactJson;
  readonly raw: string;
}

interface RecordedReceipts {
  readonly height: bigint;
  readonly index: bigint;
  readonly txid: string;
  readonly receipts: ExactJson;
}

interface RecordedAnswer {
  readonly height: bigint;
  readonly method: string;
  readonly params: readonly string[];
  readonly result?: ExactObject;
}

const BLOCKS = readExactLines<RecordedBlock>('replay/blocks');
const RECEIPTS = readExactLines<RecordedReceipts>('replay/receipts');
const ANSWERS = readExactLines<RecordedAnswer>('replay/state');

const replay = suite('replay');
const chain = new ReplayChain(REPLAY);
let checkedAnswers = 0;

replay('block 0 has the recorded hash and receipts', async () => {
  const { block, ...outcome } = await chain.begin();
  checkBlock(block, outcome);
});

replay('the recorded blocks follow, as far as their transaction types are known here', async () => {
  for (const recorded of BLOCKS.slice(1)) {
    try {
      const { block, outcome, context } = await chain.connect(Buffer.from(recorded.raw, 'hex'));
      assert.is(regIdText(context.producer), recorded.producer, `producer of ${recorded.height}`);
      checkBlock(block, outcome);
      checkAnswers(Number(recorded.height));
    } catch (error) {
      if (!(error instanceof BlockRejected)) throw error;
      assert.match(error.message, /unavailable-tx/, `block ${recorded.height}: ${error.message}`);
      break;
    }
  }
  assert.ok(chain.height >= REACHED, `reached only height ${chain.height}`);
});

replay('all answers of accounts, delegates and prices were compared', () => {
  const expected = ANSWERS.filter(({ height }) => height <= BigInt(chain.height)).length;
  assert.ok(expected > 0);
  assert.is(checkedAnswers, expected);
});

replay('taking the blocks back restores every state on the way', async () => {
  const again = new ReplayChain(REPLAY);
  await again.begin();
  const snapshots = [snapshot(again)];
  for (const { raw } of BLOCKS.slice(1, REACHED + 1)) {
    await again.connect(Buffer.from(raw, 'hex'));
    snapshots.push(snapshot(again));
  }
  assert.is(new Set(snapshots).size, REACHED + 1, 'every block changes something');
  for (let height = REACHED; height > 0; height--) {
    await again.disconnect();
    assert.is(snapshot(again), snapshots[height - 1], `state of ${height - 1}`);
  }
  await again.connect(Buffer.from(BLOCKS[1]!.raw, 'hex'));
  assert.is(snapshot(again), snapshots[1]);
});

replay.run();

/** Header and receipts. Receipts of a reward appear a hundred blocks later. */
function checkBlock(block: Block, outcome: BlockOutcome): void {
  const { height } = block.header;
  const recorded = BLOCKS[height]!;
  assert.is(blockHash(block.header), recorded.hash, `hash of ${height}`);
  assertSame(receiptsJson(outcome.blockReceipts), recorded.blockReceipts, `receipts of block ${height}`);
  const rows = RECEIPTS.filter(row => row.height === BigInt(height));
  assert.is(outcome.executed.length, rows.length);
  for (const { sealed, index, receipts } of outcome.executed) {
    const row = rows[index]!;
    assert.is(sealed.txid, row.txid, `txid ${height}-${index}`);
    if (index > 0) assertSame(receiptsJson(receipts), row.receipts, `receipts of ${height}-${index}`);
  }
}

function checkAnswers(height: number): void {
  for (const { method, params, result } of ANSWERS.filter(answer => answer.height === BigInt(height))) {
    const answer = ANSWER_OF[method];
    assert.ok(answer, `no comparison for ${method}`);
    const { actual, expected } = answer!(params, result);
    assertSame(actual, expected, `${method} ${params.join(' ')} at ${height}`);
    checkedAnswers++;
  }
}

interface Comparison {
  readonly actual: Json;
  readonly expected: ExactJson;
}

const ANSWER_OF: Readonly<
  Record<string, (params: readonly string[], result: ExactObject | undefined) => Comparison>
> = {
  getaccountinfo: ([id], result) => ({
    actual: accountJson(accountOf(id!)),
    expected: result === undefined ? null : pick(result, ACCOUNT_MEMBERS),
  }),
  listdelegates: (_params, result) => ({
    actual: activeDelegates(chain.state).map(({ regId, votes }) => ({
      regid: regIdText(regId),
      received_votes: accountOf(regIdText(regId))?.receivedVotes ?? null,
      active_votes: votes,
    })),
    expected: (result!.delegates as readonly ExactObject[]).map(delegate =>
      pick(delegate, ['regid', 'received_votes', 'active_votes']),
    ),
  }),
  gettotalcoins: (_params, result) => ({ actual: totalCoins(), expected: result! }),
  getfeedcoinpairs: (_params, result) => ({
    actual: { feed_coin_pairs: [...chain.state.iterate(FEED_PAIRS)].map(([pair]) => pair.join('-')) },
    expected: result!,
  }),
  gettotalbpssize: (_params, result) => ({
    actual: { total_bps_size: BigInt(producerCountAt(chain.state, chain.height)) },
    expected: result!,
  }),
  getscoininfo: (_params, result) => ({
    actual: {
      tipblock_height: chain.height,
      median_price: medianPricesJson(chain.state, chain.height),
      slide_window_block_count: systemParameter(chain.state, 'MEDIAN_PRICE_SLIDE_WINDOW_BLOCKCOUNT'),
      cdp_info_list: cdpPairsJson(chain.state),
    },
    expected: result!,
  }),
  getcdpinfo: ([id], result) => {
    const cdp = chain.state.get(CDPS, id!);
    return {
      actual: cdp === undefined ? null : { height: chain.height, cdp: cdpJson(cdpServices(), id!, cdp) },
      expected: result ?? null,
    };
  },
  getusercdp: ([id], result) => ({
    actual: { height: chain.height, user_cdps: cdpsOfAccountJson(cdpServices(), accountOf(id!)!) },
    expected: result!,
  }),
  getclosedcdp: ([id], result) => {
    const closed = chain.state.get(CLOSED_CDPS, id!);
    return {
      actual:
        closed === undefined
          ? null
          : { cdp_id: id!, cdp_close_txid: closed.txid, cdp_close_type: closed.type },
      expected: result ?? null,
    };
  },
  getrewardinfo: (_params, result) => ({
    actual: { start_height: BigInt(chain.state.get(INFLATED_REWARD, undefined)?.startHeight ?? 0) },
    expected: pick(result!.block_inflated_reward as ExactObject, ['start_height']),
  }),
};

function cdpServices(): CdpServices {
  return { network: REPLAY, state: chain.state, tipHeight: chain.height, amountFormat: inSawi };
}

const ACCOUNT_MEMBERS = [
  'address',
  'keyid',
  'regid',
  'owner_pubkey',
  'miner_pubkey',
  'perms',
  'tokens',
  'received_votes',
  'vote_list',
];

/** The account of an address or a regid. */
function accountOf(id: string): Account | undefined {
  const regId = parseRegId(id);
  const keyId =
    regId === undefined ? decodeAddress(REPLAY.addressVersion, id) : chain.state.get(REGIDS, regId);
  return keyId === undefined ? undefined : chain.state.get(ACCOUNTS, keyId);
}

function accountJson(account: Account | undefined): Json {
  if (account === undefined) return null;
  const { keyId, regId, ownerKey, minerKey, permsSum, tokens, receivedVotes } = account;
  return {
    address: encodeAddress(REPLAY.addressVersion, keyId),
    keyid: keyId,
    regid: regIdText(regId),
    owner_pubkey: ownerKey,
    miner_pubkey: minerKey,
    perms: permissionDigits(permsSum),
    tokens: new Map(
      [...tokens].sort(bySymbol).map(([symbol, { free, staked, frozen, voted, pledged }]) => [
        symbol,
        {
          free_amount: free,
          staked_amount: staked,
          frozen_amount: frozen,
          voted_amount: voted,
          pledged_amount: pledged,
          total_amount: free + staked + frozen + voted + pledged,
        },
      ]),
    ),
    received_votes: receivedVotes,
    vote_list: (chain.state.get(VOTE_LISTS, regId) ?? []).map(({ candidate, votes }) => ({
      candidate_uid: { id_type: uidType(candidate), id: uidText(candidate) },
      voted_bcoins: votes,
    })),
  };
}

function bySymbol([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function totalCoins(): Json {
  const accounts = [...chain.state.iterate(ACCOUNTS)].map(([, account]) => account);
  const total = (pickAmount: (account: Account) => bigint) =>
    accounts.reduce((sum, account) => sum + pickAmount(account), 0n);
  const coin = (symbol: string): Json => {
    const of = (balance: 'free' | 'voted' | 'frozen' | 'staked' | 'pledged') =>
      total(({ tokens }) => tokens.get(symbol)?.[balance] ?? 0n);
    const [free, voted, frozen, staked, pledged] = [
      of('free'),
      of('voted'),
      of('frozen'),
      of('staked'),
      of('pledged'),
    ];
    return {
      free_amount: free,
      voted_amount: voted,
      frozen_amount: frozen,
      staked_amount: staked,
      pledged_amount: pledged,
      total_amount: free + voted + frozen + staked + pledged,
    };
  };
  return {
    WICC: coin('WICC'),
    WUSD: coin('WUSD'),
    WGRT: coin('WGRT'),
    total_received_votes: total(({ receivedVotes }) => receivedVotes),
    total_regids: BigInt([...chain.state.iterate(REGIDS)].length),
  };
}

function receiptsJson(receipts: readonly Receipt[]): Json {
  return receipts.map(receipt => receiptJson(receipt, addressOf));
}

function addressOf(account: Uid): string {
  return account.kind === 'keyid' ? encodeAddress(REPLAY.addressVersion, account.keyId) : '';
}

function pick(object: ExactObject, members: readonly string[]): ExactObject {
  return Object.fromEntries(members.map(member => [member, object[member]!]));
}

/** Every committed entry as one text, and what the index of recent transactions holds. */
function snapshot({ state, recent }: ReplayChain): string {
  const entries = [...state.consensusEntries()].map(
    ([key, value]) => `${key.toString('hex')} ${value.toString('hex')}`,
  );
  return [...entries, recent.size].join('\n');
}

function assertSame(actual: Json, expected: ExactJson, what: string): void {
  assert.is(exactText(asReferencePrints(actual)), exactText(expected), what);
}
