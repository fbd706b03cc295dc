import { EXAMPLE } from '../declaration/common-parameters.js';
import { defineMethods } from '../declaration/method.js';
import * as p from '../declaration/parameters/index.js';
import * as r from '../declaration/result-types/index.js';
import { CONFIRMED_TRANSACTION, WAITING_TRANSACTION } from '../declaration/shared-results.js';

/** Transactions that getalltxinfo shows at most. */
export const MOST_SHOWN = 1000;

const SIGNED = r.object({ rawtx: r.text('the signed transaction, hex: see submittxraw') });
const FEE = { name: 'fee', type: p.wholeAmount, summary: 'what the producer gets, in sawi' } as const;

/** Methods of release 1 that wallets and explorers still call, in the form of its public documents. */
export const methods = defineMethods({
  islocked: {
    summary: 'Whether the wallet is encrypted, and locked (release 1).',
    params: [],
    result: r.object({ islock: r.integer('0: not encrypted, 1: encrypted and unlocked, 2: locked') }),
    errors: [],
    examples: [{ params: [], result: { islock: 0 } }],
    touches: ['reads', 'node'],
    needsWallet: true,
  },

  listunconfirmedtx: {
    summary: 'The transactions of this node that wait for a block, each as a text (release 1).',
    description: 'listtx and gettxdetail have the same as JSON.',
    params: [],
    result: r.object({
      UnConfirmTx: r.array(
        r.text('such as "txType=UCOIN_TRANSFER_TX, hash=…, ver=1, srcId=0-13, llFees=10000, nValidHeight=5"'),
        'sorted by the bytes of their ids',
      ),
    }),
    errors: [],
    examples: [{ params: [] }],
    touches: ['reads', 'node'],
    needsWallet: true,
    needsPool: true,
  },

  getalltxinfo: {
    summary: 'The transactions of this node with all details (release 1).',
    description: `At most the ${MOST_SHOWN} newest confirmed ones: listtx lists all of them, page by page.`,
    params: [
      {
        name: 'count',
        type: p.int,
        optional: true,
        summary: 'how many confirmed ones, without those that wait; 0 for all',
        default: '0',
      },
    ],
    result: r.object({
      Confirmed: r.array(CONFIRMED_TRANSACTION, 'the newest first'),
      UnConfirmed: r.optional(r.array(WAITING_TRANSACTION, 'without a count')),
    }),
    errors: [],
    examples: [{ params: [] }, { params: [2] }],
    touches: ['reads', 'node'],
    needsWallet: true,
    needsPool: true,
  },

  gensendtoaddressraw: {
    summary: 'Builds and signs a transfer of base coins, without submitting it (release 1).',
    params: [
      { name: 'sender', type: p.uid, summary: 'the account that sends and signs' },
      { name: 'recipient', type: p.uid, summary: 'the account that gets the coins' },
      { name: 'amount', type: p.wholeAmount, summary: 'in sawi, at least 10000' },
      FEE,
      {
        name: 'height',
        type: p.int,
        optional: true,
        summary: 'valid height of the transaction',
        default: "the tip's",
      },
    ],
    result: SIGNED,
    errors: [
      ['WALLET_ERROR', 'the wallet has no key of the sender'],
      ['INVALID_PARAMS', 'the fee is too small, which the message quantifies'],
      ['INVALID_PARAMETER', 'the amount is below 10000, or the height is not above 0'],
    ],
    examples: [{ params: [EXAMPLE.alice, EXAMPLE.bob, 100_000, 10_000] }],
    touches: ['spends'],
    minConfirmations: true,
    needsWallet: true,
    walletUnlocked: true,
  },

  genregisteraccountraw: {
    summary: 'Builds and signs the registration of an account, without submitting it (release 1).',
    params: [
      FEE,
      { name: 'height', type: p.int, summary: 'valid height of the transaction' },
      { name: 'publickey', type: p.hex, summary: 'of the account, 66 hex digits; the wallet has its key' },
      {
        name: 'minerpublickey',
        type: p.hex,
        optional: true,
        summary: 'a second key, for blocks',
        default: 'none',
      },
    ],
    result: SIGNED,
    errors: [
      ['INVALID_PARAMS', 'the fee is too small, which the message quantifies'],
      ['INVALID_PARAMETER', 'the height is not above 0, or a text is no compressed public key'],
      ['WALLET_ERROR', 'the wallet has no key of the account'],
    ],
    examples: [
      {
        params: [10_000, 1, EXAMPLE.aliceKey],
      },
    ],
    touches: ['spends'],
    needsWallet: true,
    walletUnlocked: true,
  },
});
