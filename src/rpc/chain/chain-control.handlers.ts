import { type MempoolEntry, priorityOf, rankingSize } from '../../chain/mempool-entry.js';
import { ZERO_HASH } from '../../codec/codec.js';
import { type Json, type JsonObject, JsonReal } from '../../codec/json-value.js';
import { BlockRejected } from '../../ledger/block-rejected.js';
import { writeNewFile } from '../../storage/whole-file.js';
import { feeOf, feeSymbolOf } from '../../tx/envelope.js';
import { RpcError } from '../declaration/errors.js';
import { implement } from '../declaration/method.js';
import { withFiles } from '../files/path-errors.js';
import type { AmountFormat } from '../node/amounts.js';
import { controlled, requireChainControl } from '../node/chain-control.js';
import type { NodeServices } from '../node/services.js';
import type { methods } from './chain-control.methods.js';
import { byTxidBytes } from './txid-order.js';

const SUCCESS = { msg: 'success' } as const;

export const handlers = implement<typeof methods, NodeServices>({
  async invalidateblock({ hash }, { consensus }) {
    const chainControl = requireChainControl(consensus);
    await controlled(() => chainControl.invalidateBlock(hash), 'DATABASE_ERROR');
    return SUCCESS;
  },

  async reconsiderblock({ hash, children = false }, { consensus }) {
    const chainControl = requireChainControl(consensus);
    try {
      await controlled(() => chainControl.reconsiderBlock(hash, { children }), 'DATABASE_ERROR');
    } catch (error) {
      if (!(error instanceof BlockRejected)) throw error;
      throw new RpcError('DATABASE_ERROR', error.message, { cause: error });
    }
    return SUCCESS;
  },

  async disconnectblock({ count }, { consensus, tipHeight }) {
    const chainControl = requireChainControl(consensus);
    if (count >= tipHeight) throw new RpcError('INVALID_PARAMETER', 'Invalid number');
    const { hash, header } = await controlled(
      () => chainControl.disconnectBlocks(Math.max(0, count)),
      'MISC_ERROR',
    );
    return { tip: `hash:${hash} hight:${header.height}` };
  },

  getrawmempool({ verbose }, { mempool, amountFormat }) {
    const entries = [...mempool.unconfirmed()].sort((a, b) => byTxidBytes(a.prepared.txid, b.prepared.txid));
    if (!verbose) return entries.map(({ prepared }) => prepared.txid);
    return new Map<string, Json>(entries.map(entry => [entry.prepared.txid, entryJson(entry, amountFormat)]));
  },

  async droptxfrommempool({ txid }, { mempool, transactions }) {
    if (txid === ZERO_HASH) throw new RpcError('INVALID_PARAMS', `Invalid txid=${txid}`);
    mempool.drop(txid);
    await transactions.settled();
    return {};
  },

  reloadtxcache(_args, { chain }) {
    chain.reloadRecent();
    return { info: 'reload tx cache succeed' };
  },

  getmempoolinfo(_args, { mempool, transactions, poolLoading }) {
    const { load, limits } = mempool;
    return {
      size: load.transactions,
      bytes: load.bytes,
      fuel: load.fuel,
      maxsize: limits.transactions,
      maxmempool: limits.bytes,
      own: transactions.waiting().length,
      refused: transactions.refusals.size,
      loaded: poolLoading.left === 0,
      unloaded: poolLoading.left,
    };
  },

  async savemempool(_args, { transactions }) {
    await transactions.settled();
    return { saved: transactions.waiting().length };
  },

  async saveblocktofile({ hash, path }, { chain, paths }) {
    const height = chain.blocks.heightOf(hash);
    const raw = height === undefined ? undefined : chain.blocks.rawBlock(height);
    if (!raw) throw new RpcError('MISC_ERROR', 'block hash is not exist!');
    return await withFiles({ name: 'MISC_ERROR', prefix: 'the block cannot be written:' }, async () => {
      await writeNewFile(await paths.newPath(path), raw);
      return 'save succeed';
    });
  },
});

function entryJson(entry: MempoolEntry, amountFormat: AmountFormat): JsonObject {
  const { prepared, time, height } = entry;
  return {
    size: rankingSize(prepared),
    fees_type: feeSymbolOf(prepared.tx),
    fees: amountFormat(feeOf(prepared.tx)),
    time,
    // The reference counts from the block that the transaction can be in.
    height: height + 1,
    priority: new JsonReal(priorityOf(entry)),
  };
}
