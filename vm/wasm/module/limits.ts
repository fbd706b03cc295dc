/**
 * What a module may have (spec 04 §2, §11.1, §15.3, §15.5, §15.7). The limits decide which modules
 * are accepted and are part of consensus. Each is checked before V8 sees the module and is below
 * V8's own, so that no version of V8 decides about a module but by the rules of WebAssembly itself.
 */
export const MODULE_LIMITS = {
  /** Bytes of a module. */
  moduleBytes: 1_048_576,
  /** Bytes of all function bodies together. */
  codeBytes: 524_288,
  /** Bytes of one function body: what V8 compiles at once, at the first call. */
  bodyBytes: 65_536,
  /** Bytes of the instrumented module by bytes of the original. */
  growthFactor: 6,
  types: 1024,
  imports: 1024,
  functions: 20_000,
  globals: 1024,
  exports: 1024,
  /** Bytes of the name of an import or export. */
  nameBytes: 1024,
  tableElements: 1024,
  elementSegments: 1024,
  dataSegments: 1024,
  /** Pages of 64 KiB: 33 MiB. */
  memoryPages: 528,
  /** Parameters of one function. */
  parameters: 512,
  /** Targets of one br_table, the default left out. */
  branchTargets: 16_384,
  /** Parameters and locals of one function. */
  locals: 1024,
  /** Parameters, locals and operands of one function. */
  frameValues: 2048,
  /** Locals and operands that there are at each block of one function, all together: the compiler copies their places. */
  blockValues: 4_194_304,
  /** Nesting of blocks in one function. */
  nesting: 1024,
} as const;

/** Bytes of a page of memory. */
export const PAGE_BYTES = 65_536;

/** Bytes of the largest name section that is kept: beyond it, traps show functions by their index. */
export const LARGEST_NAME_SECTION = 262_144;

/**
 * The stack that nested calls may take, in units of one value of 8 bytes (spec 04 §15.3). A frame takes
 * all values that the single-pass compiler may keep on the machine's stack: parameters, locals, operands
 * and arguments of calls; and some overhead, which is what that compiler and the rewriter add. It never
 * takes less than the smallest frame, so that 250 calls can be nested, as in the reference.
 */
export const STACK = { units: 65_536, frameOverhead: 12, smallestFrame: 262 } as const;

/** Bytes of the machine's stack that nested calls of a contract never exceed. */
export const STACK_BYTES = STACK.units * 8;
