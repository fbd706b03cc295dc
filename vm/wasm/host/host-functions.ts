import type { ImportWhitelist } from '../module/instrument.js';
import { ACTION_FUNCTIONS } from './action-functions.js';
import { CRYPTO_FUNCTIONS } from './crypto-functions.js';
import { DATABASE_FUNCTIONS } from './database-functions.js';
import { FLOAT128_FUNCTIONS } from './float128-functions.js';
import type { HostFunction } from './host-function.js';
import { INT128_FUNCTIONS } from './int128-functions.js';
import { MEMORY_FUNCTIONS } from './memory-functions.js';
import { PRICE_FUNCTIONS } from './price-function.js';
import { PRINT_FUNCTIONS } from './print-functions.js';
import { SYSTEM_CONTRACT_FUNCTIONS } from './system-contract-functions.js';
import { SYSTEM_FUNCTIONS } from './system-functions.js';

/** Every function that any contract can import, as module `env` (spec 04 §12). */
export const CONTRACT_FUNCTIONS: readonly HostFunction[] = [
  ...SYSTEM_FUNCTIONS,
  ...ACTION_FUNCTIONS,
  ...PRICE_FUNCTIONS,
  ...CRYPTO_FUNCTIONS,
  ...DATABASE_FUNCTIONS,
  ...MEMORY_FUNCTIONS,
  ...PRINT_FUNCTIONS,
  ...INT128_FUNCTIONS,
  ...FLOAT128_FUNCTIONS,
];

/** What contracts of the system can import. */
export const ALL_FUNCTIONS: readonly HostFunction[] = [...CONTRACT_FUNCTIONS, ...SYSTEM_CONTRACT_FUNCTIONS];

function whitelist(functions: readonly HostFunction[]): ImportWhitelist {
  const byName = new Map(functions.map(declared => [`${declared.module} ${declared.name}`, declared]));
  return (module, name) => byName.get(`${module} ${name}`);
}

/** The imports of contracts that users deploy. */
export const CONTRACT_IMPORTS = whitelist(CONTRACT_FUNCTIONS);
/** The imports of contracts of the system. */
export const SYSTEM_IMPORTS = whitelist(ALL_FUNCTIONS);
