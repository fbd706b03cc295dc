import { parseRegId, type RegId } from '../../src/codec/regid.js';

/** A regid in the recorded state. */
export function regIdOf(text: string): RegId {
  const parsed = parseRegId(text);
  if (parsed === undefined) throw new Error(`${text} in the recorded state is no regid`);
  return parsed;
}
