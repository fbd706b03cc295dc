import { defineMethods } from '../declaration/method.js';
import * as p from '../declaration/parameters/index.js';
import * as r from '../declaration/result-types/index.js';

/** Methods about the wallet as a whole: encryption, copies (spec 02 §5.5, decision D3). */
export const methods = defineMethods({
  encryptwallet: {
    summary: 'Encrypts the wallet under a passphrase. It is locked afterwards.',
    description: 'Without the passphrase the keys are lost. Copies that were made before stay unencrypted.',
    params: [{ name: 'passphrase', type: p.secret, summary: 'not empty' }],
    result: r.object({ wallet_encrypted: r.boolean(), encrypt: r.boolean('the same') }),
    errors: [
      ['MISC_ERROR', 'a passphrase is empty'],
      ['WRONG_ENC_STATE', 'the wallet is encrypted already'],
      ['ENCRYPTION_FAILED', 'the wallet cannot be written'],
    ],
    examples: [{ params: ['a long passphrase'], result: { wallet_encrypted: true, encrypt: true } }],
    touches: ['keys'],
    needsWallet: true,
  },

  walletpassphrase: {
    summary: 'Unlocks the wallet for a while. A later call replaces the time of an earlier one.',
    params: [
      { name: 'passphrase', type: p.secret, summary: 'of the wallet' },
      { name: 'timeout', type: p.int, summary: 'in seconds; not above 0: the wallet is locked' },
    ],
    result: r.object({
      wallet_unlocked: r.boolean('false when the passphrase is wrong, or the time not above 0'),
      passphrase: r.boolean('whether it is right'),
    }),
    errors: [
      ['MISC_ERROR', 'a passphrase is empty'],
      ['WRONG_ENC_STATE', 'the wallet is not encrypted'],
    ],
    examples: [{ params: ['a long passphrase', 60], result: { wallet_unlocked: true, passphrase: true } }],
    touches: ['keys'],
    needsWallet: true,
  },

  walletlock: {
    summary: 'Locks the wallet at once.',
    params: [],
    result: r.object({ wallet_lock: r.boolean(), walletlock: r.boolean('the same') }),
    errors: [['WRONG_ENC_STATE', 'the wallet is not encrypted']],
    examples: [{ params: [], result: { wallet_lock: true, walletlock: true } }],
    touches: ['keys'],
    needsWallet: true,
  },

  walletpassphrasechange: {
    summary: 'Replaces the passphrase of the wallet.',
    params: [
      { name: 'oldpassphrase', type: p.secret, summary: 'the present one' },
      { name: 'newpassphrase', type: p.secret, summary: 'not empty' },
    ],
    result: r.object({ chgpwd: r.boolean('false when the present passphrase is wrong') }),
    errors: [
      ['MISC_ERROR', 'a passphrase is empty'],
      ['WRONG_ENC_STATE', 'the wallet is not encrypted'],
    ],
    examples: [{ params: ['a long passphrase', 'a longer passphrase'], result: { chgpwd: true } }],
    touches: ['keys'],
    needsWallet: true,
  },

  dumpwallet: {
    summary: 'Writes all private keys, unencrypted, to a file on the machine of the node.',
    params: [{ name: 'filename', type: p.newFile, summary: 'a file that does not exist yet' }],
    result: r.object({
      info: r.text(),
      count: r.integer('keys'),
      'key size': r.integer('the same'),
      path: r.text('of the file'),
    }),
    errors: [['INVALID_PARAMETER', 'the file cannot be written']],
    examples: [{ params: ['/tmp/wallet-dump.json'] }],
    touches: ['keys', 'files'],
    needsWallet: true,
    walletUnlocked: true,
  },

  importwallet: {
    summary: 'Imports the private keys of a file that dumpwallet wrote.',
    params: [{ name: 'filename', type: p.file, summary: 'the file, on the machine of the node' }],
    result: r.object({
      info: r.text(),
      count: r.integer('entries that were taken'),
      path: r.text('of the file'),
      skipped: r.integer('entries that were not'),
      skipped_entries: r.array(
        r.object({ entry: r.integer('its place in the list, from 0'), reason: r.text() }),
        'at most 20 of those',
      ),
    }),
    errors: [
      ['INVALID_PARAMETER', 'the file cannot be read, or has more than 64 MiB'],
      ['MISC_ERROR', 'the file is no dump of a wallet, or no entry of it can be taken'],
    ],
    examples: [{ params: ['/tmp/wallet-dump.json'] }],
    touches: ['keys', 'files'],
    needsWallet: true,
    walletUnlocked: true,
  },

  backupwallet: {
    summary: 'Copies the wallet file, as it is, on the machine of the node.',
    params: [
      {
        name: 'destination',
        type: p.newFileOrDirectory,
        summary:
          'a file that does not exist yet, or a directory, where the copy gets the name of the wallet file',
      },
    ],
    result: r.nothing,
    errors: [['WALLET_ERROR', 'the copy cannot be written']],
    examples: [{ params: ['/tmp/wallet-backup.json'], result: null }],
    touches: ['keys', 'files'],
    needsWallet: true,
  },
});
