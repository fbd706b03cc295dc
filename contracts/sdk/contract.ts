import { emitResult as hostEmitResult, actionDataSize, readActionData } from "./host";
import { fail } from "./failure";
import { Reader } from "./reader";
import { Name, Regid } from "./types";
import { Writer } from "./writer";

/** What every contract is: an object that lives for one action. */
export abstract class Contract {
  constructor(
    /** Who runs: this contract. */
    public readonly receiver: Regid,
    /** Whose action it is: another contract when this one is told of it. */
    public readonly contract: Regid,
  ) {}

  /** An action of this contract that it does not have. */
  onUnknownAction(action: Name): void {
    fail("unknown action");
  }
}

/** The arguments of the action. */
export function actionArguments(): Reader {
  const size = actionDataSize();
  const pointer = heap.alloc(size);
  if (size > 0) readActionData(pointer, size);
  return new Reader(pointer, pointer + size);
}

/** Answers a query with a packed value of a type of the ABI. */
export function emitResult(name: string, type: string, value: Writer): void {
  const names = new Writer();
  names.string(name);
  const types = new Writer();
  types.string(type);
  // A length below 128 takes one byte, which is left out here.
  hostEmitResult(names.pointer + 1, names.length - 1, types.pointer + 1, types.length - 1, value.pointer, value.length);
}
