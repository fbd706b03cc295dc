import { StoredChain } from '../../../src/chain/stored-chain.js';
import type { NodeContext } from '../../../src/node/context.js';
import type { AccessOptions } from '../../../src/rpc/dispatch/access.js';
import { KnownAddresses } from '../../../src/rpc/reading/known-addresses.js';
import { statusOf } from '../../../src/rpc/reading/node-status.js';
import { Reader } from '../../../src/rpc/reading/reader.js';
import { readingServices } from '../../../src/rpc/reading/reading-services.js';
import { openShared } from '../../../src/storage/open-shared.js';

export const NO_ACCESS_RULES: AccessOptions = { safeMode: false, whitelist: [], blacklist: [] };

export interface ReaderOfNode {
  readonly reader: Reader;
  readonly chain: StoredChain;
  /** What has failed in it, and was left to the node. */
  readonly failures: unknown[];
  close(): Promise<void>;
}

/** Reads the database of a node as another thread does, in this one. */
export async function readerOf(context: NodeContext, access = NO_ACCESS_RULES): Promise<ReaderOfNode> {
  const { files, options, network, programVersion } = context;
  const loan = files?.store.lend?.();
  if (files === undefined || loan === undefined) throw new Error('nobody else can read this node');
  const store = await openShared(loan.database);
  let disconnects = 0;
  const endCounting = context.chain.record({
    connecting: () => [],
    disconnecting() {
      disconnects++;
      return [];
    },
  });
  const chain = new StoredChain({ store, network, blocks: files.blocks, disconnects: () => disconnects });
  const wallet = new KnownAddresses();
  const endFollowing = context.wallet.followAddresses(changes => wallet.change(changes));
  const failures: unknown[] = [];
  const reader = new Reader({
    chain,
    servicesOf: read =>
      readingServices({
        options,
        network,
        chain: read,
        wallet,
        status: () => statusOf(context),
        store,
        programVersion,
      }),
    access,
    mostWaiting: 16,
    onCalls: () => undefined,
    onRead: () => undefined,
    onFailure: reason => failures.push(reason),
  });
  return {
    reader,
    chain,
    failures,
    async close() {
      endCounting();
      endFollowing();
      chain.close();
      await store.close();
      loan.giveBack();
    },
  };
}
