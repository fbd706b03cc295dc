import { existsSync } from 'node:fs';
import type { ContractRunReport } from '../../../vm/context.js';
import { inCoins } from '../../rpc/node/amounts.js';
import {
  CallFailed,
  type CallOutcome,
  type Coins,
  coins,
  type DevAccount,
  Devnet,
  type LuaContract,
  observeDevnets,
} from '../../testing/index.js';
import type { CommandContext } from '../command.js';
import { UsageError } from '../sub-command.js';
import type { CommandResult, Terminal } from '../terminal.js';

import { parseWords } from '../words.js';
import {
  fuelText,
  type HostEvent,
  ignoredText,
  receiptTable,
  storageTable,
  traceTable,
} from './run-report.js';

const HEX = /^(?:[0-9a-f]{2})*$/i;
const COINS = /^(\d+(?:\.\d+)?)(?::([0-9A-Z]+))?$/;

/** What the words of the command line ask for. */
interface RunRequest {
  readonly file: string;
  /** Argument bytes of each call. */
  readonly calls: readonly Buffer[];
  /** Name of the caller's account. */
  readonly from: string;
  readonly coins: Coins | undefined;
}

/**
 * `coind contract run <file.lua> --args <hex>`: deploys a contract on a development chain in this process,
 * calls it, and shows what it did and burned. With several `--args` the calls follow each other.
 *
 * @returns 1 where a call fails
 * @throws UsageError for other words
 */
export async function runRun(words: readonly string[], { terminal }: CommandContext): Promise<CommandResult> {
  const request = requestOf(words);
  const chain = Devnet.start();
  const caller = accountNamed(chain, request.from);
  let contract: LuaContract;
  try {
    contract = chain.deployLua({ file: request.file });
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    terminal.errors(`${error.message}\n`);
    return 1;
  }
  for (const args of request.calls) {
    const call = () => contract.call(args, { from: caller, ...(request.coins && { coins: request.coins }) });
    if (!showCall(request.file, contract, call, terminal)) return 1;
  }
  return 0;
}

/** Makes a call and shows everything about it. @returns whether it succeeded */
function showCall(file: string, contract: LuaContract, call: () => CallOutcome, terminal: Terminal): boolean {
  const events: HostEvent[] = [];
  let report: ContractRunReport | undefined;
  const stop = observeDevnets({
    runs: {
      log() {},
      charged: charge => events.push(charge),
      refused: refusal => events.push(refusal),
      ended: ended => {
        report = ended;
      },
    },
  });
  const before = contract.storedValues();
  const section = (title: string, text: string): void => {
    if (text !== '') terminal.output(`\n${title}\n${text}`);
  };
  try {
    const outcome = call();
    terminal.output(`${file}: ok\n`);
    section('Trace', traceTable(file, events));
    section('Warning', ignoredText(file, outcome.refusals));
    section('Log', outcome.logs.map(line => `  ${line}\n`).join(''));
    section('Storage', storageTable(before, contract.storedValues()));
    section('Receipts', receiptTable(outcome.receipts));
    section('Fuel', `${fuelText(report)}  fee ${inCoins(outcome.fee.needed)} ${outcome.fee.symbol}\n`);
    return true;
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    terminal.errors(`${error.message}\n`);
    section('Trace', traceTable(file, events));
    section('Fuel', fuelText(report));
    return false;
  } finally {
    stop();
  }
}

function requestOf(words: readonly string[]): RunRequest {
  const { values, positionals } = parseWords(words, {
    args: { type: 'string', multiple: true },
    from: { type: 'string' },
    coins: { type: 'string' },
  });
  const [file, ...others] = positionals;
  if (file === undefined || others.length > 0 || !file.endsWith('.lua')) {
    throw new UsageError('one Lua source is expected, whose name ends in .lua');
  }
  if (!existsSync(file)) throw new UsageError(`${file} does not exist`);
  const calls = (values.args ?? ['']).map(hex => {
    if (!HEX.test(hex)) throw new UsageError(`"${hex}" is no argument bytes: two hex digits for each`);
    return Buffer.from(hex, 'hex');
  });
  return { file, calls, from: values.from ?? 'alice', coins: coinsOf(values.coins) };
}

/** `1.5` or `1.5:WUSD`. */
function coinsOf(text: string | undefined): Coins | undefined {
  if (text === undefined) return undefined;
  const [, amount, symbol = 'WICC'] = COINS.exec(text) ?? [];
  if (amount === undefined) throw new UsageError(`"${text}" is no coins, which are written 1.5 or 1.5:WUSD`);
  return { symbol, amount: coins(amount) };
}

function accountNamed(chain: Devnet, name: string): DevAccount {
  const { accounts } = chain;
  if (Object.hasOwn(accounts, name)) return accounts[name as keyof typeof accounts];
  throw new UsageError(
    `"${name}" is no account; those of a development chain are ${Object.keys(accounts).join(', ')}`,
  );
}
