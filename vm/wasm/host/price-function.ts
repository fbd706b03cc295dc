import { isSymbolCode, symbolOf } from '../abi/symbol.js';
import { hostFunction, writeOutput } from './host-function.js';

const PRICE_PRECISION = 8;
const ASSET_BYTES = 16;
/** Two symbols are read and checked, and a price is looked up. */
const PRICE_STEPS = 4000;

/** Median prices of coins; 0 where there is none (spec 04 §12.1). */
export const PRICE_FUNCTIONS = [
  hostFunction(
    'get_system_asset_price',
    { parameters: ['u64', 'u64', 'output'], result: 'i32', steps: PRICE_STEPS },
    (call, baseSymbol, quoteSymbol, output) => {
      const [base, quote] = [symbolOf(baseSymbol), symbolOf(quoteSymbol)];
      if (base.precision !== PRICE_PRECISION || quote.precision !== PRICE_PRECISION) return 0;
      if (!isSymbolCode(baseSymbol >> 8n) || !isSymbolCode(quoteSymbol >> 8n)) return 0;
      const price = call.host.medianPrice(base.code, quote.code) ?? 0n;
      if (price === 0n) return 0;
      const asset = Buffer.alloc(ASSET_BYTES);
      asset.writeBigUInt64LE(price, 0);
      asset.writeBigUInt64LE(baseSymbol, 8);
      return writeOutput(call, output, asset);
    },
  ),
];
