import type { NetworkParameters } from '../config/network.js';
import type { WireRules } from './definition.js';

/** What the wire format of a network depends on (spec 01 §9.2, type 17). */
export function wireRulesOf({ forks }: Pick<NetworkParameters, 'forks'>): WireRules {
  return { varintPricesFrom: forks.r3 };
}
