import { type ParseArgsConfig, parseArgs } from 'node:util';
import { UsageError } from './sub-command.js';

type Options = NonNullable<ParseArgsConfig['options']>;

/**
 * The options and other words of a sub-command.
 * @throws UsageError for an option that it does not have, or without the value that it needs
 */
export function parseWords<const T extends Options>(
  words: readonly string[],
  options: T,
): ReturnType<typeof parseArgs<{ args: string[]; options: T; allowPositionals: true }>> {
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UsageError(error.message);
  }
}
