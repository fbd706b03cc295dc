import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { runProgram } from '../../../src/cli/program.js';
import { type ProgramRun, runCoind } from '../../support/nodes/command-line.js';
import { NodeProcess } from '../../support/nodes/node-process.js';
import { temporaryDirectory } from '../../support/temporary-directory.js';

const test = suite<{
  node: NodeProcess;
  directory: string;
  contract: (...words: string[]) => Promise<ProgramRun>;
}>('coind contract deploy');

const BOX = 'mylib = require "mylib"\nprint("called")\n';
const TINY = `import { Contract } from "sdk";
@contract class Tiny extends Contract { @action go(n: u8): void {} }
`;
const ALICE = '0-13';

interface Recorded {
  readonly genesis: string;
  readonly deployments: readonly Record<string, string>[];
}

test.before(async context => {
  context.node = await NodeProcess.start();
});
test.after(({ node }) => node.stop());
test.before.each(context => {
  const directory = temporaryDirectory();
  const { node } = context;
  const place = [`-datadir=${node.directory}`, `-rpcport=${node.port}`];
  context.directory = directory;
  context.contract = (...words) => runCoind(directory, [...place, 'contract', ...words]);
  writeFileSync(join(directory, 'box.lua'), BOX);
  writeFileSync(join(directory, 'tiny.ts'), TINY);
});

const recordOf = (directory: string): Recorded =>
  JSON.parse(readFileSync(join(directory, 'deployments', 'regtest.json'), 'utf8')) as Recorded;

for (const [file, name, plan] of [
  ['box.lua', 'box', /^contract {2}box: Lua, 40 bytes$/m],
  ['tiny.ts', 'tiny', /^contract {2}tiny: WebAssembly, \d+ bytes, ABI of \d+ bytes$/m],
] as const) {
  test(`${file} is planned, deployed, noted and verified; what is there is not deployed again`, async ({
    node,
    directory,
    contract,
  }) => {
    const { code, output, errors } = await contract('deploy', file, '--from', ALICE, '--yes');
    assert.is(code, 0, output + errors);
    assert.match(output, `network   regtest, node 127.0.0.1:${node.port}\n`);
    assert.match(output, plan);
    assert.match(output, /^fee {7}\d+\.\d{8} WICC$/m);
    assert.match(output, /verified: the code on the chain is what the source gives\n$/);
    const [noted, ...others] = recordOf(directory).deployments;
    assert.is(others.length, 0);
    assert.equal([noted!.name, noted!.source], [name, file]);
    assert.match(output, `${name} is deployed as ${noted!.regid}, transaction ${noted!.txid}`);
    const { code: onChain } = await node.call('getcontractinfo', noted!.regid!);
    if (file === 'box.lua') assert.is(onChain, Buffer.from(BOX).toString('hex'));

    const second = await contract('deploy', file, '--from', ALICE, '--yes');
    assert.equal(
      [second.code, second.output],
      [0, `${name} is deployed already as ${noted!.regid}; --again deploys another one\n`],
    );
    const verified = await contract('verify', file);
    assert.equal([verified.code, verified.output], [0, `${noted!.regid} is what ${file} gives\n`]);

    const text = readFileSync(join(directory, file), 'utf8');
    writeFileSync(
      join(directory, file),
      file === 'box.lua' ? `${text}-- changed\n` : text.replace('u8', 'u16'),
    );
    const changed = await contract('verify', file, noted!.regid!);
    assert.equal([changed.code, changed.errors], [1, `${noted!.regid} is not what ${file} gives\n`]);
    assert.is((await contract('deploy', file, '--from', ALICE, '--yes')).code, 0);
    assert.is(recordOf(directory).deployments.length, 2);
    assert.is((await contract('verify', file)).code, 0);
  });
}

