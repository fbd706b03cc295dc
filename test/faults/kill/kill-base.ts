import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { EngineName } from '../../../src/storage/key-value-store.js';
import { LuaDirectory } from '../../support/lua/sample-contracts.js';
import { startTestNode } from '../../support/nodes/node.js';
import { temporaryDirectory } from '../../support/temporary-directory.js';
import { copyOf } from './image.js';

/** Blocks of the chain that every directory begins with: more than a pruned node keeps. */
export const BASE_BLOCKS = 130;

/** Stores its argument, under one of 256 keys. */
const CONTRACT = `mylib = require "mylib"
mylib.WriteData({ key = 'k' .. contract[1], length = #contract, value = contract })`;

/** What the directories begin with whose nodes are going to be killed. */
export interface KillBase {
  /** Never changed. */
  readonly directories: Readonly<Record<'rocksdb' | 'leveldb', string>>;
  /** Regid of a contract. */
  readonly contract: string;
  /** A snapshot of the chain. */
  readonly snapshot: string;
  /** A dump of another, longer chain. */
  readonly dump: string;
  /** Hash of the newest block of that. */
  readonly tipOfDump: string;
  /** Height of the newest block of the snapshot. */
  readonly height: number;
}

/** Makes a chain with a contract, its snapshot, and the dump of a longer chain. */
export async function makeKillBase(): Promise<KillBase> {
  const files = temporaryDirectory();
  const [snapshot, dump] = [join(files, 'snapshot'), join(files, 'chain.dump')];
  const directory = temporaryDirectory();
  const lua = new LuaDirectory().write('store.lua', CONTRACT);
  let node = await startTestNode({ directory });
  const { txid } = await node.call<{ txid: string }>('submitcontractdeploytx', '0-13', lua, 110_000_000);
  await node.call('generate', BASE_BLOCKS);
  const { regid: contract } = await node.call<{ regid: string }>('getcontractregid', txid);
  const height = await node.call<number>('getblockcount');
  await node.call('dumpsnapshot', snapshot);
  await node.stop();

  const other = copyOf(directory);
  node = await startTestNode({ directory: other });
  await node.call('invalidateblock', (await node.call<{ hash: string }>('getblockhash', height - 4)).hash);
  await node.call('submitsendtx', '0-14', '0-15', 1_000_000);
  await node.call('generate', 60);
  const { hash: tipOfDump } = await node.call<{ hash: string }>(
    'getblockhash',
    await node.call<number>('getblockcount'),
  );
  await node.call('dev_dumpState', dump);
  await node.stop();
  rmSync(other, { recursive: true });

  return {
    directories: { rocksdb: directory, leveldb: await withEngine(directory, 'leveldb') },
    contract,
    snapshot,
    dump,
    tipOfDump,
    height,
  };
}

/** The same chain in the database of another engine. */
async function withEngine(directory: string, engine: EngineName): Promise<string> {
  const copy = copyOf(directory);
  const node = await startTestNode({ directory: copy, switches: [`-engine=${engine}`, '-reindex'] });
  await node.stop();
  return copy;
}
