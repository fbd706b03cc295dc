import { foreignChainName } from '../../../vm/native/governance/foreign-chain.js';
import { reexecuteChain } from '../../chain/reexecute-chain.js';
import { scrub } from '../../chain/scrub.js';
import type { TaskControl } from '../../chain/tasks.js';
import { verifyChain } from '../../chain/verify-chain.js';
import type { JsonObject } from '../../codec/json-value.js';
import { regIdRaw, regIdText } from '../../codec/regid.js';
import { required } from '../../codec/required.js';
import { PROTOCOL } from '../../config/network.js';
import { sha256d, toDisplayHex } from '../../crypto/hash.js';
import type { AnyTable } from '../../state/table.js';
import { ACCOUNTS, EMPTY_TOKEN, type Token } from '../../state/tables/accounts.js';
import { CONTRACTS } from '../../state/tables/contracts.js';
import { RECENT_TRANSACTIONS } from '../../state/tables/recent-transactions.js';
import { mirrorSymbol, SWAP_COINS } from '../../state/tables/swap-coins.js';
import type { UndoEntry } from '../../state/undo.js';
import { freeTextFrom } from '../../tx/free-text.js';
import { RpcError } from '../declaration/errors.js';
import { AfterTurn, implement } from '../declaration/method.js';
import type { AmountFormat } from '../node/amounts.js';
import type { NodeServices } from '../node/services.js';
import { reported } from '../node/task-errors.js';
import { whileWaiting } from '../node/while-waiting.js';
import { blockJson } from './block.results.js';
import { blockHeight, requireHeight } from './blocks.js';
import type { methods } from './chain.methods.js';

/** Default level of verifychain, and the level from which on it executes blocks again. */
const DEFAULT_LEVEL = 3;
const REEXECUTION_LEVEL = 3;
/** The level from which on everything that is stored is looked at, blocks or not. */
const EVERYTHING_LEVEL = 4;
/** Number of blocks that verifychain checks by default. */
const DEFAULT_DEPTH = 1288;

