import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { servicesForClient } from '../../../src/rpc/dispatch/for-client.js';
import type { NodeServices } from '../../../src/rpc/node/services.js';

/* What a client gets of the node is the node's own services, but for the name of who asks. */

let height = 1;
const services = Object.freeze({
  client: '',
  wireRules: { varintPricesFrom: 5 },
  get tipHeight() {
    return height;
  },
}) as unknown as NodeServices;

test('a client has all members, also those that change, and also when they are spread', () => {
  const own = servicesForClient(services, 'alice@127.0.0.1');
  height = 7;
  assert.is(own.client, 'alice@127.0.0.1');
  assert.is(own.tipHeight, 7);
  assert.is({ ...own }.wireRules, services.wireRules);
  assert.is(services.client, '');
});

test('clients are kept, and not without end', () => {
  const alice = servicesForClient(services, 'alice');
  assert.is(servicesForClient(services, 'alice'), alice);
  assert.is.not(servicesForClient(services, 'bob'), alice);
  for (let i = 0; i < 2000; i++) servicesForClient(services, `client ${i}`);
  assert.is(servicesForClient(services, 'alice').client, 'alice');
});

test.run();
