import {
  CDP_PARAMETERS,
  type CdpParameterName,
  cdpParameterOf,
  isInRange,
  type RangeRules,
} from '../../../../src/config/system-parameters.js';
import type { StateReader, StateWriter } from '../../../../src/state/state.js';
import {
  CDP_INTEREST_CHANGES,
  CDP_PARAMS,
  type CdpPair,
  cdpParameter,
} from '../../../../src/state/tables/cdp-parameters.js';
import { PROPOSAL_TYPES } from '../../../../src/tx/proposal-types.js';
import { REJECT, reject } from '../../../../src/tx/reject.js';
import { defineProposalRules } from '../proposal-rules.js';
import { isProposableCount, type ProposedParameter } from '../proposed-parameter.js';

/** GOV_CDP_PARAM (8): spec 05 §12.8. The pair itself is not checked (spec 05 §1, row 23). */
export const cdpParameters = defineProposalRules(PROPOSAL_TYPES.cdpParam, {
  summary: 'Sets parameters of debt positions of a coin pair.',
  electorate: 'governors',

  check({ params, ...pair }, { state, network }) {
    if (!isProposableCount(params)) reject(REJECT.REJECT_INVALID, 'params-empty');
    const { mended } = network;
    for (const parameter of params) checkParameter(parameter, pair, state, mended);
    if (mended.governedRangesHold) checkTogether(params, pair, state);
  },

  apply({ params, bcoinSymbol, scoinSymbol }, { state, block }) {
    for (const { code, value } of params) {
      state.put(CDP_PARAMS, [bcoinSymbol, scoinSymbol, code], value);
      noteInterestChange({ code, value }, { bcoinSymbol, scoinSymbol }, state, block.height);
    }
  },
});

/** The parameters that have to fit each other. */
const RELATED: ReadonlySet<CdpParameterName> = new Set<CdpParameterName>([
  'CDP_START_COLLATERAL_RATIO',
  'CDP_START_LIQUIDATE_RATIO',
  'CDP_FORCE_LIQUIDATE_RATIO',
  'CDP_LIQUIDATE_DISCOUNT_RATIO',
]);

/** A hundred percent of a hundred percent, in ratios of ten-thousandths. */
const WHOLE = 100_000_000n;

function checkParameter(
  { code, value }: ProposedParameter,
  pair: CdpPair,
  state: StateReader,
  rules: RangeRules,
): void {
  const parameter = cdpParameterOf(code);
  if (parameter === undefined) reject(REJECT.REJECT_INVALID, 'params-error');
  if (!isInRange(parameter, value, rules)) reject(REJECT.REJECT_INVALID, 'params-range-error');
  if (RELATED.has(parameter.name)) checkRelation(parameter.name, value, pair, state);
}

/** Compares with the stored values, not with the rest of the proposal (spec 05 §1, row 23). */
function checkRelation(changed: CdpParameterName, value: bigint, pair: CdpPair, state: StateReader): void {
  checkRatios(name => (name === changed ? value : cdpParameter(state, pair, name)));
}

/** Each of them may fit what is stored, and all of them together not each other. */
function checkTogether(params: readonly ProposedParameter[], pair: CdpPair, state: StateReader): void {
  const proposed = new Map(params.map(({ code, value }) => [code, value]));
  // A zero counts as the default (spec 05 §5.2).
  checkRatios(name => {
    const { code, defaultValue } = CDP_PARAMETERS[name];
    const value = proposed.get(code);
    return value === undefined ? cdpParameter(state, pair, name) : value || defaultValue;
  });
}

/** @throws TransactionRejected `params-relation-error`, `params-check-error` */
function checkRatios(after: (name: CdpParameterName) => bigint): void {
  const start = after('CDP_START_COLLATERAL_RATIO');
  const liquidate = after('CDP_START_LIQUIDATE_RATIO');
  const force = after('CDP_FORCE_LIQUIDATE_RATIO');
  if (start <= liquidate || liquidate <= force || start <= force) {
    reject(REJECT.REJECT_INVALID, 'params-relation-error');
  }
  if (force * after('CDP_LIQUIDATE_DISCOUNT_RATIO') < WHOLE) {
    reject(REJECT.REJECT_INVALID, 'params-check-error');
  }
}

/** Keeps when the interest changed: debts pay the old one until then (spec 05 §6.3). */
function noteInterestChange(
  { code, value }: ProposedParameter,
  pair: CdpPair,
  state: StateWriter,
  height: number,
): void {
  const { CDP_INTEREST_PARAM_A, CDP_INTEREST_PARAM_B } = CDP_PARAMETERS;
  if (code !== CDP_INTEREST_PARAM_A.code && code !== CDP_INTEREST_PARAM_B.code) return;
  const a = code === CDP_INTEREST_PARAM_A.code ? value : cdpParameter(state, pair, 'CDP_INTEREST_PARAM_A');
  const b = code === CDP_INTEREST_PARAM_B.code ? value : cdpParameter(state, pair, 'CDP_INTEREST_PARAM_B');
  state.put(CDP_INTEREST_CHANGES, [pair.bcoinSymbol, pair.scoinSymbol, height], { a, b });
}
