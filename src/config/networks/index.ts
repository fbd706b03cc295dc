import type { NetworkParameters } from '../network.js';
import { BFT } from './bft.js';
import { MAIN } from './main.js';
import { REFERENCE_REGTEST } from './reference-regtest.js';
import { REGTEST } from './regtest.js';
import { REPLAY, REPLAY_MENDED } from './replay.js';
import { TEST } from './test.js';

/** All networks by the value of the option `nettype`. */
export const NETWORKS: ReadonlyMap<string, NetworkParameters> = new Map(
  [MAIN, TEST, REGTEST, BFT, REFERENCE_REGTEST, REPLAY, REPLAY_MENDED].map(network => [
    network.name,
    network,
  ]),
);
