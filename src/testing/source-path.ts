import { existsSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the harness itself, whose frames are not those of a test. */
const HARNESS = dirname(fileURLToPath(import.meta.url));
/** Where a frame of a stack is: a URL or a path, with line and column behind it. */
const PLACE = /\(?((?:file:\/\/)?\/[^()]*?):\d+:\d+\)?$/;

/**
 * Where a source is that a test names: a relative path counts from the file that calls the harness, and where nothing
 * is there, from the working directory.
 *
 * @throws Error that names both folders, where it is in neither
 */
export function sourcePath(file: string): string {
  if (isAbsolute(file)) return file;
  const caller = callingFile();
  const beside = caller === undefined ? undefined : join(dirname(caller), file);
  if (beside !== undefined && existsSync(beside)) return beside;
  if (existsSync(file)) return file;
  const places = [...(caller === undefined ? [] : [dirname(caller)]), process.cwd()];
  throw new Error(`${file} does not exist, looked for in ${[...new Set(places)].join(' and ')}`);
}

/** The innermost file outside of the harness and of Node.js that is being executed. */
function callingFile(): string | undefined {
  const frames = (new Error().stack ?? '').split('\n').slice(1);
  for (const frame of frames) {
    const place = PLACE.exec(frame.trim())?.[1];
    if (place === undefined) continue;
    const path = place.startsWith('file://') ? fileURLToPath(place) : place;
    if (!path.startsWith(`${HARNESS}/`) && !path.includes('/node_modules/')) return path;
  }
  return undefined;
}