test('the code of a WebAssembly contract is replaced, under the same regid', async ({
  directory,
  contract,
}) => {
  assert.is((await contract('deploy', 'tiny.ts', '--from', ALICE, '-y')).code, 0);
  const { regid } = recordOf(directory).deployments[0]!;
  writeFileSync(join(directory, 'tiny.ts'), TINY.replace('u8', 'u64'));
  const { code, output, errors } = await contract(
    'deploy',
    'tiny.ts',
    '--from',
    ALICE,
    '-y',
    '--replace',
    regid!,
  );
  assert.is(code, 0, errors);
  assert.match(output, `replaces  ${regid}\n`);
  assert.is(recordOf(directory).deployments[1]!.regid, regid);
  const lua = await contract('deploy', 'box.lua', '--from', ALICE, '-y', '--replace', regid!);
  assert.is(lua.code, 1);
  assert.match(lua.errors, /the code of a Lua contract cannot be replaced/);
});

test('nothing is sent without a yes', async ({ node, directory }) => {
  const height = await node.call('getblockcount');
  const words = [
    `-datadir=${node.directory}`,
    `-rpcport=${node.port}`,
    'contract',
    'deploy',
    join(directory, 'box.lua'),
  ];
  const asked = async (confirm?: (question: string) => Promise<boolean>) => {
    let errors = '';
    const terminal = {
      output: () => {},
      errors: (text: string) => {
        errors += text;
      },
      confirm,
    };
    return { code: await runProgram([...words, '--from', ALICE], {}, terminal), errors };
  };
  const nobody = await asked();
  assert.is(nobody.code, 1);
  assert.match(nobody.errors, /nobody is there to confirm this; --yes deploys without asking/);
  const questions: string[] = [];
  const no = await asked(async question => {
    questions.push(question);
    return false;
  });
  assert.equal([no.code, questions], [1, ['Deploy? [y/N] ']]);
  assert.is(await node.call('getblockcount'), height);
});

test('what cannot be deployed is refused before anything is sent', async ({ node, directory, contract }) => {
  writeFileSync(join(directory, 'wrong.lua'), `${BOX}x = = 1\n`);
  writeFileSync(join(directory, 'other.json'), '{}');
  const height = await node.call('getblockcount');
  for (const [words, message] of [
    [['deploy', 'box.lua'], /--from is missing: the account that deploys and pays/],
    [['deploy', 'box.txt', '--from', ALICE], /"box\.txt" is no contract/],
    [['deploy', 'nowhere.lua', '--from', ALICE], /nowhere\.lua does not exist/],
    [['deploy', 'box.lua', '--from', ALICE, '--fee', '1e5'], /"1e5" is no fee/],
    [['deploy', 'box.lua', '--from', '0-99999', '--yes'], /error: /],
    [['deploy', 'wrong.lua', '--from', ALICE, '--yes'], /wrong\.lua:3\n[\s\S]*> 3 \| x = = 1/],
    [
      ['deploy', 'box.lua', '--from', ALICE, '--yes', '--record', 'other.json'],
      /other\.json is no record of deployments/,
    ],
    [['verify', 'box.lua'], /deployments\/regtest\.json has no deployment of box; give the regid/],
    [['verify', 'box.lua', '0-99999'], /error: 0-99999: /],
  ] as const) {
    const { code, errors } = await contract(...words);
    assert.is(code, 1, words.join(' '));
    assert.match(errors, message);
  }
  assert.is(await node.call('getblockcount'), height);
});

test('a record of another network is refused', async ({ directory, contract }) => {
  writeFileSync(
    join(directory, 'main.json'),
    JSON.stringify({ network: 'main', genesis: '00ff', deployments: [] }),
  );
  const { code, errors } = await contract(
    'deploy',
    'box.lua',
    '--from',
    ALICE,
    '--yes',
    '--record',
    'main.json',
  );
  assert.is(code, 1);
  assert.match(errors, /main\.json is of the network with block 0 00ff; the node's is /);
});

test('a node that is not there is told', async ({ directory }) => {
  const words = [
    `-datadir=${directory}`,
    '-rpcport=1',
    '-rpcuser=a',
    '-rpcpassword=b',
    'contract',
    'deploy',
    'box.lua',
  ];
  const { code, errors } = await runCoind(directory, [...words, '--from', ALICE, '--yes']);
  assert.is(code, 1);
  assert.match(errors, /nothing answers at 127\.0\.0\.1 port 1/);
});

test.run();
