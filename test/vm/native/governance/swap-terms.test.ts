import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  MAX_ASSET_SUPPLY,
  requireSwapAmount,
  swapShares,
} from '../../../../vm/native/governance/swap-terms.js';
import { rejectionOf } from '../../../support/ledgers/scratch-ledger.js';
import { readVectors } from '../../../support/vectors/vectors.js';

interface SwapCase {
  readonly id: string;
  readonly group: string;
  readonly inputs: { readonly swap_amount: string; readonly fee_ratio: string; readonly approvers: number };
  readonly expected: {
    readonly minted_to_user: string;
    readonly per_approver: string;
    readonly gateway: string;
  };
}

test('the worked examples of swaps into this chain hold', () => {
  const { cases } = readVectors<{ cases: SwapCase[] }>('governance-examples');
  const swaps = cases.filter(({ group }) => group === 'axc-in');
  assert.is(swaps.length, 4);
  for (const { id, inputs, expected } of swaps) {
    const shares = swapShares(BigInt(inputs.swap_amount), BigInt(inputs.fee_ratio), inputs.approvers);
    assert.equal(
      shares,
      {
        user: BigInt(expected.minted_to_user),
        perApprover: BigInt(expected.per_approver),
        gateway: BigInt(expected.gateway),
      },
      id,
    );
  }
});

test('the shares are never negative and sum up to the amount', () => {
  const amounts = fc.bigInt(10_000n, MAX_ASSET_SUPPLY);
  fc.assert(
    fc.property(
      amounts,
      fc.bigInt(0n, 1000n),
      fc.integer({ min: 1, max: 255 }),
      (amount, ratio, approvers) => {
        const { user, perApprover, gateway } = swapShares(amount, ratio, approvers);
        assert.ok(user > 0n && perApprover >= 0n && gateway >= 0n);
        assert.is(user + perApprover * BigInt(approvers) + gateway, amount);
      },
    ),
  );
});

test('a swap has at least 10000 sawi and at most the largest supply', () => {
  requireSwapAmount(10_000n);
  requireSwapAmount(MAX_ASSET_SUPPLY);
  assert.equal(
    rejectionOf(() => requireSwapAmount(9_999n)),
    { code: 16, reason: 'swap_amount-dust' },
  );
  assert.equal(
    rejectionOf(() => requireSwapAmount(MAX_ASSET_SUPPLY + 1n)),
    {
      code: 16,
      reason: 'swap-amount-too-large',
    },
  );
});

test.run();
