import { fail } from "./failure";
import { divide128, modulo128, unsignedDivide128, unsignedModulo128 } from "./host";

// Integers of 128 bits. All operations end the transaction where their result does not fit.

// Takes no room in contracts that do not divide.
@lazy const RESULT = memory.data(16, 8);

/** An integer of 128 bits without sign. */
@final export class U128 {
  constructor(
    public low: u64 = 0,
    public high: u64 = 0,
  ) {}

  /** a * b, which always fits. */
  static product(a: u64, b: u64): U128 {
    const aLow = a & 0xffffffff;
    const aHigh = a >> 32;
    const bLow = b & 0xffffffff;
    const bHigh = b >> 32;
    const lowest = aLow * bLow;
    const first = aHigh * bLow + (lowest >> 32);
    const second = aLow * bHigh + (first & 0xffffffff);
    return new U128((second << 32) | (lowest & 0xffffffff), aHigh * bHigh + (first >> 32) + (second >> 32));
  }

  get isZero(): bool {
    return this.low == 0 && this.high == 0;
  }

  /** As 64 bits. */
  toU64(): u64 {
    if (this.high != 0) fail("the number does not fit into 64 bits");
    return this.low;
  }

  @operator("+") plus(other: U128): U128 {
    const low = this.low + other.low;
    const high = this.high + other.high;
    const sum = high + u64(low < this.low);
    if (high < this.high || sum < high) fail("the sum does not fit into 128 bits");
    return new U128(low, sum);
  }

  @operator("-") minus(other: U128): U128 {
    if (this < other) fail("the difference is below zero");
    return new U128(this.low - other.low, this.high - other.high - u64(this.low < other.low));
  }

  @operator("*") times(other: U128): U128 {
    if (this.high != 0 && other.high != 0) fail("the product does not fit into 128 bits");
    const crossed = U128.product(this.high, other.low).plus(U128.product(this.low, other.high));
    if (crossed.high != 0) fail("the product does not fit into 128 bits");
    return U128.product(this.low, other.low).plus(new U128(0, crossed.low));
  }

  /** Rounded down. */
  @operator("/") by(other: U128): U128 {
    if (other.isZero) fail("a division by zero");
    unsignedDivide128(RESULT, this.low, this.high, other.low, other.high);
    return new U128(load<u64>(RESULT), load<u64>(RESULT, 8));
  }

  @operator("%") modulo(other: U128): U128 {
    if (other.isZero) fail("a division by zero");
    unsignedModulo128(RESULT, this.low, this.high, other.low, other.high);
    return new U128(load<u64>(RESULT), load<u64>(RESULT, 8));
  }

  @operator("==") equals(other: U128): bool {
    return this.low == other.low && this.high == other.high;
  }

  @operator("!=") differs(other: U128): bool {
    return !this.equals(other);
  }

  @operator("<") isLess(other: U128): bool {
    return this.high != other.high ? this.high < other.high : this.low < other.low;
  }

  @operator(">") isMore(other: U128): bool {
    return other.isLess(this);
  }

  @operator("<=") isAtMost(other: U128): bool {
    return !other.isLess(this);
  }

  @operator(">=") isAtLeast(other: U128): bool {
    return !this.isLess(other);
  }
}

/** An integer of 128 bits with sign, as two's complement. */
@final export class I128 {
  constructor(
    public low: u64 = 0,
    public high: i64 = 0,
  ) {}

  static of(value: i64): I128 {
    return new I128(<u64>value, value >> 63);
  }

  get isNegative(): bool {
    return this.high < 0;
  }

  /** As 64 bits. */
  toI64(): i64 {
    if (this.high != <i64>this.low >> 63) fail("the number does not fit into 64 bits");
    return <i64>this.low;
  }

  @operator.prefix("-") negated(): I128 {
    return new I128(0, 0).minus(this);
  }

  @operator("+") plus(other: I128): I128 {
    const low = this.low + other.low;
    const high = this.high + other.high + i64(low < this.low);
    if (this.isNegative == other.isNegative && high < 0 != this.isNegative) fail("the sum does not fit into 128 bits");
    return new I128(low, high);
  }

  @operator("-") minus(other: I128): I128 {
    const low = this.low - other.low;
    const high = this.high - other.high - i64(this.low < other.low);
    if (this.isNegative != other.isNegative && high < 0 != this.isNegative) {
      fail("the difference does not fit into 128 bits");
    }
    return new I128(low, high);
  }

  @operator("*") times(other: I128): I128 {
    const product = this.size().times(other.size());
    return ofSize(product, this.isNegative != other.isNegative, "the product does not fit into 128 bits");
  }

  /** Rounded towards zero. */
  @operator("/") by(other: I128): I128 {
    if (other.low == 0 && other.high == 0) fail("a division by zero");
    if (other.low == u64.MAX_VALUE && other.high == -1) return this.negated();
    divide128(RESULT, this.low, <u64>this.high, other.low, <u64>other.high);
    return new I128(load<u64>(RESULT), load<i64>(RESULT, 8));
  }

  /** With the sign of the first number. */
  @operator("%") modulo(other: I128): I128 {
    if (other.low == 0 && other.high == 0) fail("a division by zero");
    modulo128(RESULT, this.low, <u64>this.high, other.low, <u64>other.high);
    return new I128(load<u64>(RESULT), load<i64>(RESULT, 8));
  }

  @operator("==") equals(other: I128): bool {
    return this.low == other.low && this.high == other.high;
  }

  @operator("!=") differs(other: I128): bool {
    return !this.equals(other);
  }

  @operator("<") isLess(other: I128): bool {
    return this.high != other.high ? this.high < other.high : this.low < other.low;
  }

  @operator(">") isMore(other: I128): bool {
    return other.isLess(this);
  }

  @operator("<=") isAtMost(other: I128): bool {
    return !other.isLess(this);
  }

  @operator(">=") isAtLeast(other: I128): bool {
    return !this.isLess(other);
  }

  /** Without its sign. */
  private size(): U128 {
    if (!this.isNegative) return new U128(this.low, <u64>this.high);
    const low = ~this.low + 1;
    return new U128(low, ~(<u64>this.high) + u64(low == 0));
  }
}

function ofSize(size: U128, isNegative: bool, problem: string): I128 {
  const most: u64 = 1 << 63;
  if (size.high > most || (size.high == most && (!isNegative || size.low != 0))) fail(problem);
  if (!isNegative) return new I128(size.low, <i64>size.high);
  const low = ~size.low + 1;
  return new I128(low, <i64>(~size.high + u64(low == 0)));
}

/** a * b / c, rounded down; only the result has to fit into 64 bits. */
export function mulDiv(a: u64, b: u64, c: u64): u64 {
  return U128.product(a, b).by(new U128(c)).toU64();
}

/** a * b / c, rounded up. */
export function mulDivUp(a: u64, b: u64, c: u64): u64 {
  const product = U128.product(a, b);
  const divisor = new U128(c);
  const quotient = product.by(divisor).toU64();
  if (product.modulo(divisor).isZero) return quotient;
  if (quotient == u64.MAX_VALUE) fail("the number does not fit into 64 bits");
  return quotient + 1;
}
