import { basename, resolve } from 'node:path';
import { JsonSyntaxError, parseJson, prettyJson } from '../../codec/json.js';
import type { Json } from '../../codec/json-value.js';
import { readOrdinary, requireOrdinaryTarget } from '../../storage/ordinary-file.js';
import { replaceFile } from '../../wallet/atomic-file.js';
import { RpcError } from '../declaration/errors.js';
import { implement } from '../declaration/method.js';
import { destinationFile, isInside } from '../node/operator-files.js';
import type { NodeServices } from '../node/services.js';
import type { methods } from './wallet.methods.js';
import { walletDump } from './wallet-dump.js';
import { keysOfDump } from './wallet-import.js';

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
    return { wallet_unlocked: unlocked, passphrase: unlocked };
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
    await requireOutside(services, filename, 'Wallet');
    const dump = await walletDump(services);
    try {
      await requireOrdinaryTarget(filename);
      await replaceFile(filename, `${prettyJson(dump)}\n`);
    } catch (error) {
      throw new RpcError('INVALID_PARAMETER', 'Failed to open dump file.', { cause: error });
    }
    const count = dump.key.length;
    return { info: 'successfully dumped wallet', count, 'key size': count };
  },

  async importwallet({ filename }, { wallet }) {
    const keys = await keysOfDump(await readDump(filename));
    await wallet.import(keys);
    return { info: 'successfully imported wallet', count: keys.length };
  },

  async backupwallet({ destination }, services) {
    await requireOutside(services, destination, 'Wallet backup');
    const file = await destinationFile(destination, basename(services.options.wallet));
    try {
      await requireOrdinaryTarget(file);
      await replaceFile(file, services.wallet.backup());
    } catch (error) {
      throw new RpcError('WALLET_ERROR', 'Error: Wallet backup failed!', { cause: error });
    }
    return null;
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

/** Neither there, nor where the wallet itself is. @throws RpcError -2003 */
async function requireOutside({ options }: NodeServices, path: string, what: string): Promise<void> {
  const wallet = resolve(options.networkDirectory, options.wallet);
  if (!(await isInside(options.dataDirectory, path)) && !(await isInside(wallet, path))) return;
  throw new RpcError(
    'FILEPATH_INVALID',
    `${what} file shall not be saved into the Data dir to avoid likely file overwrite.`,
  );
}

/** @throws RpcError -8 for what cannot be read, -1 for what is no JSON */
async function readDump(path: string): Promise<Json> {
  const content = await readOrdinary(path).catch(error => {
    throw new RpcError('INVALID_PARAMETER', 'Fail to open dump file', { cause: error });
  });
  try {
    return parseJson(content);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    throw new RpcError('MISC_ERROR', `the dump file is not JSON: ${error.message}`, { cause: error });
  }
}
