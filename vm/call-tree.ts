import type { JsonObject } from '../src/codec/json-value.js';
import type { Receipt } from '../src/tx/receipt.js';

/** A contract that begins to run: a Lua contract that was called with bytes, or a receiver of an action. */
export interface EnteredRun {
  readonly txid: string;
  /** Regid. */
  readonly contract: string;
  readonly kind: 'lua' | 'action';
  /**
   * Lua: `arguments` in hex and the `coins` that came with them. An action: what its ABI makes of it, as in call
   * trees of actions (spec 04 §7).
   */
  readonly call: JsonObject;
}

/** A value that a contract has stored, changed or deleted. */
export interface StoredChange {
  /** Hex. */
  readonly key: string;
  /** Hex; undefined where there is nothing. */
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** The line of a Lua contract that did it. */
  readonly line?: number | undefined;
}

/** How a run has ended; what it has caused may still follow. */
export interface LeftRun {
  /** Units of fuel of the run itself; of Lua with the actions that it has called. */
  readonly fuel: bigint;
  /** Coins that it has moved. */
  readonly receipts: readonly Receipt[];
  /** What a contract in WebAssembly has printed. */
  readonly console?: string;
  readonly failure?: string | undefined;
}

/** Sees which contract calls which: for each run `entered`, `left`, and `closed` when what it has caused is through. */
export interface CallTreeObserver {
  entered(run: EnteredRun): void;
  stored(change: StoredChange): void;
  left(end: LeftRun): void;
  closed(): void;
}

/** A run with everything that it has done and caused. */
export interface CallFrame extends EnteredRun {
  /** Undefined for a run that was broken off. */
  fuel: bigint | undefined;
  /** Fuel by kind, of Lua. */
  kinds: Readonly<Record<string, number>>;
  readonly logs: string[];
  /** In the order in which they were made. */
  readonly changes: StoredChange[];
  receipts: readonly Receipt[];
  /** What functions of `mylib` have refused. */
  readonly refusals: { readonly line: number; readonly function: string; readonly reason: string }[];
  failure: string | undefined;
  /** Lines that were running when it failed, innermost first. */
  readonly frames: string[];
  readonly calls: CallFrame[];
}
