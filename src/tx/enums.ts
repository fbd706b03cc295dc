/** Names of small numbers on the wire (spec 01 §9.2, enums). Unknown numbers print as themselves. */
function names(table: Readonly<Record<number, string>>): (value: number) => string {
  return value => table[value] ?? String(value);
}

export const VOTE_ADD = 1;
export const VOTE_MINUS = 2;
export const voteTypeName = names({ 0: 'NULL_VOTE', [VOTE_ADD]: 'ADD_BCOIN', [VOTE_MINUS]: 'MINUS_BCOIN' });

export const ORDER_LIMIT = 1;
export const ORDER_MARKET = 2;
export const orderTypeName = names({ [ORDER_LIMIT]: 'LIMIT_PRICE', [ORDER_MARKET]: 'MARKET_PRICE' });

export const ORDER_BUY = 1;
export const ORDER_SELL = 2;
export const orderSideName = names({ [ORDER_BUY]: 'BUY', [ORDER_SELL]: 'SELL' });

export const OPEN_PUBLIC = 1;
export const OPEN_PRIVATE = 2;
export const openModeName = names({ [OPEN_PUBLIC]: 'PUBLIC', [OPEN_PRIVATE]: 'PRIVATE' });

export const VM_LUA = 1;
export const VM_WASM = 2;

/** What a proposal does with something that is on or off (spec 05 §12). */
export const ENABLE = 1;
export const DISABLE = 2;

/** Whether a number is ENABLE or DISABLE. */
export function isOperation(operation: number): boolean {
  return operation === ENABLE || operation === DISABLE;
}
