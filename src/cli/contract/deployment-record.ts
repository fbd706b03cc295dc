import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** A deployment that has happened. */
export interface RecordedDeployment {
  /** The name of the contract in the project. */
  readonly name: string;
  readonly regid: string;
  readonly txid: string;
  readonly height: number;
  /** Path of the source from the folder in which the command ran. */
  readonly source: string;
  /** SHA-256 of the code on the chain, and of the packed ABI after it, 64 hex digits. */
  readonly sha256: string;
  /** Address of the account that deployed it. */
  readonly sender: string;
  /** In sawi. */
  readonly fee: string;
}

/** What has been deployed on one network, in order: the last one of a name is the one that counts. */
export interface DeploymentRecord {
  /** Such as `regtest`. */
  readonly network: string;
  /** Hash of block 0. */
  readonly genesis: string;
  readonly deployments: readonly RecordedDeployment[];
}

/**
 * Reads the record of a network; an empty one where there is no file.
 * @throws Error for a file that is none, or of another network
 */
export function readRecord(file: string, network: string, genesis: string): DeploymentRecord {
  if (!existsSync(file)) return { network, genesis, deployments: [] };
  const record = parsed(file);
  if (record.genesis === genesis) return record;
  throw new Error(`${file} is of the network with block 0 ${record.genesis}; the node's is ${genesis}`);
}

function parsed(file: string): DeploymentRecord {
  let record: Partial<DeploymentRecord> | null;
  try {
    record = JSON.parse(readFileSync(file, 'utf8')) as Partial<DeploymentRecord> | null;
  } catch (error) {
    throw new Error(`${file} is no record of deployments: ${(error as Error).message}`, { cause: error });
  }
  if (typeof record?.genesis !== 'string' || !Array.isArray(record.deployments)) {
    throw new Error(`${file} is no record of deployments: it needs the members genesis and deployments`);
  }
  return record as DeploymentRecord;
}

/** The last deployment under a name. */
export function lastOf({ deployments }: DeploymentRecord, name: string): RecordedDeployment | undefined {
  return deployments.findLast(each => each.name === name);
}

/** Adds a deployment, and writes the record. */
export function addDeployment(file: string, record: DeploymentRecord, added: RecordedDeployment): void {
  mkdirSync(dirname(file), { recursive: true });
  const deployments = [...record.deployments, added];
  writeFileSync(file, `${JSON.stringify({ ...record, deployments }, null, 2)}\n`);
}
