import { decodeModule } from '../module/decode.js';
import { decodeBody } from '../module/function-body.js';
import { OP } from '../module/instructions.js';
import { type DecodedModule, SECTION } from '../module/module.js';
import { ModuleWriter } from '../module/module-writer.js';
import { VALUE_TYPES } from '../module/value-type.js';

/** Finds what an instruction is part of: a place such as a line, undefined where it does not count. */
export type PlaceOf<Place> = (offset: number) => Place | undefined;

/** A module that counts how often its instructions run. */
export interface CountingBytes<Place> {
  readonly bytes: Uint8Array;
  /**
   * What each counter counts, and in which function; the counter of index n is the 32-bit word n + 1 of
   * memory. The word 0 is the number of the counter that counted last, from 1.
   */
  readonly counters: readonly { readonly place: Place; readonly function: number }[];
}

const WORD_BYTES = 4;
/** Counters are aligned to words: 2^2 bytes. */
const ALIGNMENT = 2;
/** Instructions before which nothing can be inserted: they belong to the block that they end. */
const CLOSING: ReadonlySet<number> = new Set([OP.else, OP.end]);

/**
 * Rewrites a module so that it counts in memory, from address 0 on, how often each instruction with a
 * place runs. What the module computes does not change, as long as it leaves that memory alone.
 *
 * @param freeBytes - how much memory from address 0 on the module leaves alone
 * @throws RangeError when that is too little
 */
export function countPlaces<Place>(
  bytes: Uint8Array,
  placeOf: PlaceOf<Place>,
  freeBytes: number,
): CountingBytes<Place> {
  const module = decodeModule(bytes);
  const counters: { place: Place; function: number }[] = [];
  const bodies = new ModuleWriter(bytes.length * 4).u32(module.bodies.length);
  for (const [index, range] of module.bodies.entries()) {
    const type = module.types[module.functions[index]!]!;
    const { locals, instructions } = decodeBody(module, range, type, () => 1);
    const body = new ModuleWriter((range.end - range.start) * 4).u32(locals.length);
    for (const [count, local] of locals) body.u32(count).u8(VALUE_TYPES[local]);
    for (let i = 0; i < instructions.count; i++) {
      const [start, end] = [instructions.starts[i]!, instructions.starts[i + 1]!];
      const place = CLOSING.has(instructions.opcodes[i]!) ? undefined : placeOf(start);
      if (place !== undefined) {
        counters.push({ place, function: index });
        writeCounter(body, counters.length);
      }
      body.bytes(bytes.subarray(start, end));
    }
    bodies.u32(body.length).bytes(body.written);
  }
  const needed = (counters.length + 1) * WORD_BYTES;
  if (needed > freeBytes) {
    throw new RangeError(`${counters.length} places need ${needed} bytes of memory, ${freeBytes} are free`);
  }
  return { bytes: withBodies(module, bodies.written), counters };
}

/** memory[0] = number; memory[number] += 1, with nothing left on the stack. */
function writeCounter(out: ModuleWriter, number: number): void {
  const address = number * WORD_BYTES;
  out.u8(OP.i32Const, 0, OP.i32Const).signed(number).u8(OP.i32Store, ALIGNMENT, 0);
  out.u8(OP.i32Const).signed(address).u8(OP.i32Const).signed(address);
  out.u8(OP.i32Load, ALIGNMENT, 0, OP.i32Const, 1, OP.i32Add, OP.i32Store, ALIGNMENT, 0);
}

function withBodies({ bytes, sections, names }: DecodedModule, bodies: Uint8Array): Uint8Array {
  const out = new ModuleWriter(bytes.length * 2).bytes(bytes.subarray(0, 8));
  for (const id of Object.values(SECTION)) {
    const range = sections.get(id);
    if (id === SECTION.custom || range === undefined) continue;
    out.section(id, id === SECTION.code ? bodies : bytes.subarray(range.start, range.end));
  }
  if (names !== undefined) out.section(SECTION.custom, bytes.subarray(names.start, names.end));
  return Uint8Array.from(out.written);
}
