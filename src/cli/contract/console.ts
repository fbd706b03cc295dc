import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { type REPLServer, start } from 'node:repl';
import * as harness from '../../testing/index.js';
import { Devnet, type LuaContract, observeDevnets, type WasmContract } from '../../testing/index.js';
import type { CommandContext } from '../command.js';
import { UsageError } from '../sub-command.js';
import type { CommandResult } from '../terminal.js';
import { parseWords } from '../words.js';
import { ignoredText } from './run-report.js';

const PROMPT = '> ';
const CONTRACT = /\.(lua|ts|wasm)$/;

/**
 * `coind contract console [contracts]`: a JavaScript prompt in which `chain` is a development chain of
 * this process, the accounts have their names, and each contract is deployed under the name of its file.
 *
 * @throws UsageError for other words; CallFailed and ContractBuildError for a contract with faults
 */
export async function runConsole(
  words: readonly string[],
  { terminal }: CommandContext,
): Promise<CommandResult> {
  const { positionals: files } = parseWords(words, {});
  for (const file of files) {
    if (!CONTRACT.test(file)) throw new UsageError(`"${file}" is no contract: .lua, .ts or .wasm`);
    if (!existsSync(file)) throw new UsageError(`${file} does not exist`);
  }
  const chain = Devnet.start();
  const contracts: Record<string, LuaContract | WasmContract> = {};
  for (const file of files) contracts[variableName(file)] = await deployed(chain, file);
  terminal.output(introduction(chain, Object.keys(contracts)));
  const stop = observeDevnets({
    called: ({ contract, outcome }) => {
      const text = ignoredText(contract.file ?? contract.name, outcome?.refusals ?? []);
      if (text !== '') terminal.errors(`Warning\n${text}`);
    },
  });
  const prompt = start({ prompt: PROMPT });
  const setContext = (): void => {
    Object.assign(prompt.context, harness, { chain, ...chain.accounts, ...contracts });
  };
  setContext();
  prompt.on('reset', setContext);
  await ended(prompt);
  stop();
  return 0;
}

function deployed(chain: Devnet, file: string): LuaContract | Promise<WasmContract> {
  return file.endsWith('.lua') ? chain.deployLua({ file }) : chain.deployWasm({ file });
}

/** `my-token.lua` becomes `myToken`. */
function variableName(file: string): string {
  const stem = basename(file).replace(CONTRACT, '');
  const name = stem.replace(/[^A-Za-z0-9]+(.)?/g, (_, next: string | undefined) => next?.toUpperCase() ?? '');
  return /^[0-9]/.test(name) ? `_${name}` : name;
}

function introduction(chain: Devnet, contracts: readonly string[]): string {
  return [
    'A development chain in this process; nothing of it stays.',
    `  chain      the chain: chain.deployLua({ file: 'x.lua' }), chain.balance(bob), chain.mine(10)`,
    `  accounts   ${Object.keys(chain.accounts).join(', ')}`,
    `  arguments  bytes(0xf0, 0x11).address(bob).u64le(coins(1))`,
    ...(contracts.length === 0 ? [] : [`  contracts  ${contracts.join(', ')}`]),
    '.exit or Ctrl-D ends.\n',
  ].join('\n');
}

function ended(prompt: REPLServer): Promise<void> {
  return new Promise(resolve => {
    prompt.once('exit', resolve);
  });
}
