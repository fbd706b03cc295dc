/**
 * Input that is not a valid encoding. The messages are those that clients of the reference
 * node see (spec 01 §2, table of decode error texts).
 */
export class DecodeError extends Error {
  override readonly name = 'DecodeError';
}

/** A value that its declared wire type cannot hold: a bug or a bad parameter, never bad network input. */
export class EncodeError extends Error {
  override readonly name = 'EncodeError';
}
