import { sha256 } from '../crypto/hash.js';
import { type KdfParameters, wipe } from '../crypto/wallet-cipher.js';
import { WalletError } from './errors.js';
import { takeApart, type WalletChange, withChange } from './wallet-changes.js';
import type {
  PoolKey,
  StoredEncryption,
  StoredEntry,
  StoredKey,
  StoredMnemonic,
  WalletDocument,
} from './wallet-document.js';

/** First member of every wallet file, so that no other JSON is taken for one. */
export const WALLET_FILE_FORMAT = 'coind-wallet';
/** Raised when the shape below changes in a way that an older program would misread. */
const FORMAT_VERSION = 2;
/** Of a wallet without a mnemonic and without keys in stock: programs before version 2 read it too. */
const PLAIN_VERSION = 1;

/** Ends the text: SHA-256, in hex, of everything before its line. */
const CHECKSUM_LINE = /,\n {2}"checksum": "([0-9a-f]{64})"\n\}\n$/;

/**
 * The text of a wallet file: one entry a line, so that a difference between two files can be read, then a checksum.
 */
export function formatWallet(document: WalletDocument): string {
  const head = [
    `"format": ${JSON.stringify(WALLET_FILE_FORMAT)}`,
    `"version": ${document.mnemonic || document.pool ? FORMAT_VERSION : PLAIN_VERSION}`,
    `"network": ${JSON.stringify(document.network)}`,
    `"encryption": ${JSON.stringify(document.encryption ?? null)}`,
    ...(document.mnemonic ? [`"mnemonic": ${JSON.stringify(document.mnemonic)}`] : []),
    ...(document.pool
      ? [`"pool": [${document.pool.map(key => `\n    ${JSON.stringify(key)}`).join(',')}\n  ]`]
      : []),
  ].map(member => `  ${member},\n`);
  const entries = document.entries.map(entry => `\n    ${JSON.stringify(entry)}`).join(',');
  const body = `{\n${head.join('')}  "entries": [${entries}\n  ]`;
  return `${body},\n  "checksum": "${checksumOf(body)}"\n}\n`;
}

function checksumOf(body: string): string {
  const bytes = Buffer.from(body, 'utf8');
  try {
    return sha256(bytes).toString('hex');
  } finally {
    wipe(bytes);
  }
}

/** Whether a document has a checksum; files of earlier versions have none. */
export function hasChecksum(document: string): boolean {
  return CHECKSUM_LINE.test(document);
}

/** What a wallet file says. */
export interface ReadWallet {
  readonly document: WalletDocument;
  /** Whether it is to be written again: it has no checksum, or ends in a change that was never acknowledged. */
  readonly isUnfinished: boolean;
  /** Whether its content is proven by a checksum. */
  readonly hasChecksum: boolean;
}

/**
 * Reads the text of a wallet file: the document, and what was changed since.
 * @param path for messages only
 * @throws WalletError `bad-file` that names the first thing that is wrong
 */
export function readWallet(text: string, path: string): ReadWallet {
  const { document: base, changes, wrongLine, unfinished } = takeApart(text);
  const check = new ShapeCheck(path);
  const document = parseWallet(base, path);
  if (wrongLine !== undefined) {
    throw check.failure(
      `the sum of line ${wrongLine} does not fit, so something before its end is not what was written`,
    );
  }
  const isProven = hasChecksum(base);
  return {
    document: changes.map((change, i) => parseChange(change, i, check)).reduce(withChange, document),
    isUnfinished: !isProven || unfinished > 0,
    hasChecksum: isProven,
  };
}

/** @throws WalletError `bad-file` */
function parseChange(text: string, number: number, check: ShapeCheck): WalletChange {
  const where = `change ${number + 1}`;
  const { entries, next, pool } = check.object(parseJson(text, check), where);
  if (!Array.isArray(entries)) throw check.failure(`${where}.entries is not a list`);
  return {
    entries: entries.map((entry, i) => parseEntry(entry, `${where}.entries[${i}]`, check)),
    ...(next !== undefined && { next: parseIndex(next, `${where}.next`, check) }),
    ...(pool !== undefined && { pool: parseStockChange(pool, `${where}.pool`, check) }),
  };
}

function parseStockChange(value: unknown, where: string, check: ShapeCheck) {
  const { taken, added } = check.object(value, where);
  return { taken: parseIndex(taken, `${where}.taken`, check), added: parsePool(added, check) };
}

/**
 * Reads the document of a wallet file.
 * @param path for messages only
 * @throws WalletError `bad-file` that names the first thing that is wrong
 */
export function parseWallet(text: string, path: string): WalletDocument {
  const check = new ShapeCheck(path);
  const file = check.object(parseJson(text, check), 'the file');
  if (file.format !== WALLET_FILE_FORMAT) throw check.failure(`"format" is not "${WALLET_FILE_FORMAT}"`);
  if (file.version !== FORMAT_VERSION && file.version !== PLAIN_VERSION) {
    throw check.failure(
      `"version" is ${String(file.version)}, this program reads ${PLAIN_VERSION} and ${FORMAT_VERSION}`,
    );
  }
  if (file.checksum !== undefined) requireChecksum(text, check);
  const { network, encryption, entries, mnemonic, pool } = file;
  if (typeof network !== 'string') throw check.failure('"network" is not a text');
  if (!Array.isArray(entries)) throw check.failure('"entries" is not a list');
  const parsed = entries.map((entry, i) => parseEntry(entry, `entries[${i}]`, check));
  return {
    network,
    encryption: encryption === null ? undefined : parseEncryption(encryption, check),
    entries: parsed.sort((a, b) => (a.keyId < b.keyId ? -1 : 1)),
    ...(mnemonic !== undefined && { mnemonic: parseMnemonic(mnemonic, check) }),
    ...(pool !== undefined && { pool: parsePool(pool, check) }),
  };
}

