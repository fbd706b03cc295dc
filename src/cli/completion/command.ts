import type { Command } from '../command.js';
import { EXIT } from '../exit-codes.js';
import type { CommandResult, Terminal } from '../terminal.js';
import { bashScript } from './bash.js';
import { completionWords } from './completion-words.js';
import { fishScript } from './fish.js';
import { zshScript } from './zsh.js';

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript } as const;

/** The shells that command lines can be completed in. */
export const SHELLS: readonly string[] = Object.keys(SCRIPTS);

/** The command `coind completion <shell>`: prints a script that the shell reads at its start. */
export async function runCompletion(
  parameters: readonly string[],
  terminal: Terminal,
  commands: readonly Command[],
): Promise<CommandResult> {
  const [shell = ''] = parameters;
  if (parameters.length !== 1 || !isShell(shell)) {
    terminal.errors(`error: completion takes the name of a shell: ${SHELLS.join(', ')}\n`);
    return EXIT.FAILED;
  }
  terminal.output(SCRIPTS[shell](await completionWords(commands)));
  return EXIT.DONE;
}

function isShell(word: string): word is keyof typeof SCRIPTS {
  return Object.hasOwn(SCRIPTS, word);
}
