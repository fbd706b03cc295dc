import type { Command } from './command.js';

/** The commands of the program, in the order of its help. */
export const COMMANDS: readonly Command[] = [
  {
    name: 'help',
    parameters: '[method]',
    summary: 'explain the methods',
    firstWords: 'methods',
    run: async (words, { terminal }) =>
      (await import('./local-help.js')).localHelp(words, terminal, COMMANDS),
  },
  {
    name: 'replay',
    parameters: '<directory>',
    summary: 'execute a recorded chain and compare everything',
    run: async (words, context) => (await import('./replay.js')).runReplay(words, context),
  },
  {
    name: 'contract',
    parameters: '[sub-command]',
    summary: 'tools for the authors of contracts',
    hasSubCommands: true,
    firstWords: async () => (await import('./contract/command.js')).SUB_COMMANDS.map(({ name }) => name),
    run: async (words, context) => (await import('./contract/command.js')).runContractCommand(words, context),
  },
  {
    name: 'network',
    parameters: '[sub-command]',
    summary: 'make and run a network of validators on this machine',
    hasSubCommands: true,
    firstWords: async () => (await import('./network/command.js')).NETWORK_COMMANDS.map(({ name }) => name),
    run: async (words, context) => (await import('./network/command.js')).runNetworkCommand(words, context),
  },
  {
    name: 'rpcauth',
    parameters: '<name>',
    summary: 'make a user for the option rpcauth, with a password',
    run: async (words, { terminal }) => (await import('./rpcauth.js')).makeRpcAuth(words, terminal),
  },
  {
    name: 'completion',
    parameters: 'bash|zsh|fish',
    summary: 'print what completes command lines in a shell',
    firstWords: async () => (await import('./completion/command.js')).SHELLS,
    run: async (words, { terminal }) =>
      (await import('./completion/command.js')).runCompletion(words, terminal, COMMANDS),
  },
];
