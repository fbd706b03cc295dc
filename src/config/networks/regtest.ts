import { type NetworkParameters, PROTOCOL } from '../network.js';
import { SYSTEM_PARAMETERS } from '../system-parameters.js';
import { DEVELOPMENT_KEYS, DEVELOPMENT_PUBLIC_KEYS } from './development-keys.js';
import { GENESIS_VOTES, REFERENCE_REGTEST_FORMATS, REFERENCE_TIMING } from './reference.js';

/** Base coins at the start of each producer and user, of the governor and of the settler: a million. */
const ALLOCATION = 1_000_000n * PROTOCOL.coin;
/** What each producer has staked of them: enough to feed prices (spec 05 §9.1). */
const STAKED_BY_PRODUCERS = SYSTEM_PARAMETERS.PRICE_FEED_BCOIN_STAKE_AMOUNT_MIN.defaultValue;

/** The development chain of this project: all features from height 2 on, keys that everybody knows (decision D1). */
export const REGTEST: NetworkParameters = {
  ...REFERENCE_TIMING,
  ...REFERENCE_REGTEST_FORMATS,
  name: 'regtest',
  directory: 'regtest',
  forks: { systemGenesis: 1, r2: 2, r3: 2, r3_5: 2 },
  genesis: {
    time: 1_767_225_600,
    nonce: 0,
    hash: '',
    initKey: DEVELOPMENT_PUBLIC_KEYS.holder,
    holderKey: DEVELOPMENT_PUBLIC_KEYS.holder,
    delegateKeys: DEVELOPMENT_PUBLIC_KEYS.delegates,
    votesPerDelegate: GENESIS_VOTES,
    voteSignature: '',
    allocations: [
      ...DEVELOPMENT_PUBLIC_KEYS.delegates.map(publicKey => ({
        publicKey,
        amount: ALLOCATION,
        staked: STAKED_BY_PRODUCERS,
      })),
      ...[
        ...DEVELOPMENT_PUBLIC_KEYS.accounts,
        DEVELOPMENT_PUBLIC_KEYS.governor,
        DEVELOPMENT_PUBLIC_KEYS.matcher,
      ].map(publicKey => ({ publicKey, amount: ALLOCATION })),
    ],
    governanceKey: DEVELOPMENT_PUBLIC_KEYS.governor,
    matcherKey: DEVELOPMENT_PUBLIC_KEYS.matcher,
  },
  producerCountDelay: 50,
  subsidyPeriods: { beforeR2: 500, fromR2: 1500 },
  minimumFees: 'development',
  standardTransactionsOnly: false,
  mended: {
    electOnlyVotedCandidates: true,
    votesCanBeAdded: true,
    genesisLocksAllVotes: true,
    genesisVoterEpoch: true,
    voteMigrationHeight: undefined,
    strictAssetSymbols: true,
    lentInterestIsOwed: true,
    utxoCoinsMatch: true,
    utxoSignersDistinct: true,
    utxoCoinChecked: true,
    wasmStepsBurnFuel: true,
    modulesAreContracts: true,
    sumsNeverWrap: true,
    governedRangesHold: true,
    noOpenOutputs: true,
    proofsHaveOutputs: true,
    freezesHold: true,
    ordersKeepFees: true,
    contractVotesApart: true,
    canonicalForeignNames: true,
    failedTransfersLeaveNothing: true,
    authorizationsDistinct: true,
    actionsReachAccounts: true,
    inlineCodeBurnsFuel: true,
    instructionsAreWork: true,
    queriesHaveTime: true,
    assetNamesAreText: true,
  },
  development: DEVELOPMENT_KEYS,
};
