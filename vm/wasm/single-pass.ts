import { setFlagsFromString } from 'node:v8';
import { STACK_BYTES } from './module/limits.js';
import { ModuleWriter } from './module/module-writer.js';

/*
 * The compiler of consensus is V8's single-pass compiler (Liftoff), and no other. It keeps each parameter,
 * local and operand in one place of 8 bytes, so that the size of a frame follows from the function and
 * from nothing else: not from how often it has run, not from what else is being compiled. An optimizing
 * compiler decides for itself which values it keeps across a call, and no bound of a module says how
 * many (spec 04 §15.3). It also takes time in proportion to the code alone.
 */

/**
 * Flags of V8 by which it compiles WebAssembly so, whatever the process was started with. Those below the
 * first four give limits and checks back the values that V8 comes with.
 */
const FLAGS = [
  '--liftoff',
  '--liftoff-only',
  '--no-wasm-tier-up',
  '--no-wasm-dynamic-tiering',
  '--wasm-tier-mask-for-testing=0',
  '--wasm-debug-mask-for-testing=0',
  '--wasm-bounds-checks',
  '--wasm-stack-checks',
  '--no-wasm-lazy-validation',
  '--wasm-max-mem-pages=65536',
  '--wasm-max-table-size=10000000',
  '--max-wasm-functions=1000000',
  '--wasm-max-module-size=1073741824',
  '--wasm-max-code-space-size-mb=1024',
  '--wasm-max-committed-code-mb=4095',
] as const;

/** Stack beside that of contracts: of the node that calls them, and of host functions that they call. */
const RESERVE_BYTES = 128 * 1024;
/** Values of one frame of the probe; together with what every frame has beside them they take 8 KiB. */
const PROBE_LOCALS = 1018;
const PROBE_FRAME_BYTES = 8192;

let isSet = false;
let isProven = false;

/** Has V8 compile every module from now on in a single pass. It must come before the first contract is compiled. */
export function useSinglePassCompiler(): void {
  if (isSet) return;
  isSet = true;
  for (const flag of FLAGS) setFlagsFromString(flag);
}

/**
 * Makes sure that this process can run contracts as every other does: that it has WebAssembly, and that
 * the stack suffices for the deepest calls that a contract may make.
 * @throws Error that names the option of Node.js which has to change
 */
export function requireContractStack(): void {
  if (isProven) return;
  useSinglePassCompiler();
  if (typeof WebAssembly === 'undefined') {
    throw new Error('contracts need WebAssembly, which --jitless turns off: start without --jitless');
  }
  const needed = STACK_BYTES + RESERVE_BYTES;
  const probe = new WebAssembly.Instance(new WebAssembly.Module(probeModule()), {}).exports.nest as (
    depth: number,
  ) => void;
  try {
    probe(Math.ceil(needed / PROBE_FRAME_BYTES));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new Error(
      `contracts need a stack of ${needed / 1024} KiB, which --stack-size gives less than: ` +
        'start without --stack-size, or with a larger one (V8 comes with 984)',
    );
  }
  isProven = true;
}

/** A module whose function calls itself so many times over with frames of a known size. */
function probeModule(): Uint8Array<ArrayBuffer> {
  const body = new ModuleWriter()
    .u32(1)
    .u32(PROBE_LOCALS)
    .u8(0x7e)
    // if (depth) nest(depth - 1)
    .u8(0x20, 0, 0x04, 0x40, 0x20, 0, 0x41, 1, 0x6b, 0x10, 0, 0x0b, 0x0b).written;
  const out = new ModuleWriter().u8(0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00);
  out.section(1, Uint8Array.of(1, 0x60, 1, 0x7f, 0));
  out.section(3, Uint8Array.of(1, 0));
  out.section(7, new ModuleWriter().u32(1).text('nest').u8(0, 0).written);
  out.section(10, new ModuleWriter().u32(1).u32(body.length).bytes(body).written);
  return Uint8Array.from(out.written);
}
