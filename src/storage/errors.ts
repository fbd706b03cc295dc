/**
 * - `bad-input`: a key or range that no engine can store or iterate
 * - `closed`: the store is closed
 * - `damaged`: a file is not as it was written, shorter, or missing
 * - `engine-mismatch`: the directory belongs to another engine
 * - `exists`: something is there that would be overwritten
 * - `failed`: reading or writing failed
 * - `foreign-log`: a file of the log of blocks belongs to another chain
 * - `locked`: another process has the directory open
 * - `no-space`: there is too little room on the disk
 * - `unavailable`: the engine's native library does not load here
 * - `unfinished`: a backup or snapshot that did not come to its end
 * - `unwritable`: the directory cannot be created or written
 */
export type StorageErrorCode =
  | 'bad-input'
  | 'closed'
  | 'damaged'
  | 'engine-mismatch'
  | 'exists'
  | 'failed'
  | 'foreign-log'
  | 'locked'
  | 'no-space'
  | 'unavailable'
  | 'unfinished'
  | 'unwritable';

/** What went wrong in a storage engine, with what would be right. */
export class StorageError extends Error {
  override readonly name = 'StorageError';

  constructor(
    readonly code: StorageErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The error of every operation on a store that has been closed. */
export function closedError(): StorageError {
  return new StorageError('closed', 'the store is closed');
}

/** The error of an engine library while it opened `path`, told apart by the code that such libraries use. */
export function openError(path: string, error: unknown): StorageError {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && cause.code === 'LEVEL_LOCKED') {
      return new StorageError(
        'locked',
        `${path} is in use by another process; stop that one or use another data directory`,
        { cause: error },
      );
    }
  }
  return new StorageError(
    'failed',
    `cannot open the database in ${path}: ${messageOf(error)}. If a file of it is damaged or missing, put back a ` +
      'sound copy of the directory, or start with -reindex, which makes the database anew from the log of blocks',
    { cause: error },
  );
}

/** The innermost message of an error, which is the one that names the reason. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? messageOf(error.cause) : error.message;
}
