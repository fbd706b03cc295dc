/** A source that stands in the place of the one in a file, for whoever deploys it: a mutant of it. */
export interface SourceReplacement {
  /** Absolute path of the file. */
  readonly path: string;
  /** What the file has. */
  readonly original: Uint8Array;
  readonly replacement: Uint8Array;
}

let current: SourceReplacement | undefined;

/** Lets a source stand for another one from now on; undefined lets the files stand for themselves again. */
export function replaceSource(replacement: SourceReplacement | undefined): void {
  current = replacement;
}

/** The replacement that is in force. */
export function sourceReplacement(): SourceReplacement | undefined {
  return current;
}

/** What is deployed for the code of a Lua contract: also where a test has read the file itself. */
export function inPlaceOf(code: Uint8Array): Uint8Array {
  return current !== undefined && Buffer.compare(current.original, code) === 0 ? current.replacement : code;
}
