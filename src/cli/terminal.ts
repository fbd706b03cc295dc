/** Where a command writes. */
export interface Terminal {
  /** Results. */
  output(text: string): void;
  /** Errors and notes. */
  errors(text: string): void;
}

/** The exit code of a command: 0 for success. */
export type CommandResult = number;
