/**
 * How the program ends. An error that a node answers with has its own: the absolute value of its code, in the eight
 * bits that the operating system keeps (spec 02 §2.2); docs/command-line.md has the table.
 */
export const EXIT = {
  DONE: 0,
  /** The program could not do its work, and says why. */
  FAILED: 1,
  /** The result could not be written, as on a full disk (EX_IOERR of sysexits.h). */
  NO_OUTPUT: 74,
  /** A time limit has passed, as `timeout` of the GNU core utilities ends. */
  TIMED_OUT: 124,
} as const;

const EXIT_CODE_MASK = 0xff;

/** The exit code for the code of an error; never that of success. */
export function exitCodeOf(errorCode: unknown): number {
  const code = typeof errorCode === 'number' ? Math.abs(errorCode) & EXIT_CODE_MASK : EXIT.FAILED;
  return code === EXIT.DONE ? EXIT.FAILED : code;
}

/** The program ends with a text for the user and an exit code of its own. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';

  constructor(
    message: string,
    readonly exitCode: number,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
