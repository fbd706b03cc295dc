import { defineMethods } from '../declaration/method.js';
import * as p from '../declaration/parameters/index.js';
import * as r from '../declaration/result-types/index.js';

/** Methods about the node itself (spec 02 §5.1). */
export const methods = defineMethods({
  help: {
    summary: 'Lists all methods, or explains one.',
    params: [{ name: 'command', type: p.string, optional: true, summary: 'the method to explain' }],
    result: r.text(
      'a usage line for each method, sorted by name; or all about one method, also that there is none of that name',
    ),
    errors: [],
    examples: [{ params: [] }, { params: ['stop'] }],
    touches: ['reads', 'node'],
    lockFree: true,
  },

  'rpc.discover': {
    summary: 'Describes the interface for programs, as an OpenRPC document.',
    params: [],
    result: r.openObject(
      { openrpc: r.text('version of OpenRPC'), methods: r.array(r.any('a method')) },
      'see https://spec.open-rpc.org',
    ),
    errors: [],
    examples: [{ params: [] }],
    touches: ['reads', 'node'],
    lockFree: true,
  },

  stop: {
    summary: 'Stops the node in good order.',
    description:
      'The reply is sent first. Calls that are being executed end, new ones are answered with HTTP status 503.',
    params: [
      {
        name: 'detach',
        type: { ...p.any, commandLine: 'boolean' },
        optional: true,
        summary: 'accepted for older callers, has no effect',
      },
    ],
    result: r.text('a confirmation'),
    errors: [],
    examples: [{ params: [], result: 'coin daemon being stopped...' }],
    touches: ['node'],
    lockFree: true,
  },
});
