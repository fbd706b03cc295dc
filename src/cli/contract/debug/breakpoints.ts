import { executableLines } from './source-lines.js';

/** A breakpoint as an editor sets it. */
export interface Breakpoint {
  readonly line: number;
  /** It stops only where this expression is true. */
  readonly condition?: string;
  /** Instead of stopping, this is said, with the values of what is in braces. */
  readonly logMessage?: string;
}

/** What an editor is told of a breakpoint. */
export interface PlacedBreakpoint {
  readonly verified: boolean;
  readonly line?: number;
  readonly message?: string;
}

/** The breakpoints by file and line. */
export class Breakpoints {
  readonly #files = new Map<string, ReadonlyMap<number, Breakpoint>>();

  /** Replaces the breakpoints of a file; each goes to the next line that is executed. */
  set(path: string, wanted: readonly Breakpoint[]): PlacedBreakpoint[] {
    const lines = executableLines(path);
    const placed = new Map<number, Breakpoint>();
    const answers = wanted.map((breakpoint): PlacedBreakpoint => {
      const line = lines.find(each => each >= breakpoint.line);
      if (line === undefined)
        return { verified: false, message: 'No line of a Lua contract is executed here' };
      placed.set(line, breakpoint);
      return { verified: true, line };
    });
    this.#files.set(path, placed);
    return answers;
  }

  at(path: string, line: number): Breakpoint | undefined {
    return this.#files.get(path)?.get(line);
  }
}
