import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { parseRegId, regIdFromInteger, regIdInteger, regIdText } from '../../src/codec/regid.js';
import { REFERENCE_RULES } from '../../src/config/networks/reference.js';
import { REGTEST } from '../../src/config/networks/regtest.js';
import {
  cdpParameterName,
  cdpParameterOf,
  cdpParameters,
  isInRange,
  rangeOf,
  systemParameterName,
  systemParameterOf,
  systemParameters,
} from '../../src/config/system-parameters.js';
import { readVectors } from '../support/vectors/vectors.js';

interface RegIdCase {
  readonly id: string;
  readonly group: string;
  readonly inputs: { readonly regid: string };
  readonly expected: { readonly value: string };
}

test('the worked examples of regids as parameter values hold, both ways', () => {
  const cases = readVectors<{ cases: RegIdCase[] }>('governance-examples').cases.filter(
    ({ group }) => group === 'regid-param',
  );
  assert.is(cases.length, 3);
  for (const { id, inputs, expected } of cases) {
    assert.is(regIdInteger(parseRegId(inputs.regid)!), BigInt(expected.value), id);
    assert.is(regIdText(regIdFromInteger(BigInt(expected.value))), inputs.regid, id);
  }
});

test('there are 18 system parameters and 11 CDP parameters, found by number and named', () => {
  assert.is(systemParameters.length, 18);
  assert.is(cdpParameters.length, 11);
  for (const parameter of systemParameters) {
    assert.is(systemParameterOf(parameter.code), parameter);
    assert.is(systemParameterName(parameter.code), parameter.name);
  }
  for (const parameter of cdpParameters) {
    assert.is(cdpParameterOf(parameter.code), parameter);
    assert.is(cdpParameterName(parameter.code), parameter.name);
  }
  assert.is(systemParameterOf(111), undefined);
  assert.is(systemParameterName(112), '');
});

test('parameters are listed by ascending number', () => {
  for (const list of [systemParameters, cdpParameters]) {
    const codes = list.map(({ code }) => code);
    assert.equal(
      codes,
      [...codes].sort((a, b) => a - b),
    );
  }
});

test('three system parameters are regids, two can be proposed under the newest rules only', () => {
  const codes = (list: readonly { readonly code: number }[]) => list.map(({ code }) => code);
  assert.equal(codes(systemParameters.filter(({ isRegId }) => isRegId)), [29, 51, 101]);
  assert.equal(codes(systemParameters.filter(({ since }) => since !== undefined)), [101, 102]);
});

test('defaults lie in their ranges; both bounds of a range belong to it', () => {
  for (const rules of [REFERENCE_RULES, REGTEST.mended]) {
    for (const parameter of [...systemParameters, ...cdpParameters]) {
      const [low, high] = rangeOf(parameter, rules);
      const isIn = (value: bigint) => isInRange(parameter, value, rules);
      assert.ok(isIn(parameter.defaultValue), parameter.name);
      assert.ok(isIn(low) && isIn(high), parameter.name);
      assert.not(isIn(low - 1n), parameter.name);
      assert.not(isIn(high + 1n), parameter.name);
    }
  }
});

test('on networks of ours every parameter that is no regid has an upper bound, within that of the reference', () => {
  for (const parameter of [...systemParameters, ...cdpParameters]) {
    if ('isRegId' in parameter) continue;
    const [low, high] = rangeOf(parameter, REGTEST.mended);
    const [lowest, highest] = rangeOf(parameter, REFERENCE_RULES);
    assert.ok(lowest <= low && high <= highest, parameter.name);
    assert.ok(high < 2n ** 53n, parameter.name);
  }
});

test.run();
