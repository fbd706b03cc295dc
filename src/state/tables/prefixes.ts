/**
 * The prefix of every table, in one place, so that nobody takes one twice. A prefix says nothing
 * about the table; a stored chain ties it to its table for ever.
 */
export const PREFIX = {
  accounts: 1,
  regIds: 2,
  assets: 3,
  systemParameters: 4,
  minimumFees: 5,
  governors: 6,
  orders: 10,
  ordersByBlock: 11,
  delegateRanking: 20,
  lastVoteHeight: 21,
  pendingDelegates: 22,
  activeDelegates: 23,
  producerCount: 24,
  voteLists: 25,
  pendingRewards: 26,
  inflatedReward: 27,
  fuelHistory: 28,
  recentTransactions: 29,
  priceSamples: 30,
  medianPrices: 31,
  feedPairs: 32,
} as const;
