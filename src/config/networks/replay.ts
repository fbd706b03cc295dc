import type { NetworkParameters } from '../network.js';
import { REFERENCE_REGTEST } from './reference-regtest.js';

/**
 * The profile of a recorded chain of the reference: the smallest fork heights that it accepts, days
 * of 40 blocks, and published keys for governor and settler (decision D40).
 */
export const REPLAY: NetworkParameters = {
  ...REFERENCE_REGTEST,
  name: 'replay',
  directory: 'replay',
  forks: { systemGenesis: 1, r2: 2, r3: 3, r3_5: 4 },
  blocksPerDay: 40,
  genesis: {
    ...REFERENCE_REGTEST.genesis,
    governanceKey: '0275c59f036d7329572262c8b09b405ad20cf89567cde4d3e6f262922735bd2606',
    matcherKey: '03bfdbbb50f95317b0d605b149ee8a22dae86101555e73df881d07eefcea077f5e',
  },
  mended: { ...REFERENCE_REGTEST.mended, voteMigrationHeight: 1 },
};

/**
 * The same with the mended rules that the recorded chain can be executed by, up to height 505: above
 * that it does what they forbid. Fuel of steps (D11) and elections without votes (D9) would change
 * nearly every block, and stay as recorded.
 */
export const REPLAY_MENDED: NetworkParameters = {
  ...REPLAY,
  name: 'replay-mended',
  directory: 'replay-mended',
  mended: {
    ...REPLAY.mended,
    votesCanBeAdded: true,
    genesisVoterEpoch: true,
    strictAssetSymbols: true,
    lentInterestIsOwed: true,
    utxoCoinsMatch: true,
    utxoSignersDistinct: true,
    utxoCoinChecked: true,
    modulesAreContracts: true,
    sumsNeverWrap: true,
    governedRangesHold: true,
    noOpenOutputs: true,
    proofsHaveOutputs: true,
    freezesHold: true,
    ordersKeepFees: true,
    canonicalForeignNames: true,
    failedTransfersLeaveNothing: true,
  },
};
