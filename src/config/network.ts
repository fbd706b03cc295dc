/** The feature forks of the reference; a later one includes the earlier (spec 01 §14). */
export type FeatureVersion = 'R1' | 'R2' | 'R3' | 'R3.5';

/**
 * The schedules of minimum fees; each transaction type declares its fee in every one. `reference` is that of
 * `main`, `test` and networks that replay their chains (spec 07 §13.2), `development` that of decision D2.
 */
export type FeeSchedule = 'reference' | 'development';

/** First heights of the feature forks; below `r2` the first version's rules hold. */
export interface ForkHeights {
  /** Height of the system genesis block, "G": it mints the stable and the governance coin. */
  readonly systemGenesis: number;
  readonly r2: number;
  readonly r3: number;
  readonly r3_5: number;
}

/** Coins that block 0 allocates to an account other than the holder of the base coin. */
export interface GenesisAllocation {
  /** Compressed public key, 66 hex digits. That of an account of the system genesis block gets its regid there. */
  readonly publicKey: string;
  /** Base coins in sawi. */
  readonly amount: bigint;
  /** How many of them are staked, in sawi; default: none. */
  readonly staked?: bigint;
}

/** What block 0 and the system genesis block are made of (spec 01 §5). Keys are 66 hex digits. */
export interface GenesisParameters {
  readonly time: number;
  readonly nonce: number;
  /** Hash that block 0 must have, where it is known. */
  readonly hash: string;
  /** Key of the reward transaction that is not executed. */
  readonly initKey: string;
  /** Key of account 0-1, which holds the base coins. */
  readonly holderKey: string;
  /** Keys of the first producers, 0-2 and following. */
  readonly delegateKeys: readonly string[];
  /** Votes of the holder for each delegate, in sawi. */
  readonly votesPerDelegate: bigint;
  /** The constant in place of a signature under the genesis votes, hex. */
  readonly voteSignature: string;
  /** Coins of block 0 that do not stay with the holder. */
  readonly allocations: readonly GenesisAllocation[];
  /** Key of G-2, owner of the governance coin and built-in governor. */
  readonly governanceKey: string;
  /** Key of G-3, the exchange's settling account. */
  readonly matcherKey: string;
}

/**
 * Where this node mends a rule of the reference in a way that changes state, the mended rule is
 * a parameter: on for new chains, off where a recorded chain is replayed (decision D31).
 */
export interface MendedRules {
  /** A candidate without votes is never elected, an empty list never activated (D9). */
  readonly electOnlyVotedCandidates: boolean;
  /** Votes may be added by DELEGATE_VOTE_TX under the newest rules too (D8). */
  readonly votesCanBeAdded: boolean;
  /** Genesis locks the sum of the genesis votes instead of the largest one (D8). */
  readonly genesisLocksAllVotes: boolean;
  /** Genesis voters earn interest from the genesis time on, not from 1970 on (D8). */
  readonly genesisVoterEpoch: boolean;
  /** At the end of this height all votes but the first are revoked, as on the reference's chains (D31). */
  readonly voteMigrationHeight: number | undefined;
  /** Asset symbols are 6 to 7 of A-Z (D12); otherwise 4 to 7 of the reference's character set. */
  readonly strictAssetSymbols: boolean;
  /** Interest that is lent to the owner of a debt position counts as debt (spec 05 §1, row 4). */
  readonly lentInterestIsOwed: boolean;
  /** A transfer spends only outputs of its own coin (spec 07 U1). */
  readonly utxoCoinsMatch: boolean;
  /** Signers of a multi-signature output differ, each counts once, one at least signs (spec 07 U3, U4). */
  readonly utxoSignersDistinct: boolean;
  /** Outputs are of coins that exist and may be transferred (spec 07 U12). */
  readonly utxoCoinChecked: boolean;
  /** Steps of WebAssembly beyond the free ones burn fuel (decision D11); the reference uses the clock. */
  readonly wasmStepsBurnFuel: boolean;
  /** Transfers, exchange, debt positions and outputs are contracts too, which actions can call (decision D22). */
  readonly modulesAreContracts: boolean;
  /** A sum of 32 or 64 bits that does not fit is the largest there is (spec 05 §1, row 32); otherwise it wraps. */
  readonly sumsNeverWrap: boolean;
  /** What governance sets stays within bounds in which it can set it back (spec 05 §5.3). */
  readonly governedRangesHold: boolean;
  /** The methods make no output with a recycle lock that anybody else could take at once (spec 07 U11). */
  readonly noOpenOutputs: boolean;
  /** The methods prove passwords only of outputs that are there and have one (spec 07 §6.2). */
  readonly proofsHaveOutputs: boolean;
  /** A freeze of an account or an asset holds on every way on which coins move (spec 07 §9.1). */
  readonly freezesHold: boolean;
  /** An order is dealt at the fees that its operator had when it was placed (spec 06 §10.4). */
  readonly ordersKeepFees: boolean;
  /** The voting contract takes back only votes that it gave, and users always get theirs back (spec 04 §8.3). */
  readonly contractVotesApart: boolean;
  /** Ids and addresses of other chains have one spelling before they become keys (spec 05 §12.12). */
  readonly canonicalForeignNames: boolean;
  /** A transfer of a Lua contract that fails makes no account for its receiver (spec 03 §8.8). */
  readonly failedTransfersLeaveNothing: boolean;
  /** An action has at most 65 authorizations, as many as there can be signers, and none twice (spec 04 §15.11). */
  readonly authorizationsDistinct: boolean;
  /** A contract sends actions only to what exists; the reference does nothing and says that it did (spec 04 §6.4). */
  readonly actionsReachAccounts: boolean;
  /** Code that a contract deploys burns fuel for its bytes, as code in a transaction does (spec 04 §5.6). */
  readonly inlineCodeBurnsFuel: boolean;
  /** Instructions and memory of Lua contracts are work, so that what they take of a block is bounded (spec 03 §7.8). */
  readonly instructionsAreWork: boolean;
  /** A query of a WebAssembly contract has the time of the newest block; the reference has 0 (spec 04 §9). */
  readonly queriesHaveTime: boolean;
  /** Names of assets are text without control characters. */
  readonly assetNamesAreText: boolean;
}

