/**
 * The part of the WebAssembly interface that the engine uses; the libraries of TypeScript declare it
 * for browsers only.
 */
declare namespace WebAssembly {
  class CompileError extends Error {}
  class RuntimeError extends Error {}
  class Memory {
    constructor(descriptor: { initial: number; maximum?: number });
    readonly buffer: ArrayBuffer;
    grow(pages: number): number;
  }
  class Global<T = unknown> {
    value: T;
  }
  class Module {
    constructor(bytes: Uint8Array);
  }
  class Instance {
    constructor(module: Module, imports: Readonly<Record<string, Readonly<Record<string, unknown>>>>);
    readonly exports: Readonly<Record<string, unknown>>;
  }
  function validate(bytes: Uint8Array): boolean;
}
