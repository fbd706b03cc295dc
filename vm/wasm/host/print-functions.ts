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
const QUAD_STEPS = 20_000;

/** All functions of this area. */
export const PRINT_FUNCTIONS = [
  hostFunction('prints', { parameters: ['cString'] }, (call, text) => call.host.print?.(shownText(text))),
  hostFunction('prints_l', { parameters: ['input'] }, (call, text) => call.host.print?.(shownText(text))),
  hostFunction('printi', { parameters: ['i64'] }, (call, value) => call.host.print?.(value.toString())),
  hostFunction('printui', { parameters: ['u64'] }, (call, value) => call.host.print?.(value.toString())),
  hostFunction('printi128', { parameters: ['pointer'] }, (call, pointer) => {
    const value = BigInt.asIntN(128, call.memory.readUint128(pointer));
    call.host.print?.(value.toString());
  }),
  hostFunction('printui128', { parameters: ['pointer'] }, (call, pointer) => {
    const value = call.memory.readUint128(pointer);
    call.host.print?.(value.toString());
  }),
  hostFunction('printn', { parameters: ['u64'] }, (call, name) => call.host.print?.(actionName(name))),
  hostFunction('printhex', { parameters: ['input'] }, (call, bytes) =>
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
