/** A contract that cannot be built; the message is for its author and names file and line. */
export class ContractBuildError extends Error {
  override readonly name = 'ContractBuildError';
}

/** @throws ContractBuildError always */
export function refuseSource(file: string, line: number, message: string): never {
  throw new ContractBuildError(`${file}:${line}: ${message}`);
}

/** One message of the compiler: severity, code and text, then the frames of source that it is about. */
const MESSAGE = /^(?:ERROR|WARNING|INFO|PEDANTIC) ([A-Z]+\d+): (.+)\n((?: +[:\d│└].*\n?)*)/gm;
/** The end of a frame: file, line and column. */
const PLACE = / +└─ in (.+)\((\d+),(\d+)\)\n?/;
const FRAME_START = /^ +:\n/;

/** A line of source within a frame, with its number. */
const SOURCE_LINE = /^ *(\d+) │ ?/;

/** A source as messages show it. */
export interface ShownSource {
  /** What it is called. */
  readonly file: string;
  /** What its author wrote; undefined where the compiler read just that. */
  readonly text?: string;
}

/**
 * The compiler's messages prefixed with the place, as `file:line:column: text (code)`, which
 * editors and terminals can follow; the frame of source comes below. What a builder has added to a source is not shown.
 *
 * @param text - what the compiler printed
 * @param shown - the source of a file that the compiler names
 */
export function describeDiagnostics(text: string, shown: (file: string) => ShownSource): string {
  const messages = [...text.matchAll(MESSAGE)].map(([, code, message, frames = '']) => {
    const place = PLACE.exec(frames);
    if (place === null) return `${message} (${code})`;
    const [, file = '', line = '', column] = place;
    const source = shown(file);
    const lines = source.text?.split('\n');
    const described = `${message} (${code})`;
    if (lines !== undefined && Number(line) > lines.length) {
      return `${source.file}: ${described}, in code that the builder adds to the contract`;
    }
    const frame = frames.replace(FRAME_START, '').replace(PLACE, '').trimEnd();
    return `${source.file}:${line}:${column}: ${described}\n${writtenFrame(frame, lines)}`;
  });
  return messages.length === 0 ? text.trim() : messages.join('\n');
}

/** A frame with the lines that the author wrote, up to the first one that somebody else has added. */
function writtenFrame(frame: string, lines: readonly string[] | undefined): string {
  if (lines === undefined) return frame;
  const written: string[] = [];
  for (const line of frame.split('\n')) {
    const [prefix, number] = SOURCE_LINE.exec(line) ?? [];
    if (number === undefined || prefix === undefined) {
      written.push(line);
      continue;
    }
    const own = lines[Number(number) - 1];
    if (own === undefined) {
      // The mark that stands between two places.
      if (/^ *:$/.test(written.at(-1) ?? '')) written.pop();
      break;
    }
    written.push(`${prefix}${own.trim()}`);
  }
  return written.filter(line => !/└─/.test(line)).join('\n');
}
