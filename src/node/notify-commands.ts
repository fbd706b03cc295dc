import { LRUCache } from 'lru-cache';
import { keyIdOfUid } from '../chain/account-name.js';
import { participantsOf } from '../chain/participants.js';
import type { Options } from '../config/load-options.js';
import type { PreparedTransaction } from '../tx/envelope.js';
import type { Receipt } from '../tx/receipt.js';
import { CommandRunner } from './command-runner.js';
import type { NodeContext } from './context.js';

/** Blocks of which it is remembered which of their transactions are of the wallet, should they be taken back. */
const REMEMBERED_BLOCKS = 1000;

export interface NotifyParts extends Pick<NodeContext, 'chain' | 'mempool' | 'wallet'> {
  readonly options: Pick<Options, 'blocknotify' | 'walletnotify'>;
  readonly onProblem: (problem: Error) => void;
}

/** Runs the commands of the options blocknotify and walletnotify while the chain and the pool change. @returns ends that */
export function runNotifyCommands(parts: NotifyParts): () => void {
  const ends = [notifyOfBlocks(parts), notifyOfTransactions(parts)];
  return () => {
    for (const end of ends) end();
  };
}

/** `%s` is the hash of the newest block, `%h` its height. */
function notifyOfBlocks({ options: { blocknotify }, chain, onProblem }: NotifyParts): () => void {
  if (blocknotify === '') return () => undefined;
  const runner = new CommandRunner('blocknotify', onProblem);
  const run = (hash: string, height: number): void => runner.run(blocknotify, { s: hash, h: String(height) });
  return chain.subscribe({
    blockConnected: ({ hash, block }) => run(hash, block.header.height),
    blockDisconnected: ({ header }) => run(header.prevBlockHash, header.height - 1),
  });
}

/**
 * `%s` is the id of a transaction in which an account of the wallet takes part, `%b` the hash of its block or
 * `unconfirmed`, `%h` the height of that or -1.
 */
function notifyOfTransactions({
  options: { walletnotify },
  chain,
  mempool,
  wallet,
  onProblem,
}: NotifyParts): () => void {
  if (walletnotify === '') return () => undefined;
  const runner = new CommandRunner('walletnotify', onProblem);
  const ownOfBlocks = new LRUCache<string, ReadonlySet<string>>({ max: REMEMBERED_BLOCKS });
  const isOwn = ({ tx }: PreparedTransaction, receipts: readonly Receipt[]): boolean =>
    participantsOf(tx, receipts).some(({ uid }) => {
      const keyId = keyIdOfUid(chain.state, uid);
      return keyId !== undefined && wallet.has(keyId);
    });
  const run = (txid: string, block = 'unconfirmed', height = -1): void =>
    runner.run(walletnotify, { s: txid, b: block, h: String(height) });
  const ends = [
    mempool.subscribe({
      transactionAdded: ({ prepared }) => {
        if (isOwn(prepared, [])) run(prepared.txid);
      },
    }),
    chain.subscribe({
      blockConnected: ({ hash, block, outcome }) => {
        const own = new Set<string>();
        for (const { prepared, receipts } of outcome.executed) {
          if (isOwn(prepared, receipts)) own.add(prepared.txid);
        }
        ownOfBlocks.set(hash, own);
        for (const txid of own) run(txid, hash, block.header.height);
      },
      blockDisconnected: ({ transactions }, hash) => {
        const own = ownOfBlocks.get(hash);
        for (const prepared of transactions) {
          const { txid } = prepared;
          if (own === undefined ? isOwn(prepared, []) : own.has(txid)) run(txid);
        }
      },
    }),
  ];
  return () => {
    for (const end of ends) end();
  };
}
