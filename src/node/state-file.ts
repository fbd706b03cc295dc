import { randomBytes } from 'node:crypto';
import { constants, existsSync } from 'node:fs';
import { access } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Chain } from '../chain/chain.js';
import { dumpChain, type LoadedDump, readDump } from '../chain/chain-dump.js';
import type { Options } from '../config/load-options.js';
import { OptionError } from '../config/option-types.js';
import type { Consensus } from '../consensus/consensus.js';
import type { KeyValueStore } from '../storage/key-value-store.js';
import { openMemory } from '../storage/memory.js';
import { NotOrdinaryFile } from '../storage/ordinary-file.js';
import { FileExists, replaceFile, writeNewFile } from '../storage/whole-file.js';

/** The file of a development chain that is kept in memory (option `state`). */
export interface StateFile {
  /** What the file held, or nothing yet. */
  readonly store: KeyValueStore;
  /** Lets the clock of the chain go on as it did. */
  restoreClock(consensus: Consensus): void;
  /** Writes the chain, which must not change in the meantime. */
  save(chain: Chain, consensus: Consensus): Promise<void>;
}

/**
 * Reads the file of the option `state`.
 * @returns undefined without the option
 * @throws OptionError on a public network, and where the file could not be written at the end; ChainError for a file that holds no chain
 */
export async function openStateFile(options: Options): Promise<StateFile | undefined> {
  if (options.state === '') return undefined;
  const { network } = options;
  if (network.development === undefined) {
    throw new OptionError(
      `option state is for development networks such as regtest, whose chain is then in memory; not for ${network.name}`,
    );
  }
  const file = resolve(options.state);
  await requireWritableFolder(file);
  const dump = existsSync(file) ? await readStateFile(file) : undefined;
  return {
    store: dump?.store ?? openMemory(),
    restoreClock({ chainControl }) {
      if (chainControl !== undefined && dump !== undefined)
        chainControl.clockOffset = dump.header.clockOffset;
    },
    async save(chain, { chainControl }) {
      // What others have put there meanwhile is not overwritten: only what was read at the start is replaced.
      const write = dump === undefined ? writeNewFile : replaceFile;
      const offset = chainControl?.clockOffset ?? 0;
      await dumpChain(file, chain, offset, write).catch(async error => {
        if (!(error instanceof FileExists)) throw error;
        const other = `${file}.${randomBytes(4).toString('hex')}`;
        await dumpChain(other, chain, offset, writeNewFile);
        throw new Error(`${file} is another one by now; the chain was written to ${other}`, { cause: error });
      });
    },
  };
}

async function readStateFile(file: string): Promise<LoadedDump> {
  try {
    return await readDump(file);
  } catch (error) {
    if (error instanceof NotOrdinaryFile) throw new OptionError(`option state: ${error.message}`);
    throw error;
  }
}

/** An operator who has worked on a chain for hours must not find out at the end that it cannot be saved. */
async function requireWritableFolder(file: string): Promise<void> {
  try {
    await access(dirname(file), constants.W_OK);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new OptionError(`option state: the folder of ${file} cannot be written: ${reason}`);
  }
}
