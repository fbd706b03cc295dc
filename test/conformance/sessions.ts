import type { StartingPoint } from './conformance-node.js';

/** Transcripts that were recorded one after the other on one running node. */
export interface Session {
  readonly start: StartingPoint;
  readonly transcripts: readonly string[];
}

/** The first key of the wallet of the recordings, which no answer shows. */
const FIRST_ADDRESS = { address: 'wQ4QKmM4RmBcHLU47TvPpc95f9vyvocyGy', forMiner: false };

/** All feature forks have just become active. */
const AT_506: StartingPoint = {
  height: 506,
  madeByTheNode: 1,
  importedKeys: [],
  shownKeys: [],
  generatedAddresses: [FIRST_ADDRESS],
};

/** The end of the recorded chain, to which its recorders returned several times. */
const AT_744: StartingPoint = {
  height: 744,
  madeByTheNode: 0,
  importedKeys: ['erin', 'frank'],
  shownKeys: [
    {
      main: 'YC2SvgVoHPh75ASwcHBJAqHMJJNt1sHJ2G2LhuN8hTtSx3T6kVRA',
      miner: 'Y4zMsMrxAmdpckE1XREiYa5UW6hLnJ3duKw4cs5398LEWALM6anr',
    },
  ],
  generatedAddresses: [
    FIRST_ADDRESS,
    { address: 'wSB3h9SeWZTxRmjD14XmyNfQgwbEQRujA7', forMiner: false },
    { address: 'wQpyYKAkpteWNRxAdFQVxnXNaCkSKqXjet', forMiner: true },
  ],
};

/** The sessions whose transcripts are compared, in the order in which they were recorded. */
export const SESSIONS: readonly Session[] = [
  {
    start: AT_506,
    transcripts: [
      '10_r3_base',
      '11_r3_asset',
      '12_r3_cdp',
      '13_r3_dex',
      '14_r3_utxo',
      '15_r3_lua',
      '16_r3_gov',
      '17_r3_wasm',
      '18_lua_vectors',
      '19_r3_extra',
    ],
  },
  { start: AT_744, transcripts: ['20_errors', '22_noparams'] },
  { start: AT_744, transcripts: ['30_wallet'] },
  { start: AT_744, transcripts: ['31_reorg'] },
  { start: AT_744, transcripts: ['33_more'] },
  { start: { ...AT_744, blocksPerDay: 6 }, transcripts: ['51_interest_onedayblocks6'] },
];
