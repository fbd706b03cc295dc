import { ContractException } from '../exception.js';

/** Why a module is refused. */
export type ModuleFault =
  | 'too-large'
  | 'not-wasm'
  | 'malformed'
  | 'invalid'
  | 'section-not-allowed'
  | 'feature-not-allowed'
  | 'opcode-not-allowed'
  | 'import-not-a-function'
  | 'import-unknown'
  | 'import-signature'
  | 'no-apply'
  | 'apply-signature'
  | 'start-signature'
  | 'too-many-types'
  | 'too-many-imports'
  | 'too-many-functions'
  | 'too-many-globals'
  | 'too-many-exports'
  | 'too-many-segments'
  | 'table-too-large'
  | 'memory-too-large'
  | 'segment-outside-memory'
  | 'segment-outside-table'
  | 'code-too-large'
  | 'body-too-large'
  | 'too-many-locals'
  | 'too-many-parameters'
  | 'too-many-targets'
  | 'name-too-long'
  | 'frame-too-large'
  | 'too-many-block-values'
  | 'nested-too-deep'
  | 'grows-too-much';

/** A module that the rules of deployment refuse (spec 04 §11.1, §15). */
export class ModuleRejected extends ContractException {
  constructor(
    readonly fault: ModuleFault,
    message: string,
  ) {
    super('code_parse_exception', message, `wasm/module/${fault}`);
  }
}

/** @throws ModuleRejected always */
export function rejectModule(fault: ModuleFault, message: string): never {
  throw new ModuleRejected(fault, message);
}
