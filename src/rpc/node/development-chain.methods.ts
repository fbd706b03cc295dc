import { BASE_COIN } from '../../tx/symbols.js';
import { NOT_ALONE } from '../declaration/common-errors.js';
import { EXAMPLE } from '../declaration/common-parameters.js';
import type { DeclaredError } from '../declaration/errors.js';
import { defineMethods } from '../declaration/method.js';
import * as p from '../declaration/parameters/index.js';
import * as r from '../declaration/result-types/index.js';

const PUBLIC_NETWORK: DeclaredError = ['INVALID_PARAMETER', 'this is no development network'];
const REFUSED: DeclaredError = ['MISC_ERROR', 'the chain cannot be rolled back that far'];

const TIP = { height: r.integer(), hash: r.text('of the newest block') } as const;
const TIME = r.object({ time: r.integer('seconds since 1970') });
const DUMP = r.object({ ...TIP, digest: r.text('digest chain of the state, hex'), path: r.text() });

const NEW_FILE = { name: 'path', type: p.newFile, summary: 'a file that does not exist yet' } as const;
const FILE = { name: 'path', type: p.file, summary: 'a file on the machine of the node' } as const;

/** Methods that move a development chain through time and state, as tools for contracts do. */
export const methods = defineMethods({
  dev_mine: {
    summary: 'Produces blocks immediately, on a development network.',
    params: [{ name: 'count', type: p.int, optional: true, default: '1', summary: 'how many' }],
    result: r.array(r.text('hash')),
    errors: [PUBLIC_NETWORK, NOT_ALONE, ['INVALID_PARAMETER', 'the count is out of range']],
    examples: [{ params: [2] }],
    touches: ['development'],
  },

  dev_setTime: {
    summary: 'Sets the time of the next block; the clock of the chain goes on from there.',
    params: [{ name: 'time', type: p.uint32, summary: 'seconds since 1970' }],
    result: TIME,
    errors: [PUBLIC_NETWORK, NOT_ALONE, ['INVALID_PARAMETER', 'the time is before the newest block']],
    examples: [{ params: [1_900_000_000], result: { time: 1_900_000_000 } }],
    touches: ['development'],
  },

  dev_increaseTime: {
    summary:
      'Lets the next block be so much later than the newest one, or than the time that was set for it; two calls add up. The clock of the chain goes on from there.',
    params: [{ name: 'seconds', type: p.uint32, summary: 'how much later' }],
    result: TIME,
    errors: [PUBLIC_NETWORK, NOT_ALONE, ['INVALID_PARAMETER', 'the time is out of range']],
    examples: [{ params: [86_400] }],
    touches: ['development'],
  },

  dev_setBalance: {
    summary: 'Sets the free coins of an account, in a block of its own.',
    description:
      'The account need not exist. The block has no transaction for it: what is set is kept beside the block, and is set again when the block is verified or comes back.',
    params: [
      { name: 'account', type: p.uid, summary: 'whose coins' },
      { name: 'amount', type: p.comboMoney(BASE_COIN), summary: 'how many it has then, of which coin' },
    ],
    result: r.object(TIP),
    errors: [
      PUBLIC_NETWORK,
      NOT_ALONE,
      ['INVALID_PARAMETER', 'there is no such coin'],
      ['INVALID_ADDRESS_OR_KEY', 'the account is none'],
    ],
    examples: [{ params: [EXAMPLE.alice, 'WUSD:100:wi'] }],
    touches: ['development'],
  },

  dev_impersonate: {
    summary: 'Lets this node sign for an account without its key, until it stops.',
    description:
      'Also for a contract, which has no key. The signature is a text that every node of the development network takes for that of anybody; other networks do not.',
    params: [{ name: 'account', type: p.uid, summary: 'an account with a regid' }],
    result: r.object({ address: r.text(), regid: r.text() }),
    errors: [
      PUBLIC_NETWORK,
      NOT_ALONE,
      ['INVALID_ADDRESS_OR_KEY', 'the account is not on chain, or has no regid'],
    ],
    examples: [{ params: ['0-2'] }],
    touches: ['keys', 'development'],
    needsWallet: true,
  },

  dev_stopImpersonating: {
    summary: 'Ends what dev_impersonate has begun.',
    params: [{ name: 'account', type: p.uid, summary: 'the account' }],
    result: r.object({ address: r.text(), regid: r.text() }),
    errors: [
      PUBLIC_NETWORK,
      NOT_ALONE,
      ['INVALID_ADDRESS_OR_KEY', 'the account is not on chain, or has no regid'],
      ['INVALID_PARAMETER', 'the account is not impersonated'],
    ],
    examples: [{ params: ['0-2'] }],
    touches: ['keys', 'development'],
    needsWallet: true,
  },

  dev_snapshot: {
    summary: 'Remembers where the chain is, for dev_revert. It takes no time and no space.',
    params: [],
    result: r.object({ id: r.integer('for dev_revert'), ...TIP }),
    errors: [PUBLIC_NETWORK, NOT_ALONE],
    examples: [{ params: [] }],
    touches: ['development'],
  },

  dev_revert: {
    summary: 'Reverts the chain and its clock to a snapshot, which can be used again.',
    description:
      'Blocks, state, receipts and indexes are as they were. Transactions of removed blocks are dropped, and so are pending ones. Snapshots that were taken later are forgotten too.',
    params: [{ name: 'id', type: p.int, summary: 'of dev_snapshot' }],
    result: r.object(TIP),
    errors: [PUBLIC_NETWORK, NOT_ALONE, ['INVALID_PARAMETER', 'there is no such snapshot'], REFUSED],
    examples: [{ params: [1] }],
    touches: ['development'],
  },

  dev_reset: {
    summary: 'Resets the chain to its beginning, and its clock to that of the machine.',
    params: [],
    result: r.object(TIP),
    errors: [PUBLIC_NETWORK, NOT_ALONE, REFUSED],
    examples: [{ params: [] }],
    touches: ['development'],
  },

  dev_dumpState: {
    summary: 'Writes the whole chain to a file: blocks, receipts, state and clock.',
    description: 'For dev_loadState, or for a node that is started with the option state.',
    params: [NEW_FILE],
    result: DUMP,
    errors: [PUBLIC_NETWORK, NOT_ALONE, ['MISC_ERROR', 'the file cannot be written']],
    examples: [{ params: ['/tmp/chain.dump'] }],
    touches: ['files', 'development'],
  },

  dev_loadState: {
    summary: 'Goes over to the chain of a file: blocks, receipts, state and clock.',
    description:
      'Blocks are executed again, from the first one on that this node does not have, and must lead to the state of the file. Whatever waits is forgotten. When it fails, the chain is as before.',
    params: [FILE],
    result: DUMP,
    errors: [
      PUBLIC_NETWORK,
      NOT_ALONE,
      ['INVALID_PARAMETER', 'the file is no dump of a chain of this network'],
      ['MISC_ERROR', 'the file cannot be read, or the chain cannot be rolled back that far'],
    ],
    examples: [{ params: ['/tmp/chain.dump'] }],
    touches: ['files', 'development'],
  },
});
