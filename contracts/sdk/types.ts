import { checkedAdd, checkedSub } from "./checked";
import { fail } from "./failure";

// The types of values that contracts exchange. Those of 64 bits are plain integers: they cost no
// memory, and the ABI knows them by these names.

/** An account or a contract: height * 2^20 + position in the block. */
export type Regid = u64;

/** The name of an action, a table or a permission: 13 characters of _ 1-5 a-z. */
export type Name = u64;

/** Up to seven characters, the first in the lowest byte. */
export type SymbolCode = u64;

/** A symbol code and, in the lowest byte, how many digits of its amounts stand behind the point. */
export type CoinSymbol = u64;

/** Microseconds since 1970. */
export type TimePoint = i64;

/** Largest amount of an asset. */
export const MAX_AMOUNT: i64 = 9_000_000_000_000_000_000;

/** An amount of a coin, in its smallest unit. */
@final export class Asset {
  constructor(
    public amount: i64 = 0,
    public symbol: CoinSymbol = 0,
  ) {}

  /** The symbol without its precision. */
  get code(): SymbolCode {
    return this.symbol >> 8;
  }

  /** How many digits stand behind the point. */
  get precision(): u8 {
    return <u8>this.symbol;
  }

  /** The sum of two amounts of the same coin. Another coin, or a sum out of range, ends the transaction. */
  @operator("+") plus(other: Asset): Asset {
    requireSameCoin(this, other);
    return ofAmount(checkedAdd<i64>(this.amount, other.amount), this.symbol);
  }

  @operator("-") minus(other: Asset): Asset {
    requireSameCoin(this, other);
    return ofAmount(checkedSub<i64>(this.amount, other.amount), this.symbol);
  }

  /** The order of two amounts of the same coin. */
  @operator("<") isLess(other: Asset): bool {
    requireSameCoin(this, other);
    return this.amount < other.amount;
  }

  @operator(">") isMore(other: Asset): bool {
    return other.isLess(this);
  }

  @operator("<=") isAtMost(other: Asset): bool {
    return !other.isLess(this);
  }

  @operator(">=") isAtLeast(other: Asset): bool {
    return !this.isLess(other);
  }

  /** Whether the amount is in range and the symbol is one. */
  get isValid(): bool {
    return this.amount >= -MAX_AMOUNT && this.amount <= MAX_AMOUNT && this.precision <= 18 && isSymbolCode(this.code);
  }
}

function requireSameCoin(a: Asset, b: Asset): void {
  if (a.symbol != b.symbol) fail("the amounts are of different coins");
}

function ofAmount(amount: i64, symbol: CoinSymbol): Asset {
  const asset = new Asset(amount, symbol);
  if (amount < -MAX_AMOUNT || amount > MAX_AMOUNT) fail("the amount is out of range");
  return asset;
}

/** A value that may be absent. */
@final export class Optional<T> {
  constructor(
    public isPresent: bool,
    public value: T,
  ) {}
}

/** A value that is there. */
export function some<T>(value: T): Optional<T> {
  return new Optional<T>(true, value);
}

/** A value that is absent. */
export function none<T>(): Optional<T> {
  if (isReference<T>()) return new Optional<T>(false, changetype<T>(0));
  return new Optional<T>(false, <T>0);
}

/** A range of bytes, where they are; nothing is copied. */
export class Bytes {
  constructor(
    public pointer: usize = 0,
    public length: u32 = 0,
  ) {}
}

/** The 32 bytes of a hash, where they are; JSON shows them as node and transactions do, last byte first. */
@final export class Hash {
  /** Without a place it is that of 32 zero bytes. */
  constructor(public readonly pointer: usize = memory.data(32)) {}
}

/** Text in UTF-8, where it is; nothing is decoded. */
@final export class Text extends Bytes {}

/** Whether a value is a symbol code: allowed characters, no gap between them. */
export function isSymbolCode(code: SymbolCode): bool {
  if (code == 0 || code >> 56 != 0) return false;
  for (let rest = code; rest != 0; rest >>= 8) {
    if (!isSymbolCharacter(<u8>rest)) return false;
  }
  return true;
}

function isSymbolCharacter(c: u8): bool {
  const isDigit = c >= 0x30 && c <= 0x39;
  const isUpper = c >= 0x41 && c <= 0x5a;
  const isLower = c >= 0x61 && c <= 0x7a;
  const isMark = c == 0x23 || c == 0x2e || c == 0x40 || c == 0x5f; // # . @ _
  return isDigit || isUpper || isLower || isMark;
}
