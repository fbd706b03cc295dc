import { resolve } from 'node:path';
import { destination, type Logger, pino, stdTimeFunctions } from 'pino';
import type { Options } from './load-options.js';
import { LogCategories } from './log-categories.js';
import { TerminalFormat } from './log-terminal.js';

/** Modes of a log file: who calls what is nobody else's business. */
const OWNER_ONLY = 0o600;

/** Members of log records that may hold secrets, wherever they stand at the first two levels. */
const SECRETS = ['rpcpassword', 'password', 'passphrase', 'privkey', 'minerkey', 'mnemonic', 'authorization'];

export type { Logger };

/** A log, which is that of the category node, with those of the other categories. */
export type NodeLogger = Logger & { readonly categories: LogCategories };

type LogOptions = Pick<Options, 'loglevel' | 'logfile' | 'logjson' | 'networkDirectory'> &
  Partial<Pick<Options, 'logcategory'>>;

/**
 * The log of a node: lines for people on a terminal, JSON lines in files and pipes. Secrets are
 * masked even if a caller logs them by mistake.
 */
export function createLogger(options: LogOptions): NodeLogger {
  const { main, reopen } = mainLogger(options);
  const categories = new LogCategories(main, reopen);
  for (const { category, level } of options.logcategory ?? []) categories.setLevel(category, level);
  return Object.assign(main, { categories });
}

function mainLogger(options: LogOptions): { readonly main: Logger; readonly reopen: () => void } {
  const settings = {
    level: options.loglevel,
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    redact: { paths: SECRETS.flatMap(name => [name, `*.${name}`]), censor: '***' },
  };
  if (options.logfile !== '') {
    const dest = resolve(options.networkDirectory, options.logfile);
    const file = destination({ dest, mkdir: true, sync: true, mode: OWNER_ONLY });
    return { main: pino(settings, file), reopen: () => file.reopen() };
  }
  const main =
    process.stderr.isTTY && !options.logjson
      ? pino(settings, new TerminalFormat(process.stderr))
      : pino(settings, destination({ fd: process.stderr.fd, sync: true }));
  return { main, reopen: () => undefined };
}
