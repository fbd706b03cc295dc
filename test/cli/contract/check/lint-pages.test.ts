import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { RULE_NAMES } from '../../../../src/cli/contract/check/finding.js';
import { lintLua } from '../../../../src/cli/contract/check/lint.js';
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

/** The rules that find something in a source of the page. */
function rulesOf(section: string, kind: 'fault' | 'cure'): string[] {
  const [, head, source] = new RegExp(`^\`\`\`lua ${kind}(.*)\n([^]*?)^\`\`\`$`, 'm').exec(section) ?? [];
  assert.ok(source !== undefined, `${kind} is shown`);
  const text = head!.includes('without-head') ? source : HEAD + source;
  return lintLua(Buffer.from(text)).map(({ rule }) => rule);
}

test('every rule has a page', () => {
  assert.equal([...sections.keys()].sort(), [...RULE_NAMES].sort());
});

for (const [rule, section] of sections) {
  test(`the page of ${rule} shows a fault that it finds, and a cure in which nothing is found`, () => {
    assert.equal([...new Set(rulesOf(section, 'fault'))], [rule]);
    assert.equal(rulesOf(section, 'cure'), []);
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
