/** WebAssembly contracts: milliseconds of processor time for a million units of work, beside a plain loop. */
import { MemoryHost, name } from '../../test/support/wasm/memory-host.js';
import { rawModule, repeated } from '../../test/support/wasm/raw-module.js';
import { assemble } from '../../test/support/wasm/wat.js';
import { type AbiDefinition, encodeAbi } from '../../vm/wasm/abi/definition.js';
import { contractCode, WasmEngine } from '../../vm/wasm/engine.js';
import { costsOfActions, costsOfQueries } from './actions.js';
import { costOf } from './cost.js';
import type { HostileSubject } from './subject.js';
import { HOST_CALLS, INSTRUCTIONS, LARGE_CALLS, PLAIN_LOOP } from './wasm-programs.js';

const STEP_LIMIT = 200_000_000;
const SELF = (1234n << 20n) + 5n;

function hostFor(): MemoryHost {
  const host = new MemoryHost();
  host.authorization = [{ account: 1n, permission: 1n }];
  // The support of the tests keeps rows as text, which takes longer than everything else.
  const rows = new Map<string, Uint8Array>();
  Object.assign(host, {
    storage: {
      get: (key: Buffer) => rows.get(key.toString('latin1')),
      put: (key: Buffer, value: Uint8Array) => rows.set(key.toString('latin1'), value),
      delete: (key: Buffer) => rows.delete(key.toString('latin1')),
    },
  });
  host.accounts.add(1n);
  host.producers = Array.from({ length: 11 }, (_, i) => BigInt(i + 1));
  host.prices.set('WICC/WICC', 100_000_000n);
  return host;
}

/** The cost of a contract by its steps. */
function costOfSteps(engine: WasmEngine, text: string): number {
  const code = contractCode(assemble(text));
  const input = { receiver: SELF, contract: SELF, action: name('run'), data: Buffer.alloc(4000, 7) };
  return costOf(() => engine.execute({ ...input, code, host: hostFor(), stepLimit: STEP_LIMIT }).steps);
}

/** Modules that are large and take long to rewrite or to compile, by the work of loading them. */
const MODULES: Readonly<Record<string, Uint8Array>> = {
  'a module of straight lines': repeated(21_600, 0x41, 1, 0x1a),
  'a module of branches': repeated(16_000, 0x41, 0, 0x0d, 0),
  'a module of conditions': repeated(13_000, 0x41, 0, 0x04, 0x40, 0x0b),
  'a module of square roots': repeated(5900, 0x44, 0, 0, 0, 0, 0, 0, 0xf0, 0x3f, 0x9f, 0x1a),
  'a module of calls': Buffer.concat([Uint8Array.of(0x0f), repeated(32_000, 0x10, 1)]),
  'a module of nothing': repeated(65_000, 0x01),
  'a module of conditions among 1000 locals': repeated(1900, 0x41, 0, 0x04, 0x40, 0x05, 0x0b),
  'a module of conditions among 1000 operands': Buffer.concat([
    repeated(1000, 0x41, 1),
    repeated(1900, 0x41, 0, 0x04, 0x40, 0x05, 0x0b),
    repeated(1000, 0x1a),
  ]),
  'a module of branches among 1000 locals': Buffer.concat([
    Uint8Array.of(0x02, 0x40),
    repeated(15_000, 0x20, 0, 0x0d, 0),
    Uint8Array.of(0x0b),
  ]),
};
/** Declarations of locals, for those that have any. */
const LOCALS = Uint8Array.of(1, 0xe8, 0x07, 0x7f);

function costOfModule(instructions: Uint8Array, locals?: Uint8Array): number {
  let seed = 0;
  return costOf(() => {
    // A new engine has nothing in its cache, and other bytes are nothing that V8 has compiled before.
    const engine = new WasmEngine();
    const code = rawModule(
      Buffer.concat([Uint8Array.of(0x41, seed++ & 0x3f, 0x1a), instructions]),
      7,
      locals,
    );
    let work = 0;
    const charge = (units: number): void => {
      work += units;
    };
    engine.deploy(code, encodeAbi(abiOf({})), { abi: charge, module: () => charge });
    const input = { receiver: SELF, contract: SELF, action: 1n, data: Buffer.alloc(0) };
    // The functions are compiled when they are called; what they do is little beside that.
    return (
      work +
      engine.execute({ ...input, code: contractCode(code), host: hostFor(), stepLimit: STEP_LIMIT }).steps
    );
  });
}

function abiOf(parts: Partial<AbiDefinition>): AbiDefinition {
  const nothing = { types: [], structs: [], actions: [], tables: [], ricardian_clauses: [] };
  return { version: 'wasm::abi/1.1', ...nothing, ...parts };
}

/** An ABI with as much in it as there may be. */
const LARGE_ABI = encodeAbi(
  abiOf({
    types: Array.from({ length: 1000 }, (_, i) => ({
      new_type_name: `t${i}`,
      type: i === 0 ? 'uint8' : `t${i - 1}`,
    })),
    structs: Array.from({ length: 1000 }, (_, i) => ({
      name: `s${i}`,
      base: '',
      fields: Array.from({ length: 16 }, (_, k) => ({ name: `f${k}`, type: 't999' })),
    })),
  }),
);

function costOfAbi(): number {
  const engine = new WasmEngine();
  const code = assemble('(module (func (export "apply") (param i64 i64 i64)))');
  return costOf(() => {
    let work = 0;
    const charge = (units: number): void => {
      work += units;
    };
    engine.deploy(code, LARGE_ABI, { abi: charge, module: () => charge });
    return work;
  });
}

const round = (value: number): number => Math.round(value * 100) / 100;

export const wasm: HostileSubject = {
  name: 'WebAssembly',
  measure() {
    const engine = new WasmEngine();
    const plain = costOfSteps(engine, PLAIN_LOOP);
    const programs = [...Object.entries(INSTRUCTIONS), ...HOST_CALLS, ...Object.entries(LARGE_CALLS)];
    const costs: [program: string, cost: number][] = programs.map(([program, text]) => [
      program,
      costOfSteps(engine, text),
    ]);
    for (const [program, instructions] of Object.entries(MODULES))
      costs.push([program, costOfModule(instructions, program.endsWith('locals') ? LOCALS : undefined)]);
    costs.push(['an ABI of 16,000 fields', costOfAbi()], ...costsOfActions(), ...costsOfQueries());
    // The machine may have become slower or faster meanwhile.
    const reference = Math.max(plain, costOfSteps(engine, PLAIN_LOOP));
    const rows = costs
      .map(([program, cost]) => ({
        program,
        'ms per million units': round(cost),
        ratio: round(cost / reference),
      }))
      .sort((a, b) => b.ratio - a.ratio);
    return {
      rows: [{ program: 'plain loop', 'ms per million units': round(reference), ratio: 1 }, ...rows],
      figures: { plainWasmMsPerMillion: round(reference), worstWasmRatio: rows[0]!.ratio },
    };
  },
};
