import { prettyJson } from '../../codec/json.js';
import { packageVersion } from '../../config/package-version.js';
import { AREAS } from '../areas.js';
import { MethodRegistry } from '../declaration/registry.js';
import { clientTypes } from './client-types.js';
import { eventKindsPage, eventTypes } from './event-documents.js';
import { markdownDocument } from './markdown.js';
import { openRpcDocument } from './openrpc.js';

/** The files that describe the interface, with their content, by path from the root of the project. */
export function documents(): ReadonlyMap<string, string> {
  const registry = new MethodRegistry(AREAS);
  return new Map([
    ['docs/rpc.md', markdownDocument(registry)],
    ['docs/openrpc.json', `${prettyJson(openRpcDocument(registry, packageVersion()))}\n`],
    ['src/client/methods.generated.ts', clientTypes(registry)],
    ['docs/event-kinds.md', eventKindsPage()],
    ['src/client/events.generated.ts', eventTypes()],
  ]);
}
