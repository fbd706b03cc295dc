import { RPC_LIMITS } from '../../config/rpc-limits.js';

/**
 * Most JSON values of one request, whether in its body or in a text that is a parameter: what a batch of
 * 100,000 ordinary requests has. A body of 32 MiB has room for eleven million empty objects, which
 * would take gigabytes (spec 02 §1.3).
 */
export const MAX_JSON_VALUES = RPC_LIMITS.values.most;

/** Most requests of a batch. */
export const MAX_BATCH_ELEMENTS = RPC_LIMITS.batchCalls.most;
