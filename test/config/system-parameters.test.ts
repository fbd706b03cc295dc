import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { parseRegId, regIdFromInteger, regIdInteger, regIdText } from '../../src/codec/regid.js';
import {
  cdpParameterName,
  cdpParameterOf,
  cdpParameters,
  isInRange,
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
  for (const parameter of [...systemParameters, ...cdpParameters]) {
    assert.ok(isInRange(parameter, parameter.defaultValue), parameter.name);
    if (parameter.range === undefined) {
      assert.ok(isInRange(parameter, 2n ** 64n - 1n), parameter.name);
      continue;
    }
    const [low, high] = parameter.range;
    assert.ok(isInRange(parameter, low) && isInRange(parameter, high), parameter.name);
    assert.not(isInRange(parameter, low - 1n), parameter.name);
    assert.not(isInRange(parameter, high + 1n), parameter.name);
  }
});

test.run();
