import { required } from '../codec/required.js';
import { AREAS } from '../rpc/areas.js';
import { RpcError } from '../rpc/declaration/errors.js';
import { help } from '../rpc/declaration/help.js';
import { MethodRegistry } from '../rpc/declaration/registry.js';
import { checkCount } from '../rpc/dispatch/arguments.js';
import { printError, printResult } from './print.js';
import type { CommandResult, Terminal } from './terminal.js';

/** Answers `coind help [method]` from the declarations: no node needs to run. */
export function localHelp(parameters: readonly string[], terminal: Terminal): CommandResult {
  const registry = new MethodRegistry(AREAS);
  try {
    checkCount(required(registry.find('help'), 'the method help'), parameters);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    return printError({ code: error.code, message: error.message }, terminal);
  }
  return printResult(help(registry, parameters[0]), terminal);
}
