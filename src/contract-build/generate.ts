import { posix } from 'node:path';
import { parseRegId, regIdInteger } from '../codec/regid.js';
import { parseActionName } from '../tx/action-name.js';
import type { CompletedSource, MarkedClass } from './complete-classes.js';
import { refuseSource } from './diagnostics.js';
import type { MarkedMethod, TypedName } from './parse-source.js';
import { SDK_PREFIX, SDK_TYPES, type ValueType, type ValueTypes } from './value-types.js';

/*
 * What the builder adds to the sources of a contract: `apply`, which finds the method for an action
 * and reads its arguments, and for tables and structs how they are packed. It is added after the
 * last line and before closing braces, so that the line numbers of messages stay right.
 */

/** Names of the SDK that the added code uses, each with two underscores before it, which authors do not use. */
const SDK_NAMES: readonly string[] = [
  'actionArguments as __arguments',
  'emitResult as __emitResult',
  ...['Optional', 'Reader', 'Writer', ...SDK_TYPES].map(name => `${name} as ${SDK_PREFIX}${name}`),
];

const SUPPORT = [
  'function __absent<T>(): __Optional<T> { return new __Optional<T>(false, isReference<T>() ? changetype<T>(0) : <T>0); }',
  'function __readArray<T>(r: __Reader, read: (r: __Reader) => T): T[] { const n = r.size(); const a: T[] = []; for (let i: u32 = 0; i < n; i++) a.push(read(r)); return a; }',
];

/**
 * A source of a contract with the generated code.
 * @param structs - the sources in which structs and rows are, by their names
 */
export function completeSource(
  text: string,
  source: CompletedSource,
  types: ValueTypes,
  structs: ReadonlyMap<string, CompletedSource>,
): string {
  let completed = text;
  const added: string[] = [];
  for (const marked of [...source.classes].reverse()) {
    if (marked.mark.name === 'contract') {
      added.push(applyFunction(marked, types));
      continue;
    }
    const members = packMethods(marked, source.file, types);
    completed = `${completed.slice(0, marked.end)} ${members} ${completed.slice(marked.end)}`;
    added.push(
      `export function __read${marked.name}(r: __Reader): ${marked.name} { const v = new ${marked.name}(); v.__unpack(r); return v; }`,
    );
  }
  if (added.length === 0) return text;
  return [
    completed,
    `import { ${SDK_NAMES.join(', ')} } from "sdk";`,
    ...SUPPORT,
    ...foreignStructs(source, completed + added.join('\n'), structs),
    ...added,
  ].join('\n');
}

/** Imports what the added code needs of structs of other sources. */
function foreignStructs(
  source: CompletedSource,
  added: string,
  structs: ReadonlyMap<string, CompletedSource>,
): string[] {
  const known = new Set([
    ...source.imports.flatMap(({ names }) => [...names.keys()]),
    ...source.classes.map(({ name }) => name),
  ]);
  const lines: string[] = [];
  for (const [name, other] of structs) {
    if (other.path === source.path || !added.includes(`__read${name}(`)) continue;
    const class_ = other.classes.find(each => each.name === name);
    if (class_?.isExported !== true) {
      refuseSource(
        other.file,
        class_?.line ?? 1,
        `class ${name} is used in ${source.file}: write \`export class ${name}\``,
      );
    }
    const names = [`__read${name}`, ...(known.has(name) ? [] : [name])];
    lines.push(`import { ${names.join(', ')} } from "${pathTo(other.path, source.path)}";`);
  }
  return lines;
}

/** How one source of a contract names another one. */
function pathTo(path: string, from: string): string {
  const relative = posix.relative(posix.dirname(from), path).replace(/\.ts$/, '');
  return relative.startsWith('.') ? relative : `./${relative}`;
}

function typeOf(member: TypedName, owner: string, file: string, line: number, types: ValueTypes): ValueType {
  return (
    types.find(member.type) ??
    refuseSource(
      file,
      line,
      `"${member.name}" of ${owner} has the type "${member.type}", which an ABI cannot hold${types.adviceFor(member.type)}`,
    )
  );
}

function packMethods(marked: MarkedClass, file: string, types: ValueTypes): string {
  const { name, fields, line, mark } = marked;
  const typed = fields.map(field => ({
    name: `this.${field.name}`,
    type: typeOf(field, name, file, line, types),
  }));
  const write = typed.map(field => `${field.type.write(field.name)};`).join(' ');
  const read = typed.map(field => `${field.name} = ${field.type.read};`).join(' ');
  const table =
    mark.name === 'table'
      ? `__table(): u64 { return ${nameLiteral(mark.argument ?? name.toLowerCase(), file, line)}; }`
      : '';
  return `${table} __pack(w: __Writer): void { ${write} } __unpack(r: __Reader): void { ${read} }`;
}

function applyFunction(contract: MarkedClass, types: ValueTypes): string {
  const methods = contract.methods;
  const own = methods.filter(method => method.mark.name !== 'notify');
  const told = methods.filter(method => method.mark.name === 'notify');
  const call = (method: MarkedMethod): string => invocation(method, types);
  const actions = own.map(
    method =>
      `if (action == ${nameLiteral(method.name, method.file, method.line)}) { ${call(method)} return; }`,
  );
  const notifications = told.map(method => `if (${notified(method)}) { ${call(method)} return; }`);
  return [
    'export function apply(receiver: u64, contract: u64, action: u64): void {',
    `const c = new ${contract.name}(receiver, contract);`,
    `if (receiver == contract) { ${actions.join(' ')} c.onUnknownAction(action); return; }`,
    ...notifications,
    '}',
  ].join(' ');
}

/** Reads the arguments, calls the method and, for a view, emits what it returns. */
function invocation(method: MarkedMethod, types: ValueTypes): string {
  const reads = method.parameters.map(
    (parameter, i) =>
      `const a${i} = ${typeOf(parameter, method.name, method.file, method.line, types).read};`,
  );
  const reader = reads.length === 0 ? '' : 'const r = __arguments();';
  const args = method.parameters.map((_, i) => `a${i}`).join(', ');
  const called = `c.${method.name}(${args})`;
  if (method.mark.name !== 'view') return `${reader} ${reads.join(' ')} ${called};`;
  const type = typeOf({ name: 'result', type: method.returns }, method.name, method.file, method.line, types);
  return `${reader} ${reads.join(' ')} const v = ${called}; const w = new __Writer(); ${type.write('v')}; __emitResult("${method.name}", "${type.abi}", w);`;
}

/**
 * The condition under which a method is notified of an action: `"0-800::transfer"`, or `*` for any
 * contract.
 */
function notified(method: MarkedMethod): string {
  const { file } = method;
  const [contract, action] = (method.mark.argument ?? '').split('::');
  if (contract === undefined || action === undefined) {
    refuseSource(
      file,
      method.line,
      '@notify needs the contract and action, such as @notify("0-800::transfer")',
    );
  }
  const isAction = `action == ${nameLiteral(action, file, method.line)}`;
  if (contract === '*') return isAction;
  const regId = parseRegId(contract);
  if (regId === undefined) refuseSource(file, method.line, `"${contract}" is not a regid such as 0-800`);
  return `contract == ${regIdInteger(regId)} && ${isAction}`;
}

function nameLiteral(name: string, file: string, line: number): string {
  const value = parseActionName(name);
  if (value === undefined) {
    refuseSource(
      file,
      line,
      `"${name}" is not a name: at most 13 of _ 1-5 a-z are expected, the 13th of _ 1-5 a-j`,
    );
  }
  return `0x${value.toString(16)}`;
}
