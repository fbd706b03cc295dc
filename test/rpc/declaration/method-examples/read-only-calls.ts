import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import type { Json } from '../../../../src/codec/json-value.js';
import type { NodeContext } from '../../../../src/node/context.js';
import { AREAS } from '../../../../src/rpc/areas.js';
import { type Caller, OWN_PROCESS } from '../../../../src/rpc/declaration/caller.js';
import { RpcError } from '../../../../src/rpc/declaration/errors.js';
import type { MethodArea, MethodDeclaration } from '../../../../src/rpc/declaration/method.js';
import { MethodRegistry } from '../../../../src/rpc/declaration/registry.js';
import { onlyReads } from '../../../../src/rpc/declaration/touches.js';
import { Dispatcher } from '../../../../src/rpc/dispatch/dispatch.js';
import { servicesAtHeight } from '../../../../src/rpc/dispatch/earlier-block.js';
import type { TestNode } from '../../../support/nodes/node.js';

const READER: Caller = { ...OWN_PROCESS, user: 'reader', role: 'read' };
const NO_ACCESS_RULES = { safeMode: false, whitelist: [], blacklist: [] };

/**
 * Calls of a user who may only read, twice each: with the declarations as they are, and with declarations that all
 * say that their method only reads. In both cases nothing may be changed.
 */
export class ReadOnlyCalls {
  readonly #honest = new Map<string, MethodDeclaration>();

  private constructor(
    readonly node: TestNode,
    readonly files: string,
    readonly declared: Dispatcher<NodeContext>,
    readonly undeclared: Dispatcher<NodeContext>,
  ) {
    for (const { methods } of AREAS) {
      for (const [name, declaration] of Object.entries(methods)) this.#honest.set(name, declaration);
    }
  }

  /** @param files - where the files are that the calls name */
  static on(node: TestNode, files: string): ReadOnlyCalls {
    return new ReadOnlyCalls(
      node,
      files,
      dispatcherOf(node, AREAS),
      dispatcherOf(node, AREAS.map(withoutTouches)),
    );
  }

  /** @param params - with which the method succeeds for others, and does all that it does */
  async try(method: string, params: readonly Json[]): Promise<void> {
    const before = this.#look();
    const reads = onlyReads(this.#honest.get(method)!.touches);
    const outcome = await outcomeOf(this.declared, method, params);
    if (reads) assert.is.not(outcome, -2, 'what reads is allowed');
    else assert.is(outcome, -2, 'what changes something is not allowed');
    await outcomeOf(this.undeclared, method, params);
    assert.equal(this.#look(), before, method);
  }

  /**
   * As {@link try}, whatever is declared: what goes wrong in a call that may change nothing.
   * @returns the failures of the node, which are no answers; a refusal is none
   */
  async failures(method: string, calls: readonly (readonly Json[])[]): Promise<string[]> {
    const before = this.#look();
    const failures: string[] = [];
    for (const params of calls) {
      try {
        await this.undeclared.call(method, params, READER);
      } catch (error) {
        if (!(error instanceof RpcError)) failures.push(`${JSON.stringify(params)}: ${String(error)}`);
      }
    }
    assert.equal(this.#look(), before, method);
    return failures;
  }

  /** All that outlives a call: chain, pool, wallet, files, and how the node goes on. */
  #look(): unknown {
    const { context } = this.node.node;
    const { chain, mempool, wallet, consensus, matcher, addedNodes, loadTest, priceFeeder } = context;
    return {
      tip: chain.tip.hash,
      digest: chain.digest.toString('hex'),
      levels: { ...context.logCategories.levels() },
      pool: mempool.entries().map(({ prepared }) => prepared.txid),
      locked: wallet.isLocked,
      mode: consensus.chainControl?.mode,
      paused: consensus.chainControl?.paused,
      matcher: matcher.status.enabled,
      added: [...addedNodes.list()],
      load: loadTest.figures,
      prices: [...priceFeeder.prices],
      own: filesOf(this.node.directory),
      files: filesOf(this.files),
    };
  }
}

function withoutTouches(area: MethodArea<never>): MethodArea<never> {
  const methods = Object.entries(area.methods).map(([name, declaration]) => [
    name,
    { ...declaration, touches: ['reads', 'node'] as const },
  ]);
  return { ...area, methods: Object.fromEntries(methods) };
}

function dispatcherOf(
  { node: { context } }: TestNode,
  areas: readonly MethodArea<never>[],
): Dispatcher<NodeContext> {
  return new Dispatcher<NodeContext>({
    registry: new MethodRegistry(areas as readonly MethodArea<NodeContext>[]),
    context,
    atHeight: servicesAtHeight,
    access: NO_ACCESS_RULES,
    wallet: { requireUnlocked: () => undefined },
  });
}

/** The code of the refusal; undefined for an answer. */
async function outcomeOf(
  dispatcher: Dispatcher<NodeContext>,
  method: string,
  params: readonly Json[],
): Promise<number | undefined> {
  try {
    await dispatcher.call(method, params, READER);
    return undefined;
  } catch (error) {
    return error instanceof RpcError ? error.code : 0;
  }
}

/** The files below a directory, each with its size and when it was written; not those of the database. */
function filesOf(directory: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter(name => !name.startsWith('chain/'))
    .map(name => {
      const { size, mtimeMs } = statSync(join(directory, name));
      return `${name} ${size} ${mtimeMs}`;
    })
    .toSorted();
}
