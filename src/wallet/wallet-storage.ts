import { readFile } from 'node:fs/promises';
import { removeUnfinished, replaceFile } from '../storage/whole-file.js';
import { WalletError } from './errors.js';

/** Where the text of a wallet is kept. */
export interface WalletStorage {
  /** The path of the file, or how messages name the place. */
  readonly location: string;
  /** The stored text, or undefined for a wallet that does not exist yet. @throws WalletError `bad-file` */
  read(): Promise<string | undefined>;
  /** Replaces the text in one step; it is durable when the promise resolves. */
  write(text: string): Promise<void>;
}

/** A wallet in a file that only its owner can read. */
export function fileStorage(path: string): WalletStorage {
  return {
    location: path,
    async read() {
      try {
        await removeUnfinished(path);
        return await readFile(path, 'utf8');
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        const reason = (error as Error).message;
        throw new WalletError('bad-file', `the wallet ${path} cannot be read: ${reason}`, { cause: error });
      }
    },
    write: text => replaceFile(path, text),
  };
}

/** A wallet that ends with the process. */
export function memoryStorage(): WalletStorage {
  let stored: string | undefined;
  return {
    location: 'the wallet in memory',
    read: async () => stored,
    write: async text => {
      stored = text;
    },
  };
}
