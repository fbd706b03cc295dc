/// <reference types="node" preserve="true" />

/**
 * Random sequences of calls against invariants, on top of `fast-check`: `coind/testing/sequences`.
 */
import fc, { type Arbitrary, type Parameters as CheckParameters, type RunDetails } from 'fast-check';
import { CallFailed } from './call-failed.js';
import type { Devnet } from './devnet.js';
import { notifyObservers, type SequencesTried } from './observer.js';

/** Something that a sequence may do. */
export interface SequenceCall<W> {
  /** Where its arguments come from; default: it takes none. */
  readonly args?: Arbitrary<unknown>;
  /** Performs the call. A `CallFailed` is an outcome like any other, unless `mustSucceed`. */
  run(world: W, args: never): unknown;
  readonly mustSucceed?: boolean;
}

/** What has to hold after every call. It throws, or answers false, where it does not. */
export type Invariant<W> = (world: W) => unknown;

export interface SequenceOptions<W> {
  /** The chain that every sequence begins on. It is left as it was. */
  readonly chain: Devnet;
  /** Makes what calls and invariants get, such as the contracts on a chain; default: the chain itself. */
  readonly world: (chain: Devnet) => W;
  readonly calls: Readonly<Record<string, SequenceCall<W>>>;
  readonly invariants: Readonly<Record<string, Invariant<W>>>;
  /** Calls of the longest sequence; default 20. */
  readonly maxCalls?: number;
  /** Of fast-check: `numRuns`, `seed`, `path` and others. */
  readonly check?: CheckParameters<[readonly Step[]]>;
}

/** One call of a sequence. */
export interface Step {
  readonly name: string;
  readonly args: unknown;
  toString(): string;
}

/**
 * Tries random sequences of calls, each on a fork of the chain, and checks the invariants after
 * every call. When one does not hold, the sequence is made as short, and its arguments as small, as
 * they can be with the same outcome, and the error lists its calls.
 *
 * @throws Error with the shortest sequence, the invariant and fast-check's seed
 */
export function checkSequences<W>(options: SequenceOptions<W>): void {
  const { calls, invariants, maxCalls = 20, check } = options;
  const names = Object.keys(calls);
  if (names.length === 0) throw new RangeError('a sequence needs at least one call that it may make');
  const step = fc.oneof(...names.map(name => stepOf(name, calls[name]!)));
  const start = options.chain.snapshot();
  const tally = new CallTally(names);
  const property = fc.property(fc.array(step, { maxLength: maxCalls }), steps => {
    const world = options.world(options.chain.fork(start));
    tally.sequences++;
    requireInvariants(world, invariants, 'before the first call');
    for (const [i, { name, args }] of steps.entries()) {
      tally.note(name, runCall(calls[name]!, world, args));
      requireInvariants(world, invariants, `after call ${i + 1}, ${name}`);
    }
  });
  const details = fc.check(property, { ...check });
  notifyObservers(each => each.sequencesTried?.(tally.tried));
  if (details.failed) throw failureOf(details);
}

/** The shortest sequence that fails, and how it is made again. */
function failureOf(details: RunDetails<[readonly Step[]]>): Error {
  const { counterexample, errorInstance: cause, seed, counterexamplePath: path } = details;
  if (counterexample === null) return new Error(fc.defaultReportMessage(details));
  const calls = counterexample[0].map((step, i) => `  ${i + 1}. ${step}`);
  const again = `the same again: check: { seed: ${seed}, path: ${JSON.stringify(path)}, endOnFailure: true }`;
  const tried = `${details.numRuns} sequences tried, the last made shorter ${details.numShrinks} times`;
  return new Error([messageOf(cause), 'calls:', ...calls, again, tried].join('\n'), { cause });
}

function stepOf<W>(name: string, { args = fc.constant(undefined) }: SequenceCall<W>): Arbitrary<Step> {
  return args.map(value => ({
    name,
    args: value,
    toString: () => (value === undefined ? name : `${name} ${fc.stringify(value)}`),
  }));
}

/** Counts the calls of all sequences, those that were made to shorten a failure included. */
class CallTally {
  sequences = 0;
  readonly #calls: Record<string, { effective: number; refused: number }>;

  constructor(names: readonly string[]) {
    this.#calls = Object.fromEntries(names.map(name => [name, { effective: 0, refused: 0 }]));
  }

  note(name: string, isEffective: boolean): void {
    const counts = this.#calls[name]!;
    if (isEffective) counts.effective++;
    else counts.refused++;
  }

  get tried(): SequencesTried {
    return { sequences: this.sequences, calls: this.#calls };
  }
}

/** @returns whether it took effect; false where the ledger has refused it */
function runCall<W>(call: SequenceCall<W>, world: W, args: unknown): boolean {
  try {
    call.run(world, args as never);
    return true;
  } catch (error) {
    if (call.mustSucceed === true || !(error instanceof CallFailed)) throw error;
    return false;
  }
}

function requireInvariants<W>(
  world: W,
  invariants: Readonly<Record<string, Invariant<W>>>,
  when: string,
): void {
  for (const [name, invariant] of Object.entries(invariants)) {
    let holds: unknown;
    try {
      holds = invariant(world);
    } catch (error) {
      throw new Error(`the invariant "${name}" does not hold ${when}: ${messageOf(error)}`, { cause: error });
    }
    if (holds === false) throw new Error(`the invariant "${name}" does not hold ${when}`);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
