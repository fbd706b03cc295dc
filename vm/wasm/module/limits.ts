/**
 * What a module may have (spec 04 §2, §11.1, §15.3, §15.5, §15.7). The limits decide which modules
 * are accepted and are part of consensus.
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
  tableElements: 1024,
  elementSegments: 1024,
  dataSegments: 1024,
  /** Pages of 64 KiB: 33 MiB. */
  memoryPages: 528,
  /** Parameters and locals of one function. */
  locals: 1024,
  /** Parameters, locals and operands of one function. */
  frameValues: 2048,
  /** Blocks within each other in one function. */
  nesting: 1024,
} as const;

/** Bytes of a page of memory. */
export const PAGE_BYTES = 65_536;

/**
 * The stack that nested calls may take, in units of one value (spec 04 §15.3). A frame takes its
 * parameters, locals and operands and some overhead, and never less than the smallest frame, so
 * that 250 calls can be nested, as in the reference.
 */
export const STACK = { units: 65_536, frameOverhead: 8, smallestFrame: 262 } as const;
