import { required } from '../../../src/codec/required.js';
import { WORK } from '../../work.js';
import { decodeModule } from './decode.js';
import { decodeBody, type ImportCost } from './function-body.js';
import { GROW_TYPE, growFunction, STEPS_PER_PAGE } from './grow-function.js';
import { importTrampoline } from './import-trampoline.js';
import { InstructionList } from './instruction-list.js';
import { type AddedIndices, BodyInstrumenter } from './instrument-body.js';
import { MODULE_LIMITS } from './limits.js';
import { type ByteRange, type DecodedModule, SECTION } from './module.js';
import { ModuleReader } from './module-reader.js';
import { ModuleWriter } from './module-writer.js';
import { rejectModule } from './rejected.js';
import { RESET_TYPE, resetFunction } from './reset-function.js';
import { type FunctionType, sameType, typeText, VALUE_TYPES } from './value-type.js';

/** A function of the host as far as a module can rely on it. */
interface ImportDeclaration {
  readonly type: FunctionType;
  /** Steps of every call. */
  readonly steps: number;
}

/** Finds a function of the host that a module may import. */
export type ImportWhitelist = (module: string, name: string) => ImportDeclaration | undefined;

/** Names under which an instrumented module shows its parts to the engine; it shows nothing else. */
export const EXPORTS = {
  apply: 'apply',
  start: 'start',
  memory: 'memory',
  fuel: 'fuel',
  stack: 'stack',
  refused: 'refused',
  reset: 'reset',
} as const;

/** A module that is ready to be compiled and run. */
export interface InstrumentedModule {
  readonly bytes: Uint8Array;
  /** Steps that every instance costs: pages after the first, bytes and table entries to fill. */
  readonly instanceSteps: number;
  /** Work of compiling all functions, in units of `vm/work.ts`. */
  readonly compileWork: number;
  /** Work of making an instance beyond its steps. */
  readonly instanceWork: number;
}

/** Bytes of memory that are filled in one step. */
const BYTES_PER_STEP = 8;
/** A module of no size may grow by what is always added. */
const ALWAYS_ADDED_BYTES = 1024;

/**
 * Checks a module by the rules of deployment and rewrites it: fuel, stack budget, canonical NaNs, at
 * most 528 pages of memory (spec 04 §11.1, §15.2 to §15.5). The steps that a module takes follow
 * from this rewriting, so it is part of consensus.
 *
 * @throws ModuleRejected
 */
export function instrumentModule(bytes: Uint8Array, whitelist: ImportWhitelist): InstrumentedModule {
  const module = decodeModule(bytes);
  const steps = module.imports.map(({ module: from, name, type }) => {
    const declared = whitelist(from, name);
    if (declared === undefined) {
      return rejectModule('import-unknown', `the import "${from}"."${name}" is not a function of this node`);
    }
    if (!sameType(declared.type, type)) {
      const expected = typeText(declared.type);
      return rejectModule(
        'import-signature',
        `the import "${from}"."${name}" is ${typeText(type)}, it must be ${expected}`,
      );
    }
    return declared.steps;
  });
  compileOrReject(module, index => steps[index]!);
  const { rewritten, blockValues } = rewrite(module, index => steps[index]!);
  if (rewritten.length > bytes.length * MODULE_LIMITS.growthFactor + ALWAYS_ADDED_BYTES) {
    rejectModule('grows-too-much', `${bytes.length} bytes grow to ${rewritten.length} by fuel metering`);
  }
  const furtherPages = Math.max((module.memory?.initial ?? 0) - 1, 0);
  return {
    bytes: rewritten,
    instanceSteps:
      furtherPages * STEPS_PER_PAGE +
      Math.ceil(module.initialBytes / BYTES_PER_STEP) +
      module.initialElements,
    compileWork: rewritten.length * WORK.compiledByte + blockValues * WORK.compiledBlockValue,
    instanceWork: instanceWorkOf(module),
  };
}

