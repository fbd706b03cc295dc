import { resolve } from 'node:path';
import { destination, type Logger, pino, stdTimeFunctions } from 'pino';
import type { Options } from './load-options.js';
import { TerminalFormat } from './log-terminal.js';

/** Members of log records that may hold secrets, wherever they stand at the first two levels. */
const SECRETS = ['rpcpassword', 'password', 'passphrase', 'privkey', 'minerkey', 'mnemonic', 'authorization'];

export type { Logger };

/**
 * The log of a node: lines for people on a terminal, JSON lines in files and pipes. Secrets are
 * masked even if a caller logs them by mistake.
 */
export function createLogger(
  options: Pick<Options, 'loglevel' | 'logfile' | 'logjson' | 'networkDirectory'>,
): Logger {
  const settings = {
    level: options.loglevel,
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    redact: { paths: SECRETS.flatMap(name => [name, `*.${name}`]), censor: '***' },
  };
  if (options.logfile !== '') {
    const dest = resolve(options.networkDirectory, options.logfile);
    return pino(settings, destination({ dest, mkdir: true, sync: true, mode: 0o600 }));
  }
  if (process.stderr.isTTY && !options.logjson) return pino(settings, new TerminalFormat(process.stderr));
  return pino(settings, destination({ fd: process.stderr.fd, sync: true }));
}
