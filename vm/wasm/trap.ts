import { ContractException } from './exception.js';
import { outOfFuel } from './host/host-call.js';
import { MODULE_LIMITS, STACK } from './module/limits.js';

/** The counters of an instance after it has trapped. */
export interface TrapCircumstances {
  /** Steps that were left; less than zero where they ran out. */
  readonly fuel: bigint;
  /** Units of stack that were left; less than zero where they ran out. */
  readonly stack: number;
  /** Whether memory.grow has been refused. */
  readonly memoryRefused: boolean;
  readonly stepLimit: number;
}

/**
 * The exception for a trap (spec 04 §11.2). The rewriter traps where fuel or stack run out; the
 * counters distinguish these cases. V8's message decides nothing but the code of the error.
 */
export function trapException(
  trap: WebAssembly.RuntimeError,
  circumstances: TrapCircumstances,
): ContractException {
  const { fuel, stack, memoryRefused, stepLimit } = circumstances;
  if (fuel < 0n) return outOfFuel(stepLimit);
  if (stack < 0) {
    return new ContractException(
      'wasm_execution_error',
      `out of stack: the nested calls need more than ${STACK.units} values`,
      'wasm/stack',
    );
  }
  if (memoryRefused) {
    return new ContractException(
      'wasm_memory_exception',
      `out of memory: more than ${MODULE_LIMITS.memoryPages} pages or more than the module declares (${trap.message})`,
      'wasm/memory',
    );
  }
  if (/memory access out of bounds/.test(trap.message)) {
    return new ContractException('wasm_memory_exception', `access violation: ${trap.message}`, 'wasm/memory');
  }
  return new ContractException('wasm_execution_error', `trap: ${trap.message}`, 'wasm/trap');
}

/** Characters of a function's name that are shown. */
const MOST_NAME_CHARACTERS = 128;

const WASM_FRAME = /at (?:(\S+) \()?wasm:\/\/\S*wasm-function\[(\d+)\]/;

/** The innermost function of the contract on the stack of an error, by its name or index. */
export function functionAt(error: Error): string {
  const match = WASM_FRAME.exec(error.stack ?? '');
  if (match === null) return 'unknown';
  const [, name, index] = match;
  if (name === undefined) return `${index}`;
  const shown = name.length > MOST_NAME_CHARACTERS ? `${name.slice(0, MOST_NAME_CHARACTERS)}...` : name;
  return `${shown} (${index})`;
}
