import { readFile } from 'node:fs/promises';
import { wipe } from '../crypto/wallet-cipher.js';
import { removeUnfinished, replaceFile } from '../storage/whole-file.js';
import { WalletError } from './errors.js';
import { NO_WALLET, noteChange, requireLast, sumOfWallet } from './last-written.js';

/** Where the text of a wallet is kept. */
export interface WalletStorage {
  /** The path of the file, or how messages name the place. */
  readonly location: string;
  /** The stored text, or undefined for a wallet that does not exist yet. @throws WalletError `bad-file` */
  read(): Promise<string | undefined>;
  /**
   * Checks that what was read, or that there was nothing to read, is what was written last.
   * @throws WalletError `bad-file`
   */
  requireLast(): Promise<void>;
  /** Notes that what is stored now is the last that this process writes. */
  settle(): Promise<void>;
  /** Replaces the text in one step; it is durable when the promise resolves. */
  write(text: string): Promise<void>;
}

/** A wallet in a file that only its owner can read. */
export function fileStorage(path: string): WalletStorage {
  let sum = NO_WALLET;
  let isSettled = false;
  return {
    location: path,
    async requireLast() {
      isSettled = await requireLast(path, sum);
    },
    async settle() {
      if (!isSettled) await noteChange(path, sum, sum);
      isSettled = true;
    },
    async read() {
      try {
        await removeUnfinished(path);
        const bytes = await readFile(path);
        try {
          sum = sumOfWallet(bytes);
          return bytes.toString('utf8');
        } finally {
          wipe(bytes);
        }
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        const reason = (error as Error).message;
        throw new WalletError('bad-file', `the wallet ${path} cannot be read: ${reason}`, { cause: error });
      }
    },
    async write(text) {
      // Of a text, Node.js would make a copy that nobody can overwrite.
      const bytes = Buffer.from(text, 'utf8');
      try {
        const next = sumOfWallet(bytes);
        await noteChange(path, sum, next);
        isSettled = false;
        await replaceFile(path, bytes);
        sum = next;
      } finally {
        wipe(bytes);
      }
    },
  };
}

/** A wallet that ends with the process. */
export function memoryStorage(): WalletStorage {
  let stored: string | undefined;
  return {
    location: 'the wallet in memory',
    requireLast: async () => undefined,
    settle: async () => undefined,
    read: async () => stored,
    write: async text => {
      stored = text;
    },
  };
}
