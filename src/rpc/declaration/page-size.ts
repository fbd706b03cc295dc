import { RpcError, type RpcErrorName } from './errors.js';

/**
 * A page of no entries would say that there are more, and not where to go on.
 * @throws RpcError as given
 */
export function requirePageSize(maxCount: number, error: RpcErrorName): void {
  if (maxCount >= 1) return;
  throw new RpcError(error, `max_count=${maxCount} must be at least 1`, { about: String(maxCount) });
}
