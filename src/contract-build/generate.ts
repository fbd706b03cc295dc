import { parseRegId, regIdInteger } from '../codec/regid.js';
import { parseActionName } from '../tx/action-name.js';
import { refuseSource } from './diagnostics.js';
import type { MarkedClass, MarkedMethod, ParsedSource, TypedName } from './parse-source.js';
import type { ValueType, ValueTypes } from './value-types.js';

/*
 * What the builder adds to the sources of a contract: `apply`, which finds the method for an action
 * and reads its arguments, and for tables and structs how they are packed. It is added after the
 * last line and before closing braces, so that the line numbers of messages stay right.
 */

/** Names of the SDK that the added code uses; those that authors do not use begin with two underscores. */
const SDK_NAMES = [
  'actionArguments as __arguments',
  'emitResult as __emitResult',
  'Optional',
  'Reader',
  'Writer',
];

const SUPPORT = [
  'function __absent<T>(): Optional<T> { return new Optional<T>(false, isReference<T>() ? changetype<T>(0) : <T>0); }',
  'function __readArray<T>(r: Reader, read: (r: Reader) => T): T[] { const n = r.size(); const a: T[] = []; for (let i: u32 = 0; i < n; i++) a.push(read(r)); return a; }',
];

/** The sources of a contract with the generated code. */
export function completeSource(text: string, source: ParsedSource, types: ValueTypes): string {
  let completed = text;
  const added: string[] = [];
  for (const marked of [...source.classes].reverse()) {
    if (marked.mark.name === 'contract') {
      added.push(applyFunction(marked, source.file, types));
      continue;
    }
    const members = packMethods(marked, source.file, types);
    completed = `${completed.slice(0, marked.end)} ${members} ${completed.slice(marked.end)}`;
    added.push(
      `export function __read${marked.name}(r: Reader): ${marked.name} { const v = new ${marked.name}(); v.__unpack(r); return v; }`,
    );
  }
  if (added.length === 0) return text;
  return [
    completed,
    sdkImport(source),
    ...SUPPORT,
    ...foreignReaders(source, completed + added.join('\n')),
    ...added,
  ].join('\n');
}

/** Imports what the author does not import already, which would be there twice. */
function sdkImport(source: ParsedSource): string {
  const known = new Set(source.imports.filter(({ path }) => path === 'sdk').flatMap(({ names }) => names));
  return `import { ${SDK_NAMES.filter(name => !known.has(name)).join(', ')} } from "sdk";`;
}

/** Imports the readers of structs that the author imports from another source. */
function foreignReaders(source: ParsedSource, added: string): string[] {
  return source.imports.flatMap(({ path, file, names }) => {
    const readers = names.map(name => `__read${name}`).filter(reader => added.includes(`${reader}(`));
    return file === undefined || readers.length === 0
      ? []
      : [`import { ${readers.join(', ')} } from "${path}";`];
  });
}

function typeOf(member: TypedName, owner: string, file: string, line: number, types: ValueTypes): ValueType {
  return (
    types.find(member.type) ??
    refuseSource(
      file,
      line,
      `"${member.name}" of ${owner} has the type "${member.type}", which an ABI cannot hold`,
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
  return `${table} __pack(w: Writer): void { ${write} } __unpack(r: Reader): void { ${read} }`;
}

function applyFunction(contract: MarkedClass, file: string, types: ValueTypes): string {
  const methods = contract.methods;
  const own = methods.filter(method => method.mark.name !== 'notify');
  const told = methods.filter(method => method.mark.name === 'notify');
  const call = (method: MarkedMethod): string => invocation(method, file, types);
  const actions = own.map(
    method => `if (action == ${nameLiteral(method.name, file, method.line)}) { ${call(method)} return; }`,
  );
  const notifications = told.map(method => `if (${notified(method, file)}) { ${call(method)} return; }`);
  return [
    'export function apply(receiver: u64, contract: u64, action: u64): void {',
    `const c = new ${contract.name}(receiver, contract);`,
    `if (receiver == contract) { ${actions.join(' ')} c.onUnknownAction(action); return; }`,
    ...notifications,
    '}',
  ].join(' ');
}

/** Reads the arguments, calls the method and, for a view, emits what it returns. */
function invocation(method: MarkedMethod, file: string, types: ValueTypes): string {
  const reads = method.parameters.map(
    (parameter, i) => `const a${i} = ${typeOf(parameter, method.name, file, method.line, types).read};`,
  );
  const reader = reads.length === 0 ? '' : 'const r = __arguments();';
  const args = method.parameters.map((_, i) => `a${i}`).join(', ');
  const called = `c.${method.name}(${args})`;
  if (method.mark.name !== 'view') return `${reader} ${reads.join(' ')} ${called};`;
  const type = typeOf({ name: 'result', type: method.returns }, method.name, file, method.line, types);
  return `${reader} ${reads.join(' ')} const v = ${called}; const w = new Writer(); ${type.write('v')}; __emitResult("${method.name}", "${type.abi}", w);`;
}

/**
 * The condition under which a method is notified of an action: `"0-800::transfer"`, or `*` for any
 * contract.
 */
function notified(method: MarkedMethod, file: string): string {
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
