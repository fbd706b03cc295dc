import { basename } from 'node:path';
import { JsonSyntaxError, parseJson, prettyJson } from '../../codec/json.js';
import type { Json } from '../../codec/json-value.js';
import { writeNewFile } from '../../storage/whole-file.js';
import { RpcError } from '../declaration/errors.js';
import { implement } from '../declaration/method.js';
import { withFiles } from '../files/path-errors.js';
import { readBounded } from '../files/read-bounded.js';
import type { NodeServices } from '../node/services.js';
import type { methods } from './wallet.methods.js';
import { walletDump } from './wallet-dump.js';
import { keysOfDump } from './wallet-import.js';

/** Bytes of a dump that is imported; each key takes about 400. */
const MAX_DUMP_SIZE = 64 << 20;
/** Entries of a dump that are named of those that were not taken. */
const MAX_SHOWN_ENTRIES = 20;

export const handlers = implement<typeof methods, NodeServices>({
  encryptwallet: {
    before({ wallet }) {
      if (wallet.isEncrypted) {
        throw new RpcError(
          'WRONG_ENC_STATE',
          'Wallet was already encrypted and shall not be encrypted again.',
        );
      }
    },
    async run({ passphrase }, { wallet }) {
      requirePassphrase('encryptwallet', passphrase);
      try {
        await wallet.encrypt(passphrase);
      } catch (error) {
        throw new RpcError('ENCRYPTION_FAILED', 'Failed to encrypt the wallet.', { cause: error });
      }
      return { wallet_encrypted: true, encrypt: true };
    },
  },

  async walletpassphrase({ passphrase, timeout }, services) {
    requireEncrypted('walletpassphrase', services);
    requirePassphrase('walletpassphrase', passphrase);
    const unlocked = await services.wallet.unlock(passphrase, timeout);
    return { wallet_unlocked: unlocked && !services.wallet.isLocked, passphrase: unlocked };
  },

  walletlock: {
    before: services => requireEncrypted('walletlock', services),
    run(_args, { wallet }) {
      wallet.lock();
      return { wallet_lock: true, walletlock: true };
    },
  },

  async walletpassphrasechange({ oldpassphrase, newpassphrase }, services) {
    requireEncrypted('walletpassphrasechange', services);
    requirePassphrase('walletpassphrasechange', oldpassphrase, newpassphrase);
    return { chgpwd: await services.wallet.changePassphrase(oldpassphrase, newpassphrase) };
  },

  async dumpwallet({ filename }, services) {
    const texts = {
      name: 'INVALID_PARAMETER',
      sentence: 'Failed to open dump file.',
      ownFiles: 'Wallet file shall not be saved into the Data dir to avoid likely file overwrite.',
    } as const;
    return await withFiles(texts, async () => {
      const path = await services.paths.newPath(filename);
      const dump = await walletDump(services);
      await writeNewFile(path, `${prettyJson(dump)}\n`);
      const count = dump.key.length;
      return { info: 'successfully dumped wallet', count, 'key size': count, path };
    });
  },

  async importwallet({ filename }, { wallet, paths }) {
    const texts = { name: 'INVALID_PARAMETER', sentence: 'Fail to open dump file' } as const;
    const { path, file } = await withFiles(texts, () => paths.open(filename));
    const content = await readBounded(file, MAX_DUMP_SIZE);
    if (content === undefined) {
      throw new RpcError('INVALID_PARAMETER', `${path} has more than ${MAX_DUMP_SIZE} bytes`);
    }
    const { keys, skipped } = await keysOfDump(dumpOf(content));
    await wallet.import(keys);
    return {
      info: 'successfully imported wallet',
      count: keys.length,
      path,
      skipped: skipped.length,
      skipped_entries: skipped.slice(0, MAX_SHOWN_ENTRIES).map(entry => ({ ...entry })),
    };
  },

  async backupwallet({ destination }, services) {
    const texts = {
      name: 'WALLET_ERROR',
      sentence: 'Error: Wallet backup failed!',
      ownFiles: 'Wallet backup file shall not be saved into the Data dir to avoid likely file overwrite.',
    } as const;
    return await withFiles(texts, async () => {
      const path = await services.paths.newPathIn(destination, basename(services.options.wallet));
      await writeNewFile(path, services.wallet.backup());
      return null;
    });
  },
});

/** @throws RpcError -2008 */
function requireEncrypted(method: string, { wallet }: NodeServices): void {
  if (wallet.isEncrypted) return;
  throw new RpcError('WRONG_ENC_STATE', `Running with an unencrypted wallet, but ${method} was called.`);
}

/** @throws RpcError -1 */
function requirePassphrase(method: string, ...passphrases: readonly string[]): void {
  if (passphrases.includes('')) throw new RpcError('MISC_ERROR', `${method}: a passphrase must not be empty`);
}

/** @throws RpcError -1 for what is no JSON */
function dumpOf(content: Buffer): Json {
  try {
    return parseJson(content);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    throw new RpcError('MISC_ERROR', `the dump file is not JSON: ${error.message}`, { cause: error });
  }
}
