import type { HostCharge } from '../../context.js';
import { CountingMachine, type InstructionCounts } from '../coverage/counting-machine.js';
import type { MachineRequest } from '../machine/request.js';
import type { HostFuelKind } from '../value/runtime.js';

/** A machine that reports everything that functions of the node charge, in order. */
export class TracingMachine<Host> extends CountingMachine<Host> {
  readonly #charged: (charge: HostCharge) => void;

  constructor(
    request: MachineRequest<Host>,
    counts: InstructionCounts,
    charged: (charge: HostCharge) => void,
  ) {
    super(request, counts);
    this.#charged = charged;
  }

  override chargeHost(kind: HostFuelKind, fuel: number, burner: string, refund = 0): void {
    this.#charged({
      line: this.callingPlace()?.line ?? 0,
      function: this.ci.builtin?.name ?? burner,
      kind,
      fuel,
      refund,
    });
    super.chargeHost(kind, fuel, burner, refund);
  }
}
