/** A use of the state that its rules forbid, or state on the disk that cannot be used. The message says which. */
export class StateError extends Error {
  override readonly name = 'StateError';
}
