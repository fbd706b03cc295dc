import { ContractException } from '../exception.js';
import { hostFunction } from './host-function.js';

/* Integers of 128 bits, which compilers leave to the host (spec 04 §12.5). Results wrap. */

const STEPS = 1000;
const BITS = 128;

type Shift = (value: bigint, shift: number) => bigint;

function shifting(name: string, shift: Shift) {
  return hostFunction(
    name,
    { parameters: ['pointer', 'u128', 'u32'], steps: STEPS },
    (call, result, value, by) => {
      call.memory.writeUint128(result, BigInt.asUintN(BITS, shift(value, by)));
    },
  );
}

type Operation = (a: bigint, b: bigint) => bigint;

function operation(name: string, operate: Operation) {
  return hostFunction(
    name,
    { parameters: ['pointer', 'u128', 'u128'], steps: STEPS },
    (call, result, a, b) => {
      call.memory.writeUint128(result, BigInt.asUintN(BITS, operate(a, b)));
    },
  );
}

function signed(operate: Operation): Operation {
  return (a, b) => operate(BigInt.asIntN(BITS, a), BigInt.asIntN(BITS, b));
}

function byDivisor(operate: Operation): Operation {
  return (a, b) => {
    if (b === 0n) throw new ContractException('wasm_assert_exception', 'divide by zero', 'wasm/host/int128');
    return operate(a, b);
  };
}

const left: Shift = (value, by) => (by >= BITS ? 0n : value << BigInt(by));
const right: Shift = (value, by) => (by >= BITS ? 0n : value >> BigInt(by));
const arithmeticRight: Shift = (value, by) => BigInt.asIntN(BITS, value) >> BigInt(by % BITS);
const quotient = byDivisor((a, b) => a / b);
const remainder = byDivisor((a, b) => a % b);

/** All functions of this area. */
export const INT128_FUNCTIONS = [
  shifting('__ashlti3', left),
  shifting('__lshlti3', left),
  shifting('__lshrti3', right),
  shifting('__ashrti3', arithmeticRight),
  operation('__multi3', (a, b) => a * b),
  operation('__divti3', signed(quotient)),
  operation('__udivti3', quotient),
  operation('__modti3', signed(remainder)),
  operation('__umodti3', remainder),
];
