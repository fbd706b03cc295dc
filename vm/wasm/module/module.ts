import type { FunctionType } from './value-type.js';

/** Ids of sections, in their order in a module. */
export const SECTION = {
  custom: 0,
  type: 1,
  import: 2,
  function: 3,
  table: 4,
  memory: 5,
  global: 6,
  export: 7,
  start: 8,
  element: 9,
  code: 10,
  data: 11,
} as const;

/** A range of bytes of a module: from `start` up to `end`. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** A function that the module takes from its host. */
export interface ModuleImport {
  readonly module: string;
  readonly name: string;
  readonly type: FunctionType;
}

/** A decoded module: what its sections declare. Function bodies are ranges that are decoded later. */
export interface DecodedModule {
  readonly bytes: Uint8Array;
  readonly sections: ReadonlyMap<number, ByteRange>;
  /** The custom section with names for debugging, as a whole; undefined too where it is too large. */
  readonly names: ByteRange | undefined;
  readonly types: readonly FunctionType[];
  readonly imports: readonly ModuleImport[];
  /** Type index of each function that the module defines. */
  readonly functions: readonly number[];
  readonly memory: { readonly initial: number; readonly maximum: number } | undefined;
  readonly globals: {
    readonly count: number;
    readonly declarations: ByteRange;
    /** Those that can change, and the constant that each begins with. */
    readonly variables: readonly { readonly index: number; readonly value: ByteRange }[];
  };
  /** Function index of `apply`. */
  readonly apply: number;
  /** Function index of the function that runs before it. */
  readonly start: number | undefined;
  readonly bodies: readonly ByteRange[];
  /** Imports that stand in the table, or run before `apply` or in its place: those named without being called. */
  readonly namedImports: readonly number[];
  /** Entries of the table and bytes of memory that every instance is filled with. */
  readonly initialElements: number;
  readonly initialBytes: number;
  readonly dataSegments: number;
}

/** The type of a function by its index, imports first. */
export function functionType(module: DecodedModule, index: number): FunctionType {
  const { imports } = module;
  return index < imports.length
    ? imports[index]!.type
    : module.types[module.functions[index - imports.length]!]!;
}
