import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { AREAS } from '../../../src/rpc/areas.js';
import { MethodRegistry } from '../../../src/rpc/declaration/registry.js';
import { readVectors } from '../../support/vectors/vectors.js';

/** Names of methods by where they come from: the reference's table, the requirement, release 1. */
interface MethodNames {
  readonly reference: readonly string[];
  readonly requirement: readonly string[];
  readonly legacy: readonly string[];
}

const names = readVectors<MethodNames>('method-names');
const registry = new MethodRegistry(AREAS);
const missing = (wanted: readonly string[]) => wanted.filter(name => registry.find(name) === undefined);

test('each of the 157 methods of the reference is there', () => {
  assert.is(names.reference.length, 157);
  assert.equal(missing(names.reference), []);
});

test('each method of the requirement is there', () => {
  assert.equal(missing(names.requirement), []);
});

test('each name of release 1 that is still served is there (spec 02 §6.5)', () => {
  assert.equal(missing(names.legacy), []);
});

test('a method of the reference that has another name here answers to both', () => {
  for (const [one, other] of [
    ['getdexorders', 'listdexorders'],
    ['getdexsysorders', 'listdexsysorders'],
    ['getcdp', 'getcdpinfo'],
    ['submitcontractdeploytx', 'submitluacontractdeploytx'],
    ['submitcontractcalltx', 'submitluacontractcalltx'],
    ['getnewaddr', 'getnewaddress'],
    ['decodetxraw', 'decoderawtx'],
  ] as const) {
    assert.is(registry.find(one), registry.find(other), `${one} and ${other}`);
  }
});

test.run();
