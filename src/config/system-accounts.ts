import type { RegId } from '../codec/regid.js';
import type { NetworkParameters } from './network.js';

/** Account 0-1, which holds the base coins at first and counts as the producer of block 0 (spec 01 §6). */
export const HOLDER_REGID: RegId = Object.freeze({ height: 0, index: 1 });

/** The parameters that determine where the system accounts are. */
type GenesisHeights = Pick<NetworkParameters, 'forks'>;

/** The accounts that the system genesis block makes, by their position in it (spec 01 §5.3, §6). */
function systemAccount(network: GenesisHeights, index: number): RegId {
  return { height: network.forks.systemGenesis, index };
}

/** G-1: the reserve, which has no key, takes risk fees and owns the system's orders. */
export function reserveRegId(network: GenesisHeights): RegId {
  return systemAccount(network, 1);
}

/** G-2: the first owner of the governance coin and the governor while none is appointed. */
export function builtInGovernorRegId(network: GenesisHeights): RegId {
  return systemAccount(network, 2);
}

/** G-3: settles exchange orders while DEX_MATCH_SVC_REGID is 0. */
export function matcherRegId(network: GenesisHeights): RegId {
  return systemAccount(network, 3);
}
