import { AREAS } from '../../../src/rpc/areas.js';
import type { MethodDeclaration, MethodDeclarations } from '../../../src/rpc/declaration/method.js';

/** Methods whose state is looked at before their parameters (spec 02 §5.5), and the one that ends the node. */
const STATE_FIRST = new Set([
  'stop',
  'encryptwallet',
  'walletpassphrase',
  'walletpassphrasechange',
  'walletlock',
]);

/** The methods that can be called with any parameters and look at them first. */
export const CALLABLE_METHODS: readonly (readonly [name: string, MethodDeclaration])[] = AREAS.flatMap(area =>
  Object.entries(area.methods as MethodDeclarations),
).filter(([name]) => !STATE_FIRST.has(name));
