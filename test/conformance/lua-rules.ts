import type { DifferenceRule } from '../../src/replay/difference-rule.js';
import type { Difference } from '../../src/replay/json-difference.js';
import { lastPart } from '../../src/replay/representation-rules.js';

/** How far fuel may be from the recorded one: a share of it. */
const FUEL_TOLERANCE = 0.01;
/** In sawi. */
const PRODUCER_TOLERANCE = 1000;
const BURNED_OUT = 'Burned-out lua_BurnMemory. Need more fuel to burn';
const MEMORY_LIMIT = /^memory limit of \d+ bytes exceeded$/;

/** What the specification changes on purpose about Lua contracts. */
export const LUA_RULES: readonly DifferenceRule[] = [
  {
    id: 'lua-fuel',
    reason:
      'memory of Lua is paid for without what the collector of the reference finds reachable, and is bounded; ' +
      'the debugging methods show the fee for it, and producers earn that much more or less',
    source: 'decision D24, spec 03 §6.8, O-15',
    covers: (difference, { method }) =>
      isBoundedMemory(difference) ||
      (method === 'listdelegates' && isProducersShare(difference)) ||
      (method.startsWith('luavm_') && (isCloseFuel(difference) || isMissingFee(difference))),
  },
];

/** Whether a producer has hardly more or less than recorded: the fuel of some calls is paid to it. */
function isProducersShare({ path, recorded, ours }: Difference): boolean {
  return (
    /\.tokens\.WICC\.(free|total)_amount$/.test(path) &&
    Math.abs(Number(recorded) - Number(ours)) <= PRODUCER_TOLERANCE
  );
}

function isCloseFuel({ path, recorded, ours }: Difference): boolean {
  return (
    ['fuel', 'burned_fuel'].includes(lastPart(path)) &&
    Math.abs(Number(recorded) - Number(ours)) <= FUEL_TOLERANCE * Number(recorded)
  );
}

/** The reference computes the fee of a call with the fuel rate 0. */
function isMissingFee({ path, recorded }: Difference): boolean {
  return lastPart(path) === 'fuel_fee' && recorded === 0;
}

/** Whether a run ends by the limit of memory that would have burned out with more of it. */
function isBoundedMemory({ path, recorded, ours }: Difference): boolean {
  if (lastPart(path) !== 'message' || typeof recorded !== 'string' || typeof ours !== 'string') return false;
  const position = recorded.slice(0, -BURNED_OUT.length);
  return (
    recorded.endsWith(BURNED_OUT) &&
    ours.startsWith(position) &&
    MEMORY_LIMIT.test(ours.slice(position.length))
  );
}
