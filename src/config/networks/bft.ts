import type { NetworkParameters } from '../network.js';
import { REGTEST } from './regtest.js';

/**
 * The development chain on several machines: the same coins and keys, which everybody knows, but the blocks are
 * those that the validators agree on by their consensus engine (spec 08 §18).
 */
export const BFT: NetworkParameters = {
  ...REGTEST,
  name: 'bft',
  directory: 'bft',
  blockProducer: 'proposer',
};
