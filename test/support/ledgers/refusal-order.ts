import type { Test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Transaction } from '../../../src/tx/transactions.js';
import type { ScratchLedger } from './scratch-ledger.js';

/** A transaction that would take effect on a ledger; rows of a table spoil it. */
export interface Scenario<L extends ScratchLedger, T extends Transaction> {
  readonly ledger: L;
  tx: T;
}

/** What makes a transaction refused, and how. */
export interface RefusalRow<L extends ScratchLedger, T extends Transaction> {
  readonly code: number;
  readonly reason: string;
  readonly spoil: (scenario: Scenario<L, T>) => void;
}

/**
 * Tests that hold the checks of a transaction to the order of a table: each row is refused with its
 * code and reason, also where any later row is violated at the same time.
 */
export function testRefusalOrder<L extends ScratchLedger, T extends Transaction>(
  test: Test,
  prepare: () => Scenario<L, T>,
  rows: readonly RefusalRow<L, T>[],
): void {
  test('the transaction takes effect before it is spoilt', () => {
    const { ledger, tx } = prepare();
    ledger.execute(tx);
  });
  for (const [i, { code, reason, spoil }] of rows.entries()) {
    test(`row ${i + 1}: ${reason}`, () => {
      for (const later of [undefined, ...rows.slice(i + 1)]) {
        const scenario = prepare();
        later?.spoil(scenario);
        spoil(scenario);
        const rejection = scenario.ledger.rejection(scenario.tx);
        assert.equal(rejection, { code, reason }, `together with ${later?.reason ?? 'nothing else'}`);
      }
    });
  }
}
