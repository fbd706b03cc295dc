import { AREAS } from '../../../src/rpc/areas.js';
import type { MethodDeclaration } from '../../../src/rpc/declaration/method.js';
import { MethodRegistry } from '../../../src/rpc/declaration/registry.js';

/** Methods whose state is looked at before their parameters (spec 02 §5.5), and the one that ends the node. */
const STATE_FIRST = new Set([
  'stop',
  'encryptwallet',
  'walletpassphrase',
  'walletpassphrasechange',
  'walletlock',
]);

/** The methods that can be called with any parameters and look at them first. */
export const CALLABLE_METHODS: readonly (readonly [name: string, MethodDeclaration])[] = new MethodRegistry(
  AREAS,
).methods.flatMap(({ name, declaration }) => (STATE_FIRST.has(name) ? [] : [[name, declaration] as const]));
