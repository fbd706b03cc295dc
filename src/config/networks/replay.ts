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
