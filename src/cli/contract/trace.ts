import { existsSync, readFileSync } from 'node:fs';
import { CallError } from '../../client/errors.js';
import { exchange } from '../../client/exchange.js';
import { stringifyJson } from '../../codec/json.js';
import type { Json, JsonObject } from '../../codec/json-value.js';
import { loadOptions } from '../../config/load-options.js';
import { callTreeText, type ShownCall } from '../../testing/call-tree-text.js';
import type { CommandContext } from '../command.js';
import { printError } from '../print.js';
import { send } from '../send.js';
import { UsageError } from '../sub-command.js';
import type { CommandResult } from '../terminal.js';
import { parseWords } from '../words.js';

const TXID = /^[0-9a-f]{64}$/i;

/**
 * `coind contract trace <txid> [sources]`: asks a node which contracts a transaction has called, and shows each call
 * with arguments, coins, fuel, logs, changes of storage and refusals. Sources that are named give lines their files.
 *
 * @throws UsageError for other words; Error where no node answers
 */
export async function runTrace(
  words: readonly string[],
  { switches, environment, terminal }: CommandContext,
): Promise<CommandResult> {
  const { positionals, values } = parseWords(words, { format: { type: 'string' } });
  const { format = 'text' } = values;
  const [txid, ...files] = positionals;
  if (txid === undefined || !TXID.test(txid)) {
    throw new UsageError('the id of a transaction is expected: 64 hex digits');
  }
  if (format !== 'text' && format !== 'json') {
    throw new UsageError(`"${format}" is no format; there are text, json`);
  }
  for (const file of files) if (!existsSync(file)) throw new UsageError(`${file} does not exist`);
  // The passphrase of the wallet is for commands that unlock it.
  const { COIND_WALLETPASSPHRASE: _, ...others } = environment;
  const { options } = loadOptions(switches, others);
  const ask = (method: string, params: readonly Json[]): Promise<Json> =>
    exchange(body => send(options, body), { method, params });
  try {
    const answer = (await ask('gettxcalls', [txid])) as JsonObject;
    if (format === 'json') {
      terminal.output(`${stringifyJson(answer)}\n`);
      return 0;
    }
    const calls = (answer.calls as readonly JsonObject[]).map(shownCall);
    const named = await sourcesOf(calls, files, ask);
    terminal.output(`block ${answer.height}\n${callTreeText(calls, contract => named.get(contract))}`);
    if (calls.length === 0) terminal.output('the transaction has called no contract\n');
    return 0;
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    return printError(error.answer, terminal, options.output);
  }
}

/** A call as the node answers it; its amounts are numbers of any kind that JSON has. */
function shownCall(given: JsonObject): ShownCall {
  const { contract, kind, call, fuel, kinds, logs, changes, receipts, refusals, calls } = given;
  const list = (json: Json | undefined): readonly JsonObject[] => (json ?? []) as readonly JsonObject[];
  return {
    contract: String(contract),
    kind: kind === 'lua' ? 'lua' : 'action',
    call: withAmount(call as JsonObject),
    fuel: fuel === undefined ? undefined : BigInt(String(fuel)),
    kinds: Object.fromEntries(
      Object.entries(kinds as JsonObject).map(([name, units]) => [name, Number(units)]),
    ),
    logs: (logs as readonly Json[]).map(String),
    changes: list(changes).map(({ key, before, after, line }) => ({
      key: String(key),
      before: before === null ? undefined : String(before),
      after: after === null ? undefined : String(after),
      line: line === undefined ? undefined : Number(line),
    })),
    receipts: list(receipts).map(({ receipt_type_name, from_addr, to_addr, coin_symbol, coin_amount }) => ({
      type: String(receipt_type_name),
      from: String(from_addr),
      to: String(to_addr),
      symbol: String(coin_symbol),
      amount: BigInt(String(coin_amount)),
    })),
    refusals: list(refusals).map(({ line, function: name, reason }) => ({
      line: Number(line),
      function: String(name),
      reason: String(reason),
    })),
    failure: undefined,
    calls: list(calls).map(shownCall),
  };
}

function withAmount(call: JsonObject): JsonObject {
  const { coins } = call;
  if (coins === undefined) return call;
  const { symbol, amount } = coins as JsonObject;
  return { ...call, coins: { symbol: String(symbol), amount: BigInt(String(amount)) } };
}

/** The files whose text is the code of a Lua contract that was called, by regid. */
async function sourcesOf(
  calls: readonly ShownCall[],
  files: readonly string[],
  ask: (method: string, params: readonly Json[]) => Promise<Json>,
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map(files.map(file => [readFileSync(file).toString('hex'), file] as const));
  const named = new Map<string, string>();
  if (texts.size === 0) return named;
  for (const contract of new Set(calls.flatMap(luaContracts))) {
    const { code } = (await ask('getcontractinfo', [contract])) as JsonObject;
    const file = texts.get(String(code));
    if (file !== undefined) named.set(contract, file);
  }
  return named;
}

function luaContracts({ kind, contract, calls }: ShownCall): string[] {
  return [...(kind === 'lua' ? [contract] : []), ...calls.flatMap(luaContracts)];
}
