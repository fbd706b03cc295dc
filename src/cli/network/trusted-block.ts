import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { MANIFEST_FILE } from '../../chain/snapshot/manifest.js';
import { EngineClient } from '../../consensus/cometbft/engine-client.js';
import type { TrustedBlock } from '../../consensus/cometbft/engine-files.js';
import { UsageError } from '../sub-command.js';
import { type LocalNetwork, type Member, placesOf } from './members.js';

const LOOPBACK = '127.0.0.1';
/** An engine compares what two others say. */
const LEAST_SERVERS = 2;

/** Members of the answer of `commit` (CometBFT v0.38) that are looked at. */
interface CommitAnswer {
  readonly signed_header: {
    readonly header: { readonly height: string };
    readonly commit: { readonly block_id: { readonly hash: string } };
  };
}

/**
 * The newest block of a network that runs on this machine: its nodes are trusted, as their files were made here.
 * @throws UsageError where fewer than two of them run, or none has a snapshot yet
 */
export async function trustedBlock(root: string, { members }: LocalNetwork): Promise<TrustedBlock> {
  if (!members.some(member => hasSnapshot(root, member))) {
    throw new UsageError(
      'no node has a snapshot yet, so a new one cannot begin with its state: wait for the next one (option snapshotinterval), ' +
        'or leave --statesync out',
    );
  }
  const asked = await Promise.all(members.map(newestOf));
  const running = asked.filter(answer => answer !== undefined);
  const [newest] = running;
  if (newest === undefined || running.length < LEAST_SERVERS) {
    throw new UsageError(
      `a node that begins with the state of others asks at least ${LEAST_SERVERS} of them; ${running.length} run`,
    );
  }
  return { servers: running.map(({ server }) => server), height: newest.height, hash: newest.hash };
}

function hasSnapshot(root: string, member: Member): boolean {
  const { snapshots } = placesOf(root, member);
  if (!existsSync(snapshots)) return false;
  return readdirSync(snapshots).some(name => existsSync(join(snapshots, name, MANIFEST_FILE)));
}

async function newestOf({ enginePort: port }: Member) {
  const client = new EngineClient({ host: LOOPBACK, port });
  try {
    const { signed_header: signed } = (await client.ask('commit')) as CommitAnswer;
    const { header, commit } = signed;
    return { server: `${LOOPBACK}:${port}`, height: Number(header.height), hash: commit.block_id.hash };
  } catch {
    return undefined; // It does not run.
  } finally {
    client.close();
  }
}
