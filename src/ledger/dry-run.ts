import { type ContractObserver, type SignatureCheck, TransactionContext } from '../../vm/context.js';
import type { NetworkParameters } from '../config/network.js';
import { keyIdOf } from '../crypto/keys.js';
import { withToken } from '../state/balance.js';
import type { Overlay } from '../state/state.js';
import { type Account, tokenOf } from '../state/tables/accounts.js';
import type { PreparedTransaction } from '../tx/envelope.js';
import type { Money } from '../tx/units.js';
import { checkTransaction, executeChecked } from './execute-transaction.js';
import type { BlockContext, ExecutedTransaction, RecentTransactions } from './types.js';

/** What a dry run is made with. */
export interface DryRun {
  readonly network: NetworkParameters;
  /** Keeps the effects: give a child of the pending state, and discard it. */
  readonly scratch: Overlay;
  readonly prepared: PreparedTransaction;
  readonly block: BlockContext;
  readonly recent: RecentTransactions;
  /** Position in the block. */
  readonly index: number;
  /** Coins that the sender is given first, such as the fee. */
  readonly credit: Money;
  readonly observer?: ContractObserver;
}

const EVERY_SIGNATURE: SignatureCheck = { isValid: () => true };

/**
 * Executes a transaction to see what it would do: any signature counts as valid, and the sender has
 * what it is given. Nothing of it enters a block.
 *
 * @throws TransactionRejected
 */
export function dryRun(request: DryRun): ExecutedTransaction {
  const { network, scratch, prepared, block, recent, index, credit, observer } = request;
  const state = scratch.child();
  try {
    const context = new TransactionContext({
      network,
      block,
      state,
      prepared,
      index,
      signatures: EVERY_SIGNATURE,
      history: recent.history,
      observer,
    });
    endow(context, credit);
    const handler = checkTransaction(context);
    const executed = executeChecked(context, handler, 0n);
    context.commit();
    return executed;
  } catch (error) {
    state.discard();
    throw error;
  }
}

/** Gives the sender coins; one that is named by its key need not exist yet. */
function endow(context: TransactionContext, { symbol, amount }: Money): void {
  const { txUid } = context.prepared.tx;
  const sender: Account =
    txUid.kind === 'pubkey'
      ? context.accountOrNew(keyIdOf(Buffer.from(txUid.publicKey, 'hex')))
      : context.sender();
  const token = tokenOf(sender, symbol);
  context.saveAccount(withToken(sender, symbol, { ...token, free: token.free + amount }));
}
