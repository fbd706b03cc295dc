import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { forcedIndexLimit, indexRatio, positionRatio } from '../../../../vm/native/cdp/formulas.js';
import { triggerPrices } from '../../../../vm/native/cdp/trigger-prices.js';
import { CdpLedger, idOf } from '../../../support/ledgers/cdp-ledger.js';
import { ALICE } from '../../../support/ledgers/scratch-ledger.js';

const { state } = new CdpLedger();
const collateral = fc.bigInt(10n ** 6n, 10n ** 18n);
const debt = fc.bigInt(1n, 10n ** 12n);

test('1000 coins for 100 stable coins: others may at 15 cents, the system does at 10.4', () => {
  const ledger = new CdpLedger();
  const cdp = ledger.place(idOf('c'), ALICE, { staked: 10n ** 11n, owed: 10n ** 10n });
  // Ratios are cut off to ten-thousandths: up to just below 150.01 % it is 150 %.
  assert.equal(triggerPrices(ledger.state, cdp), {
    liquidation: 15_000_999n,
    forcedLiquidation: 10_400_000n,
  });
});

test('at the price a position is in danger, and at the next higher one it is not', () => {
  const position = { owner: ALICE.regId, height: 1, bcoinSymbol: 'WICC', scoinSymbol: 'WUSD' };
  fc.assert(
    fc.property(collateral, debt, (staked, owed) => {
      const cdp = { ...position, staked, owed };
      const { liquidation, forcedLiquidation } = triggerPrices(state, cdp);
      assert.ok(positionRatio(cdp, liquidation) <= 15_000n);
      assert.ok(positionRatio(cdp, liquidation + 1n) > 15_000n);
      if (forcedLiquidation > 0n) {
        assert.ok(indexRatio(cdp) <= forcedIndexLimit(10_400n, forcedLiquidation));
      }
      assert.ok(indexRatio(cdp) > forcedIndexLimit(10_400n, forcedLiquidation + 1n));
    }),
  );
});

test('the governed ratios count', () => {
  const ledger = new CdpLedger();
  const cdp = ledger.place(idOf('c'), ALICE, { staked: 10n ** 11n, owed: 10n ** 10n });
  ledger.setCdpParameter('CDP_START_LIQUIDATE_RATIO', 14_000n);
  ledger.setCdpParameter('CDP_FORCE_LIQUIDATE_RATIO', 11_000n);
  assert.equal(triggerPrices(ledger.state, cdp), {
    liquidation: 14_001_000n,
    forcedLiquidation: 11_000_000n,
  });
});

test.run();
