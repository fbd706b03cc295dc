import { readFile } from 'node:fs/promises';
import { wipe } from '../crypto/wallet-cipher.js';
import { appendToFile } from '../storage/changed-file.js';
import { removeUnfinished, replaceFile } from '../storage/whole-file.js';
import { WalletError } from './errors.js';
import { NO_WALLET, noteChange, noteChangeInPlace, requireLast } from './last-written.js';
import { changeLine, isWorthWriting, sumOfDocument, takeApart, type WalletChange } from './wallet-changes.js';

/** Where the text of a wallet is kept. */
export interface WalletStorage {
  /** The path of the file, or how messages name the place. */
  readonly location: string;
  /** The stored text, or undefined for a wallet that does not exist yet. @throws WalletError `bad-file` */
  read(): Promise<string | undefined>;
  /** The text that is stored now, for a comparison: nothing is changed by that. @throws WalletError `bad-file` */
  stored(): Promise<string | undefined>;
  /**
   * Checks that what was read, or that there was nothing to read, is what was written last.
   * @throws WalletError `bad-file`
   */
  requireLast(): Promise<void>;
  /** Notes that what is stored now is the last that this process writes. */
  settle(): Promise<void>;
  /** Replaces the text in one step; it is durable when the promise resolves. */
  write(text: string): Promise<void>;
  /**
   * Adds a change to the text; it is durable when the promise resolves.
   * @returns false where the text has to be written anew, which nothing was done for
   */
  append(change: WalletChange): Promise<boolean>;
}

/** A wallet in a file that only its owner can read. */
export function fileStorage(path: string): WalletStorage {
  let sum = NO_WALLET;
  let isSettled = false;
  /** Whether the file is what this process has read or written, so that something can be added to it. */
  let isWhole = false;
  /** Whether this process has written the note, which is then there. */
  let isNoted = false;
  /** Bytes of the document, and of the changes behind it. */
  let documentBytes = 0;
  let changedBytes = 0;
  return {
    location: path,
    async requireLast() {
      isSettled = await requireLast(path, sum);
    },
    async settle() {
      if (!isSettled) await noteChange(path, sum, sum);
      isSettled = true;
    },
    stored: () => textOf(path),
    async read() {
      await removeUnfinished(path).catch((cause: NodeJS.ErrnoException) => {
        // Where there is no directory, there is no wallet either.
        if (cause.code !== 'ENOENT') throw cannotRead(path, cause);
      });
      const text = await textOf(path);
      if (text === undefined) return undefined;
      const { document, sum: read, wrongLine, unfinished } = takeApart(text);
      sum = read;
      documentBytes = Buffer.byteLength(document);
      changedBytes = Buffer.byteLength(text) - documentBytes;
      isWhole = wrongLine === undefined && unfinished === 0;
      return text;
    },
    async write(text) {
      // Of a text, Node.js would make a copy that nobody can overwrite.
      const bytes = Buffer.from(text, 'utf8');
      try {
        const next = sumOfDocument(bytes);
        await noteChange(path, sum, next);
        [isNoted, isSettled] = [true, false];
        await replaceFile(path, bytes);
        sum = next;
        [documentBytes, changedBytes, isWhole] = [bytes.length, 0, true];
      } finally {
        wipe(bytes);
      }
    },
    async append(change) {
      if (!isWhole || isWorthWriting(changedBytes, documentBytes)) return false;
      const { line, sum: next } = changeLine(change, sum);
      const bytes = Buffer.from(line, 'utf8');
      // What fails half-way leaves a line without its end: the next change writes the document anew.
      isWhole = false;
      try {
        await (isNoted ? noteChangeInPlace : noteChange)(path, sum, next);
        [isNoted, isSettled] = [true, false];
        await appendToFile(path, bytes);
      } finally {
        wipe(bytes);
      }
      sum = next;
      changedBytes += bytes.length;
      isWhole = true;
      return true;
    },
  };
}

async function textOf(path: string): Promise<string | undefined> {
  try {
    const bytes = await readFile(path);
    try {
      return bytes.toString('utf8');
    } finally {
      wipe(bytes);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw cannotRead(path, error);
  }
}

function cannotRead(path: string, cause: unknown): WalletError {
  return new WalletError('bad-file', `the wallet ${path} cannot be read: ${(cause as Error).message}`, {
    cause,
  });
}

/** A wallet that ends with the process. */
export function memoryStorage(): WalletStorage {
  let stored: string | undefined;
  return {
    location: 'the wallet in memory',
    requireLast: async () => undefined,
    settle: async () => undefined,
    read: async () => stored,
    stored: async () => stored,
    write: async text => {
      stored = text;
    },
    append: async () => false,
  };
}
