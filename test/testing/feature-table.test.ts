import { readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';

/* What docs/testing-contracts.md says that we have, and the test that shows it. */

const test = suite('feature table of docs/testing-contracts.md');

/** By feature, a test file and the name of a test in it. */
const PROOFS: Readonly<Record<string, readonly [file: string, name: string]>> = {
  'chain inside the test process': [
    'testing/devnet',
    'starts with named accounts that have a million coins each',
  ],
  'ledger of the real node, not a model of it': [
    'testing/devnet',
    'is the same chain each time, and the same as that of a node',
  ],
  'contracts run as they are deployed': [
    'testing/wasm-contract',
    'is deployed from AssemblyScript, or from a module with its ABI beside it',
  ],
  'named accounts with coins': [
    'testing/devnet',
    'starts with named accounts that have a million coins each',
  ],
  'set a balance': ['testing/devnet', 'makes accounts that can send, and sets balances of any coin'],
  'act as any account': ['testing/lua-contract', 'is called by its deployer, or by whoever it is given to'],
  'set the time, mine blocks': [
    'testing/devnet',
    'mines blocks in the interval of the network, and at the times that it is told',
  ],
  'snapshot and revert': [
    'testing/devnet',
    'goes back to a snapshot as often as one likes: state, blocks, time',
  ],
  'several chains from one moment': ['testing/devnet', 'forks go on by themselves'],
  'several transactions in one block': [
    'testing/devnet',
    'puts several transactions into one block, also the same one twice',
  ],
  'calls that leave nothing': ['testing/lua-contract', 'a view leaves nothing behind, not even its fee'],
  'typed calls': [
    'testing/wasm-contract',
    'actions take arguments by the ABI, by name or in order, with accounts in the place of regids',
  ],
  'fuel of each call': [
    'testing/wasm-contract',
    'answers with the call tree, what was printed, fuel, fee and receipts',
  ],
  'fuel by kind': ['testing/lua-contract', 'answers with fuel by kind, fee, receipts and what it logged'],
  'the fee that would have sufficed': [
    'testing/lua-contract',
    'the fee that is said to suffice, suffices, and a smaller one does not',
  ],
  'receipts or events of a call': [
    'testing/lua-contract',
    'answers with fuel by kind, fee, receipts and what it logged',
  ],
  'call tree of a call': [
    'testing/wasm-contract',
    'answers with the call tree, what was printed, fuel, fee and receipts',
  ],
  'output of contracts': [
    'testing/lua-contract',
    'answers with fuel by kind, fee, receipts and what it logged',
  ],
  'failure with line, source and call stack': [
    'testing/lua-contract',
    'a failure names contract, method, file and line, shows the source there, and the call stack',
  ],
  'assertions on failure, balances, receipts': [
    'testing/assertions',
    'assertBalanceChanges does not count the fees that an account pays itself',
  ],
  'random sequences with invariants': [
    'testing/sequences',
    'a sequence that breaks an invariant is shrunk to the calls that it takes',
  ],
  'fuel report by method': [
    'cli/contract/test',
    'of fuel are those of the same calls on another ledger, their mean and fee exact',
  ],
  'line coverage': ['cli/contract/test', 'of lines are exact in the tracefile'],
  'look for mistakes in contracts': [
    'cli/contract/check',
    'findings are printed as file:line:column: message (rule), and make the exit code 1',
  ],
  'run again when a file changes': [
    'cli/contract/test',
    '--watch runs the tests again whenever a contract changes, however an editor writes it',
  ],
  'prompt on a chain': [
    'cli/contract/console',
    'the prompt has a chain, its accounts by name, the harness, and contracts by the names of their files',
  ],
  'development node by RPC': [
    'rpc/node/development-chain',
    'dev_revert takes blocks, balances, clock and waiting transactions back, as often as one likes',
  ],
  'dump and load a chain with its history': [
    'chain/chain-dump',
    'a chain of 10,000 blocks comes back with the same blocks, receipts, state and time, and goes on',
  ],
  'fork of a running node at a height, lazily, with a cache': [
    'testing/fork',
    'with the cache a fork needs no node; what it does not have is said',
  ],
  'chain of a running node in a test, and back': [
    'testing/chain-file',
    'a chain of a node goes on in the harness, with the same digest, and comes back',
  ],
  'set prices that the chain knows': [
    'testing/devnet',
    'sets prices, which stay until somebody feeds another one',
  ],
};

const document = readFileSync('docs/testing-contracts.md', 'utf8');
const [header, , ...rows] = document
  .slice(document.indexOf('| feature |'))
  .trimEnd()
  .split('\n')
  .map(line =>
    line
      .split('|')
      .slice(1, -1)
      .map(cell => cell.trim()),
  );

test('compares with the tools that it names, cell by cell', () => {
  assert.equal(header, [
    'feature',
    'coind',
    'Hardhat',
    'Foundry',
    'near-workspaces',
    'VeRT',
    'cw-multi-test',
  ]);
  assert.ok(rows.length > 20);
  for (const row of rows) assert.is(row.length, header!.length, row.join(' | '));
});

test('every cell on our side has a test here, and nothing else has', () => {
  assert.equal(
    rows.map(([feature, ours]) => [feature, ours]),
    Object.keys(PROOFS).map(feature => [feature, 'yes']),
  );
});

for (const [feature, [file, name]] of Object.entries(PROOFS)) {
  test(`${feature}: the test exists`, () => {
    const source = readFileSync(`test/${file}.test.ts`, 'utf8');
    assert.ok(source.includes(`('${name}',`), `test/${file}.test.ts has no test "${name}"`);
  });
}

test.run();
