import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { definitionOf } from '../../../../src/tx/transactions.js';
import { MODULE_CONTRACTS } from '../../../../vm/universal/native-contracts/index.js';
import type { ModuleAction } from '../../../../vm/universal/native-contracts/module-action.js';
import type { NativeContract } from '../../../../vm/universal/native-contracts/native-contract.js';

/* The tables of docs/native-contracts.md are what the declarations say. */

const DOCUMENT = 'docs/native-contracts.md';
const BEGIN = '<!-- begin: generated from the declarations -->\n';
const END = '<!-- end: generated from the declarations -->';

const thousands = (fuel: bigint): string => String(fuel).replace(/\B(?=(\d{3})+$)/g, ',');

function fuelText({ base, each = [] }: ModuleAction['fuel']): string {
  const parts = each.map(({ what, fuel }) => `${thousands(fuel)} for each ${what}`);
  return [...(base > 0n ? [thousands(base)] : []), ...parts].join(', ');
}

function fieldsText(fields: readonly { readonly name: string; readonly type: string }[]): string {
  return fields.map(({ name, type }) => `${name} \`${type}\``).join(', ');
}

function tablesOf(id: bigint, { title, schema, actions }: NativeContract<ModuleAction>): string {
  const { structs } = schema.definition;
  const fieldsOf = (name: string) => structs.find(struct => struct.name === name)!.fields;
  const names = new Set(actions.map(({ name }) => name));
  const rows = actions.map(
    ({ name, summary, asType, fuel }) =>
      `| \`${name}\` | ${summary} | ${fieldsText(fieldsOf(name))} | ${definitionOf(asType).name} | ${fuelText(fuel)} |`,
  );
  const inner = structs.filter(({ name }) => !names.has(name));
  return [
    `### 0-${id}: ${title}`,
    '',
    '| action | what it does | arguments | as | fuel |',
    '|---|---|---|---|---|',
    ...rows,
    '',
    ...inner.flatMap(({ name, fields }) => [`Members of \`${name}\`: ${fieldsText(fields)}.`, '']),
  ].join('\n');
}

test('the tables of actions are those of the declarations', () => {
  const expected = [...MODULE_CONTRACTS].map(([id, contract]) => tablesOf(id, contract)).join('\n');
  const text = readFileSync(DOCUMENT, 'utf8');
  const shown = text.slice(text.indexOf(BEGIN) + BEGIN.length, text.indexOf(END));
  assert.is(shown.trim(), expected.trim(), `${DOCUMENT} should have\n\n${expected}`);
});

test.run();
