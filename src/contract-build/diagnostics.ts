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

/**
 * The compiler's messages prefixed with the place, as `file:line:column: text (code)`, which
 * editors and terminals can follow; the frame of source comes below.
 *
 * @param text - what the compiler printed
 * @param shown - how a file is called that the compiler names
 */
export function describeDiagnostics(text: string, shown: (file: string) => string): string {
  const messages = [...text.matchAll(MESSAGE)].map(([, code, message, frames = '']) => {
    const place = PLACE.exec(frames);
    if (place === null) return `${message} (${code})`;
    const [, file = '', line, column] = place;
    const frame = frames.replace(FRAME_START, '').replace(PLACE, '').trimEnd();
    return `${shown(file)}:${line}:${column}: ${message} (${code})\n${frame}`;
  });
  return messages.length === 0 ? text.trim() : messages.join('\n');
}
