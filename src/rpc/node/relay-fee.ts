/** Smallest fee of a thousand bytes that other nodes pass on, in sawi (spec 02 §5.1, relay_fee_perkb). */
export const RELAY_FEE = 1000n;