/** Everything that differs between networks. The rules themselves never branch on a network's name. */
export interface NetworkParameters {
  /** Value of the option `nettype`. */
  readonly name: string;
  /** `net_type` in results: MAIN_NET, TEST_NET or REGTEST_NET. */
  readonly networkId: string;
  /** Sub-directory of the data directory. */
  readonly directory: string;
  /** Four bytes before every message between nodes, hex. */
  readonly magic: string;
  readonly p2pPort: number;
  readonly rpcPort: number;
  readonly addressVersion: number;
  readonly wifVersion: number;
  /** Prefixes of extended public and private keys, hex. */
  readonly extendedKeys: { readonly publicPrefix: string; readonly privatePrefix: string };
  readonly forks: ForkHeights;
  readonly genesis: GenesisParameters;
  /** Seconds between blocks before and from R2. */
  readonly blockInterval: { readonly beforeR2: number; readonly fromR2: number };
  /**
   * Who makes a block: the delegate whose turn its time is and who signs it (spec 08 §6), or the validator that the
   * consensus engine names, whose blocks the commits of the engine sign (spec 08 §19).
   */
  readonly blockProducer: 'time-slot' | 'proposer';
  /** Blocks in a row of one producer before and from R3. */
  readonly consecutiveBlocks: { readonly beforeR3: number; readonly fromR3: number };
  readonly blocksPerDay: number;
  /** Blocks between countings of the votes, and from counting to activation (spec 08 §2), from R3. */
  readonly voteCounting: { readonly interval: number; readonly activationDelay: number };
  /** Blocks until a change of the number of producers may take effect (spec 08 §5). */
  readonly producerCountDelay: number;
  /** Times, in seconds, between which votes earn interest; undefined: always (spec 07 §14.6). */
  readonly voteInterestEpochs: readonly [from: number, until: number] | undefined;
  /** Length in blocks of the first and the later periods of the block subsidy (spec 08 §10.2). */
  readonly subsidyPeriods: { readonly beforeR2: number; readonly fromR2: number };
  readonly regIdMaturity: number;
  readonly rewardMaturity: number;
  /** Blocks whose transaction ids are remembered; half of it is the window of valid_height. */
  readonly transactionCacheDepth: number;
  /** The schedule of minimum fees that counts where governance has set none. */
  readonly minimumFees: FeeSchedule;
  /** Only well-formed versions and sizes enter the memory pool (spec 07 §16, step 3). */
  readonly standardTransactionsOnly: boolean;
  readonly mended: MendedRules;
  /** Development chains may be controlled by RPC, and know the keys of their accounts. */
  readonly development: DevelopmentKeys | undefined;
}

/** Private keys that everybody knows: never for coins of value. */
export interface DevelopmentKeys {
  /** The mnemonic that the keys derive from. */
  readonly mnemonic: string;
  /** WIFs by role: the holder, the producers, governor and settler, and accounts for users. */
  readonly holder: string;
  readonly delegates: readonly string[];
  readonly governor: string;
  readonly matcher: string;
  readonly accounts: readonly string[];
}

/** The feature version of a height. */
export function featureVersionAt(forks: ForkHeights, height: number): FeatureVersion {
  if (height >= forks.r3_5) return 'R3.5';
  if (height >= forks.r3) return 'R3';
  return height >= forks.r2 ? 'R2' : 'R1';
}

/** Constants of the protocol that are the same on every network (spec 01 §4, spec 08 §2). */
export const PROTOCOL = {
  coin: 100_000_000n,
  baseSupply: 21_000_000_000_000_000n,
  stableReserve: 100_000_000_000_000n,
  governanceSupply: 2_016_000_000_000_000_000n,
  baseSymbol: 'WICC',
  stableSymbol: 'WUSD',
  governanceSymbol: 'WGRT',
  initialProducerCount: 11,
  maxVoteCandidates: 22,
  maxBlockSize: 4_000_000,
  defaultBlockSize: 3_750_000,
  maxBlockFuel: 600_562_500n,
  initialFuelRate: 100,
  minimumFuelRate: 1,
  fuelRateWindow: 50,
  maxNonce: 1000,
  memoSize: 100,
  protocolVersion: 10001,
  clientVersion: 3050100,
} as const;
