import { createHash } from 'node:crypto';
import type { CoverageCounters } from '../../../vm/coverage.js';
import { compileContract, type LuaContractCode } from '../../../vm/lua/contract.js';
import type { InstructionCounts } from '../../../vm/lua/coverage/counting-machine.js';
import { type LineHits, lineHits, newCounts } from '../../../vm/lua/coverage/source-lines.js';
import type { ContractCode } from '../../../vm/wasm/contract-code.js';
import type { CountingModule, SourcePlace } from '../../../vm/wasm/coverage/counting-module.js';
import { contractCode } from '../../../vm/wasm/engine.js';
import type { CountingBuild } from '../../contract-build/counting-build.js';
import type { DeployedCode } from '../observer.js';

/** The lines of a source that can be executed, and how often each was. */
export interface FileCoverage {
  /** Path as messages show it. */
  readonly file: string;
  /** Rising. */
  readonly lines: LineHits;
}

/** A Lua source and the counters of every time that it was compiled. */
interface LuaSource {
  readonly file: string;
  readonly counts: Map<LuaContractCode, InstructionCounts>;
}

/** A module, the build that counts in its place, and what it has counted. */
interface WasmSource {
  readonly build: CountingBuild;
  readonly counts: Float64Array;
  readonly counting: CountingModule;
}

/** Counts the lines that contracts execute on all development chains of the process. */
export class CoverageCollector implements CoverageCounters {
  /** By the hash of the code. */
  readonly #lua = new Map<string, LuaSource>();
  readonly #wasm = new Map<string, WasmSource>();

  /** Notes where the source of a Lua contract is; contracts without a file are not counted. */
  addLua({ file, code }: DeployedCode): void {
    if (file === undefined || this.#lua.has(sha256(code))) return;
    const compiled = compileContract(code);
    this.#lua.set(compiled.hash, { file, counts: new Map([[compiled, newCounts(compiled.proto)]]) });
  }

  /** Replaces a module by the build that counts. */
  addWasm(module: Uint8Array, build: CountingBuild): void {
    if (this.#wasm.has(sha256(module))) return;
    const counts = new Float64Array(build.counters.length);
    const counting: CountingModule = {
      code: contractCode(build.wasm),
      places: build.counters.map(({ place }) => place),
      ended(counted) {
        for (let i = 0; i < counts.length; i++) counts[i]! += counted[i]!;
      },
    };
    this.#wasm.set(sha256(module), { build, counts, counting });
  }

  lua(code: LuaContractCode): InstructionCounts | undefined {
    const known = this.#lua.get(code.hash)?.counts;
    if (known === undefined) return undefined;
    const counts = known.get(code) ?? newCounts(code.proto);
    known.set(code, counts);
    return counts;
  }

  wasm({ hash }: ContractCode): CountingModule | undefined {
    return this.#wasm.get(hash)?.counting;
  }

  /** What was counted so far. */
  report(): FileCoverage[] {
    const lua = [...this.#lua.values()].flatMap(({ file, counts }) =>
      [...counts.values()].map(each => ({ file, lines: lineHits(each) })),
    );
    return mergeCoverage([...lua, ...[...this.#wasm.values()].flatMap(wasmLines)]);
  }
}

/**
 * Lines by file. A line has many instructions: within a function it was reached as often as the one that
 * ran most often. A line of a generic function is in several functions of the module, whose figures add up.
 */
function wasmLines({ build, counts }: WasmSource): FileCoverage[] {
  const lines = new Map<SourcePlace, Map<number, number>>();
  for (const [i, { place, function: owner }] of build.counters.entries()) {
    const byFunction = lines.get(place) ?? new Map<number, number>();
    byFunction.set(owner, Math.max(byFunction.get(owner) ?? 0, counts[i]!));
    lines.set(place, byFunction);
  }
  return [...lines].map(([{ file, line }, byFunction]) => ({
    file,
    lines: [[line, [...byFunction.values()].reduce((sum, hits) => sum + hits, 0)]],
  }));
}

/** One entry for each file, sorted by name, with the figures of equal lines added up. */
export function mergeCoverage(reports: Iterable<FileCoverage>): FileCoverage[] {
  const files = new Map<string, Map<number, number>>();
  for (const { file, lines } of reports) {
    const merged = files.get(file) ?? new Map<number, number>();
    for (const [line, hits] of lines) merged.set(line, (merged.get(line) ?? 0) + hits);
    files.set(file, merged);
  }
  return [...files]
    .map(([file, lines]) => ({ file, lines: [...lines].sort(([a], [b]) => a - b) }))
    .sort((a, b) => (a.file < b.file ? -1 : 1));
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
