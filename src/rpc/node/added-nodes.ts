import { requireWriting } from '../../storage/read-only.js';
import { RpcError } from '../declaration/errors.js';

/**
 * The nodes that the operator added with addnode. The single-process network has no peers, so none
 * of them is ever connected; the list lives as long as the process (spec 08 §17).
 */
export class AddedNodes {
  readonly #nodes = new Set<string>();

  /** @throws RpcError -1003 */
  add(node: string): void {
    requireWriting('the added nodes');
    if (this.#nodes.has(node)) throw new RpcError('NODE_ALREADY_ADDED', 'Error: Node already added');
    this.#nodes.add(node);
  }

  /** @throws RpcError -1004 */
  remove(node: string): void {
    requireWriting('the added nodes');
    if (!this.#nodes.delete(node)) throw new RpcError('NODE_NOT_ADDED', 'Error: Node not added before.');
  }

  /** All of them, or only one. @throws RpcError -1004 when that one was not added */
  list(node?: string): readonly string[] {
    if (node === undefined) return [...this.#nodes];
    if (!this.#nodes.has(node)) throw new RpcError('NODE_NOT_ADDED', 'Error: Node has not been added.');
    return [node];
  }
}
