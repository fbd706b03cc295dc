import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { lintAssemblyScript } from '../../../../src/cli/contract/check/assembly-script/lint.js';
import { changedInterface } from '../../../../src/cli/contract/check/changed-interface.js';
import { RULE_NAMES } from '../../../../src/cli/contract/check/finding.js';
import { lintLua } from '../../../../src/cli/contract/check/lint.js';
import { required } from '../../../../src/codec/required.js';
import { buildContract } from '../../../../src/contract-build/compile.js';
import { readContract } from '../../../../src/contract-build/read-contract.js';
import { runCoind } from '../../../support/nodes/command-line.js';
import { temporaryDirectory } from '../../../support/temporary-directory.js';

const HEAD = 'mylib = require "mylib"\n';
const page = readFileSync('docs/lint.md', 'utf8');
const sections = new Map(
  page
    .split(/^## /m)
    .slice(1)
    .map(section => [section.slice(0, section.indexOf('\n')), section] as const),
);

/** A source of the page by its language and its role. */
function sourceIn(
  section: string,
  language: 'lua' | 'ts',
  role: string,
): { head: string; text: string } | undefined {
  const pattern = new RegExp(`^\`\`\`${language} ${role}(.*)\\n([^]*?)^\`\`\`$`, 'm');
  const [, head = '', text] = pattern.exec(section) ?? [];
  return text === undefined ? undefined : { head, text };
}

/** A contract in AssemblyScript around classes and functions, or around methods. */
function contractAround(text: string): string {
  const sdk =
    'import { Asset, Bytes, check, checkedAdd, checkedMul, Contract, log, mulDiv, Packed, Regid, requireAuth, sha256, Table, Text, transactionHash } from "sdk";\nconst WICC: u64 = 0x4343495708;\n';
  if (text.includes('class Offer')) return `${sdk}${text}\n@contract class Shown extends Contract {}\n`;
  const offer =
    '@table("rows") class Offer extends Packed { owner: Regid; price: u64; paid: u64; amount: u64; }\n';
  return `${sdk}${offer}@contract class Shown extends Contract {\n${text}}\n`;
}

/** The rules that find something in a source of the page. */
async function rulesOf(section: string, language: 'lua' | 'ts', role: 'fault' | 'cure'): Promise<string[]> {
  const source = sourceIn(section, language, role);
  assert.ok(source !== undefined, `${role} is shown`);
  if (language === 'lua') {
    const text = source.head.includes('without-head') ? source.text : HEAD + source.text;
    return lintLua(Buffer.from(text)).map(({ rule }) => rule);
  }
  const directory = temporaryDirectory();
  const file = join(directory, 'shown.ts');
  writeFileSync(file, contractAround(source.text));
  await buildContract(file); // Nobody learns from a source that does not compile.
  const { sources, contract } = lintAssemblyScript(file);
  const found = sources.flatMap(({ findings }) => findings.map(({ rule }) => rule));
  const before = sourceIn(section, 'ts', 'before');
  if (before === undefined) return found;
  const deployed = join(directory, 'before.ts');
  writeFileSync(deployed, contractAround(before.text));
  const changes = changedInterface(readContract(deployed).abi, required(contract, 'the contract').abi);
  return [...found, ...changes.map(({ rule }) => rule)];
}

test('every rule has a page', () => {
  assert.equal([...sections.keys()].sort(), [...RULE_NAMES].sort());
});

for (const [rule, section] of sections) {
  const languages = (['lua', 'ts'] as const).filter(language => sourceIn(section, language, 'fault'));
  test(`the page of ${rule} shows a fault that it finds, and a cure in which nothing is found`, async () => {
    assert.ok(languages.length > 0);
    for (const language of languages) {
      assert.equal([...new Set(await rulesOf(section, language, 'fault'))], [rule], language);
      assert.equal(await rulesOf(section, language, 'cure'), [], language);
    }
  });
}

const FAULT = `${HEAD}local hash = { mylib.GetBlockHash(5) }\nreturn hash[1] % 6, contract[0]\n`;

test('findings are written as JSON and as SARIF, each with file, line, column and rule', async () => {
  const directory = temporaryDirectory();
  writeFileSync(join(directory, 'dice.lua'), FAULT);
  const json = await runCoind(directory, ['contract', 'check', '--format', 'json', 'dice.lua']);
  assert.is(json.code, 1);
  const found = JSON.parse(json.output) as { file: string; line: number; column: number; rule: string }[];
  assert.equal(
    found.map(({ file, line, column, rule }) => [file, line, column, rule]),
    [
      ['dice.lua', 3, 8, 'predictable-randomness'],
      ['dice.lua', 3, 21, 'argument-layout'],
    ],
  );
  const sarif = await runCoind(directory, ['contract', 'check', '--format', 'sarif', 'dice.lua']);
  const { version, runs } = JSON.parse(sarif.output);
  assert.is(version, '2.1.0');
  const [{ tool, results }] = runs;
  assert.equal(
    results.map((each: { ruleId: string; ruleIndex: number }) => [
      each.ruleId,
      tool.driver.rules[each.ruleIndex].id,
    ]),
    [
      ['predictable-randomness', 'predictable-randomness'],
      ['argument-layout', 'argument-layout'],
    ],
  );
  assert.equal(results[0].locations[0].physicalLocation, {
    artifactLocation: { uri: 'dice.lua' },
    region: { startLine: 3, startColumn: 8 },
  });
  const none = await runCoind(directory, ['contract', 'check', '--format', 'xml', 'dice.lua']);
  assert.match(none.errors, /"xml" is no format; there are text, json, sarif/);
});

test.run();
