import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestNode } from '../nodes/node.js';

const DIRECTORY = '/tmp/lua';
const SAMPLES = join('contracts', 'lua');

/** The source of a contract of this project. */
export function sampleContract(name: string): string {
  return readFileSync(join(SAMPLES, name), 'utf8');
}

/** A directory below the only one that a node reads Lua contracts from; gone when the process ends. */
export class LuaDirectory {
  readonly path: string;

  constructor() {
    mkdirSync(DIRECTORY, { recursive: true });
    this.path = mkdtempSync(join(DIRECTORY, 'test-'));
    process.once('exit', () => rmSync(this.path, { recursive: true, force: true }));
  }

  /** Writes a contract. @returns its path */
  write(name: string, source: string | Uint8Array): string {
    const path = join(this.path, name);
    writeFileSync(path, source);
    return path;
  }
}

/** Deploys a contract of this project in a block of its own. @returns its regid */
export async function deploySample(
  node: TestNode,
  directory: LuaDirectory,
  name: string,
  sender: string,
): Promise<string> {
  const path = directory.write(name, sampleContract(name));
  const { txid } = await node.call<{ txid: string }>('submitcontractdeploytx', sender, path, 110_000_000);
  await node.call('generate', 1);
  return (await node.call<{ regid: string }>('getcontractregid', txid)).regid;
}
