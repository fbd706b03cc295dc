import { sendInline } from "./host";
import { Name, Regid } from "./types";
import { Writer } from "./writer";

/** The permission with which a contract acts for itself: `wasmio_code`. */
export const CODE_PERMISSION: Name = 0xe1b1275008a25400;

/**
 * An action that runs after this one has ended, under the authority of the contract that sends it:
 *
 *     const call = new InlineAction(regid(0, 800), name("transfer"), this.receiver);
 *     call.data.number<Regid>(this.receiver);
 *     ...
 *     call.send();
 */
@final export class InlineAction {
  /** Its arguments, packed in their order. */
  readonly data: Writer = new Writer();

  constructor(
    private readonly contract: Regid,
    private readonly action: Name,
    private readonly sender: Regid,
    private readonly permission: Name = CODE_PERMISSION,
  ) {}

  send(): void {
    const packed = new Writer();
    packed.number<u64>(this.contract);
    packed.number<u64>(this.action);
    packed.size(1);
    packed.number<u64>(this.sender);
    packed.number<u64>(this.permission);
    packed.size(this.data.length);
    packed.raw(this.data.pointer, this.data.length);
    sendInline(packed.pointer, packed.length);
  }
}
