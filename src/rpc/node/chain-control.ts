import { ChainError } from '../../chain/errors.js';
import type { ChainControl, Consensus } from '../../consensus/consensus.js';
import { ProductionError } from '../../consensus/errors.js';
import { RpcError, type RpcErrorName } from '../declaration/errors.js';

/**
 * The control of a chain that one process makes alone.
 * @throws RpcError -1 where this process does not decide alone
 */
export function requireChainControl({ chainControl }: Consensus): ChainControl {
  if (chainControl) return chainControl;
  throw new RpcError(
    'MISC_ERROR',
    'this node does not decide alone which blocks there are, so it cannot be told to make or take back any',
  );
}

/**
 * Runs something that controls the chain, with the refusals of chain and block production as errors of the
 * interface.
 * @param otherwise - the code of what is neither an unknown block nor a bad number or time
 */
export async function controlled<T>(work: () => Promise<T> | T, otherwise: RpcErrorName): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ChainError) {
      if (error.code === 'not-found') {
        throw new RpcError('INVALID_ADDRESS_OR_KEY', 'Block not found', { cause: error });
      }
      throw new RpcError(otherwise, error.message, { cause: error });
    }
    if (error instanceof ProductionError) {
      const isParameter = error.code === 'bad-time' || error.code === 'bad-count';
      throw new RpcError(isParameter ? 'INVALID_PARAMETER' : otherwise, error.message, { cause: error });
    }
    throw error;
  }
}
