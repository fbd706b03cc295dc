import { RpcError } from '../declaration/errors.js';
import type { NodeServices } from '../node/services.js';

/** How a caller names a block. */
export type BlockParameter = { readonly height: bigint } | { readonly hash: string };

type Reading = Pick<NodeServices, 'chain' | 'tipHeight'>;

/**
 * The height of the block that a parameter names.
 * @throws RpcError -8 for a height above the tip, -5 for an unknown hash
 */
export function blockHeight(services: Reading, block: BlockParameter): number {
  if ('height' in block) return requireHeight(services, block.height);
  const height = services.chain.blocks.heightOf(block.hash);
  if (height === undefined) throw new RpcError('INVALID_ADDRESS_OR_KEY', 'Block not found');
  return height;
}

/** @throws RpcError -8 unless there is a block of this height */
export function requireHeight({ tipHeight }: Reading, height: bigint | number): number {
  if (height < 0 || height > tipHeight) throw new RpcError('INVALID_PARAMETER', 'Block height out of range.');
  return Number(height);
}
