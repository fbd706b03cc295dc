/** Symbols that are part of serialized forms and of hashes, so exactly these bytes (spec 01 §3.3). */
export const BASE_COIN = 'WICC';
export const STABLE_COIN = 'WUSD';
export const GOVERNANCE_COIN = 'WGRT';
