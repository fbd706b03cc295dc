import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { packageRoot } from '../../src/config/package-root.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

const starts = suite('npm start');

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  starts(`${signal} to npm stops the node in an orderly way`, async () => {
    const directory = temporaryDirectory();
    const options = [`-datadir=${directory}`, '-rpcport=0', '-engine=memory', '-loglevel=error'];
    const npm = spawn('npm', ['start', '--', ...options], {
      cwd: packageRoot(),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const pidFile = join(directory, 'regtest', 'coind.pid');
    const ended = new Promise<number | null>(resolve => npm.on('close', resolve));
    await new Promise<void>((resolve, reject) => {
      for (const stream of [npm.stdout, npm.stderr]) {
        stream.on('data', chunk => {
          output += chunk;
          if (output.includes('JSON-RPC on http://')) resolve();
        });
      }
      npm.on('close', () => reject(new Error(`npm ended: ${output}`)));
    });
    assert.ok(existsSync(pidFile), 'a node that runs has a pid file');
    npm.kill(signal);
    // The output is closed when the node has ended, too.
    await ended;
    assert.not(existsSync(pidFile), 'a node that was stopped has removed its pid file');
  });
}

starts.run();
