import type { DifferenceRule } from '../../src/replay/difference-rule.js';
import { REPRESENTATION_RULES } from '../../src/replay/representation-rules.js';
import { DECIDED_RULES } from './decided-rules.js';
import { EXCHANGE_RULES } from './exchange-rules.js';
import { LUA_RULES } from './lua-rules.js';
import { SET_UP_RULES } from './set-up-rules.js';

/** Every way in which our answers may differ from the recorded ones. */
export const RULES: readonly DifferenceRule[] = [
  ...REPRESENTATION_RULES,
  ...DECIDED_RULES,
  ...EXCHANGE_RULES,
  ...LUA_RULES,
  ...SET_UP_RULES,
];
