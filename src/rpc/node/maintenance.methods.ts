import { defineMethods } from '../declaration/method.js';
import * as p from '../declaration/parameters/index.js';
import * as r from '../declaration/result-types/index.js';

/** Methods of an operator who looks after what is on the disk: they run beside everything else. */
export const methods = defineMethods({
  backupchain: {
    summary: 'Copies the chain to a new directory on the machine of the node, while the node works on.',
    description:
      'The copy is a data directory: `coind -datadir=PATH` starts a node on it, with the chain as it was and the ' +
      'transactions that waited. On the same disk, files that never change are shared by links. The wallet is not in ' +
      'it; backupwallet copies that. A copy that was cut off is refused at the start.',
    params: [
      {
        name: 'path',
        type: p.newDirectory,
        summary: 'a directory that does not exist yet',
      },
    ],
    result: r.object({
      path: r.text('the data directory that was made'),
      height: r.integer('a block that is in it; newer ones may be too'),
      files: r.integer(),
      bytes: r.integer('of all files, shared ones too'),
    }),
    errors: [
      ['INVALID_PARAMETER', 'something is at the path, or nothing can be written there'],
      ['MISC_ERROR', 'the chain is in memory, too little room is free, or the copy was cancelled'],
    ],
    examples: [{ params: ['/tmp/chain-backup'] }],
    touches: ['files', 'node'],
    lockFree: true,
  },

  dumpsnapshot: {
    summary:
      'Writes the state after a block to a new directory on the machine of the node, while the node works on.',
    description:
      'A new node begins with it (option loadsnapshot) instead of executing all blocks. Every node that has the block ' +
      'makes the same bytes, and so the same id: compare it with that of a node that you trust.',
    params: [
      {
        name: 'path',
        type: p.newDirectory,
        summary: 'a directory that does not exist yet',
      },
      {
        name: 'height',
        type: p.int,
        optional: true,
        summary: 'of the block; it must not be older than undo records are kept',
        default: 'that of the newest block',
      },
    ],
    result: r.object({
      path: r.text('the directory that was made'),
      id: r.text('SHA-256 of its manifest, which names every byte of it'),
      height: r.integer(),
      hash: r.text('of the block'),
      state_digest: r.text('SHA-256 of the LtHash of the state'),
      entries: r.integer('of the state'),
      transactions: r.integer('of the chain up to the block'),
      bytes: r.integer(),
    }),
    errors: [
      [
        'INVALID_PARAMETER',
        'something is at the path, or nothing can be written there; the state is not kept',
      ],
      ['MISC_ERROR', 'the chain is in memory, too little room is free, or the task was cancelled'],
    ],
    examples: [{ params: ['/tmp/chain-snapshot'] }],
    touches: ['files', 'node'],
    lockFree: true,
  },

  getprogress: {
    summary: 'Lists the long pieces of work that are running, with how far they are.',
    params: [],
    result: r.array(
      r.object({
        id: r.integer('for canceltask'),
        name: r.text('such as backupchain'),
        unit: r.text('what is counted'),
        done: r.integer(),
        total: r.integer('0 while it is not known'),
        seconds: r.integer('since it began'),
      }),
      'the oldest first',
    ),
    errors: [],
    examples: [{ params: [], result: [] }],
    touches: ['reads', 'node'],
    lockFree: true,
  },

  canceltask: {
    summary: 'Ends a long piece of work that getprogress lists; the call that began it gets an error.',
    params: [{ name: 'id', type: p.int, summary: 'number of the task' }],
    result: r.object({ cancelled: r.boolean('whether it was running') }),
    errors: [],
    examples: [{ params: [7], result: { cancelled: false } }],
    touches: ['node'],
    lockFree: true,
  },
});