/** What V8 does for an instance goes by what the module declares, whether or not it is used. */
function instanceWorkOf(module: DecodedModule): number {
  const { imports, functions, globals, initialElements, dataSegments, memory } = module;
  return (
    (memory === undefined ? 0 : WORK.instanceMemory) +
    imports.length * WORK.instanceImport +
    globals.count * WORK.instanceGlobal +
    initialElements * WORK.instanceElement +
    (functions.length + dataSegments) * WORK.instancePart
  );
}

/**
 * Has V8 check what only it checks, the types of operands above all. What is refused here anyway is refused with
 * the reason that it has here, which names the feature and does not depend on the version of V8.
 */
function compileOrReject(module: DecodedModule, importCost: ImportCost): void {
  const { bytes, bodies, functions, types } = module;
  if (WebAssembly.validate(bytes)) return;
  for (const [i, range] of bodies.entries()) decodeBody(module, range, types[functions[i]!]!, importCost);
  try {
    new WebAssembly.Module(bytes);
  } catch (error) {
    if (!(error instanceof WebAssembly.CompileError)) throw error;
    rejectModule('invalid', error.message.replace(/^WebAssembly\.Module\(\): /, ''));
  }
}

/** Indices of everything that is added to a module. */
interface AddedParts extends AddedIndices {
  /** Global: whether memory was refused. */
  readonly refused: number;
  /** Function that makes the globals as new. */
  readonly reset: number;
  /** Functions that stand for imports which are named without being called, by the index of the import. */
  readonly trampolines: ReadonlyMap<number, number>;
}

interface RewrittenModule {
  readonly rewritten: Uint8Array;
  /** Of all functions (`FunctionBody.blockValues`). */
  readonly blockValues: number;
}

function rewrite(module: DecodedModule, importCost: ImportCost): RewrittenModule {
  const { bytes, sections, globals, functions, imports } = module;
  const reset = imports.length + functions.length;
  // A module without memory has nothing to grow.
  const grows = module.memory !== undefined;
  const firstTrampoline = reset + (grows ? 2 : 1);
  const added: AddedParts = {
    fuel: globals.count,
    stack: globals.count + 1,
    refused: globals.count + 2,
    reset,
    grow: reset + 1,
    trampolines: new Map(module.namedImports.map((index, i) => [index, firstTrampoline + i])),
  };
  const out = new ModuleWriter(bytes.length * 2).bytes(bytes.subarray(0, 8));
  const copy = (id: number): void => {
    const range = sections.get(id);
    if (range !== undefined) out.section(id, slice(bytes, range));
  };
  const typeIndex = (index: number): Uint8Array =>
    new ModuleWriter().u32(module.types.length + index).written;
  const ownType = (index: number): Uint8Array =>
    new ModuleWriter().u32(module.types.indexOf(imports[index]!.type)).written;
  const addedTypes = [typeIndex(0), ...(grows ? [typeIndex(1)] : []), ...module.namedImports.map(ownType)];

  out.section(SECTION.type, appended(module, SECTION.type, [RESET_TYPE, GROW_TYPE]));
  copy(SECTION.import);
  out.section(SECTION.function, appended(module, SECTION.function, addedTypes));
  copy(SECTION.table);
  if (module.memory !== undefined) {
    const { initial, maximum } = module.memory;
    out.section(SECTION.memory, new ModuleWriter().u8(1, 1).u32(initial).u32(maximum).written);
  }
  out.section(SECTION.global, globalSection(module));
  out.section(SECTION.export, exportSection(module, added));
  if (sections.has(SECTION.element)) out.section(SECTION.element, elementSection(module, added));
  const { section: code, blockValues } = codeSection(module, added, importCost);
  out.section(SECTION.code, code);
  copy(SECTION.data);
  // Function indices have not changed, so the names still fit; traps show them.
  if (module.names !== undefined) out.section(SECTION.custom, slice(bytes, module.names));
  return { rewritten: Uint8Array.from(out.written), blockValues };
}

function slice(bytes: Uint8Array, range: ByteRange): Uint8Array {
  return bytes.subarray(range.start, range.end);
}

