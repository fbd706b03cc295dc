/** The indexes that a node can keep of its chain, for questions that blocks and state alone answer slowly. */
export const INDEX_NAMES = [
  'addresses',
  'contracts',
  'orders',
  'trades',
  'positions',
  'receipts',
  'holders',
] as const;
export type IndexName = (typeof INDEX_NAMES)[number];
