import { LARGEST_NAME_SECTION, MODULE_LIMITS, PAGE_BYTES } from './limits.js';
import { type ByteRange, type DecodedModule, functionType, type ModuleImport, SECTION } from './module.js';
import { ModuleReader } from './module-reader.js';
import { refusedSection, refusedValueType } from './proposals.js';
import { rejectModule } from './rejected.js';
import { type FunctionType, sameType, typeText, type ValueType, valueType } from './value-type.js';

const MAGIC_AND_VERSION = Uint8Array.of(0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00);

const KIND = { function: 0, table: 1, memory: 2, global: 3 } as const;
const FUNCTION_TYPE = 0x60;
const ANY_FUNCTION = 0x70;

/** `apply(receiver, contract, action)`, the entry of every contract (spec 04 §11.1). */
const APPLY_TYPE: FunctionType = { parameters: ['i64', 'i64', 'i64'], results: [] };

/**
 * Decodes the sections of a module and checks every limit and rule that does not need the bodies of
 * its functions (spec 04 §11.1, §15.2, §15.5). Types within bodies are V8's to validate.
 *
 * @throws ModuleRejected
 */
export function decodeModule(bytes: Uint8Array): DecodedModule {
  if (bytes.length > MODULE_LIMITS.moduleBytes) {
    rejectModule(
      'too-large',
      `the module has ${bytes.length} bytes, at most ${MODULE_LIMITS.moduleBytes} are allowed`,
    );
  }
  if (!MAGIC_AND_VERSION.every((byte, i) => bytes[i] === byte)) {
    rejectModule('not-wasm', 'magic number did not match: a WebAssembly module of version 1 is expected');
  }
  const { sections, names } = readSections(bytes);
  const open = (id: number): ModuleReader | undefined => {
    const range = sections.get(id);
    return range && new ModuleReader(bytes, range.start, range.end);
  };

  const types = readTypes(open(SECTION.type));
  const imports = readImports(open(SECTION.import), types);
  const functions = readFunctions(open(SECTION.function), types);
  const table = readTable(open(SECTION.table));
  const memory = readMemory(open(SECTION.memory));
  const globals = readGlobals(open(SECTION.global));
  const apply = readExports(open(SECTION.export));
  const start = open(SECTION.start)?.u32();
  const elements = readElements(open(SECTION.element), table, imports.length);
  const bodies = readBodies(open(SECTION.code), functions.length);
  const data = readData(open(SECTION.data), (memory?.initial ?? 0) * PAGE_BYTES);

  const module: DecodedModule = {
    bytes,
    sections,
    names,
    types,
    imports,
    functions,
    memory,
    globals,
    apply: apply ?? rejectModule('no-apply', 'the module exports no function `apply`'),
    start,
    bodies,
    namedImports: [
      ...new Set(
        [...elements.imports, apply, start].filter(index => index !== undefined && index < imports.length),
      ),
    ] as number[],
    initialElements: elements.filled,
    initialBytes: data.filled,
    dataSegments: data.segments,
  };
  checkEntries(module);
  return module;
}

function checkEntries(module: DecodedModule): void {
  const count = module.imports.length + module.functions.length;
  const typeOf = (index: number): FunctionType =>
    index < count
      ? functionType(module, index)
      : rejectModule('malformed', `function ${index} is named, there are ${count}`);
  const apply = typeOf(module.apply);
  if (!sameType(apply, APPLY_TYPE)) {
    rejectModule('apply-signature', `\`apply\` is ${typeText(apply)}, it must be ${typeText(APPLY_TYPE)}`);
  }
  if (module.start !== undefined && !sameType(typeOf(module.start), { parameters: [], results: [] })) {
    rejectModule('start-signature', 'the start function takes or returns something');
  }
}

function readSections(bytes: Uint8Array): Pick<DecodedModule, 'sections' | 'names'> {
  const reader = new ModuleReader(bytes, MAGIC_AND_VERSION.length);
  const sections = new Map<number, ByteRange>();
  let names: ByteRange | undefined;
  let last = 0;
  while (!reader.atEnd) {
    const id = reader.u8();
    const size = reader.u32();
    const start = reader.offset;
    reader.skip(size);
    const range = { start, end: reader.offset };
    if (id === SECTION.custom) {
      const name = new ModuleReader(bytes, range.start, range.end).text(size);
      if (name === 'name' && size <= LARGEST_NAME_SECTION) names ??= range;
      continue;
    }
    if (id > SECTION.data) rejectModule('section-not-allowed', refusedSection(id));
    if (id <= last) rejectModule('malformed', `section ${id} stands behind section ${last}`);
    last = id;
    sections.set(id, range);
  }
  return { sections, names };
}

