import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { loadOptions } from '../../config/load-options.js';
import {
  type DeployableContract,
  loadDeployable,
  NodeAccounts,
  NodeCalls,
  type NodeLink,
} from '../../testing/remote/index.js';
import type { CommandContext } from '../command.js';
import { placeOf, send } from '../send.js';
import { UsageError } from '../sub-command.js';
import { type DeploymentRecord, readRecord } from './deployment-record.js';

const CONTRACT = /\.(lua|ts|wasm)$/;
/** Folder of the records, one file a network. */
const FOLDER = 'deployments';

/** A contract, the node it goes to, and what was deployed there before. */
export interface DeployTarget {
  readonly link: NodeLink;
  /** Where the node is, for messages. */
  readonly place: string;
  readonly contract: DeployableContract;
  /** The name of the contract in the record. */
  readonly name: string;
  readonly recordFile: string;
  readonly record: DeploymentRecord;
}

/**
 * Reads a contract and asks the node, which options in front of the command say as for any method.
 * @throws UsageError for a file that is no contract; Error where nothing answers; CallFailed, ContractBuildError for faults
 */
export async function deployTarget(
  file: string,
  {
    name = basename(file).replace(CONTRACT, ''),
    record,
  }: { readonly name?: string | undefined; readonly record?: string | undefined },
  { switches, environment }: CommandContext,
): Promise<DeployTarget> {
  if (!CONTRACT.test(file)) throw new UsageError(`"${file}" is no contract: .lua, .ts or .wasm`);
  if (!existsSync(file)) throw new UsageError(`${file} does not exist`);
  const { options } = loadOptions(switches, environment);
  const { host, port } = placeOf(options);
  const place = `${host}:${port}`;
  const calls = new NodeCalls(place, body => send(options, body));
  const contract = await loadDeployable(file);
  const { net_type: type } = await calls.object('getinfo');
  const network = String(type)
    .replace(/_?NET$/, '')
    .toLowerCase();
  const { hash: genesis } = await calls.object('getblockhash', 0);
  const recordFile = record ?? join(FOLDER, `${network}.json`);
  return {
    link: { calls, accounts: new NodeAccounts(calls) },
    place,
    contract,
    name,
    recordFile,
    record: readRecord(recordFile, network, String(genesis)),
  };
}

/** SHA-256 of all that the chain keeps of a contract, 64 hex digits. */
export function contractHash({ code, abi }: DeployableContract): string {
  return createHash('sha256').update(code.code).update(abi).digest('hex');
}
