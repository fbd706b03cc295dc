import type * as lua from 'luaparse';
import { nearestName } from '../../../../config/nearest.js';
import type { Analysis } from '../analysis.js';
import type { ApiSignature, Field } from '../api.js';
import type { Report, Rule } from '../rule.js';
import { argumentsOf, descendants, type Expression, isCall } from '../syntax-tree.js';

type Table = lua.TableConstructorExpression;

/** Bytes and fields that do not fit what mylib expects of them: the function then does nothing at all. */
export const argumentLayout: Rule = ({ chunk, analysis }, report) => {
  for (const node of descendants(chunk)) {
    if (node.type === 'IndexExpression') checkIndex(node, analysis, report);
    if (!isCall(node)) continue;
    const api = analysis.apiOf(node);
    if (api === undefined) continue;
    const args = argumentsOf(node);
    const { bytes, fields } = api.signature;
    if (bytes !== undefined) {
      const count = analysis.countOf(args);
      if (count !== undefined && !bytes.includes(count)) {
        report(node, `mylib.${api.name} takes ${sizes(bytes)} bytes, here are ${count}`);
      }
    }
    const table = args.at(-1);
    if (fields === undefined || table === undefined) continue;
    const given = analysis.tableOf(table);
    if (given !== undefined) {
      checkFields(`mylib.${api.name}`, given, fields, analysis, report);
    }
  }
};

/** The argument bytes are contract[1] and so on. */
function checkIndex({ base, index }: lua.IndexExpression, analysis: Analysis, report: Report): void {
  if (base.type !== 'Identifier' || base.name !== 'contract') return;
  const variable = analysis.names.variableOf(base);
  if (variable?.isGlobal !== true || variable.values.length > 0) return;
  const at = analysis.integer(index);
  if (at !== undefined && at <= 0) {
    report(base, `contract[${at}] is no argument byte: they begin at contract[1]`);
  }
}

function checkFields(
  name: string,
  table: Table,
  fields: NonNullable<ApiSignature['fields']>,
  analysis: Analysis,
  report: Report,
): void {
  const given = fieldsOf(table);
  if (given === undefined) return;
  const known = Object.keys(fields);
  const meant = new Set<string>();
  for (const [field, { key }] of given) {
    if (known.includes(field)) continue;
    const nearest = nearestName(field, known);
    if (nearest !== undefined) meant.add(nearest);
    report(key, `${name} has no field ${field}${nearest === undefined ? '' : `; did you mean ${nearest}?`}`);
  }
  const missing = known.filter(field => !given.has(field) && !meant.has(field));
  if (missing.length > 0) report(table, `${name} needs the ${listed(missing)}, and does nothing without`);
  for (const [field, { value }] of given) {
    const declared = fields[field];
    if (declared?.kind === 'bytes') checkBytes(name, field, declared, value, given, analysis, report);
  }
}

interface GivenField {
  readonly key: lua.Identifier;
  readonly value: Expression;
}

/** The fields of a constructor by name; undefined where it has others, whose names cannot be seen. */
function fieldsOf({ fields }: Table): Map<string, GivenField> | undefined {
  const given = new Map<string, GivenField>();
  for (const field of fields) {
    if (field.type !== 'TableKeyString') return undefined;
    given.set(field.key.name, { key: field.key, value: field.value });
  }
  return given;
}

/** Compares how many bytes a field has with how many it must have. */
function checkBytes(
  name: string,
  field: string,
  { size, lengthIn }: Field & { kind: 'bytes' },
  value: Expression,
  given: ReadonlyMap<string, GivenField>,
  analysis: Analysis,
  report: Report,
): void {
  const count = analysis.sizeOf(value);
  if (count === undefined) return;
  if (size !== undefined && !size.includes(count)) {
    report(value, `${field} of ${name} has ${sizes(size)} bytes, here are ${count}`);
  }
  const length = lengthIn === undefined ? undefined : analysis.integer(given.get(lengthIn)?.value);
  if (length !== undefined && length !== count) {
    const effect = length > count ? `${name} does nothing then` : 'the others are left out';
    report(value, `${field} of ${name} has ${count} bytes, but ${lengthIn} says ${length}: ${effect}`);
  }
}

function sizes(all: readonly number[]): string {
  return all.join(' or ');
}

function listed(names: readonly string[]): string {
  return `${names.length === 1 ? 'field' : 'fields'} ${names.join(', ')}`;
}
