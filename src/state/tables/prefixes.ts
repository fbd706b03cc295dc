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
  // 20 to 39: votes, delegates, producers, rewards, prices.
} as const;
