import { join } from 'node:path';
import type { Json, JsonObject } from '../../../src/codec/json-value.js';
import { loadOptions } from '../../../src/config/load-options.js';
import { createLogger } from '../../../src/config/logging.js';
import { type RunningNode, startNode } from '../../../src/node.js';
import { assertDeclared, assertDeclaredError } from '../answers/declared-answer.js';
import { temporaryDirectory } from '../temporary-directory.js';
import { RpcClient, type RpcFailure } from './rpc-client.js';

/** A real node in this process, and a client that talks to it over HTTP. */
export class TestNode extends RpcClient {
  constructor(
    readonly node: RunningNode,
    /** Where the network keeps its files. */
    readonly directory: string,
  ) {
    const { endpoints, credentials } = node.served!;
    super(endpoints[0]!, credentials);
  }

  /** The result of a call, compared with what is declared of it. */
  override async call<T = JsonObject>(method: string, ...params: readonly Json[]): Promise<T> {
    const answer = await super.call<T>(method, ...params);
    assertDeclared(method, answer as Json);
    return answer;
  }

  /** The error of a call, whose code has to be declared. */
  override async fail(method: string, ...params: readonly Json[]): Promise<RpcFailure> {
    const failure = await super.fail(method, ...params);
    assertDeclaredError(method, failure);
    return failure;
  }

  stop(): Promise<void> {
    return this.node.stop();
  }
}

export interface TestNodeOptions {
  /** Further words of the command line; a later one wins over an earlier. */
  readonly switches?: readonly string[];
  /** A directory to keep everything in; without it, it is kept in memory. */
  readonly directory?: string;
}

/** Starts a development network with manual mining on a free port. */
export async function startTestNode({ switches = [], directory }: TestNodeOptions = {}): Promise<TestNode> {
  const dataDirectory = directory ?? temporaryDirectory();
  const { options } = loadOptions(
    [
      `-datadir=${dataDirectory}`,
      '-rpcbind=127.0.0.1:0',
      '-mining=manual',
      '-loglevel=silent',
      // The thread costs each node a third of a second; nodes in processes of their own have it.
      '-rpcownthread=0',
      ...(directory === undefined ? ['-ephemeral'] : []),
      ...switches,
    ],
    {},
  );
  const node = await startNode(options, createLogger(options));
  return new TestNode(node, join(dataDirectory, options.network.directory));
}
