import type { ContractObserver } from '../../vm/context.js';
import type { CoverageCounters } from '../../vm/coverage.js';
import type { CallFailed } from './call-failed.js';
import type { CallOutcome, ViewOutcome } from './call-outcome.js';

/** A contract that was deployed on a development chain. */
export interface DeployedCode {
  readonly name: string;
  readonly vm: 'lua' | 'wasm';
  /** The file of its source, where it has one. */
  readonly file: string | undefined;
  /** Bytes as deployed: Lua source or WebAssembly module. */
  readonly code: Uint8Array;
}

/** A call that was made through the harness. */
export interface ObservedCall {
  readonly contract: DeployedCode;
  /** The name under which it was called; the arguments in hex where it has none. */
  readonly method: string;
  readonly kind: 'call' | 'view';
  /** Undefined when it failed. */
  readonly outcome: CallOutcome | ViewOutcome | undefined;
  readonly failure: CallFailed | undefined;
}

/** What random sequences of calls have done, all together. */
export interface SequencesTried {
  /** How many sequences. */
  readonly sequences: number;
  /** By the name of the call: how many took effect, and how many the ledger has refused. */
  readonly calls: Readonly<Record<string, { readonly effective: number; readonly refused: number }>>;
}

/** Sees what happens on all development chains of this process: for reports of fuel and coverage. */
export interface DevnetObserver {
  deployed?(code: DeployedCode): void;
  /** A source in AssemblyScript was compiled; the harness awaits the returned promise. */
  compiled?(file: string, module: Uint8Array): Promise<void>;
  called?(call: ObservedCall): void;
  /** Random sequences have ended, whether or not an invariant was broken. */
  sequencesTried?(tried: SequencesTried): void;
  /** Sees every run of a contract from inside. */
  readonly runs?: ContractObserver;
}

const observers = new Set<DevnetObserver>();

/** Adds an observer. @returns removes it again */
export function observeDevnets(observer: DevnetObserver): () => void {
  observers.add(observer);
  return () => observers.delete(observer);
}

/** Notifies every observer. */
export function notifyObservers(tell: (observer: DevnetObserver) => void): void {
  for (const observer of observers) tell(observer);
}

/** Notifies every observer of a source that was compiled. */
export async function notifyCompiled(file: string, module: Uint8Array): Promise<void> {
  await Promise.all([...observers].map(observer => observer.compiled?.(file, module)));
}

/** The line counter, if any. */
export function coverageCounters(): CoverageCounters | undefined {
  for (const { runs } of observers) if (runs?.coverage !== undefined) return runs.coverage;
  return undefined;
}

/** Who looks at runs of Lua contracts line by line, if anybody does. */
export function lineObservers(): ContractObserver['luaLines'] {
  for (const { runs } of observers) if (runs?.luaLines !== undefined) return runs.luaLines;
  return undefined;
}

/** The observer of what functions of the node charge, if any. */
export function chargeListener(): ContractObserver['charged'] {
  for (const { runs } of observers) if (runs?.charged !== undefined) return runs.charged;
  return undefined;
}