function readValueType(reader: ModuleReader): ValueType {
  const code = reader.u8();
  return valueType(code) ?? rejectModule('feature-not-allowed', refusedValueType(code));
}

function readTypes(reader: ModuleReader | undefined): FunctionType[] {
  if (reader === undefined) return [];
  const limit = MODULE_LIMITS.types;
  const count = reader.count(limit, () => rejectModule('too-many-types', `more than ${limit} types`));
  return Array.from({ length: count }, () => {
    if (reader.u8() !== FUNCTION_TYPE)
      rejectModule('feature-not-allowed', 'a type is not that of a function');
    const most = MODULE_LIMITS.parameters;
    const many = (): never =>
      rejectModule('too-many-parameters', `more than ${most} parameters of a function`);
    const parameters = Array.from({ length: reader.count(most, many) }, () => readValueType(reader));
    const several = (): never =>
      rejectModule('feature-not-allowed', 'a function returns more than one value (multi-value)');
    const results = Array.from({ length: reader.count(1, several) }, () => readValueType(reader));
    return { parameters, results };
  });
}

function readType(reader: ModuleReader, types: readonly FunctionType[]): number {
  const index = reader.u32();
  return index < types.length
    ? index
    : rejectModule('malformed', `type ${index} is named, there are ${types.length}`);
}

function readImports(reader: ModuleReader | undefined, types: readonly FunctionType[]): ModuleImport[] {
  if (reader === undefined) return [];
  const limit = MODULE_LIMITS.imports;
  const count = reader.count(limit, () => rejectModule('too-many-imports', `more than ${limit} imports`));
  return Array.from({ length: count }, () => {
    const module = reader.text(MODULE_LIMITS.nameBytes);
    const name = reader.text(MODULE_LIMITS.nameBytes);
    if (reader.u8() !== KIND.function) {
      rejectModule('import-not-a-function', `the import "${module}"."${name}" is not a function`);
    }
    return { module, name, type: types[readType(reader, types)]! };
  });
}

function readFunctions(reader: ModuleReader | undefined, types: readonly FunctionType[]): number[] {
  if (reader === undefined) return [];
  const limit = MODULE_LIMITS.functions;
  const count = reader.count(limit, () => rejectModule('too-many-functions', `more than ${limit} functions`));
  return Array.from({ length: count }, () => readType(reader, types));
}

/** Lower and upper bound of a table or memory; `maximum` where none is given. */
function readLimits(reader: ModuleReader, maximum: number): { initial: number; maximum: number } {
  const flags = reader.u8();
  if (flags > 1) rejectModule('feature-not-allowed', 'shared and 64-bit memories and tables are not allowed');
  const initial = reader.u32();
  return { initial, maximum: flags === 1 ? reader.u32() : maximum };
}

/** @returns the number of elements */
function readTable(reader: ModuleReader | undefined): number {
  if (reader === undefined) return 0;
  const limit = MODULE_LIMITS.tableElements;
  const count = reader.count(1, () => rejectModule('feature-not-allowed', 'more than one table'));
  if (count === 0) return 0;
  if (reader.u8() !== ANY_FUNCTION)
    rejectModule('feature-not-allowed', 'a table of other things than functions');
  const { initial } = readLimits(reader, limit);
  if (initial > limit) {
    rejectModule('table-too-large', `a table of ${initial} elements, at most ${limit} are allowed`);
  }
  return initial;
}

function readMemory(reader: ModuleReader | undefined): DecodedModule['memory'] {
  if (reader === undefined) return undefined;
  const limit = MODULE_LIMITS.memoryPages;
  const count = reader.count(1, () => rejectModule('feature-not-allowed', 'more than one memory'));
  if (count === 0) return undefined;
  const { initial, maximum } = readLimits(reader, limit);
  if (initial > limit) {
    rejectModule('memory-too-large', `an initial memory of ${initial} pages, at most ${limit} are allowed`);
  }
  return { initial, maximum: Math.min(maximum, limit) };
}

/** The value of a constant initializer where it is an i32, undefined for other types. */
function readConstant(reader: ModuleReader): number | undefined {
  const opcode = reader.u8();
  let value: number | undefined;
  if (opcode === 0x41) value = reader.i32();
  else if (opcode === 0x42) reader.skipI64();
  else if (opcode === 0x43) reader.skip(4);
  else if (opcode === 0x44) reader.skip(8);
  else rejectModule('feature-not-allowed', 'an initializer is not a constant');
  if (reader.u8() !== 0x0b) rejectModule('feature-not-allowed', 'an initializer is more than one constant');
  return value;
}

