import { required } from '../../../src/codec/required.js';
import type { ContractInstance } from '../contract-instance.js';
import { ContractException } from '../exception.js';
import { GuestMemory } from '../host/guest-memory.js';
import { EXIT, type HostCall } from '../host/host-call.js';
import { EXPORTS } from '../module/instrument.js';
import { STACK } from '../module/limits.js';
import type { CountingModule } from './counting-module.js';

/** Steps of a run that counts for each one of the real module, whose code is optimized. */
export const COUNTING_STEPS = 16;

/**
 * Runs a build that counts, for its counts alone. The outcome of the run is ignored: the real one,
 * which follows, ends in the same way and is reported.
 */
export function countingRun({ exports }: ContractInstance, call: HostCall, counting: CountingModule): void {
  const memory = exports[EXPORTS.memory];
  if (memory === undefined) throw new Error('a module that counts its lines has no memory');
  const { receiver, contract, action } = call.input;
  call.memory = new GuestMemory(memory);
  exports.fuel.value = BigInt(call.stepLimit);
  let hasFailed = false;
  try {
    exports.stack.value = STACK.units;
    exports.start?.();
    exports.stack.value = STACK.units;
    exports.apply(BigInt.asIntN(64, receiver), BigInt.asIntN(64, contract), BigInt.asIntN(64, action));
  } catch (error) {
    const isEnd =
      error === EXIT || error instanceof ContractException || error instanceof WebAssembly.RuntimeError;
    if (!isEnd) throw error;
    hasFailed = error !== EXIT;
  }
  const [last, ...counts] = new Uint32Array(memory.buffer, 0, counting.places.length + 1);
  counting.ended(
    Uint32Array.from(counts),
    hasFailed ? counting.places[required(last, 'the last place') - 1] : undefined,
  );
}
