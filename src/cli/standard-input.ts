import type { Readable } from 'node:stream';

/** As much as the body of a request may have. */
const MAX_BYTES = 32 * 1024 * 1024;

/** Reads a stream to its end. @throws Error when it has more than a request can carry, or is no text in UTF-8 */
export async function readAll(stream: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += (chunk as Buffer).length;
    if (bytes > MAX_BYTES) throw new Error(`standard input has more than ${MAX_BYTES} bytes`);
    chunks.push(chunk as Buffer);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(chunks));
  } catch (cause) {
    throw new Error('standard input is no text in UTF-8', { cause });
  }
}

/** The word that stands for standard input. */
const STANDARD_INPUT = '-';

/**
 * Parameters with what standard input has in the place of the word `-`, without the line break at its end.
 *
 * @param read - reads all of it; undefined where there is none
 * @throws Error when the word stands in more than one place, or there is no standard input
 */
export async function withStandardInput(
  words: readonly string[],
  read: (() => Promise<string>) | undefined,
): Promise<readonly string[]> {
  const places = words.filter(word => word === STANDARD_INPUT).length;
  if (places === 0) return words;
  if (places > 1) throw new Error('- stands for standard input, which only one parameter can be read from');
  if (read === undefined) throw new Error('there is no standard input to read - from');
  const text = (await read()).replace(/\r?\n$/, '');
  return words.map(word => (word === STANDARD_INPUT ? text : word));
}
