import { type ContractObserver, type SignatureCheck, TransactionContext } from '../../vm/context.js';
import { ActionTree } from '../../vm/universal/action-tree.js';
import { Stopwatch } from '../../vm/universal/stopwatch.js';
import { TraceFormatter } from '../../vm/universal/trace.js';
import type { EmittedResult } from '../../vm/wasm/host/wasm-host.js';
import type { JsonObject } from '../codec/json-value.js';
import { NULL_UID } from '../codec/uid.js';
import type { NetworkParameters } from '../config/network.js';
import { PROTOCOL } from '../config/network.js';
import type { Overlay } from '../state/state.js';
import { prepareTransaction } from '../tx/envelope.js';
import { BASE_COIN } from '../tx/symbols.js';
import type { InlineTransaction } from '../tx/types/universal.js';
import { wireRulesOf } from '../tx/wire-rules.js';
import type { BlockContext } from './types.js';

/** What a contract has answered. */
export interface QueryAnswer {
  /** The last result that was emitted; undefined where there is none. */
  readonly result: EmittedResult | undefined;
  /** The call tree, with what contracts have printed. */
  readonly trace: JsonObject;
  /** Microseconds that it took. */
  readonly elapsed: number;
}

const NO_SIGNATURE: SignatureCheck = { isValid: () => false };

/**
 * Asks a contract (spec 04 §10.5, wasm_getresult): runs one of its actions, of which nothing stays.
 *
 * @param scratch - a copy of the state; it is thrown away
 * @throws ContractException
 */
export function queryContract(
  network: NetworkParameters,
  scratch: Overlay,
  block: BlockContext,
  query: Pick<InlineTransaction, 'contract' | 'action' | 'data'>,
  observer?: ContractObserver,
): QueryAnswer {
  // Nobody authorizes a query; the reference shows that as one entry of nobody.
  const action: InlineTransaction = { ...query, authorization: [{ account: 0n, permission: 0n }] };
  const prepared = prepareTransaction(
    {
      type: 100,
      version: 1,
      validHeight: block.height,
      txUid: NULL_UID,
      feeSymbol: BASE_COIN,
      fees: 0n,
      inlineTransactions: [action],
      signaturePairs: [],
      signature: new Uint8Array(),
    },
    wireRulesOf(network),
  );
  let result: EmittedResult | undefined;
  try {
    const context = new TransactionContext({
      network,
      block,
      state: scratch,
      prepared,
      index: 0,
      signatures: NO_SIGNATURE,
      observer,
    });
    const tree = new ActionTree(context, {
      fuelLimit: PROTOCOL.maxBlockFuel,
      keepsConsole: true,
      emitResult: emitted => {
        result = emitted;
      },
    });
    const stopwatch = new Stopwatch();
    const trace = tree.run(action);
    const { microseconds: elapsed } = stopwatch;
    return { result, trace: new TraceFormatter(context, prepared.txid).trace(trace), elapsed };
  } finally {
    scratch.discard();
  }
}