function readGlobals(reader: ModuleReader | undefined): DecodedModule['globals'] {
  if (reader === undefined) return { count: 0, declarations: { start: 0, end: 0 }, variables: [] };
  const limit = MODULE_LIMITS.globals;
  const count = reader.count(limit, () => rejectModule('too-many-globals', `more than ${limit} globals`));
  const declarations = reader.offset;
  const variables: DecodedModule['globals']['variables'][number][] = [];
  for (let index = 0; index < count; index++) {
    readValueType(reader);
    const isVariable = reader.u8();
    if (isVariable > 1) {
      rejectModule('feature-not-allowed', 'a global that is more than constant or variable');
    }
    const start = reader.offset;
    readConstant(reader);
    const value = { start, end: reader.offset - 1 }; // without the `end`
    if (isVariable === 1) variables.push({ index, value });
  }
  return { count, declarations: { start: declarations, end: reader.offset }, variables };
}

/** @returns the function index of `apply`, if it is exported */
function readExports(reader: ModuleReader | undefined): number | undefined {
  if (reader === undefined) return undefined;
  const limit = MODULE_LIMITS.exports;
  const count = reader.count(limit, () => rejectModule('too-many-exports', `more than ${limit} exports`));
  let apply: number | undefined;
  for (let i = 0; i < count; i++) {
    const name = reader.text(MODULE_LIMITS.nameBytes);
    const kind = reader.u8();
    const index = reader.u32();
    if (name === 'apply' && kind === KIND.function) apply = index;
  }
  return apply;
}

/** @returns how many entries of the table are filled, and which functions of the host are among them */
function readElements(
  reader: ModuleReader | undefined,
  table: number,
  imports: number,
): { readonly filled: number; readonly imports: readonly number[] } {
  if (reader === undefined) return { filled: 0, imports: [] };
  const limit = MODULE_LIMITS.elementSegments;
  const count = reader.count(limit, () =>
    rejectModule('too-many-segments', `more than ${limit} element segments`),
  );
  let filled = 0;
  const named: number[] = [];
  for (let i = 0; i < count; i++) {
    if (reader.u32() !== 0) rejectModule('feature-not-allowed', 'an element segment that is not for table 0');
    const offset = readOffset(reader);
    const size = reader.count(table, () => outsideTable(table));
    if (offset + size > table) outsideTable(table);
    for (let k = 0; k < size; k++) {
      const index = reader.u32();
      if (index < imports) named.push(index);
    }
    filled += size;
  }
  return { filled, imports: named };
}

function outsideTable(table: number): never {
  return rejectModule(
    'segment-outside-table',
    `an element segment ends outside the table of ${table} elements`,
  );
}

/** Where a segment starts: an i32 constant without sign. */
function readOffset(reader: ModuleReader): number {
  const offset = readConstant(reader);
  return offset === undefined
    ? rejectModule('malformed', 'the offset of a segment is not an i32')
    : offset >>> 0;
}

function readBodies(reader: ModuleReader | undefined, functions: number): ByteRange[] {
  const count = reader === undefined ? 0 : reader.u32();
  if (count !== functions) rejectModule('malformed', `${functions} functions have ${count} bodies`);
  if (reader === undefined) return [];
  const limit = MODULE_LIMITS.bodyBytes;
  let total = 0;
  const bodies = Array.from({ length: count }, (_, i) => {
    const size = reader.u32();
    const start = reader.offset;
    reader.skip(size);
    total += size;
    if (size > limit) {
      rejectModule(
        'body-too-large',
        `the body of function ${i} has ${size} bytes, at most ${limit} are allowed`,
      );
    }
    return { start, end: reader.offset };
  });
  if (total > MODULE_LIMITS.codeBytes) {
    rejectModule(
      'code-too-large',
      `the bodies have ${total} bytes, at most ${MODULE_LIMITS.codeBytes} are allowed`,
    );
  }
  return bodies;
}

/** @returns how many bytes of memory are filled, and by how many segments */
function readData(
  reader: ModuleReader | undefined,
  memoryBytes: number,
): { readonly filled: number; readonly segments: number } {
  if (reader === undefined) return { filled: 0, segments: 0 };
  const limit = MODULE_LIMITS.dataSegments;
  const count = reader.count(limit, () =>
    rejectModule('too-many-segments', `more than ${limit} data segments`),
  );
  let filled = 0;
  for (let i = 0; i < count; i++) {
    if (reader.u32() !== 0) rejectModule('feature-not-allowed', 'a data segment that is not for memory 0');
    const offset = readOffset(reader);
    const size = reader.u32();
    if (offset + size > memoryBytes) {
      rejectModule(
        'segment-outside-memory',
        `a data segment ends at ${offset + size}, the initial memory at ${memoryBytes}`,
      );
    }
    reader.skip(size);
    filled += size;
  }
  return { filled, segments: count };
}
