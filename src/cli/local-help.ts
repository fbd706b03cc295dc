import { nearestName } from '../config/nearest.js';
import { AREAS } from '../rpc/areas.js';
import { help } from '../rpc/declaration/help.js';
import { MethodRegistry } from '../rpc/declaration/registry.js';
import type { Command } from './command.js';
import { EXIT } from './exit-codes.js';
import type { CommandResult, Terminal } from './terminal.js';

/** Answers `coind help [method]` from the declarations: no node needs to run. */
export function localHelp(
  parameters: readonly string[],
  terminal: Terminal,
  commands: readonly Command[],
): CommandResult {
  const [name = '', ...others] = parameters;
  const registry = new MethodRegistry(AREAS);
  const method = others.length > 0 || (name !== '' && registry.find(name) === undefined) ? undefined : name;
  if (method !== undefined) {
    terminal.output(`${help(registry, method)}\n`);
    return EXIT.DONE;
  }
  terminal.errors(`error: ${others.length > 0 ? ONE_METHOD : unknownMethod(name, registry, commands)}\n`);
  return EXIT.FAILED;
}

const ONE_METHOD = 'help takes the name of one method';

function unknownMethod(name: string, registry: MethodRegistry, commands: readonly Command[]): string {
  const command = commands.find(known => known.name === name);
  if (command !== undefined) {
    return `${name} is a command of the program and no method; coind ${name} --help explains it`;
  }
  const nearest = nearestName(name, registry.names());
  return `help: unknown command: ${name}${nearest === undefined ? '' : `; did you mean ${nearest}?`}`;
}
