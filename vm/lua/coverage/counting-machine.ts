import type { Proto } from '../bytecode/proto.js';
import { NEVER_JIT } from '../jit/policy.js';
import { Machine } from '../machine/machine.js';
import type { MachineRequest } from '../machine/request.js';

/** How often each instruction ran, by function. Functions that are missing are not counted. */
export type InstructionCounts = ReadonlyMap<Proto, Uint32Array>;

/**
 * A machine that counts the instructions it executes, for tests of contracts. Results and fuel are
 * those of every other machine; such a run is several times slower; other runs are not affected.
 *
 * The interpreter adds one to `steps` for each instruction, when the running function's record already
 * names it. Here `steps` is a property with a setter, so that the interpreter needs no hook. The JIT's
 * code adds whole blocks, hence there is none.
 */
export class CountingMachine<Host = undefined> extends Machine<Host> {
  constructor(request: MachineRequest<Host>, counts: InstructionCounts) {
    super({ ...request, jit: NEVER_JIT });
    let steps = this.steps;
    Object.defineProperty(this, 'steps', {
      get: () => steps,
      set: (next: number) => {
        const { closure, pc } = this.ci;
        const ofFunction = closure && counts.get(closure.proto);
        // A step is undone where the fuel does not suffice for its instruction.
        if (ofFunction !== undefined) ofFunction[pc - 1]! += next - steps;
        steps = next;
      },
    });
  }
}
