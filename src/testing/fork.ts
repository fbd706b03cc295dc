import type { Devnet } from './devnet.js';
import type { ForkOptions } from './fork/fork-options.js';

/**
 * A development chain that begins with the state of a running node after one of its blocks. Whatever is needed of that
 * state is read when it is needed; nothing on the node changes. Every account can send, as on other development chains.
 *
 * ```ts
 * const chain = await fork({ url: 'http://127.0.0.1:18901', height: 1200, cache: 'fork-cache' });
 * chain.luaContract('12-1').as('0-13').call(bytes(1));
 * ```
 *
 * @throws ForkError, also later, when something is read: no answer, another block at the height, a state that the node
 *   does not keep any more; Error that says where credentials were looked for
 */
export async function fork(options: ForkOptions): Promise<Devnet> {
  // Most tests have no node.
  const { forkedChain } = await import('./fork/forked-chain.js');
  return forkedChain(options);
}
