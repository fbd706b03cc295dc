import type { CommandContext } from '../command.js';
import { runSubCommand, type SubCommand } from '../sub-command.js';
import type { CommandResult } from '../terminal.js';

/** The sub-commands of `coind contract`, in the order of their help. */
export const SUB_COMMANDS: readonly SubCommand[] = [
  {
    name: 'new',
    parameters: '<name> [--wasm | --template <contract>]',
    summary: 'make a project: a contract in Lua or AssemblyScript, its tests, settings for editors',
    run: async (words, context) => (await import('./new.js')).runNew(words, context),
  },
  {
    name: 'link',
    parameters: '',
    summary: 'let editors find this program from the project here, as new has done',
    run: async (words, context) => (await import('./link.js')).runLink(words, context),
  },
  {
    name: 'build',
    parameters: '<file.ts> [-o <directory>]',
    summary: 'compile a contract in AssemblyScript to .wasm, .abi.json and .types.ts',
    run: async (words, context) => (await import('./build.js')).runBuild(words, context),
  },
  {
    name: 'types',
    parameters: '<files> [-o <directory>] [--check]',
    summary: 'write what TypeScript has to know of contracts, so that wrong calls in tests do not compile',
    run: async (words, context) => (await import('./types.js')).runTypes(words, context),
  },
  {
    name: 'check',
    parameters: '<files> [--format text|json|sarif] [--against <regid|ABI>]',
    summary: 'look for mistakes in contracts that fail or lose money, and for what an upgrade would break',
    run: async (words, context) => (await import('./check.js')).runCheck(words, context),
  },
  {
    name: 'run',
    parameters: '<file.lua> [--args <hex>]... [--from <account>] [--coins <amount[:symbol]>]',
    summary: 'call a Lua contract on a chain of its own, and show trace, changes and fuel',
    run: async (words, context) => (await import('./run.js')).runRun(words, context),
  },
  {
    name: 'test',
    parameters: '[files] [--filter <text>] [--bail] [--watch] [--reporter <name>] ...',
    summary:
      'run tests, and show fuel by method and the lines that they reach; docs/contract-commands.md has all options',
    run: async (words, context) => (await import('./test.js')).runTest(words, context),
  },
  {
    name: 'mutate',
    parameters: '[contracts] [tests] [--min-score <percent>] [--format text|json] ...',
    summary: 'change contracts in one small way after the other, and show which changes no test notices',
    run: async (words, context) => (await import('./mutate.js')).runMutate(words, context),
  },
  {
    name: 'debug',
    parameters: '',
    summary: 'a debug adapter (DAP) that editors start: breakpoints, steps and variables of Lua contracts',
    run: async (words, context) => (await import('./debug.js')).runDebug(words, context),
  },
  {
    name: 'deploy',
    parameters:
      '<file> --from <account> [--yes] [--name <name>] [--fee <WICC>] [--replace <regid>] [--again]',
    summary: 'deploy a contract on a node, note it, and verify what is on the chain',
    run: async (words, context) => (await import('./deploy.js')).runDeploy(words, context),
  },
  {
    name: 'verify',
    parameters: '<file> [regid] [--name <name>]',
    summary: 'tell whether the code on the chain is what a source gives',
    run: async (words, context) => (await import('./verify.js')).runVerify(words, context),
  },
  {
    name: 'trace',
    parameters: '<txid> [sources] [--format text|json]',
    summary: 'show which contracts a transaction of a node has called, and what each has done',
    run: async (words, context) => (await import('./trace.js')).runTrace(words, context),
  },
  {
    name: 'console',
    parameters: '[contracts]',
    summary: 'a prompt on a development chain, on which the contracts are deployed',
    run: async (words, context) => (await import('./console.js')).runConsole(words, context),
  },
];

/**
 * The command `coind contract <sub-command>`: tools for the authors of contracts.
 *
 * @param words - what follows `contract` on the command line
 * @returns the exit code
 */
export function runContractCommand(
  words: readonly string[],
  context: CommandContext,
): Promise<CommandResult> {
  return runSubCommand('contract', SUB_COMMANDS, words, context);
}
