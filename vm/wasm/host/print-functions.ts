import { actionName } from '../../../src/tx/action-name.js';
import { BINARY128, fromDouble, unpack } from '../float/binary-format.js';
import { roundToExtended, scientific } from '../float/scientific.js';
import { hostFunction, SHOWN_BYTES, shownText } from './host-function.js';

/*
 * What contracts print (spec 04 §12.4). Even where it is not read, arguments are checked and
 * charged, so that the console changes nothing else.
 */

const DECIMALS = { single: 6, double: 15, quad: 18 } as const;
/** Printing a float computes with integers of many digits. */
const FLOAT_STEPS = 2000;
const QUAD_STEPS = 60_000;
/** Numbers and short texts become text. */
const TEXT_STEPS = 700;

/** All functions of this area. */
export const PRINT_FUNCTIONS = [
  hostFunction('prints', { parameters: ['cString'], steps: TEXT_STEPS }, (call, text) =>
    call.host.print?.(shownText(text)),
  ),
  hostFunction('prints_l', { parameters: ['input'], steps: TEXT_STEPS }, (call, text) =>
    call.host.print?.(shownText(text)),
  ),
  hostFunction('printi', { parameters: ['i64'], steps: TEXT_STEPS }, (call, value) =>
    call.host.print?.(value.toString()),
  ),
  hostFunction('printui', { parameters: ['u64'], steps: TEXT_STEPS }, (call, value) =>
    call.host.print?.(value.toString()),
  ),
  hostFunction('printi128', { parameters: ['pointer'], steps: TEXT_STEPS }, (call, pointer) => {
    const value = BigInt.asIntN(128, call.memory.readUint128(pointer));
    call.host.print?.(value.toString());
  }),
  hostFunction('printui128', { parameters: ['pointer'], steps: TEXT_STEPS }, (call, pointer) => {
    const value = call.memory.readUint128(pointer);
    call.host.print?.(value.toString());
  }),
  hostFunction('printn', { parameters: ['u64'], steps: TEXT_STEPS }, (call, name) =>
    call.host.print?.(actionName(name)),
  ),
  hostFunction('printhex', { parameters: ['input'], steps: TEXT_STEPS, stepsPerByte: 1 }, (call, bytes) =>
    call.host.print?.(bytes.subarray(0, SHOWN_BYTES).toString('hex')),
  ),
  hostFunction('printsf', { parameters: ['f32'], steps: FLOAT_STEPS }, (call, value) =>
    call.host.print?.(scientific(fromDouble(value), DECIMALS.single)),
  ),
  hostFunction('printdf', { parameters: ['f64'], steps: FLOAT_STEPS }, (call, value) =>
    call.host.print?.(scientific(fromDouble(value), DECIMALS.double)),
  ),
  hostFunction('printqf', { parameters: ['pointer'], steps: QUAD_STEPS }, (call, pointer) => {
    const value = unpack(BINARY128, call.memory.readUint128(pointer));
    call.host.print?.(scientific(roundToExtended(value), DECIMALS.quad));
  }),
];
