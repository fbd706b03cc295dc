import type { NodeServices } from '../node/services.js';

/**
 * The services of the node with the state after all that waits for a block, in place of the state after the newest
 * one. The state holds until the caller next waits.
 */
export async function servicesWithWaiting<S extends NodeServices>(services: S): Promise<S> {
  const { mempool } = services;
  await mempool.ready();
  return Object.create(services, { state: { value: mempool.pendingState() } }) as S;
}
