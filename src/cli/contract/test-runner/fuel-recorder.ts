import type { ObservedCall } from '../../../testing/observer.js';
import { type MethodFuel, mergeFuel } from './test-report.js';

/** Argument bytes in hex, of which the first two choose the method of a Lua contract by custom. */
const UNNAMED = /^((?=[a-f]*[0-9])(?:[0-9a-f]{2}){2})(?:[0-9a-f]{2})+$/;

/** Adds up what the calls of contracts burn, by method. */
export class FuelRecorder {
  readonly #calls: MethodFuel[] = [];

  add(call: ObservedCall): void {
    this.#calls.push(fuelOf(call));
  }

  /** By contract and method. */
  get fuel(): readonly MethodFuel[] {
    return mergeFuel(this.#calls);
  }
}

function fuelOf({ contract, method, kind, outcome }: ObservedCall): MethodFuel {
  const label = method.replace(UNNAMED, '$1…');
  const named = { contract: contract.name, method: kind === 'view' ? `${label} (view)` : label };
  if (outcome === undefined) {
    return { ...named, calls: 0, refused: 1, least: 0n, sum: 0n, most: 0n, kinds: {}, fee: 0n, symbol: '' };
  }
  const { fuel, fee } = outcome;
  const { total, kinds } = fuel;
  return {
    ...named,
    calls: 1,
    refused: 0,
    least: total,
    sum: total,
    most: total,
    kinds,
    fee: fee.needed,
    symbol: fee.symbol,
  };
}
