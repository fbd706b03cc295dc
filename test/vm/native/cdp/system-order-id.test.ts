import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { fromDisplayHex, sha256d, toDisplayHex } from '../../../../src/crypto/hash.js';
import { forcedOrderId, settlementOrderId } from '../../../../vm/native/cdp/system-order-id.js';
import { examplesOf } from '../../../support/vectors/cdp-examples.js';

test('the 3 worked examples of order ids hold', () => {
  const cases = examplesOf<
    { cdpid: string; symbol: string } | { txid: string; cdpid: string },
    { order_id: string }
  >('order-id');
  assert.is(cases.length, 3);
  for (const { id, inputs, expected } of cases) {
    const orderId =
      'txid' in inputs
        ? settlementOrderId(inputs.txid, inputs.cdpid)
        : forcedOrderId(inputs.cdpid, inputs.symbol);
    assert.is(orderId, expected.order_id, id);
  }
});

test('ids are hashed in wire order', () => {
  const [txid, cdpId] = ['12'.repeat(32), `${'00'.repeat(31)}ff`];
  const bytes = Buffer.concat([fromDisplayHex(txid), fromDisplayHex(cdpId)]);
  assert.is(settlementOrderId(txid, cdpId), toDisplayHex(sha256d(bytes)));
});

test.run();
