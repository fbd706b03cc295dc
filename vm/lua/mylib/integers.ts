import { fromBigInt, lowHalf, toBigInt } from '../value/int64.js';
import type { Integer } from '../value/value.js';
import type { ApiCall, ApiFunction, ApiResult } from './api-function.js';
import { CALL_WORK } from './api-work.js';

/** Arithmetic that has no result instead of a wrong one (spec 03 §8.2). */

const MAX_INTEGER = 2n ** 63n - 1n;
const MIN_INTEGER = -(2n ** 63n);

function checkedOperation(
  name: string,
  fuel: number,
  operate: (a: bigint, b: bigint) => bigint | undefined,
): ApiFunction {
  return {
    name,
    needsRun: false,
    work: CALL_WORK,
    call(api) {
      const operands = api.twoIntegers();
      if (operands === undefined) return undefined;
      api.burnCall(fuel);
      const result = operate(toBigInt(operands[0]), toBigInt(operands[1]));
      const fits = result !== undefined && result >= MIN_INTEGER && result <= MAX_INTEGER;
      if (fits) return fromBigInt(result);
      const [a, b] = operands.map(toBigInt);
      return api.refuse(() => `${name}(${a}, ${b}) has no result in 64 bits`);
    },
  };
}

export const int64Mul = checkedOperation('Int64Mul', 5, (a, b) => a * b);
export const int64Add = checkedOperation('Int64Add', 3, (a, b) => a + b);
export const int64Sub = checkedOperation('Int64Sub', 3, (a, b) => a - b);
/** Truncates towards zero. */
export const int64Div = checkedOperation('Int64Div', 5, (a, b) => (b === 0n ? undefined : a / b));

/** 8 bytes of a 64-bit integer, the lowest first. */
export function littleEndian64(value: bigint): Uint8Array {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt.asUintN(64, value));
  return bytes;
}

/** The unsigned integer of 8 bytes, the lowest first. */
export function fromLittleEndian64(bytes: Uint8Array): bigint {
  return Buffer.from(bytes).readBigUInt64LE();
}

export const byteToInteger: ApiFunction = {
  name: 'ByteToInteger',
  needsRun: false,
  work: CALL_WORK,
  call(api) {
    const bytes = api.bytesOf(4, 8);
    if (bytes === undefined) return undefined;
    api.burnCall(10);
    return bytes.length === 4 ? Buffer.from(bytes).readUInt32LE() : fromBigInt(fromLittleEndian64(bytes));
  },
};

function integerToBytes(name: string, fuel: number, bytesOf: (v: Integer) => Uint8Array): ApiFunction {
  return {
    name,
    needsRun: false,
    work: CALL_WORK,
    call(api: ApiCall): ApiResult {
      const integer = api.integer();
      if (integer === undefined) return undefined;
      api.burnCall(fuel);
      return bytesOf(integer);
    },
  };
}

export const integerToByte4 = integerToBytes('IntegerToByte4', 6, v => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32LE(lowHalf(v));
  return bytes;
});

export const integerToByte8 = integerToBytes('IntegerToByte8', 8, v => littleEndian64(toBigInt(v)));
