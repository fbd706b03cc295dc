/** Decides when a function is worth translating, and makes it a JavaScript function. */
import type { Proto, TranslatedCode, TranslatedVarargCode } from '../bytecode/proto.js';
import { support } from './runtime-helpers.js';
import { type Entry, writeFunction } from './write-function.js';

const SUPPORT_NAMES = Object.keys(support);

/**
 * The translated form of a function, made when it has become hot; undefined while there is none.
 *
 * @param calls - how often it must have been called, or have looped
 */
export function translateWhenHot(
  proto: Proto,
  calls: number,
): TranslatedCode | TranslatedVarargCode | undefined {
  if (calls === Infinity) return undefined;
  if (proto.translated !== null) return proto.translated;
  if (++proto.heat < calls) return undefined;
  proto.translated = make<TranslatedCode | TranslatedVarargCode>(proto, {
    pc: 0,
    isInside: false,
    offset: 0,
  });
  return proto.translated;
}

/** How many loops of a function get code of their own. */
const MAX_LOOPS = 4;

/**
 * Code that takes over a running function where one of its loops turns, so that a function that is
 * called once and loops long need not finish in the interpreter. Undefined when there can be none.
 *
 * @param pc - where the loop turns to
 */
export function translateLoop(proto: Proto, pc: number): TranslatedVarargCode | undefined {
  if (!proto.loops.has(pc) && proto.loops.size < MAX_LOOPS) {
    const offset = proto.code.length * (1 + proto.loops.size);
    proto.loops.set(pc, make<TranslatedVarargCode>(proto, { pc, isInside: true, offset }));
  }
  return proto.loops.get(pc);
}

function make<Code>(proto: Proto, entry: Entry): Code | undefined {
  const translation = writeFunction(proto, SUPPORT_NAMES, entry);
  if (translation === undefined) return undefined;
  proto.fuelBehind = placed(proto.fuelBehind, translation.fuelBehind, entry.offset);
  proto.stepsBehind = placed(proto.stepsBehind, translation.stepsBehind, entry.offset);
  const build = new Function('K', 'P', 'S', translation.text) as (
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
