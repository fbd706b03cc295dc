import type { AbiDefinition } from '../../../../vm/wasm/abi/definition.js';
import { AbiSchema, type ResolvedType } from '../../../../vm/wasm/abi/schema.js';
import type { Finding } from './finding.js';

/** A part of the bytes of a row, or of arguments: where it is in the value, and its form. */
interface Part {
  readonly path: string;
  readonly form: string;
}

/** What a difference between two lists of parts means. */
interface Meanings {
  /** A part has another form. */
  readonly changed: (before: Part, now: Part) => string;
  /** Parts come behind the last one. */
  readonly longer: (added: Part) => string;
  /** Parts at the end have gone. */
  readonly shorter: (lost: Part) => string;
}

/**
 * What an upgrade of a contract would break, by the ABIs before and after it: rows that can no longer be read as
 * they were stored, and actions that callers know otherwise. Names of fields may change; what counts are bytes.
 *
 * @param before - the ABI of what is deployed
 * @throws ContractException for an ABI that is not consistent
 */
export function changedInterface(before: AbiDefinition, now: AbiDefinition): Finding[] {
  const [old, next] = [new AbiSchema(before), new AbiSchema(now)];
  const findings: Finding[] = [];
  const add = (rule: Finding['rule'], message: string): void => {
    findings.push({ rule, line: 1, column: 1, message });
  };
  const tables = new Map(now.tables.map(({ name, type }) => [name, type]));
  for (const { name, type } of before.tables) {
    const present = tables.get(name);
    if (present === undefined) {
      add(
        'changed-layout',
        `the table ${name} is gone: its rows stay in the storage, and nothing reads them`,
      );
      continue;
    }
    const problem = difference(partsOf(old, type), partsOf(next, present), {
      changed: (a, b) =>
        `rows of the table ${name} that are there can no longer be read: "${a.path}" was ${a.form}, in its place stands "${b.path}", ${b.form}`,
      longer: ({ path, form }) =>
        `rows of the table ${name} that are there end before "${path}", ${form}: reading one ends the transaction`,
      shorter: ({ path, form }) =>
        `rows of the table ${name} that are there have "${path}", ${form}, at their end: it is ignored, and lost when a row is written again`,
    });
    if (problem !== undefined)
      add('changed-layout', `${problem}; move the rows, or write new ones into a table of another name`);
  }
  const actions = new Set(now.actions.map(({ name }) => name));
  for (const { name } of before.actions) {
    if (!actions.has(name)) {
      add('changed-action', `the action ${name} is gone: calls of it fail`);
      continue;
    }
    const problem = difference(partsOf(old, old.actionType(name)), partsOf(next, next.actionType(name)), {
      changed: (a, b) => `"${a.path}" was ${a.form}, in its place stands "${b.path}", ${b.form}`,
      longer: ({ path, form }) => `"${path}", ${form}, is new`,
      shorter: ({ path, form }) => `"${path}", ${form}, is gone`,
    });
    if (problem !== undefined)
      add('changed-action', `callers of the action ${name} give its arguments otherwise: ${problem}`);
  }
  return findings;
}

function difference(before: readonly Part[], now: readonly Part[], meanings: Meanings): string | undefined {
  for (const [i, old] of before.entries()) {
    const present = now[i];
    if (present === undefined) return meanings.shorter(old);
    if (present.form !== old.form) return meanings.changed(old, present);
  }
  const added = now[before.length];
  return added && meanings.longer(added);
}

/** The bytes of a type as its parts one behind the other. */
function partsOf(schema: AbiSchema, type: string): Part[] {
  return [...parts(schema, schema.resolve(type), '')];
}

function* parts(schema: AbiSchema, type: ResolvedType, path: string): Generator<Part> {
  switch (type.kind) {
    case 'builtin':
      yield { path, form: type.name };
      break;
    case 'struct':
      for (const field of schema.lineage(type.struct).flatMap(part => schema.typedFieldsOf(part))) {
        yield* parts(schema, field.type, path === '' ? field.name : `${path}.${field.name}`);
      }
      break;
    case 'optional':
      yield { path, form: `optional ${formOf(schema, type.value)}` };
      break;
    case 'array':
      yield { path, form: `list of ${formOf(schema, type.element)}` };
      break;
  }
}

/** The form of what is within a list or an optional value, whatever its names. */
function formOf(schema: AbiSchema, type: ResolvedType): string {
  const inner = [...parts(schema, type, '')].map(({ form }) => form);
  return inner.length === 1 ? inner.join('') : `(${inner.join(', ')})`;
}
