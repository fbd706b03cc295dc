/** What is debugged; in the variable `COIND_DEBUG` of the process that runs it. */
export type DebuggedProgram = { readonly stopsOnEntry: boolean } & (
  | { readonly kind: 'test'; readonly file: string; readonly filter: string | undefined }
  /** Words of `coind contract run`. */
  | { readonly kind: 'call'; readonly words: readonly string[] }
);

/** A request that does not say what to debug; the message is for whoever has written it. */
export class LaunchError extends Error {
  override readonly name = 'LaunchError';
}

/**
 * What a launch request asks for: `program` is a test file, with a `filter` for its tests, or a Lua contract, which is
 * called with `args`, `from` and `coins` as by `coind contract run`.
 *
 * @throws LaunchError
 */
export function debuggedProgram(request: Readonly<Record<string, unknown>>): DebuggedProgram {
  const stopsOnEntry = request.stopOnEntry === true;
  const file = textOf(request, 'program');
  if (file === undefined) throw new LaunchError('"program" is missing: a test file, or a contract in Lua');
  const filter = textOf(request, 'filter');
  if (!file.endsWith('.lua')) return { kind: 'test', file, filter, stopsOnEntry };
  if (filter !== undefined) throw new LaunchError('"filter" chooses tests, but "program" is a contract');
  const calls = request.args ?? [];
  if (!Array.isArray(calls) || !calls.every(each => typeof each === 'string')) {
    throw new LaunchError('"args" has to be a list of texts in hex, one for each call');
  }
  const words = [file, ...calls.map(hex => `--args=${hex}`)];
  for (const name of ['from', 'coins']) {
    const value = textOf(request, name);
    if (value !== undefined) words.push(`--${name}=${value}`);
  }
  return { kind: 'call', words, stopsOnEntry };
}

function textOf(request: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = request[name];
  if (value === undefined || typeof value === 'string') return value;
  throw new LaunchError(`"${name}" has to be a text`);
}
