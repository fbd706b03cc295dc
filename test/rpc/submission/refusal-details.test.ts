import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CallError } from '../../../src/client/errors.js';
import { exchange } from '../../../src/client/exchange.js';
import type { Json } from '../../../src/codec/json-value.js';
import { startTestNode } from '../../support/nodes/node.js';

const node = await startTestNode();
const details = suite('details of refusals');
details.after(() => node.stop());

/** The message of a refusal, which is the reference's, and what the node adds to it. */
async function refusal(method: string, ...params: Json[]): Promise<readonly [string, Json | undefined]> {
  try {
    await exchange(node.transport, { method, params });
  } catch (error) {
    if (error instanceof CallError) return [error.message, error.data?.detail];
    throw error;
  }
  throw new Error(`${method} was not refused`);
}

const TINY = { to_uid: '0-14', symbol_amount_unit: 'WICC:500:sawi' };
const ENOUGH = { to_uid: '0-14', symbol_amount_unit: 'WICC:1:wi' };
const CASES: readonly (readonly [
  rule: string,
  method: string,
  params: Json[],
  reason: RegExp,
  detail: string,
])[] = [
  [
    'an amount below the least names both',
    'submitsendtx',
    ['0-13', '0-14', 'WICC:500:sawi'],
    /reason=invalid-coin-amount$/,
    'transfer 1 has 500 sawi, at least 10000 are needed',
  ],
  [
    'of several transfers it is named',
    'submitsendmultitx',
    ['0-13', [ENOUGH, TINY]],
    /reason=invalid-coin-amount$/,
    'transfer 2 has 500 sawi, at least 10000 are needed',
  ],
  [
    'too many transfers are counted',
    'submitsendmultitx',
    ['0-13', new Array<Json>(101).fill(ENOUGH), 'WICC:10:wi'],
    /reason=invalid-transfers$/,
    'there are 101 transfers, 1 to 100 are allowed',
  ],
  [
    'a memo that is too long is measured',
    'submitsendtx',
    ['0-13', '0-14', 'WICC:1:wi', 'WICC:1:wi', 'm'.repeat(101)],
    /reason=memo-size-toolarge$/,
    'the memo has 101 bytes, at most 100 are allowed',
  ],
  [
    'an order that is too small names the least amount',
    'submitdexselllimitordertx',
    ['0-13', 'WUSD', 'WICC:5:sawi', 100_000_000],
    /reason=order-amount-too-small$/,
    '5 sawi of WICC are ordered, at least 10000000 are needed',
  ],
  [
    'a price of 0 names the scale',
    'submitdexselllimitordertx',
    ['0-13', 'WUSD', 'WICC:5:wi', 0],
    /reason=invalid-price-range$/,
    'the price is 0; it is in coins for an asset times 10^8, from 1 on',
  ],
];

for (const [rule, method, params, reason, detail] of CASES) {
  details(rule, async () => {
    const [message, told] = await refusal(method, ...params);
    assert.match(message, reason);
    assert.is(told, detail);
  });
}

details.run();