export const handlers = implement<typeof methods, NodeServices>({
  getblock({ hash_or_height, list_txs, verbose }, services) {
    const height = blockHeight(services, hash_or_height);
    if (verbose ?? true) return blockJson(services, height, list_txs ?? false);
    const raw = services.chain.blocks.rawBlock(height);
    if (!raw) throw new RpcError('INTERNAL_ERROR', "Can't read block from disk");
    return raw.toString('hex');
  },

  getblockhash({ height }, services) {
    const hash = services.chain.blocks.header(requireHeight(services, height))?.hash;
    if (hash === undefined) throw new RpcError('INTERNAL_ERROR', "Can't read block from disk");
    return { hash };
  },

  getblockundo({ hash_or_height }, services) {
    const height = blockHeight(services, hash_or_height);
    const undo = services.chain.undoOf(height);
    const hash = services.chain.blocks.header(height)?.hash;
    if (height === 0 || !undo || hash === undefined) {
      throw new RpcError('INTERNAL_ERROR', 'no undo data available');
    }
    return {
      block_height: height,
      block_hash: hash,
      count: 1,
      // One record undoes the whole block, so it is listed under the block's first transaction.
      tx_undos: [
        {
          index: 0,
          tx_hash: required(services.chain.blocks.blockByHeight(height), 'the block of the undo record')
            .transactions[0]!.txid,
          category: [...byTable(undo)].map(([table, entries]) => ({
            db_prefix: String(table.prefix),
            db_prefix_memo: table.name,
            cache_type: 'table',
            log_count: entries.length,
            db_logs: entries.map(({ key, before }) => ({
              key: latin1Hex(key),
              value: latin1Hex(before ?? ''),
            })),
          })),
        },
      ],
    };
  },

  getblockfailures({ height }, services) {
    const failures = services.chain.blocks.failures(requireHeight(services, height));
    return {
      block_height: height,
      failures: failures.map(({ txid, code, reason }) => ({
        txid,
        error_code: code,
        error_message: reason,
      })),
    };
  },

  verifychain({ level = DEFAULT_LEVEL, depth = DEFAULT_DEPTH }, services) {
    const { chain, tasks, reportDamage } = services;
    const blocks = Math.max(0, depth);
    return new AfterTurn(async () => {
      const verify = async (task: TaskControl): Promise<string | undefined> => {
        if (level >= EVERYTHING_LEVEL) {
          const found = await scrub({
            chain,
            files: services.files,
            verifyWallet: () => services.wallet.verifyStored(),
            task,
          });
          if (found !== undefined) return found;
        }
        const read = await verifyChain(chain, blocks, task);
        if (read.problem !== undefined || level < REEXECUTION_LEVEL) return read.problem;
        return (await reexecuteChain(chain, blocks, task)).problem;
      };
      const problem = await reported(() => tasks.run('verifychain', 'blocks', verify));
      if (problem !== undefined) reportDamage(problem);
      return problem === undefined;
    });
  },

  gettotalcoins(_args, { state, amountFormat }) {
    const totals = new Map<string, Token>();
    let votes = 0n;
    let accounts = 0;
    for (const [, account] of state.iterate(ACCOUNTS)) {
      accounts++;
      votes += account.receivedVotes;
      for (const [symbol, token] of account.tokens) totals.set(symbol, sum(totals.get(symbol), token));
    }
    const total = (symbol: string): JsonObject => totalJson(totals.get(symbol) ?? EMPTY_TOKEN, amountFormat);
    return {
      [PROTOCOL.baseSymbol]: total(PROTOCOL.baseSymbol),
      [PROTOCOL.stableSymbol]: total(PROTOCOL.stableSymbol),
      [PROTOCOL.governanceSymbol]: total(PROTOCOL.governanceSymbol),
      total_received_votes: votes,
      total_regids: accounts,
    };
  },

  getswapcoindetail({ peer_symbol }, { state }) {
    const coin = state.get(SWAP_COINS, freeTextFrom(peer_symbol));
    if (coin === undefined) {
      throw new RpcError('INVALID_PARAMETER', `swap coin pair=${peer_symbol} does not exist`);
    }
    return {
      status: coin.enabled ? 'ENABLE' : 'DISABLE',
      peer_symbol,
      self_symbol: mirrorSymbol(peer_symbol),
      peer_chain_type: foreignChainName(coin.chain),
    };
  },

  getcontractregid({ txid }, services) {
    const { chain, state } = services;
    const location = chain.blocks.transactionLocation(txid);
    if (!location) {
      throw new RpcError('MISC_ERROR', 'tx unconfirmed', { about: txid, ...whileWaiting(services, txid) });
    }
    if (state.get(CONTRACTS, location) === undefined) {
      const message = `transaction ${txid} is in block ${location.height}, but it deploys no contract`;
      throw new RpcError('MISC_ERROR', message, { about: txid });
    }
    return { regid: regIdText(location), regid_hex: regIdRaw(location).toString('hex') };
  },

  getfcoingenesistxinfo(_args, { chain, network }) {
    const block = chain.blocks.blockByHeight(network.forks.systemGenesis);
    if (!block) {
      const height = network.forks.systemGenesis;
      throw new RpcError(
        'MISC_ERROR',
        `the chain has not reached block ${height} yet, which makes these coins`,
      );
    }
    const [, reserve, governor, matcher] = block.transactions.map(({ txid }) => txid);
    return {
      fcoin_global_account_txid: reserve,
      fcoin_genesis_account_txid: governor,
      dex_match_account_txid: matcher,
    };
  },

  listtxcache(_args, { state }) {
    const txids = [...state.iterate(RECENT_TRANSACTIONS)].flatMap(([, ofBlock]) => ofBlock);
    return { tx_cache: txids.map(txid => ({ txid, existed: true })) };
  },

  gethash: ({ text }) => ({ txid: toDisplayHex(sha256d(Buffer.from(text, 'utf8'))) }),
});

function byTable(entries: readonly UndoEntry[]): Map<AnyTable, UndoEntry[]> {
  const groups = new Map<AnyTable, UndoEntry[]>();
  for (const entry of entries) {
    const group = groups.get(entry.table);
    if (group) group.push(entry);
    else groups.set(entry.table, [entry]);
  }
  return groups;
}

function latin1Hex(text: string): string {
  return Buffer.from(text, 'latin1').toString('hex');
}

function sum(a: Token = EMPTY_TOKEN, b: Token): Token {
  return {
    free: a.free + b.free,
    frozen: a.frozen + b.frozen,
    staked: a.staked + b.staked,
    voted: a.voted + b.voted,
    pledged: a.pledged + b.pledged,
  };
}

function totalJson({ free, voted, frozen, staked, pledged }: Token, amountFormat: AmountFormat): JsonObject {
  return {
    free_amount: amountFormat(free),
    voted_amount: amountFormat(voted),
    frozen_amount: amountFormat(frozen),
    staked_amount: amountFormat(staked),
    pledged_amount: amountFormat(pledged),
    total_amount: amountFormat(free + voted + frozen + staked + pledged),
  };
}
