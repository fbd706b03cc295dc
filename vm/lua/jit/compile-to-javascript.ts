/**
 * The JIT: compiles functions that run often to JavaScript, which V8 optimizes. Results and costs
 * of a run are those of the interpreter; only time differs.
 *
 * It compiles with `new Function`, so what text can enter is a matter of safety. The text consists of
 * fixed pieces of this room and of decimal numbers: registers, constants, upvalues and inner functions
 * by number, instruction numbers, sizes and fuel. Nothing that the author of a contract chose enters it:
 * names, strings and numerals are in the list of constants, which the code gets as an argument. The code
 * names nothing but its parameters, its own variables, `Math.floor`, and the helpers of
 * `runtime-helpers.ts`; a test holds the text to that. The text of a function is as long as its
 * instructions are many, and those are bounded, so compiling costs a bounded time.
 *
 * | file | what it does |
 * |---|---|
 * | `policy.ts` | when a function has run often enough |
 * | `blocks.ts`, `flow.ts` | basic blocks, and their order as nested JavaScript statements |
 * | `charges.ts` | fuel of each block |
 * | `write-*.ts` | the text of a function, and of each kind of instruction |
 * | `runtime-helpers.ts` | what the text calls where an operand is not the simple case |
 */
import type { JitCode, JitVarargCode, Proto } from '../bytecode/proto.js';
import type { JitMeter, JitPolicy } from './policy.js';
import { support } from './runtime-helpers.js';
import { type Entry, writeFunction } from './write-function.js';

const SUPPORT_NAMES = Object.keys(support);

/**
 * The JavaScript of a function, made when it has become hot; undefined while there is none.
 *
 * @param policy - how often it must have been called, or have looped
 */
export function jitCodeOf(
  proto: Proto,
  { calls, meter }: Pick<JitPolicy, 'calls' | 'meter'>,
): JitCode | JitVarargCode | undefined {
  if (calls === Infinity) return undefined;
  if (proto.jitCode !== null) return proto.jitCode;
  if (++proto.heat < calls) return undefined;
  proto.jitCode = make<JitCode | JitVarargCode>(proto, { pc: 0, isInside: false, offset: 0 }, meter);
  return proto.jitCode;
}

/** How many loops of a function get code of their own. */
const MAX_LOOPS = 4;

/**
 * Code that takes over a running function where one of its loops turns, so that a function that is
 * called once and loops long need not finish in the interpreter. Undefined when there can be none.
 *
 * @param pc - where the loop turns to
 */
export function jitCodeOfLoop(
  proto: Proto,
  pc: number,
  { meter }: Pick<JitPolicy, 'meter'>,
): JitVarargCode | undefined {
  if (!proto.loops.has(pc) && proto.loops.size < MAX_LOOPS) {
    const offset = proto.code.length * (1 + proto.loops.size);
    proto.loops.set(pc, make<JitVarargCode>(proto, { pc, isInside: true, offset }, meter));
  }
  return proto.loops.get(pc);
}

function make<Code>(proto: Proto, entry: Entry, meter: JitMeter | undefined): Code | undefined {
  return meter === undefined ? compile(proto, entry) : meter.compiling(() => compile<Code>(proto, entry));
}

function compile<Code>(proto: Proto, entry: Entry): Code | undefined {
  const written = writeFunction(proto, SUPPORT_NAMES, entry);
  if (written === undefined) return undefined;
  proto.fuelBehind = placed(proto.fuelBehind, written.fuelBehind, entry.offset);
  proto.stepsBehind = placed(proto.stepsBehind, written.stepsBehind, entry.offset);
  proto.blockStart = placed(proto.blockStart, written.blockStart, entry.offset);
  const build = new Function('K', 'P', 'S', written.text) as (
    constants: Proto['constants'],
    protos: Proto['protos'],
    names: typeof support,
  ) => Code;
  return build(proto.constants, proto.protos, support);
}

/** A list with another one written over it from an offset on. */
function placed(list: Int32Array, part: Int32Array, offset: number): Int32Array {
  const result = new Int32Array(Math.max(list.length, offset + part.length));
  result.set(list);
  result.set(part, offset);
  return result;
}
