// Bytes of a fixed size, where they are; JSON shows them as hex digits, first byte first.

// Takes no room in contracts without checksums.
@lazy const NONE = memory.data(64);

function equal(a: usize, b: usize, size: usize): bool {
  return memory.compare(a, b, size) == 0;
}

/** 20 bytes, such as the key id of an account. */
@final export class Checksum160 {
  constructor(public readonly pointer: usize = NONE) {}

  @operator("==") equals(other: Checksum160): bool {
    return equal(this.pointer, other.pointer, 20);
  }
}

/** 32 bytes, such as a SHA-256 of a secret. */
@final export class Checksum256 {
  constructor(public readonly pointer: usize = NONE) {}

  @operator("==") equals(other: Checksum256): bool {
    return equal(this.pointer, other.pointer, 32);
  }
}

/** 64 bytes. */
@final export class Checksum512 {
  constructor(public readonly pointer: usize = NONE) {}

  @operator("==") equals(other: Checksum512): bool {
    return equal(this.pointer, other.pointer, 64);
  }
}
