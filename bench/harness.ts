import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type AccountLike, bytes, coins, Devnet, type LuaContract } from '../src/testing/index.js';
import type { BenchmarkResult } from './result.js';
import { HardhatChain } from './support/hardhat-chain.js';
import { measureVertTransfers } from './support/vert-transfers.js';

/*
 * The test harness for contracts: how fast a chain starts, goes back and calls contracts, beside
 * Hardhat's in-process network and @proton/vert in the same run. A call is a transfer of a token that
 * the contract manages by itself, in a block of its own, with its receipts and fuel.
 */

/** The fastest counts; it takes some until the engine of JavaScript has optimized what they run. */
const ROUNDS = 12;
const CALLS = 1500;
const VIEWS = 1500;
/** The others are slower, or about as slow: fewer calls take as long. */
const PEER_CALLS = 500;
const SNAPSHOTS = 20_000;
const PEER_SNAPSHOTS = 300;
/** Accounts that make a state large. */
const LARGE_STATE = 20_000;
const PROCESSES = 5;

const methods = {
  configure: () => bytes(0xf0, 0x11, 0, 0),
  send: (to: AccountLike, amount: bigint) => bytes(0xf0, 0x16, 0, 0).address(to).u64le(amount),
};

function tokenOn(chain: Devnet): LuaContract<typeof methods> {
  const token = chain.deployLua({ file: 'contracts/lua/token.lua', methods });
  token.methods.configure();
  return token;
}

/** Runs in a process of its own: milliseconds of the import and of the start of a chain. */
const START = `
const begin = performance.now();
const { Devnet } = await import(${JSON.stringify(pathToFileURL(join(import.meta.dirname, '../src/testing/index.js')))});
const imported = performance.now();
Devnet.start();
console.log(JSON.stringify([imported - begin, performance.now() - imported]));`;

interface StartTimes {
  readonly importMs: number;
  readonly startMs: number;
}

/** The fastest of some processes, as the one that other work on the machine disturbed least. */
function measureStart(): StartTimes {
  const times = Array.from({ length: PROCESSES }, () => {
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', START], {
      encoding: 'utf8',
    });
    if (stdout === '') throw new Error(stderr);
    return JSON.parse(stdout) as [number, number];
  });
  return { importMs: Math.min(...times.map(([ms]) => ms)), startMs: Math.min(...times.map(([, ms]) => ms)) };
}

/**
 * Calls per second, the best of some rounds.
 * @param before - goes back to where every round begins, as tests do
 */
function perSecond(count: number, call: () => unknown, before: () => void = () => {}): number {
  let best = 0;
  for (let round = 0; round < ROUNDS; round++) {
    before();
    const start = performance.now();
    for (let i = 0; i < count; i++) call();
    best = Math.max(best, (count * 1000) / (performance.now() - start));
  }
  return best;
}

async function perSecondAsync(
  count: number,
  call: () => Promise<unknown>,
  before: () => Promise<void> = async () => {},
): Promise<number> {
  let best = 0;
  for (let round = 0; round < ROUNDS; round++) {
    await before();
    const start = performance.now();
    for (let i = 0; i < count; i++) await call();
    best = Math.max(best, (count * 1000) / (performance.now() - start));
  }
  return best;
}

interface SnapshotTimes {
  readonly snapshotMicros: number;
  readonly revertMicros: number;
  readonly forkMicros: number;
}

function measureSnapshots(chain: Devnet): SnapshotTimes {
  const { alice, bob } = chain.accounts;
  const snapshot = chain.snapshot();
  chain.transfer(alice, bob, coins(1));
  return {
    snapshotMicros: 1e6 / perSecond(SNAPSHOTS, () => chain.snapshot()),
    revertMicros: 1e6 / perSecond(SNAPSHOTS, () => chain.revert(snapshot)),
    forkMicros: 1e6 / perSecond(SNAPSHOTS, () => chain.fork(snapshot)),
  };
}

/** A chain with many accounts and a contract that has stored much. */
function largeChain(): Devnet {
  const chain = Devnet.start();
  for (let i = 0; i < LARGE_STATE; i++) chain.setBalance(i.toString(16).padStart(40, '0'), coins(1));
  return chain;
}

interface SampleTests {
  readonly count: number;
  readonly seconds: number;
}

/** The tests of the sample contracts, as `npm test` runs them: files side by side, each in its process. */
function runSampleTests(): SampleTests {
  const runner = join(import.meta.dirname, '../test/run.js');
  const begin = performance.now();
  const { stdout, status } = spawnSync(process.execPath, [runner, 'contracts/lua', 'contracts/example'], {
    encoding: 'utf8',
  });
  const seconds = (performance.now() - begin) / 1000;
  const passed = /^(\d+) passed, 0 failed/m.exec(stdout)?.[1];
  if (status !== 0 || passed === undefined) throw new Error(stdout);
  return { count: Number(passed), seconds };
}

interface HardhatTimes {
  readonly startMs: number;
  readonly callsPerSecond: number;
  readonly requestsPerSecond: number;
  readonly viewsPerSecond: number;
  readonly snapshotAndRevertMicros: number;
}

