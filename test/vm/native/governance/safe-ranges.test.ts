import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { REFERENCE_RULES } from '../../../../src/config/networks/reference.js';
import { REGTEST } from '../../../../src/config/networks/regtest.js';
import {
  CDP_PARAMETERS,
  cdpParameters,
  rangeOf,
  SYSTEM_PARAMETERS,
  systemParameters,
} from '../../../../src/config/system-parameters.js';
import { systemParameter } from '../../../../src/state/tables/parameters.js';
import { ENABLE } from '../../../../src/tx/enums.js';
import { largestMinimumFee, scheduledFees } from '../../../../src/tx/minimum-fees.js';
import { PROPOSAL } from '../../../../src/tx/proposal-types.js';
import { TX } from '../../../../src/tx/transactions.js';
import type { ProposalDraft } from '../../../../vm/native/governance/proposal-rules.js';
import { DRAFTS, GovernanceLedger } from '../../../support/ledgers/governance-ledger.js';
import { ALICE } from '../../../support/ledgers/scratch-ledger.js';

/*
 * Whatever value within its range governance sets, it can set it back: nothing that a proposal may set
 * makes the next proposal impossible. Beyond the range it is refused when it is proposed.
 */

const EDGES = [
  0n,
  1n,
  2n ** 31n,
  2n ** 32n - 1n,
  2n ** 32n,
  2n ** 53n,
  2n ** 63n - 1n,
  2n ** 63n,
  2n ** 64n - 1n,
];
const COIN = 100_000_000n;

function governance(): GovernanceLedger {
  const ledger = new GovernanceLedger();
  ledger.endow(ledger.governor.keyId, 'WICC', 1_000n * COIN);
  for (const producer of ledger.producers) ledger.endow(producer.keyId, 'WICC', 1_000n * COIN);
  return ledger;
}

/** Makes and approves a proposal at whatever the two cost now. */
function governs(ledger: GovernanceLedger): void {
  const fee = 2n * COIN;
  const request = { ...ledger.requestTx(DRAFTS[1]), fees: fee };
  const id = ledger.execute(request).prepared.txid;
  ledger.execute(ledger.approvalTx(id, ledger.governor, { fees: fee }));
  assert.is(systemParameter(ledger.state, 'ASSET_ISSUE_FEE'), 50_000_000_000n);
}

function edgesOf([low, high]: readonly [bigint, bigint]): readonly bigint[] {
  const near = [low, low + 1n, (low + high) / 2n, high - 1n, high];
  return [...new Set([...near, ...EDGES.filter(edge => edge >= low && edge <= high)])];
}

function refused(ledger: GovernanceLedger, draft: ProposalDraft, value: bigint): void {
  const rejection = ledger.rejection({ ...ledger.requestTx(draft), fees: 2n * COIN });
  assert.equal(rejection, { code: 16, reason: 'params-range-error' }, String(value));
}

for (const parameter of systemParameters) {
  if (parameter.isRegId) continue;
  test(`${parameter.name}: every value in its range leaves governance able to act, all others are refused`, () => {
    const range = rangeOf(parameter, REGTEST.mended);
    const draft = (value: bigint): ProposalDraft => ({
      type: PROPOSAL.SYS_PARAM,
      params: [{ code: parameter.code, value }],
    });
    for (const value of edgesOf(range)) {
      const ledger = governance();
      ledger.carryOut(draft(value));
      governs(ledger);
    }
    const ledger = governance();
    for (const value of [...EDGES, range[1] + 1n]) {
      if (value < range[0] || value > range[1]) refused(ledger, draft(value), value);
    }
  });
}

test('every parameter of debt positions has such a range', () => {
  const ledger = governance();
  for (const parameter of cdpParameters) {
    const [low, high] = rangeOf(parameter, REGTEST.mended);
    for (const value of [...EDGES, high + 1n]) {
      if (value >= low && value <= high) continue;
      const params = [{ code: parameter.code, value }];
      refused(ledger, { type: PROPOSAL.CDP_PARAM, params, bcoinSymbol: 'WICC', scoinSymbol: 'WUSD' }, value);
    }
  }
});

test('ratios that fit what is stored one by one, and not each other, are refused together', () => {
  const ledger = governance();
  const draft: ProposalDraft = {
    type: PROPOSAL.CDP_PARAM,
    bcoinSymbol: 'WICC',
    scoinSymbol: 'WUSD',
    params: [
      { code: CDP_PARAMETERS.CDP_START_COLLATERAL_RATIO.code, value: 15_001n },
      { code: CDP_PARAMETERS.CDP_START_LIQUIDATE_RATIO.code, value: 18_999n },
    ],
  };
  assert.is(ledger.requestRejection(draft).reason, 'params-relation-error');
  const reference = new GovernanceLedger({ mended: { ...REGTEST.mended, governedRangesHold: false } });
  reference.propose(draft);
});

test('the fee of every type can be set up to what governors can pay, in both coins at once', () => {
  const ledger = governance();
  for (const { type: txType, governable } of scheduledFees(ledger.network.minimumFees)) {
    if (!governable) continue;
    for (const feeSymbol of ['WICC', 'WUSD']) {
      const draft = (feeSawiAmount: bigint): ProposalDraft => ({
        type: PROPOSAL.MINER_FEE,
        txType,
        feeSymbol,
        feeSawiAmount,
      });
      const largest = largestMinimumFee(txType);
      for (const value of [largest + 1n, ...EDGES.filter(edge => edge > largest)]) {
        refused(ledger, draft(value), value);
      }
      const id = ledger.execute({ ...ledger.requestTx(draft(largest)), fees: 2n * COIN }).prepared.txid;
      ledger.execute(ledger.approvalTx(id, ledger.governor, { fees: 2n * COIN }));
    }
  }
  governs(ledger);
});

test('a governor has a key', () => {
  const ledger = governance();
  ledger.alter(ALICE.keyId, { ownerKey: '' });
  const draft: ProposalDraft = { type: PROPOSAL.BPMC_LIST, governorRegId: ALICE.regId, operation: ENABLE };
  const requester = ledger.producers[0]!;
  assert.is(ledger.requestRejection(draft, requester).reason, 'regid-without-key');
});

test('recorded networks keep the ranges of the reference', () => {
  const ledger = new GovernanceLedger({ mended: { ...REGTEST.mended, ...REFERENCE_RULES } });
  const value = 2n ** 64n - 1n;
  ledger.propose({
    type: PROPOSAL.SYS_PARAM,
    params: [{ code: SYSTEM_PARAMETERS.PROPOSAL_EXPIRE_BLOCK_COUNT.code, value }],
  });
  ledger.propose({
    type: PROPOSAL.CDP_PARAM,
    params: [{ code: CDP_PARAMETERS.CDP_INTEREST_PARAM_A.code, value }],
    bcoinSymbol: 'WICC',
    scoinSymbol: 'WUSD',
  });
  ledger.propose({
    type: PROPOSAL.MINER_FEE,
    txType: TX.PROPOSAL_APPROVAL,
    feeSymbol: 'WICC',
    feeSawiAmount: value,
  });
});

test.run();
