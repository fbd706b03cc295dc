#!/usr/bin/env node
import { runProgram } from './program.js';

// The reader of the output may stop early, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

process.exitCode = await runProgram(process.argv.slice(2), process.env, {
  output: text => process.stdout.write(text),
  errors: text => process.stderr.write(text),
  isInteractive: process.stderr.isTTY === true,
});
