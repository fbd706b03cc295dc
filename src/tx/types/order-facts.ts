/** What all transactions that place or cancel orders of the exchange have in common (spec 06 §4, §6.3). */
export const ORDER_FACTS = {
  origin: 'sender',
  senders: ['regid', 'pubkey'],
  permission: 'DEX',
  minimumFee: { reference: 100_000n, development: 10_000n, governable: true },
  feeCheck: 'base',
  feeDiscount: 'stake',
  contract: 'none',
  validHeight: 'checked',
  placement: 'by-fee-rate',
  standardSize: 100_000,
  baseJson: true,
} as const;
