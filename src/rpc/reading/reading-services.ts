import type { Chain } from '../../chain/chain.js';
import type { StoredChain } from '../../chain/stored-chain.js';
import type { Options } from '../../config/load-options.js';
import type { NetworkParameters } from '../../config/network.js';
import { wireRulesOf } from '../../tx/wire-rules.js';
import type { Wallet } from '../../wallet/wallet.js';
import { inCoins, inSawi } from '../node/amounts.js';
import type { NodeServices } from '../node/services.js';
import type { KnownAddresses } from './known-addresses.js';
import { partOf } from './needs-node.js';

export interface ReadingParts {
  readonly options: Options;
  readonly network: NetworkParameters;
  readonly chain: StoredChain;
  readonly wallet: KnownAddresses;
  /** Version of this program. */
  readonly programVersion: string;
}

/** What handlers use of a node, as far as another thread than the node's has it. The rest throws NeedsNode. */
export function readingServices({
  options,
  network,
  chain,
  wallet,
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
  });
  return partOf<NodeServices>({
    options,
    network,
    wireRules: wireRulesOf(network),
    chain: known,
    get state() {
      return chain.state;
    },
    get tipHeight() {
      return chain.version.height;
    },
    wallet: partOf<Wallet>({
      entries: () => wallet.entries(),
      entry: keyId => wallet.entry(keyId),
    }),
    amountFormat: options.displayvalueinsawi ? inSawi : inCoins,
    programVersion,
  });
}
