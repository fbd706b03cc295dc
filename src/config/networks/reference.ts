import type { MendedRules } from '../network.js';

/** Votes of the genesis account for each first producer: 2100000 coins. */
export const GENESIS_VOTES = 210_000_000_000_000n;

/** Times and depths that all networks of the reference share (spec 08 §2). */
export const REFERENCE_TIMING = {
  blockInterval: { beforeR2: 10, fromR2: 3 },
  blockProducer: 'time-slot',
  consecutiveBlocks: { beforeR3: 1, fromR3: 2 },
  blocksPerDay: 28_800,
  voteCounting: { interval: 100, activationDelay: 100 },
  voteInterestEpochs: undefined,
  regIdMaturity: 100,
  rewardMaturity: 100,
  transactionCacheDepth: 500,
} as const;

/**
 * Formats and ports of the reference's private test network, which the development network has too:
 * tools that can talk to one can talk to the other.
 */
export const REFERENCE_REGTEST_FORMATS = {
  networkId: 'REGTEST_NET',
  magic: 'fefad3c6',
  p2pPort: 18921,
  rpcPort: 18901,
  addressVersion: 135,
  wifVersion: 210,
  extendedKeys: { publicPrefix: '7d573a2c', privatePrefix: '7d5c5a26' },
} as const;

/** The reference's own rules, where this node would mend them (decision D31). */
export const REFERENCE_RULES: MendedRules = {
  electOnlyVotedCandidates: false,
  votesCanBeAdded: false,
  genesisLocksAllVotes: false,
  genesisVoterEpoch: false,
  voteMigrationHeight: undefined,
  strictAssetSymbols: false,
  lentInterestIsOwed: false,
  utxoCoinsMatch: false,
  utxoSignersDistinct: false,
  utxoCoinChecked: false,
  wasmStepsBurnFuel: false,
  modulesAreContracts: false,
  sumsNeverWrap: false,
  governedRangesHold: false,
  noOpenOutputs: false,
  proofsHaveOutputs: false,
  freezesHold: false,
  ordersKeepFees: false,
  contractVotesApart: false,
  canonicalForeignNames: false,
  failedTransfersLeaveNothing: false,
  authorizationsDistinct: false,
  actionsReachAccounts: false,
  inlineCodeBurnsFuel: false,
  instructionsAreWork: false,
  queriesHaveTime: false,
  assetNamesAreText: false,
};
