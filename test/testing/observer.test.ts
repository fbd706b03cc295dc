import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { assertFails, bytes, Devnet, type ObservedCall, observeDevnets } from '../../src/testing/index.js';

const test = suite('observers of development chains');

const SOURCE = `mylib = require "mylib"
mylib.LogPrint({ key = 0, length = 2, value = "hi" })
assert(contract[1] == 1, "not one")`;

test('they see deployments, calls, views and failures on every chain, until they are removed', () => {
  const deployed: string[] = [];
  const calls: ObservedCall[] = [];
  const runs: string[] = [];
  const remove = observeDevnets({
    deployed: ({ name, vm }) => deployed.push(`${vm} ${name}`),
    called: call => calls.push(call),
    runs: { log: line => runs.push(line), ended: ({ fuel }) => runs.push(String(fuel.total)) },
  });
  const chain = Devnet.start();
  const contract = chain.deployLua({ text: SOURCE, name: 'one.lua', methods: { good: () => bytes(1) } });
  const outcome = contract.methods.good();
  const view = contract.on(chain.fork()).views.good();
  const failure = assertFails(() => contract.call(bytes(2)));
  remove();
  contract.methods.good();

  assert.equal(deployed, ['lua one.lua']);
  assert.equal(
    calls.map(({ kind, method, contract: { name } }) => [kind, method, name]),
    [
      ['call', 'good', 'one.lua'],
      ['view', 'good', 'one.lua'],
      ['call', '02', 'one.lua'],
    ],
  );
  assert.is(calls[0]!.outcome, outcome);
  assert.is(calls[1]!.outcome, view);
  assert.is(calls[2]!.failure, failure);
  const fuel = String(outcome.fuel.total);
  assert.equal(runs.slice(0, 4), ['hi', fuel, 'hi', fuel]);
  assert.is(runs.length, 6);
});

test.run();