async function measureHardhat(): Promise<HardhatTimes> {
  const begin = performance.now();
  const chain = await HardhatChain.start();
  const startMs = performance.now() - begin;
  let snapshot = await chain.snapshot();
  const back = async () => {
    // Going back uses a snapshot up.
    await chain.revert(snapshot);
    snapshot = await chain.snapshot();
  };
  const requestsPerSecond = await perSecondAsync(PEER_CALLS, () => chain.transferByRequest(), back);
  const callsPerSecond = await perSecondAsync(PEER_CALLS, () => chain.transfer(), back);
  const received = await chain.balanceOf(1);
  if (received !== BigInt(PEER_CALLS)) throw new Error(`hardhat: ${received} units were received`);
  const viewsPerSecond = await perSecondAsync(PEER_CALLS, () => chain.balanceOf(1));
  const restored = await perSecondAsync(PEER_SNAPSHOTS, async () => chain.revert(await chain.snapshot()));
  return {
    startMs,
    callsPerSecond,
    requestsPerSecond,
    viewsPerSecond,
    snapshotAndRevertMicros: 1e6 / restored,
  };
}

export async function run(): Promise<BenchmarkResult> {
  const { importMs, startMs } = measureStart();
  const samples = runSampleTests();
  const small = measureSnapshots(Devnet.start());
  const large = measureSnapshots(largeChain());

  const chain = Devnet.start();
  const { alice, bob } = chain.accounts;
  const token = tokenOn(chain);
  const bank = chain.wasmContract('0-800');
  const transfer = [alice, bob, '0.00000001 WICC', ''] as const;
  const start = chain.snapshot();
  const back = () => chain.revert(start);
  const calls = perSecond(CALLS, () => token.methods.send(bob, 1n), back);
  const received = token.appAccount(bob).free;
  if (received !== BigInt(CALLS)) throw new Error(`harness: ${received} units were received`);
  const wasmCalls = perSecond(CALLS, () => bank.call('transfer', transfer), back);
  back();
  const views = perSecond(VIEWS, () => token.views.send(bob, 1n));
  const hardhat = await measureHardhat();
  const vert = await measureVertTransfers(PEER_CALLS, ROUNDS);

  const micros = (value: number): string => `${value.toFixed(2)} us`;
  const speed = (value: number): string => `${Math.round(value)} /s`;
  const rows: BenchmarkResult['rows'] = [
    {
      what: 'start of a chain',
      ours: `${startMs.toFixed(1)} ms`,
      hardhat: `${hardhat.startMs.toFixed(0)} ms, with its import`,
    },
    { what: 'import of the harness', ours: `${importMs.toFixed(0)} ms` },
    { what: 'snapshot, 46 accounts', ours: micros(small.snapshotMicros) },
    { what: `snapshot, ${LARGE_STATE} accounts more`, ours: micros(large.snapshotMicros) },
    { what: 'revert, 46 accounts', ours: micros(small.revertMicros) },
    { what: `revert, ${LARGE_STATE} accounts more`, ours: micros(large.revertMicros) },
    {
      what: 'snapshot and revert',
      ours: micros(large.snapshotMicros + large.revertMicros),
      hardhat: micros(hardhat.snapshotAndRevertMicros),
    },
    { what: `fork, ${LARGE_STATE} accounts more`, ours: micros(large.forkMicros) },
    {
      what: 'calls of a Lua token, a block each',
      ours: speed(calls),
      hardhat: speed(hardhat.callsPerSecond),
    },
    { what: 'the same by plain requests', ours: '', hardhat: speed(hardhat.requestsPerSecond) },
    { what: 'transfers in WebAssembly, a block each', ours: speed(wasmCalls), vert: speed(vert) },
    { what: `${samples.count} tests of sample contracts`, ours: `${samples.seconds.toFixed(1)} s` },
    { what: 'views', ours: speed(views), hardhat: speed(hardhat.viewsPerSecond) },
  ];
  return {
    rows,
    figures: {
      startMs,
      snapshotMicros: large.snapshotMicros,
      revertMicros: large.revertMicros,
      callsPerSecond: Math.round(calls),
      /** Calls as tests make them, with their receipts, a block each, on both sides. */
      ratioHardhat: calls / hardhat.callsPerSecond,
      /** The same calls beside Hardhat's network alone, without the library that its tests call it with. */
      ratioHardhatRequests: calls / hardhat.requestsPerSecond,
      /** Transfers of WebAssembly contracts on both sides; those of vert were packed beforehand. */
      ratioVert: wasmCalls / vert,
      importMs,
      forkMicros: large.forkMicros,
      snapshotMicrosSmall: small.snapshotMicros,
      revertMicrosSmall: small.revertMicros,
      wasmCallsPerSecond: Math.round(wasmCalls),
      viewsPerSecond: Math.round(views),
      sampleTests: samples.count,
      sampleTestsSeconds: samples.seconds,
    },
  };
}
