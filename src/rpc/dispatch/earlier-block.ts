import { ChainError } from '../../chain/errors.js';
import { stateAtHeight } from '../../chain/state-at-height.js';
import { RpcError } from '../declaration/errors.js';
import type { NodeServices } from '../node/services.js';

/**
 * The services of the node as they were after an earlier block, for handlers that read nothing but the
 * state and its height.
 * @throws RpcError -8 where that state is not there
 */
export async function servicesAtHeight<S extends NodeServices>(services: S, height: number): Promise<S> {
  try {
    const state = await stateAtHeight(services.chain, height);
    return Object.create(services, { state: { value: state }, tipHeight: { value: height } }) as S;
  } catch (error) {
    if (!(error instanceof ChainError)) throw error;
    throw new RpcError('INVALID_PARAMETER', error.message, { cause: error });
  }
}
