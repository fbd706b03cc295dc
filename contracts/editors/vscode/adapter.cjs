// Starts the debug adapter: that of the project that is open, otherwise that on the PATH.
const { spawn } = require('node:child_process');
const { existsSync } = require('node:fs');
const { join } = require('node:path');

const ofProject = join(process.cwd(), 'node_modules', '.bin', 'coind');
const adapter = spawn(existsSync(ofProject) ? ofProject : 'coind', ['contract', 'debug'], { stdio: 'inherit' });
adapter.on('error', error => {
  console.error(`coind cannot be started: ${error.message}`);
  process.exit(1);
});
adapter.on('exit', code => process.exit(code ?? 1));
