/** Where a command writes. */
export interface Terminal {
  /** Results. */
  output(text: string): void;
  /** Errors and notes. */
  errors(text: string): void;
  /** Everything that standard input has, where there is one. @throws Error where that is too much */
  readonly input?: () => Promise<string>;
  /** Asks a person for something that is not shown while it is typed; undefined where nobody is there. */
  readonly promptSecret?: ((question: string) => Promise<string>) | undefined;
  /** Asks a person yes or no; undefined where nobody is there. */
  readonly confirm?: ((question: string) => Promise<boolean>) | undefined;
  /** Whether a person sees the errors, so that a line may be written over. */
  readonly isInteractive?: boolean;
}

/** The exit code of a command: 0 for success. */
export type CommandResult = number;
