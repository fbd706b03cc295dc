#!/usr/bin/env node
import { EXIT } from './exit-codes.js';
import { runProgram } from './program.js';
import { readAll } from './standard-input.js';

// The reader of the output may stop early, as `head` does; a full disk is told, and shown by the exit code.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') return;
  process.exitCode = EXIT.NO_OUTPUT;
  process.stderr.write(`error: the output could not be written: ${error.message}\n`);
});
process.stderr.on('error', () => {
  // There is no place left to tell that.
});

const exitCode = await runProgram(process.argv.slice(2), process.env, {
  output: text => process.stdout.write(text),
  errors: text => process.stderr.write(text),
  input: () => readAll(process.stdin),
  promptSecret: process.stdin.isTTY
    ? async question =>
        (await import('./secret-prompt.js')).promptSecret(
          process.stdin,
          text => process.stderr.write(text),
          question,
        )
    : undefined,
  confirm: process.stdin.isTTY
    ? async question => (await import('./confirm.js')).confirm(question)
    : undefined,
  isInteractive: process.stderr.isTTY === true,
});
process.exitCode ??= exitCode;
