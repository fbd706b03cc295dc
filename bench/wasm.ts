import { parseRegId, regIdInteger } from '../src/codec/regid.js';
import { MemoryHost, name } from '../test/support/wasm/memory-host.js';
import { MemorySystem } from '../test/support/wasm/memory-system.js';
import { assemble } from '../test/support/wasm/wat.js';
import { packAction } from '../vm/wasm/abi/pack.js';
import { AbiSchema } from '../vm/wasm/abi/schema.js';
import { contractCode, WasmEngine } from '../vm/wasm/engine.js';
import { CONTRACT_IMPORTS } from '../vm/wasm/host/host-functions.js';
import { ASSET_CONTRACT, OWNER_PERMISSION } from '../vm/wasm/inline-authorization.js';
import { instrumentModule } from '../vm/wasm/module/instrument.js';
import { loadAssetContract } from '../vm/wasm/system/asset-contract.js';
import type { BenchmarkResult } from './result.js';
import { timeAssetTransfers } from './support/asset-transfers.js';
import { measureEthereumjsTransfers } from './support/ethereumjs-transfers.js';
import { PeersMissing } from './support/peers.js';
import { measureVertTransfers } from './support/vert-transfers.js';

/*
 * What the WebAssembly engine costs: an instance, counting steps, a host call, an asset transfer; and
 * transfers through the whole ledger beside those of a token in two other engines, in the same run.
 */

const ROUNDS = 5;
const INSTANCES = 3000;
const TRANSFERS = 5000;
const HOST_CALLS = 100_000;
/** The other engines are slower: fewer transfers take as long. */
const PEER_TRANSFERS = 400;

/** Programs whose time is that of the machine code: one each for calls, integers, memory and floats. */
const PROGRAMS: Readonly<Record<string, string>> = {
  'calls: fib(27)': `(func $fib (param i32) (result i32)
      (if (result i32) (i32.lt_s (local.get 0) (i32.const 2)) (then (local.get 0))
        (else (i32.add (call $fib (i32.sub (local.get 0) (i32.const 1))) (call $fib (i32.sub (local.get 0) (i32.const 2)))))))
    (func (export "apply") (param i64 i64 i64) (drop (call $fib (i32.const 27))))`,
  'integers: 4 million rounds': `(func (export "apply") (param i64 i64 i64) (local $i i32) (local $x i64) (local.set $i (i32.const 4000000))
      (loop (local.set $x (i64.add (i64.mul (local.get $x) (i64.const 6364136223846793005)) (i64.const 1442695040888963407)))
        (br_if 0 (local.tee $i (i32.sub (local.get $i) (i32.const 1)))))
      (if (i64.eqz (local.get $x)) (then unreachable)))`,
  'memory: sieve of 400,000': `(memory 7) (func (export "apply") (param i64 i64 i64) (local $i i32) (local $j i32) (local.set $i (i32.const 2))
      (loop $outer
        (local.set $j (i32.mul (local.get $i) (local.get $i)))
        (loop $inner
          (if (i32.lt_u (local.get $j) (i32.const 400000)) (then
            (i32.store8 (local.get $j) (i32.const 1)) (local.set $j (i32.add (local.get $j) (local.get $i))) (br $inner))))
        (br_if $outer (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 632)))))`,
  'floats: 2 million rounds': `(func (export "apply") (param i64 i64 i64) (local $i i32) (local $x f64) (local.set $i (i32.const 2000000)) (local.set $x (f64.const 2))
      (loop (local.set $x (f64.add (f64.sqrt (f64.mul (local.get $x) (f64.const 1.5))) (f64.div (f64.const 1) (local.get $x))))
        (br_if 0 (local.tee $i (i32.sub (local.get $i) (i32.const 1)))))
      (if (f64.lt (local.get $x) (f64.const 0)) (then unreachable)))`,
};

/** Milliseconds of the fastest of some runs, the first of which only warms up. */
function fastest(operation: () => void): number {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round <= ROUNDS; round++) {
    const start = performance.now();
    operation();
    if (round > 0) best = Math.min(best, performance.now() - start);
  }
  return best;
}

/** Runs of a module as it is, and as the engine rewrites it. */
function timeProgram(text: string): { plain: number; metered: number; steps: number } {
  const bytes = assemble(`(module ${text})`);
  const rewritten = instrumentModule(bytes, CONTRACT_IMPORTS);
  const apply = (module: Uint8Array, fuel: boolean): (() => void) => {
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(module), {});
    const run = exports.apply as (receiver: bigint, contract: bigint, action: bigint) => void;
    return () => {
      if (fuel) {
        (exports.fuel as WebAssembly.Global<bigint>).value = 10n ** 12n;
        (exports.stack as WebAssembly.Global<number>).value = 65_536;
      }
      run(0n, 0n, 0n);
    };
  };
  const plain = fastest(apply(bytes, false));
  const metered = apply(rewritten.bytes, true);
  const time = fastest(metered);
  const { steps } = new WasmEngine().execute(execution(bytes, new MemoryHost()));
  return { plain, metered: time, steps };
}

function execution(bytes: Uint8Array, host: MemoryHost) {
  const input = { receiver: 1n, contract: 1n, action: name('run'), data: Buffer.alloc(0) };
  return { ...input, code: contractCode(bytes), host, stepLimit: 1_000_000_000 };
}

