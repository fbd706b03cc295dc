import type { NodeServices } from '../node/services.js';

/** Clients whose services are kept. */
const MOST_CLIENTS = 1000;

const kept = new WeakMap<NodeServices, Map<string, NodeServices>>();

/**
 * The services of the node as a client has them: a whole object with the same members, so that it can be taken apart
 * and spread like any other. It is made once for a client, since calls are many.
 */
export function servicesForClient<S extends NodeServices>(services: S, client: string): S {
  const clients = kept.get(services) ?? new Map<string, NodeServices>();
  kept.set(services, clients);
  let own = clients.get(client);
  if (own === undefined) {
    own = Object.create(Object.getPrototypeOf(services), {
      ...Object.getOwnPropertyDescriptors(services),
      client: { value: client, enumerable: true },
    }) as NodeServices;
    if (clients.size >= MOST_CLIENTS) clients.clear();
    clients.set(client, own);
  }
  return own as S;
}
