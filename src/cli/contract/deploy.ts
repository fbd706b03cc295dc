import { relative, resolve } from 'node:path';
import { CallError } from '../../client/errors.js';
import { inCoins } from '../../rpc/node/amounts.js';
import { CallFailed, coins } from '../../testing/index.js';
import { type DeploymentPlan, deploy, isDeployedAs, planDeployment } from '../../testing/remote/index.js';
import type { CommandContext } from '../command.js';
import { UsageError } from '../sub-command.js';
import type { CommandResult, Terminal } from '../terminal.js';
import { parseWords } from '../words.js';
import { contractHash, type DeployTarget, deployTarget } from './deploy-target.js';
import { addDeployment, lastOf } from './deployment-record.js';

/** What the words of the command line ask for. */
interface DeployRequest {
  readonly file: string;
  readonly from: string;
  readonly name: string | undefined;
  readonly record: string | undefined;
  readonly replaces: string | undefined;
  /** In sawi. */
  readonly fee: bigint | undefined;
  readonly yes: boolean;
  readonly again: boolean;
}

/**
 * `coind contract deploy <file> --from <account>`: deploys a contract on a node, whose wallet signs. It shows what it
 * will do, asks, writes down what was deployed, and compares the code on the chain with that of the source. What is there
 * already is not deployed again.
 *
 * @returns 1 where it was refused, by the node or by whoever was asked
 * @throws UsageError for other words; Error where nothing answers
 */
export async function runDeploy(words: readonly string[], context: CommandContext): Promise<CommandResult> {
  const request = requestOf(words);
  const { terminal } = context;
  try {
    const target = await deployTarget(request.file, request, context);
    if (!request.again && (await isThere(target, terminal))) return 0;
    const plan = await planDeployment(target.link, target.contract, request);
    terminal.output(planText(target, plan));
    if (!request.yes && !(await confirmed(terminal))) return 1;
    return await deployed(target, plan, request, terminal);
  } catch (error) {
    if (!(error instanceof CallFailed || error instanceof CallError)) throw error;
    terminal.errors(`error: ${error.message}\n`);
    return 1;
  }
}

function requestOf(words: readonly string[]): DeployRequest {
  const { values, positionals } = parseWords(words, {
    from: { type: 'string' },
    name: { type: 'string' },
    record: { type: 'string' },
    replace: { type: 'string' },
    fee: { type: 'string' },
    yes: { type: 'boolean', short: 'y' },
    again: { type: 'boolean' },
  });
  const [file, ...others] = positionals;
  if (file === undefined || others.length > 0) throw new UsageError('one contract is expected');
  if (values.from === undefined) {
    throw new UsageError(
      '--from is missing: the account that deploys and pays, whose key the wallet of the node has',
    );
  }
  return {
    file,
    from: values.from,
    name: values.name,
    record: values.record,
    replaces: values.replace,
    fee: feeOf(values.fee),
    yes: values.yes === true,
    again: values.again === true || values.replace !== undefined,
  };
}

function feeOf(text: string | undefined): bigint | undefined {
  if (text === undefined) return undefined;
  if (/^\d+(\.\d{1,8})?$/.test(text)) return coins(text);
  throw new UsageError(`"${text}" is no fee, which is a number of WICC such as 1.5`);
}

/** Whether the chain has the same contract from an earlier deployment, which is said. */
async function isThere({ link, contract, name, record }: DeployTarget, terminal: Terminal): Promise<boolean> {
  const last = lastOf(record, name);
  if (last === undefined || last.sha256 !== contractHash(contract)) return false;
  try {
    if (!(await isDeployedAs(link, last.regid, contract))) return false;
  } catch (error) {
    // A development chain that has begun anew does not have it.
    if (error instanceof CallError) return false;
    throw error;
  }
  terminal.output(`${name} is deployed already as ${last.regid}; --again deploys another one\n`);
  return true;
}

function planText({ place, contract, name, record }: DeployTarget, plan: DeploymentPlan): string {
  const { code, abi } = contract;
  const abiText = abi.length === 0 ? '' : `, ABI of ${abi.length} bytes`;
  const rows = [
    ['network', `${record.network}, node ${place}`],
    [
      'contract',
      `${name}: ${code.vm === 'lua' ? 'Lua' : 'WebAssembly'}, ${code.code.length} bytes${abiText}`,
    ],
    ['hash', contractHash(contract)],
    ['from', `${plan.sender.address} (${plan.sender.regId})`],
    ['fee', `${inCoins(plan.fee)} WICC`],
    ['replaces', plan.replaces ?? 'nothing: it is new'],
  ] as const;
  return rows.map(([title, text]) => `${title.padEnd(9)} ${text}\n`).join('');
}

/** @throws Error where nobody can be asked */
async function confirmed({ confirm }: Terminal): Promise<boolean> {
  if (confirm === undefined) throw new Error('nobody is there to confirm this; --yes deploys without asking');
  return confirm('Deploy? [y/N] ');
}

async function deployed(
  { link, contract, name, recordFile, record }: DeployTarget,
  plan: DeploymentPlan,
  { file }: DeployRequest,
  terminal: Terminal,
): Promise<CommandResult> {
  const { txid, height, regId, fee } = await deploy(link, plan);
  addDeployment(recordFile, record, {
    name,
    regid: regId,
    txid,
    height,
    source: relative('.', resolve(file)),
    sha256: contractHash(contract),
    sender: plan.sender.address,
    fee: String(fee),
  });
  terminal.output(`\n${name} is deployed as ${regId}, transaction ${txid}; noted in ${recordFile}\n`);
  if (await isDeployedAs(link, regId, contract)) {
    terminal.output('verified: the code on the chain is what the source gives\n');
    return 0;
  }
  terminal.errors('error: the code on the chain is not what the source gives\n');
  return 1;
}
