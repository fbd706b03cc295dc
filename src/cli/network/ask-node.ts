import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readCookie } from '../../config/cookie.js';
import { post } from '../http-request.js';
import { type Member, placesOf } from './members.js';

const TIMEOUT = 5000;

/** What a node says of itself. */
export interface NodeAnswer {
  readonly tipblock_height: number;
  readonly tipblock_hash: string;
  readonly connections: number;
  readonly state: string;
  readonly errors: string;
}

/** Asks a node how it is; undefined where it does not answer. */
export async function askNode(root: string, member: Member): Promise<NodeAnswer | undefined> {
  const credentials = readCookie(placesOf(root, member).networkDirectory);
  if (credentials === undefined) return undefined;
  const endpoint = { host: '127.0.0.1', port: member.rpcPort, tls: false, credentials };
  try {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getinfo', params: [] });
    const answer = await post(endpoint, body, TIMEOUT);
    return (JSON.parse(answer.body) as { result?: NodeAnswer }).result ?? undefined;
  } catch {
    // It is away, or of another run than the credentials.
    return undefined;
  }
}

/**
 * The process id of a running node; undefined where none runs. What a killed node has left may be the number of
 * another process by now, which nobody may take for the node, let alone end.
 */
export function pidOf(root: string, member: Member): number | undefined {
  try {
    const pid = Number(readFileSync(placesOf(root, member).pidFile, 'utf8'));
    return Number.isInteger(pid) && pid > 0 && runsAs(root, member, pid) ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a process is a node, also while it ends and has removed its number already. */
export function runsAs(root: string, member: Member, pid: number): boolean {
  try {
    process.kill(pid, 0);
    return `${commandLineOf(pid)} `.includes(`-datadir=${placesOf(root, member).dataDirectory} `);
  } catch {
    return false;
  }
}

/** How a process was started. @throws Error where there is no such process, or nobody tells */
function commandLineOf(pid: number): string {
  if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  return execFileSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' });
}
