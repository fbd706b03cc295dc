#!/usr/bin/env node
import { runProgram } from './program.js';

process.exitCode = await runProgram(process.argv.slice(2), process.env, {
  output: text => process.stdout.write(text),
  errors: text => process.stderr.write(text),
});
