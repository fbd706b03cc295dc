import { regIdRaw } from '../../../src/codec/regid.js';
import { MEDIAN_PRICES } from '../../../src/state/tables/prices.js';
import { fromBigInt, lowHalf } from '../value/int64.js';
import type { ApiCall, ApiFunction, ApiResult } from './api-function.js';
import { CALL_WORK, LOOKUP_WORK } from './api-work.js';
import { littleEndian64 } from './integers.js';

/** What a contract can read of its call and of the block (spec 03 §8.4). */

const FUEL = 4;

function contextFunction(name: string, answer: (api: ApiCall) => ApiResult, alias?: string): ApiFunction {
  return {
    name,
    ...(alias !== undefined && { alias }),
    needsRun: true,
    work: CALL_WORK,
    call(api) {
      api.burnCall(FUEL);
      return answer(api);
    },
  };
}

/** A hash as contracts see it: the bytes of its text form. */
function displayBytes(hash: string): Uint8Array {
  return Buffer.from(hash, 'hex');
}

export const getCurTxHash = contextFunction('GetCurTxHash', ({ run }) =>
  displayBytes(run.context.prepared.txid),
);

export const getCurTxAccount = contextFunction('GetCurTxAccount', ({ run }) =>
  regIdRaw(run.context.sender().regId),
);

export const getCurTxPayAmount = contextFunction('GetCurTxPayAmount', ({ run }) =>
  littleEndian64(run.call.amount),
);

export const getCurTxInputAsset = contextFunction('GetCurTxInputAsset', api =>
  api.asset(api.run.call.symbol, fromBigInt(api.run.call.amount)),
);

export const getContractRegId = contextFunction(
  'GetContractRegId',
  ({ run }) => regIdRaw(run.call.contract),
  'GetScriptID',
);

export const getCurRunEnvHeight = contextFunction(
  'GetCurRunEnvHeight',
  ({ run }) => run.context.block.height,
);

/** Of the block that is executed; only for the argument 0. */
export const getBlockTimestamp: ApiFunction = {
  name: 'GetBlockTimestamp',
  needsRun: false,
  work: CALL_WORK,
  call(api) {
    const height = api.integer();
    if (height === undefined) return undefined;
    if (lowHalf(height) !== 0) return api.refuse(() => `the argument is ${lowHalf(height)}; 0 is expected`);
    api.burnCall(FUEL);
    return api.run.context.block.time;
  },
};

export const getBlockHash: ApiFunction = {
  name: 'GetBlockHash',
  needsRun: true,
  work: LOOKUP_WORK,
  call(api) {
    const given = api.integer();
    if (given === undefined) return undefined;
    api.burnCall(FUEL);
    const { block, history } = api.run.context;
    const height = lowHalf(given);
    if (height <= 0 || height >= block.height) {
      return api.refuse(() => `${height} is no height of a block before this one, which is ${block.height}`);
    }
    const hash = history?.blockHash(height);
    return hash === undefined ? undefined : displayBytes(hash);
  },
};

/** The median price times 10^8, 0 where there is none. */
export const getAssetPrice: ApiFunction = {
  name: 'GetAssetPrice',
  needsRun: false,
  work: LOOKUP_WORK,
  call(api) {
    const fields = api.fields();
    const base = fields?.text('baseSymbol');
    const quote = fields?.text('quoteSymbol');
    if (base === undefined || quote === undefined) return undefined;
    api.burnCall(FUEL);
    const prices = api.run.context.state.get(MEDIAN_PRICES, undefined) ?? [];
    const found = prices.find(({ baseSymbol, quoteSymbol }) => baseSymbol === base && quoteSymbol === quote);
    return fromBigInt(found?.price ?? 0n);
  },
};
