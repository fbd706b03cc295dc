import { OPCODE_NAMES, opcodeOf } from '../../../vm/lua/bytecode/opcodes.js';
import type { Proto } from '../../../vm/lua/bytecode/proto.js';
import type { CompiledChunk } from '../../../vm/lua/compile/compile.js';
import { type Block, findBlocks, successors } from '../../../vm/lua/jit/control-flow-graph.js';
import { Machine } from '../../../vm/lua/machine/machine.js';
import type { MachineRequest } from '../../../vm/lua/machine/request.js';
import type { Builtin } from '../../../vm/lua/value/function.js';
import { LuaString } from '../../../vm/lua/value/string.js';
import type { Value } from '../../../vm/lua/value/value.js';

/** How often each name was counted. */
export type Counts = Record<string, number>;

/** What random programs have brought into compiled code, for whoever judges how much they cover. */
export class HotCodeCensus {
  /** Instructions of compiled functions. */
  readonly opcodes: Counts = {};
  /** Blocks of compiled functions by how they end and what is special about them. */
  readonly blockShapes: Counts = {};
  /** Library functions that compiled code has called. */
  readonly libraryCalls: Counts = {};
  /** Errors raised below compiled code, by their text without names and numbers. */
  readonly errors: Counts = {};

  /** A machine that counts what its compiled code calls and what is raised in it. */
  machine<Host>(request: MachineRequest<Host>): Machine<Host> {
    return new CountingJitMachine(request, this);
  }

  /** Counts the functions of a chunk that have been compiled. */
  addChunk({ proto }: CompiledChunk): void {
    this.addFunction(proto);
  }

  private addFunction(proto: Proto): void {
    if (isCompiled(proto)) {
      for (const i of proto.code) count(this.opcodes, OPCODE_NAMES[opcodeOf(i)]!);
      for (const shape of blockShapes(proto)) count(this.blockShapes, shape);
    }
    for (const inner of proto.protos) this.addFunction(inner);
  }
}

export function count(counts: Counts, name: string, times = 1): void {
  counts[name] = (counts[name] ?? 0) + times;
}

function isCompiled(proto: Proto): boolean {
  return typeof proto.jitCode === 'function' || [...proto.loops.values()].some(code => code !== undefined);
}

function blockShapes(proto: Proto): string[] {
  const blocks = findBlocks(proto.code, 0);
  const entries = new Map<number, number>();
  for (const { exit } of blocks.values()) {
    for (const target of successors(exit)) entries.set(target, (entries.get(target) ?? 0) + 1);
  }
  return [...blocks.values()].map(block => shapeOf(block, entries.get(block.start) ?? 0));
}

function shapeOf({ start, pcs, exit, endsWithCall }: Block, entries: number): string {
  const back = successors(exit).some(target => target <= start);
  const closes = 'close' in exit && exit.close !== 0;
  const size = pcs.length === 1 ? 'one' : pcs.length < 6 ? 'few' : 'many';
  return [
    size,
    endsWithCall ? 'call' : exit.kind,
    entries > 1 ? 'joined' : '',
    back ? 'back' : '',
    closes ? 'closes' : '',
  ]
    .filter(word => word !== '')
    .join(' ');
}

class CountingJitMachine<Host> extends Machine<Host> {
  readonly #census: HotCodeCensus;

  constructor(request: MachineRequest<Host>, census: HotCodeCensus) {
    super(request);
    this.#census = census;
  }

  override callBuiltin(builtin: Builtin<Host>, func: number, args: number): Value {
    if (this.#isCompiled()) count(this.#census.libraryCalls, builtin.name);
    return super.callBuiltin(builtin, func, args);
  }

  override raise(value: Value): never {
    if (this.#isCompiled()) count(this.#census.errors, textOfError(value));
    super.raise(value);
  }

  /** Whether the innermost Lua function has been compiled. */
  #isCompiled(): boolean {
    let ci = this.ci;
    while (ci.closure === undefined && ci.previous !== undefined) ci = ci.previous;
    return ci.closure !== undefined && isCompiled(ci.closure.proto);
  }
}

function textOfError(value: Value): string {
  if (!(value instanceof LuaString)) return `a value of JavaScript type ${typeof value}`;
  return value.bytes
    .replace(/\[string "[^"]*"\]:\d+: /g, '')
    .replace(/'[^']*'/g, "'...'")
    .replace(/\((local|upvalue|global|field|method|constant|metamethod|for iterator) /g, '(... ')
    .replace(/[^ -~]/g, '?')
    .replace(/-?\d+(\.\d+)?(e[+-]?\d+)?/g, 'N')
    .slice(0, 80);
}