/** @throws WalletError `bad-file` */
function requireChecksum(text: string, check: ShapeCheck): void {
  const match = CHECKSUM_LINE.exec(text);
  if (match !== null && match[1] === checksumOf(text.slice(0, match.index))) return;
  throw check.failure(
    'its checksum does not fit, so something in it is not what was written (if you have changed the file on purpose, ' +
      'remove the line "checksum")',
  );
}

function parseJson(text: string, check: ShapeCheck): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw check.failure('it is not JSON', error);
  }
}

function parseEntry(value: unknown, where: string, check: ShapeCheck): StoredEntry {
  const entry = check.object(value, where);
  const { created } = entry;
  if (typeof created !== 'number' || !Number.isSafeInteger(created)) {
    throw check.failure(`${where}.created is not a number of seconds`);
  }
  const main = entry.main === undefined ? undefined : parseKey(entry.main, `${where}.main`, check);
  const miner = entry.miner === undefined ? undefined : parseKey(entry.miner, `${where}.miner`, check);
  if (!main && !miner) throw check.failure(`${where} has neither a main key nor a miner key`);
  const keyId = check.hex(entry.keyId, `${where}.keyId`, 20);
  if (entry.index === undefined) return { keyId, created, main, miner };
  return { keyId, created, main, miner, index: parseIndex(entry.index, `${where}.index`, check) };
}

function parseMnemonic(value: unknown, check: ShapeCheck): StoredMnemonic {
  const { entropy, next, shown, given } = check.object(value, 'mnemonic');
  if (typeof shown !== 'boolean') throw check.failure('mnemonic.shown is neither true nor false');
  if (typeof given !== 'boolean') throw check.failure('mnemonic.given is neither true nor false');
  const index = parseIndex(next, 'mnemonic.next', check);
  return { entropy: check.hex(entropy, 'mnemonic.entropy'), next: index, shown, given };
}

function parsePool(value: unknown, check: ShapeCheck): PoolKey[] {
  if (!Array.isArray(value)) throw check.failure('"pool" is not a list');
  return value.map((key, i) => {
    const { index } = check.object(key, `pool[${i}]`);
    const parsed = parseKey(key, `pool[${i}]`, check);
    return index === undefined ? parsed : { ...parsed, index: parseIndex(index, `pool[${i}].index`, check) };
  });
}

function parseIndex(value: unknown, where: string, check: ShapeCheck): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value < 2 ** 31) return value;
  throw check.failure(`${where} is not a whole number from 0 on`);
}

function parseKey(value: unknown, where: string, check: ShapeCheck): StoredKey {
  const key = check.object(value, where);
  return {
    publicKey: check.hex(key.publicKey, `${where}.publicKey`, 33),
    secret: check.hex(key.secret, `${where}.secret`),
  };
}

function parseEncryption(value: unknown, check: ShapeCheck): StoredEncryption {
  const encryption = check.object(value, 'encryption');
  return {
    kdf: parseKdf(encryption.kdf, check),
    salt: check.hex(encryption.salt, 'encryption.salt'),
    masterKey: check.hex(encryption.masterKey, 'encryption.masterKey'),
  };
}

function parseKdf(value: unknown, check: ShapeCheck): KdfParameters {
  const kdf = check.object(value, 'encryption.kdf');
  const count = (name: string): number => {
    const number = kdf[name];
    if (typeof number === 'number' && Number.isSafeInteger(number) && number > 0) return number;
    throw check.failure(`encryption.kdf.${name} is not a positive integer`);
  };
  if (kdf.method === 'sha512') return { method: 'sha512', iterations: count('iterations') };
  if (kdf.method === 'scrypt') {
    return {
      method: 'scrypt',
      cost: count('cost'),
      blockSize: count('blockSize'),
      parallelization: count('parallelization'),
    };
  }
  throw check.failure('encryption.kdf.method is neither "sha512" nor "scrypt"');
}

/** Checks of single values, with a message that names the file and the place. */
class ShapeCheck {
  constructor(readonly path: string) {}

  failure(what: string, cause?: unknown): WalletError {
    return new WalletError(
      'bad-file',
      `${this.path} is not a usable wallet file: ${what}. Nothing was changed. Put back a copy that backupwallet has made`,
      { cause },
    );
  }

  object(value: unknown, where: string): Record<string, unknown> {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return value as Record<string, unknown>;
    }
    throw this.failure(`${where} is not an object`);
  }

  /** Lower-case hex of a number of bytes, or of any. */
  hex(value: unknown, where: string, bytes?: number): string {
    const isHex = typeof value === 'string' && /^(?:[0-9a-f]{2})+$/.test(value);
    if (isHex && (bytes === undefined || value.length === 2 * bytes)) return value;
    throw this.failure(`${where} is not ${bytes === undefined ? '' : `${2 * bytes} digits of `}hex`);
  }
}