/** Microseconds of a run that does nothing: the instance alone. */
function timeInstance(engine: WasmEngine): number {
  const run = execution(
    assemble('(module (memory 1) (func (export "apply") (param i64 i64 i64)))'),
    new MemoryHost(),
  );
  const milliseconds = fastest(() => {
    for (let i = 0; i < INSTANCES; i++) engine.execute(run);
  });
  return (milliseconds / INSTANCES) * 1000;
}

/** Nanoseconds of a host call. */
function timeHostCall(engine: WasmEngine): number {
  const run = execution(
    assemble(
      `(module (import "env" "has_auth" (func $has (param i64) (result i32)))
        (func (export "apply") (param i64 i64 i64) (local $i i32) (local.set $i (i32.const ${HOST_CALLS}))
          (loop (drop (call $has (i64.const 7))) (br_if 0 (local.tee $i (i32.sub (local.get $i) (i32.const 1)))))))`,
    ),
    new MemoryHost(),
  );
  return (fastest(() => engine.execute(run)) / HOST_CALLS) * 1_000_000;
}

/** Microseconds and steps of an asset transfer in the contract 0-800, balances in memory. */
function timeTransfer(engine: WasmEngine): { microseconds: number; steps: number } {
  const { code, abi } = loadAssetContract();
  const [from, to] = ['1-1', '1-2'].map(text => regIdInteger(parseRegId(text)!)) as [bigint, bigint];
  const data = packAction(new AbiSchema(abi), 'transfer', ['1-1', '1-2', '0.00000001 WICC', 'bench']);
  const system = new MemorySystem(new Set([from, to]));
  system.assets.set('WICC', { owner: 0n, totalSupply: 0n, mintable: false, name: 'WICC', icon: '' });
  system.setBalance(from, 'WICC', 10n ** 16n);
  let steps = 0;
  const milliseconds = fastest(() => {
    for (let i = 0; i < TRANSFERS; i++) {
      const host = new MemoryHost();
      host.system = system;
      host.accounts.add(from).add(to);
      host.authorization = [{ account: from, permission: OWNER_PERMISSION }];
      host.recipients = [ASSET_CONTRACT];
      const input = { receiver: ASSET_CONTRACT, contract: ASSET_CONTRACT, action: name('transfer'), data };
      steps = engine.execute({ ...input, code, host, stepLimit: 1_000_000 }).steps;
    }
  });
  return { microseconds: (milliseconds / TRANSFERS) * 1000, steps };
}

/** What a peer does a second; undefined, with a message, where it is not installed. */
async function measuredOrMissing(measure: () => Promise<number>): Promise<number | undefined> {
  try {
    return await measure();
  } catch (error) {
    if (!(error instanceof PeersMissing)) throw error;
    console.error(error.message);
    return undefined;
  }
}

function speedRow(what: string, perSecond: number | undefined): Record<string, string> {
  if (perSecond === undefined) return { what, speed: 'not installed' };
  return { what, metered: `${(1e6 / perSecond).toFixed(1)} us`, speed: `${Math.round(perSecond)} /s` };
}

export async function run(): Promise<BenchmarkResult> {
  // Our engine has V8 compile in a single pass, for the whole process: the other one comes before, with V8 as it is.
  const vert = await measuredOrMissing(() => measureVertTransfers(PEER_TRANSFERS, ROUNDS));
  const engine = new WasmEngine();
  const rows: Record<string, string | number>[] = [];
  let product = 1;
  for (const [what, text] of Object.entries(PROGRAMS)) {
    const { plain, metered, steps } = timeProgram(text);
    const ratio = metered / plain;
    product *= ratio;
    const speed = `${(steps / metered / 1e6).toFixed(2)} G steps/s`;
    rows.push({
      what,
      plain: `${plain.toFixed(2)} ms`,
      metered: `${metered.toFixed(2)} ms`,
      ratio: ratio.toFixed(2),
      speed,
    });
  }
  const instanceMicros = timeInstance(engine);
  const hostCallNanos = timeHostCall(engine);
  const transfer = timeTransfer(engine);
  rows.push({ what: 'an instance that does nothing', metered: `${instanceMicros.toFixed(1)} us` });
  rows.push({ what: 'a host call', metered: `${hostCallNanos.toFixed(0)} ns` });
  rows.push({
    what: `an asset transfer in 0-800, ${transfer.steps} steps`,
    metered: `${transfer.microseconds.toFixed(1)} us`,
  });
  const ours = 1e6 / (await timeAssetTransfers());
  const ethereumjs = await measureEthereumjsTransfers(PEER_TRANSFERS, ROUNDS);
  rows.push(
    speedRow('asset transfers through the ledger', ours),
    speedRow('eosio.token in @proton/vert', vert),
    speedRow('an ERC-20 token in @ethereumjs/vm', ethereumjs),
  );
  return {
    rows,
    figures: {
      assetTransfersPerSecond: Math.round(ours),
      ratioEthereumjs: ours / ethereumjs,
      ...(vert !== undefined && { ratioVert: ours / vert }),
      instanceMicros,
      /** Geometric mean over the programs. */
      instrumentationRatio: product ** (1 / Object.keys(PROGRAMS).length),
      hostCallNanos,
      engineTransferMicros: transfer.microseconds,
    },
  };
}
