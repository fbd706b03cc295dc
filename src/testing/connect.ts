import type { ConnectedNode, ConnectOptions } from './remote/index.js';

/**
 * Connects to a running node, whose contracts then have the calls that they have on a development chain, each a promise:
 *
 * ```ts
 * const node = await connect('http://127.0.0.1:18901');
 * const box = await node.luaContract<MyBox>('12-1');
 * await box.as('wUy43e9wSoHHWX5C35YAyLygoe3w5xcjDi').methods.withdraw(5n);
 * ```
 *
 * Whoever calls must have their key in the wallet of the node, which signs. Credentials are found where a node on this
 * machine has left them.
 *
 * @throws Error that says where credentials were looked for, or that nothing answers; NoReply where they are refused
 */
export async function connect(url: string, options: ConnectOptions = {}): Promise<ConnectedNode> {
  // Most tests have no node.
  const { connectedNode } = await import('./remote/index.js');
  return connectedNode(url, options);
}
