import type { BlockSummary } from '../../chain/block-records.js';
import { DecodeError } from '../../codec/errors.js';
import type { JsonObject } from '../../codec/json-value.js';
import { regIdText } from '../../codec/regid.js';
import { regIdUid, uidText } from '../../codec/uid.js';
import { PROTOCOL } from '../../config/network.js';
import { BlockRejected } from '../../ledger/block-rejected.js';
import { activeDelegates, producerSchedule } from '../../ledger/producers.js';
import { ACCOUNTS } from '../../state/tables/accounts.js';
import { producerCountAt } from '../../state/tables/delegates.js';
import { type Block, blockHash, decodeBlock } from '../../tx/block.js';
import { accountJson } from '../accounts/account.results.js';
import { RpcError } from '../declaration/errors.js';
import { implement } from '../declaration/method.js';
import { controlled, requireChainControl } from '../node/chain-control.js';
import type { NodeServices } from '../node/services.js';
import { accountOf, addressOfUid } from '../submission/account-parameters.js';
import type { methods } from './mining.methods.js';

/** Number of blocks that the reference makes by default. */
const GENERATION_LIMIT = 1;

export const handlers = implement<typeof methods, NodeServices>({
  async setgenerate({ on, limit }, services) {
    const chainControl = requireChainControl(services.consensus);
    requireMiningKey(services);
    const count = limit ?? GENERATION_LIMIT;
    if (count <= 0) throw new RpcError('INVALID_PARAMETER', 'Invalid genblocklimit');
    if (!on) {
      chainControl.pause();
      return { msg: 'stoping  mining', blocks: [] };
    }
    chainControl.resume();
    return { msg: 'in  mining', blocks: await controlled(() => chainControl.produce(count), 'MISC_ERROR') };
  },

  async generate({ count }, { consensus }) {
    const chainControl = requireChainControl(consensus);
    return controlled(() => chainControl.produce(count), 'MISC_ERROR');
  },

  async setblocktime({ time }, { consensus }) {
    const chainControl = requireChainControl(consensus);
    await controlled(() => chainControl.setBlockTime(time === 0 ? undefined : time), 'MISC_ERROR');
    return { time };
  },

  setautomine({ mode }, { consensus }) {
    requireChainControl(consensus).setMode(mode);
    return { mode };
  },

  getmininginfo(_args, { consensus, network, mempool, tipHeight }) {
    const newest = consensus.chainControl?.minedBlocks[0];
    return {
      blocks: tipHeight,
      currentblocksize: newest?.size ?? 0,
      currentblocktx: newest?.transactionCount ?? 0,
      errors: consensus.chainControl?.problem?.message ?? '',
      genblocklimit: GENERATION_LIMIT,
      pooledtx: mempool.load.transactions,
      nettype: network.networkId,
      posmaxnonce: PROTOCOL.maxNonce,
      generate: consensus.makesBlocks,
    };
  },

  async submitblock({ block: raw }, services) {
    const chainControl = requireChainControl(services.consensus);
    const block = blockParameter(services, raw);
    if (services.chain.blocks.heightOf(blockHash(block.header)) !== undefined) {
      return { status: 'rejected', reject_code: 0, info: 'duplicate' };
    }
    try {
      return { status: 'OK', txid: await controlled(() => chainControl.submitBlock(block), 'MISC_ERROR') };
    } catch (error) {
      if (!(error instanceof BlockRejected)) throw error;
      return { status: 'rejected', reject_code: error.code, info: error.reason };
    }
  },

  getminedblocks: ({ count }, { consensus }) =>
    (consensus.chainControl?.minedBlocks ?? [])
      .slice(0, count === undefined ? undefined : Math.max(0, count))
      .map(minedJson),

  getminerbyblocktime({ height, time }, services) {
    const { network, state } = services;
    if (height <= 0) throw new RpcError('INVALID_PARAMETER', `invalid blockHeight=${height} <= 0\n`);
    if (time <= 0) throw new RpcError('INVALID_PARAMETER', `invalid blockTime=${time} <= 0\n`);
    if (network.blockProducer === 'proposer') return proposerOfBlock(services, height);
    const active = activeDelegates(state);
    if (active.length === 0) throw new RpcError('INVALID_PARAMETER', 'the chain has no active producers');
    const { order, index } = producerSchedule(network, active, height, time);
    const { regId, votes } = order[index]!;
    return {
      miner_regid: regIdText(regId),
      miner_addr: addressOfUid(services, regIdUid(regId)),
      top_idx: index,
      votes,
    };
  },

  listdelegates({ count }, services) {
    const active = activeDelegates(services.state);
    const wanted = count ?? active.length;
    if (wanted < 1 || wanted > active.length) {
      throw new RpcError('INVALID_PARAMETER', `Delegate number not between 1 and ${active.length}`);
    }
    return {
      delegates: active.slice(0, wanted).map(({ regId, votes }): JsonObject => {
        const account = accountOf(services.state, regIdUid(regId));
        if (!account) throw new Error(`the account of the delegate ${regIdText(regId)} does not exist`);
        return { ...accountJson(services, account), active_votes: services.amountFormat(votes) };
      }),
    };
  },

  gettotalbpssize: (_args, { state, tipHeight }) => ({ total_bps_size: producerCountAt(state, tipHeight) }),
});

/** Who made a block, where nobody can know it beforehand (spec 08 §26). */
function proposerOfBlock(services: NodeServices, height: number): JsonObject {
  const summary = services.chain.blocks.header(height);
  if (summary === undefined) {
    throw new RpcError('INVALID_PARAMETER', 'producer is not predictable in bft mode');
  }
  const active = activeDelegates(services.state);
  const rank = active.findIndex(({ regId }) => uidText(regIdUid(regId)) === uidText(summary.producer));
  return {
    miner_regid: uidText(summary.producer),
    miner_addr: addressOfUid(services, summary.producer),
    top_idx: rank,
    votes: active[rank]?.votes ?? 0n,
  };
}

/** @throws RpcError -8 unless the wallet has the key of an account that is on chain */
function requireMiningKey({ wallet, state }: NodeServices): void {
  const canMine = wallet.entries().some(({ keyId }) => state.get(ACCOUNTS, keyId) !== undefined);
  if (!canMine) throw new RpcError('INVALID_PARAMETER', 'No key for mining');
}

/** @throws RpcError -10 */
function blockParameter({ wireRules }: NodeServices, raw: Uint8Array): Block {
  try {
    return decodeBlock(raw, wireRules);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw new RpcError('DESERIALIZATION_ERROR', 'Block decode failed', { cause: error });
  }
}

function minedJson({ hash, header, size, transactionCount }: BlockSummary): JsonObject {
  return {
    time: header.time,
    nonce: header.nonce,
    height: header.height,
    total_fuel_fee: header.fuelFee,
    fuel_rate: header.fuelRate,
    tx_count: transactionCount,
    block_size: size,
    txid: hash,
    preblockhash: header.prevBlockHash,
  };
}
