import { test } from 'uvu';
import { TX } from '../../../src/tx/transactions.js';
import { fuelFeeOf } from '../../../vm/native/fuel-fee.js';
import { checkAllRows } from '../../support/vectors/all-rows.js';
import { readVectors } from '../../support/vectors/vectors.js';

interface FuelFee {
  readonly fuel: number;
  readonly rate: number;
  readonly fee_invoke: number;
  readonly fee_universal: number;
  readonly fee_deploy: number;
}

const { fuel_fees: rows } = readVectors<{ fuel_fees: readonly FuelFee[] }>('reference-transactions');

/** What the recorded deployments pay at least. */
const DEPLOYMENT_MINIMUM = 100_000_000n;

test('fuel costs what the reference node computed in single precision', () => {
  checkAllRows(
    'fuel fees',
    rows,
    135,
    row => `fuel ${row.fuel} at rate ${row.rate}`,
    ({ fuel, rate, ...fees }) => {
      expectFee(TX.LCONTRACT_INVOKE, fuel, rate, 0n, fees.fee_invoke);
      expectFee(TX.UNIVERSAL, fuel, rate, 0n, fees.fee_universal);
      expectFee(TX.LCONTRACT_DEPLOY, fuel, rate, DEPLOYMENT_MINIMUM, fees.fee_deploy);
    },
  );
});

function expectFee(
  type: typeof TX.LCONTRACT_INVOKE | typeof TX.LCONTRACT_DEPLOY | typeof TX.UNIVERSAL,
  fuel: number,
  rate: number,
  minimum: bigint,
  expected: number,
): void {
  const fee = fuelFeeOf(type, BigInt(fuel), rate, minimum);
  if (fee !== BigInt(expected)) throw new Error(`type ${type} costs ${fee}, not ${expected}`);
}

test.run();
