import { test } from 'uvu';
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
const CALL = 4;
const DEPLOYMENT = 5;
const UNIVERSAL = 100;

test('fuel costs what the reference node computed in single precision', () => {
  checkAllRows(
    'fuel fees',
    rows,
    135,
    row => `fuel ${row.fuel} at rate ${row.rate}`,
    ({ fuel, rate, ...fees }) => {
      expectFee(CALL, fuel, rate, 0n, fees.fee_invoke);
      expectFee(UNIVERSAL, fuel, rate, 0n, fees.fee_universal);
      expectFee(DEPLOYMENT, fuel, rate, DEPLOYMENT_MINIMUM, fees.fee_deploy);
    },
  );
});

function expectFee(
  type: typeof CALL | typeof DEPLOYMENT | typeof UNIVERSAL,
  fuel: number,
  rate: number,
  minimum: bigint,
  expected: number,
): void {
  const fee = fuelFeeOf(type, BigInt(fuel), rate, minimum);
  if (fee !== BigInt(expected)) throw new Error(`type ${type} costs ${fee}, not ${expected}`);
}

test.run();
