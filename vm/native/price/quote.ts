/** The only currency that prices are quoted in (spec 05 §9.5). */
export const PRICE_QUOTE = 'USD';
