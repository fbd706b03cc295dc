import { stringifyJson } from '../../codec/json.js';
import type { JsonObject } from '../../codec/json-value.js';
import { servicesWithWaiting } from '../dispatch/with-waiting.js';
import type { NodeServices } from './services.js';

/**
 * Shows an object of the chain, and whether it waits for a block: it has the member `waits` then.
 *
 * @param confirmations - 1: as blocks have it, and nothing else; 0: as it will be when all that waits is in a block; undefined:
 *   as blocks have it, and what they have not as it waits
 * @param show - the object of a state; undefined where it has none
 * @returns undefined where there is none
 */
export async function shownWithWaiting(
  services: NodeServices,
  confirmations: 0 | 1 | undefined,
  show: (services: NodeServices) => JsonObject | undefined,
): Promise<JsonObject | undefined> {
  const confirmed = show(services);
  // Nothing waits in an earlier block.
  const isEarlier = services.state !== services.chain.state;
  if (isEarlier || confirmations === 1) return confirmed;
  if (confirmations === undefined && confirmed !== undefined) return confirmed;
  const expected = show(await servicesWithWaiting(services));
  if (expected === undefined) return undefined;
  const isSame = confirmed !== undefined && stringifyJson(confirmed) === stringifyJson(expected);
  return isSame ? confirmed : { ...expected, waits: true };
}
