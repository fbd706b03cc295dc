import type { Chain } from '../../chain/chain.js';
import { ChainError } from '../../chain/errors.js';
import { IndexReader } from '../../chain/indexes/index-reader.js';
import type { StoredChain } from '../../chain/stored-chain.js';
import { keptIndexNames } from '../../config/kept-indexes.js';
import type { Options } from '../../config/load-options.js';
import type { NetworkParameters } from '../../config/network.js';
import type { ChainControl, Consensus } from '../../consensus/consensus.js';
import type { KeyValueReader } from '../../storage/key-value-store.js';
import { wireRulesOf } from '../../tx/wire-rules.js';
import type { Wallet } from '../../wallet/wallet.js';
import { inCoins, inSawi } from '../node/amounts.js';
import type { NodeServices } from '../node/services.js';
import type { KnownAddresses } from './known-addresses.js';
import { NeedsNode, partOf } from './needs-node.js';
import type { NodeStatus } from './node-status.js';

/** Addresses of a wallet up to which all of them are gone through here; the node has their accounts in memory. */
const MOST_ADDRESSES = 5000;

export interface ReadingParts {
  readonly options: Options;
  readonly network: NetworkParameters;
  readonly chain: StoredChain;
  readonly wallet: KnownAddresses;
  /** What the node has told of itself last. */
  readonly status: () => NodeStatus;
  /** The database. */
  readonly store: KeyValueReader;
  /** Version of this program. */
  readonly programVersion: string;
}

/** What handlers use of a node, as far as another thread than the node's has it. The rest throws NeedsNode. */
export function readingServices({
  options,
  network,
  chain,
  wallet,
  status,
  store,
  programVersion,
}: ReadingParts): NodeServices {
  const known = partOf<Chain>({
    get blocks() {
      return chain.blocks;
    },
    get state() {
      return chain.state;
    },
    get tip() {
      return chain.tip;
    },
    get head() {
      return chain.head;
    },
    overlay: () => chain.overlay(),
    undoOf: height => chain.undoOf(height),
    settled: () => chain.settled(),
    get failure() {
      const { failure } = status();
      return failure === undefined ? undefined : new ChainError('write-failed', failure);
    },
  });
  return partOf<NodeServices>({
    options,
    network,
    wireRules: wireRulesOf(network),
    chain: known,
    indexes: new IndexReader({ store, names: keptIndexNames(options, network), tip: () => chain.tip }),
    get state() {
      return chain.state;
    },
    get tipHeight() {
      return chain.version.height;
    },
    wallet: partOf<Wallet>({
      entries() {
        if (wallet.size > MOST_ADDRESSES) throw new NeedsNode('the accounts of a large wallet');
        return wallet.entries();
      },
      get isEncrypted() {
        return status().walletIsEncrypted;
      },
      get unlockedUntil() {
        return status().walletUnlockedUntil;
      },
      entry: keyId => wallet.entry(keyId),
    }),
    consensus: partOf<Consensus>({
      get makesBlocks() {
        return status().makesBlocks;
      },
      finalHeight: () => chain.version.height - status().notFinal,
      peers: () => status().peers,
      catchingUp: () => status().catchingUp,
      chainControl: partOf<ChainControl>({
        get problem() {
          const { problem } = status();
          return problem === undefined ? undefined : new Error(problem);
        },
      }),
    }),
    get poolLoading() {
      if (status().poolIsLoading) throw new NeedsNode('how far the loading of the pool is');
      return { left: 0, total: 0, done: 0 };
    },
    watch: {
      get warnings() {
        return status().warnings;
      },
    },
    amountFormat: options.displayvalueinsawi ? inSawi : inCoins,
    programVersion,
  });
}