/** The content of a section that is a list, with more entries at its end. */
function appended(module: DecodedModule, id: number, more: readonly Uint8Array[]): Uint8Array {
  const range = module.sections.get(id) ?? { start: 0, end: 0 };
  const reader = new ModuleReader(module.bytes, range.start, range.end);
  const count = reader.atEnd ? 0 : reader.u32();
  const entries = module.bytes.subarray(reader.offset, range.end);
  const out = new ModuleWriter().u32(count + more.length).bytes(entries);
  for (const entry of more) out.bytes(entry);
  return out.written;
}

function globalSection({ bytes, globals }: DecodedModule): Uint8Array {
  const changing = 1;
  const zero = [0x00, 0x0b];
  return new ModuleWriter()
    .u32(globals.count + 3)
    .bytes(slice(bytes, globals.declarations))
    .u8(VALUE_TYPES.i64, changing, 0x42, ...zero)
    .u8(VALUE_TYPES.i32, changing, 0x41, ...zero)
    .u8(VALUE_TYPES.i32, changing, 0x41, ...zero).written;
}

function exportSection(module: DecodedModule, added: AddedParts): Uint8Array {
  const [ofFunction, ofMemory, ofGlobal] = [0, 2, 3];
  const named = (index: number): number => added.trampolines.get(index) ?? index;
  const entries: [name: string, kind: number, index: number][] = [
    [EXPORTS.apply, ofFunction, named(module.apply)],
    [EXPORTS.fuel, ofGlobal, added.fuel],
    [EXPORTS.stack, ofGlobal, added.stack],
    [EXPORTS.refused, ofGlobal, added.refused],
    [EXPORTS.reset, ofFunction, added.reset],
  ];
  if (module.memory !== undefined) entries.push([EXPORTS.memory, ofMemory, 0]);
  if (module.start !== undefined) entries.push([EXPORTS.start, ofFunction, named(module.start)]);
  const out = new ModuleWriter().u32(entries.length);
  for (const [name, kind, index] of entries) out.text(name).u8(kind).u32(index);
  return out.written;
}

/** The element segments, with what stands for functions of the host in their place. */
function elementSection({ bytes, sections }: DecodedModule, { trampolines }: AddedParts): Uint8Array {
  const range = required(sections.get(SECTION.element), 'the section');
  if (trampolines.size === 0) return slice(bytes, range);
  const reader = new ModuleReader(bytes, range.start, range.end);
  const count = reader.u32();
  const out = new ModuleWriter(range.end - range.start + 64).u32(count);
  for (let i = 0; i < count; i++) {
    const start = reader.offset;
    reader.u32(); // table 0
    reader.skip(1); // i32.const
    reader.i32();
    reader.skip(1); // end
    out.range(bytes, start, reader.offset);
    const size = reader.u32();
    out.u32(size);
    for (let k = 0; k < size; k++) {
      const index = reader.u32();
      out.u32(trampolines.get(index) ?? index);
    }
  }
  return out.written;
}

function codeSection(
  module: DecodedModule,
  added: AddedParts,
  importCost: ImportCost,
): { readonly section: Uint8Array; readonly blockValues: number } {
  const { bytes, bodies, functions, types, imports, namedImports } = module;
  const more = [
    resetFunction(module),
    ...(module.memory === undefined ? [] : [growFunction(added)]),
    ...namedImports.map(index => importTrampoline(imports[index]!, index, importCost(index), added.fuel)),
  ];
  const out = new ModuleWriter(bytes.length * 2).u32(bodies.length + more.length);
  const instrumenter = new BodyInstrumenter(bytes, added);
  const instructions = new InstructionList();
  const written = new ModuleWriter();
  let blockValues = 0;
  for (const [i, range] of bodies.entries()) {
    const body = decodeBody(module, range, types[functions[i]!]!, importCost, instructions);
    blockValues += body.blockValues;
    instrumenter.write(body, written.restart());
    out.u32(written.length).bytes(written.written);
  }
  for (const body of more) out.u32(body.length).bytes(body);
  return { section: out.written, blockValues };
}
