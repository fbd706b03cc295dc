import { help } from '../declaration/help.js';
import { implement, PrintedJson } from '../declaration/method.js';
import type { MethodRegistry } from '../declaration/registry.js';
import { openRpcDocument } from '../documents/openrpc.js';
import type { methods } from './control.methods.js';

/** What the control methods need from the node. */
export interface ControlContext {
  /** All methods that this node serves. */
  readonly registry: MethodRegistry;
  /** Version of this program, such as `0.1.0`. */
  readonly programVersion: string;
  /** Begins an orderly shutdown; the reply to the present call is still sent. */
  readonly requestStop: () => void;
}

/** The document of each registry that was asked for it. */
const documents = new WeakMap<MethodRegistry, PrintedJson>();

function documentOf(registry: MethodRegistry, version: string): PrintedJson {
  const known = documents.get(registry);
  if (known !== undefined) return known;
  const document = new PrintedJson(openRpcDocument(registry, version));
  documents.set(registry, document);
  return document;
}

export const handlers = implement<typeof methods, ControlContext>({
  help: ({ command }, { registry }) => help(registry, command),

  'rpc.discover': (_args, { registry, programVersion }) => documentOf(registry, programVersion),

  stop(_args, context) {
    context.requestStop();
    return 'coin daemon being stopped...';
  },
});
