import { type DeclaredError, RPC_ERRORS, type RpcErrorName } from './errors.js';
import type { RpcMethod } from './registry.js';
import { onlyReads } from './touches.js';

/** What a code of a method means. */
export interface MethodError {
  readonly code: number;
  /** The name of the code; undefined for one that a contract or a reject code lets through. */
  readonly name: RpcErrorName | undefined;
  /** The cases, each a clause. */
  readonly when: readonly string[];
}

const NAMES: ReadonlyMap<number, RpcErrorName> = new Map(
  Object.entries(RPC_ERRORS).map(([name, { code }]) => [code, name as RpcErrorName]),
);

/** The name of an error code of the interface. */
export function errorName(code: number): RpcErrorName | undefined {
  return NAMES.get(code);
}

/**
 * All errors that a method can answer with: those that follow from its declaration and from the
 * types of its parameters, and its own. In the order in which they are checked.
 */
export function errorsOf({ declaration }: Pick<RpcMethod, 'declaration'>): readonly MethodError[] {
  const found = new Map<number, string[]>();
  const add = ([error, when]: DeclaredError): void => {
    const code = typeof error === 'number' ? error : RPC_ERRORS[error].code;
    const cases = found.get(code);
    if (cases === undefined) found.set(code, [when]);
    else if (!cases.includes(when)) cases.push(when);
  };
  if (declaration.needsWallet === true) add(['METHOD_NOT_FOUND', 'no wallet is loaded']);
  add([
    'FORBIDDEN_BY_SAFE_MODE',
    onlyReads(declaration.touches)
      ? 'a white or black list bars the method'
      : 'safe mode, the role of the user, a white list or a black list bars the method',
  ]);
  add(['MISC_ERROR', 'the number of parameters is wrong; the message is the usage']);
  if (declaration.typed === true) add(['TYPE_ERROR', 'a parameter has a wrong JSON type']);
  if (declaration.walletUnlocked === true) add(['UNLOCK_NEEDED', 'the wallet is encrypted and locked']);
  if (declaration.atHeight === true) {
    add(['INVALID_PARAMETER', 'the state after the block that the height names is not kept']);
  }
  for (const { type } of declaration.params) for (const error of type.errors) add(error);
  for (const error of declaration.errors) add(error);
  return [...found].map(([code, when]) => ({ code, name: errorName(code), when }));
}
