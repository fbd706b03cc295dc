import type { SignatureCheck } from '../../vm/context.js';
import { ActionTree } from '../../vm/universal/action-tree.js';
import { TraceFormatter } from '../../vm/universal/trace.js';
import type { EmittedResult } from '../../vm/wasm/host/wasm-host.js';
import { QUERY_WORK, WorkMeter } from '../../vm/work.js';
import { NULL_UID } from '../codec/uid.js';
import { PROTOCOL } from '../config/network.js';
import type { Overlay } from '../state/state.js';
import { prepareTransaction } from '../tx/envelope.js';
import { BASE_COIN } from '../tx/symbols.js';
import { TX } from '../tx/transactions.js';
import type { InlineTransaction } from '../tx/types/universal.js';
import { wireRulesOf } from '../tx/wire-rules.js';
import { transactionContext } from './execute-transaction.js';
import type { ExecutionRules } from './execution-mode.js';
import { type BlockContext, type ContractQuery, NOTHING_RECENT, type QueryAnswer } from './types.js';

const NO_SIGNATURE: SignatureCheck = { isValid: () => false };

/**
 * Queries a contract (spec 04 §10.5, wasm_getresult): runs one of its actions and discards its
 * changes. It is no transaction: nobody sends, signs or pays for it, and it is not checked.
 *
 * @param scratch - a child of the state that the contract sees; it is discarded
 * @param work - counts what it takes, whether or not it succeeds
 * @throws ContractException
 */
export function queryContract(
  rules: ExecutionRules,
  scratch: Overlay,
  block: BlockContext,
  query: ContractQuery,
  work = new WorkMeter(QUERY_WORK),
): QueryAnswer {
  const { network } = rules;
  // A query has no authorization; the reference shows that as one empty entry.
  const action: InlineTransaction = { ...query, authorization: [{ account: 0n, permission: 0n }] };
  const prepared = prepareTransaction(
    {
      type: TX.UNIVERSAL,
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
  const site = {
    rules: { ...rules, signatures: NO_SIGNATURE },
    context: block,
    recent: NOTHING_RECENT,
    nextIndex: 0,
  };
  let result: EmittedResult | undefined;
  try {
    const context = transactionContext(site, prepared, scratch);
    const tree = new ActionTree(context, {
      fuelLimit: PROTOCOL.maxBlockFuel,
      work,
      keepsConsole: true,
      emitResult: emitted => {
        result = emitted;
      },
    });
    const trace = tree.run(action);
    const { txid } = prepared;
    return { result, trace: new TraceFormatter(context, txid).trace(trace), txid };
  } finally {
    scratch.discard();
  }
}
