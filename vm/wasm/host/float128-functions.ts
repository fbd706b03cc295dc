import { add, compare, divide, multiply, negate, subtract } from '../float/arithmetic.js';
import {
  BINARY128,
  type FloatNumber,
  fromDouble,
  pack,
  toDouble,
  toSingle,
  unpack,
} from '../float/binary-format.js';
import {
  fromInteger,
  type IntegerRange,
  signedRange,
  toNearestInteger,
  toTruncatedInteger,
  unsignedRange,
} from '../float/integer.js';
import { type HostFunction, hostFunction } from './host-function.js';

/*
 * Floats of 128 bits, which compilers leave to the host, and conversions between them, other floats
 * and integers of 128 bits (spec 04 §12.5). The names are those of the compilers' runtime library:
 * s, d, t are floats of 32, 64, 128 bits; si, di, ti integers.
 */

const STEPS = 2500;

const quad = (bits: bigint): FloatNumber => unpack(BINARY128, bits);

function arithmetic(name: string, operate: (a: FloatNumber, b: FloatNumber) => FloatNumber): HostFunction {
  return hostFunction(
    name,
    { parameters: ['pointer', 'u128', 'u128'], steps: STEPS },
    (call, result, a, b) => {
      call.memory.writeUint128(result, pack(BINARY128, operate(quad(a), quad(b))));
    },
  );
}

/** @param unordered - the answer where one of the numbers is a NaN */
function comparison(name: string, unordered: number): HostFunction {
  return hostFunction(
    name,
    { parameters: ['u128', 'u128'], result: 'i32', steps: STEPS },
    (_, a, b) => compare(quad(a), quad(b)) ?? unordered,
  );
}

function toQuad(name: string, kind: 'i32' | 'u32' | 'i64' | 'u64' | 'f32' | 'f64'): HostFunction {
  return hostFunction(name, { parameters: ['pointer', kind], steps: STEPS }, (call, result, value) => {
    const isFloat = kind === 'f32' || kind === 'f64';
    const number = isFloat ? fromDouble(value as number) : fromInteger(BigInt(value));
    call.memory.writeUint128(result, pack(BINARY128, number));
  });
}

/** Integers of 32 and 64 bits are rounded to the nearest one (spec 04 O35). */
function toSmallInteger(name: string, result: 'i32' | 'i64', range: IntegerRange): HostFunction {
  return hostFunction(name, { parameters: ['u128'], result, steps: STEPS }, (_, bits) => {
    const integer = toNearestInteger(quad(bits), range);
    return result === 'i32' ? Number(BigInt.asIntN(32, integer)) : integer;
  });
}

/** Integers of 128 bits are truncated. */
function quadToInt128(name: string, range: IntegerRange): HostFunction {
  return hostFunction(name, { parameters: ['pointer', 'u128'], steps: STEPS }, (call, result, bits) => {
    call.memory.writeUint128(result, BigInt.asUintN(128, toTruncatedInteger(quad(bits), range)));
  });
}

function floatToInt128(name: string, kind: 'f32' | 'f64', range: IntegerRange): HostFunction {
  return hostFunction(name, { parameters: ['pointer', kind], steps: STEPS }, (call, result, value) => {
    call.memory.writeUint128(result, BigInt.asUintN(128, toTruncatedInteger(fromDouble(value), range)));
  });
}

const [INT32, INT64, INT128] = [signedRange(32), signedRange(64), signedRange(128)];
const [UINT32, UINT64, UINT128] = [unsignedRange(32), unsignedRange(64), unsignedRange(128)];

/** All functions of this area. */
export const FLOAT128_FUNCTIONS: readonly HostFunction[] = [
  arithmetic('__addtf3', add),
  arithmetic('__subtf3', subtract),
  arithmetic('__multf3', multiply),
  arithmetic('__divtf3', divide),
  hostFunction('__negtf2', { parameters: ['pointer', 'u128'], steps: STEPS }, (call, result, bits) => {
    call.memory.writeUint128(result, pack(BINARY128, negate(quad(bits))));
  }),
  toQuad('__extendsftf2', 'f32'),
  toQuad('__extenddftf2', 'f64'),
  hostFunction('__trunctfdf2', { parameters: ['u128'], result: 'f64', steps: STEPS }, (_, a) =>
    toDouble(quad(a)),
  ),
  hostFunction('__trunctfsf2', { parameters: ['u128'], result: 'f32', steps: STEPS }, (_, a) =>
    toSingle(quad(a)),
  ),
  toSmallInteger('__fixtfsi', 'i32', INT32),
  toSmallInteger('__fixtfdi', 'i64', INT64),
  toSmallInteger('__fixunstfsi', 'i32', UINT32),
  toSmallInteger('__fixunstfdi', 'i64', UINT64),
  quadToInt128('__fixtfti', INT128),
  quadToInt128('__fixunstfti', UINT128),
  floatToInt128('__fixsfti', 'f32', INT128),
  floatToInt128('__fixunssfti', 'f32', UINT128),
  floatToInt128('__fixdfti', 'f64', INT128),
  floatToInt128('__fixunsdfti', 'f64', UINT128),
  hostFunction('__floatsidf', { parameters: ['i32'], result: 'f64', steps: STEPS }, (_, value) => value),
  toQuad('__floatsitf', 'i32'),
  toQuad('__floatditf', 'i64'),
  toQuad('__floatunsitf', 'u32'),
  toQuad('__floatunditf', 'u64'),
  hostFunction('__floattidf', { parameters: ['u128'], result: 'f64', steps: STEPS }, (_, value) =>
    Number(BigInt.asIntN(128, value)),
  ),
  hostFunction('__floatuntidf', { parameters: ['u128'], result: 'f64', steps: STEPS }, (_, value) =>
    Number(value),
  ),
  comparison('__eqtf2', 1),
  comparison('__netf2', 1),
  comparison('__letf2', 1),
  comparison('__cmptf2', 1),
  comparison('__getf2', -1),
  comparison('__gttf2', 0),
  comparison('__lttf2', 0),
  hostFunction('__unordtf2', { parameters: ['u128', 'u128'], result: 'i32', steps: STEPS }, (_, a, b) =>
    quad(a).kind === 'nan' || quad(b).kind === 'nan' ? 1 : 0,
  ),
];
