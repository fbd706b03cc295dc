import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { TerminalFormat } from '../../src/config/log-terminal.js';
import { createLogger } from '../../src/config/logging.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

test('a log file has JSON lines without secrets and without what is below its level', () => {
  const networkDirectory = temporaryDirectory();
  const log = createLogger({ loglevel: 'info', logfile: 'logs/node.log', logjson: false, networkDirectory });
  log.info({ height: 5, passphrase: 'hunter2', request: { privkey: 'Kx' } }, 'block made');
  log.debug('not shown');
  const lines = readFileSync(join(networkDirectory, 'logs/node.log'), 'utf8').trim().split('\n');
  assert.is(lines.length, 1);
  const { msg, height, passphrase, request } = JSON.parse(lines[0]!) as Record<string, unknown>;
  assert.equal([msg, height, passphrase, request], ['block made', 5, '***', { privkey: '***' }]);
});

test('a log file may have a path of its own', () => {
  const logfile = join(temporaryDirectory(), 'node.log');
  const networkDirectory = temporaryDirectory();
  createLogger({ loglevel: 'info', logfile, logjson: false, networkDirectory }).info('block made');
  assert.match(readFileSync(logfile, 'utf8'), /block made/);
});

test('a terminal gets lines for people, with the stack of an error', () => {
  let text = '';
  const format = new TerminalFormat({ write: part => (text += part) });
  format.write('{"level":30,"time":"2026-01-02T03:04:05.678Z","height":5,"who":"a b","msg":"block made"}\n');
  format.write('{"level":50,"time":"2026-01-02T03:04:06.000Z","err":{"stack":"Error: no"},"msg":"failed"}\n');
  assert.is(text, '03:04:05.678 INFO  block made height=5 who="a b"\n03:04:06.000 ERROR failed\nError: no\n');
});

test.run();
