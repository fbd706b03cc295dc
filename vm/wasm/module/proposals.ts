/*
 * What later versions of WebAssembly have added, by the names of their proposals: a refusal says which
 * feature of a compiler must be turned off.
 */

/** Opcodes of one byte by the proposal that brought them. */
const OPCODES: readonly (readonly [first: number, last: number, proposal: string])[] = [
  [0x06, 0x0a, 'exception handling'],
  [0x12, 0x13, 'tail calls'],
  [0x14, 0x15, 'typed function references'],
  [0x18, 0x19, 'exception handling'],
  [0x1c, 0x1c, 'reference types'],
  [0x1f, 0x1f, 'exception handling'],
  [0x25, 0x26, 'reference types'],
  [0xd0, 0xd2, 'reference types'],
  [0xd3, 0xd6, 'typed function references'],
  [0xfb, 0xfb, 'garbage collection'],
  [0xfe, 0xfe, 'threads and atomics'],
];

type Prefixed = readonly (readonly [last: number, proposal: string])[];

/** Opcodes of two numbers by their prefix; those behind 0xFC begin beyond saturating truncation. */
const PREFIXED: Readonly<Record<number, Prefixed>> = {
  252: [
    [14, 'bulk memory'],
    [17, 'reference types'],
  ],
  253: [
    [0xff, 'SIMD'],
    [0x1ff, 'relaxed SIMD'],
  ],
};

/** Sections beyond those of the first version. */
const SECTIONS: Readonly<Record<number, string>> = {
  12: 'data count, of bulk memory',
  13: 'tags, of exception handling',
  14: 'strings, of reference-typed strings',
};

/** Value types beyond the four numbers. */
const VALUE_TYPES: Readonly<Record<number, string>> = {
  123: 'v128, of SIMD',
  112: 'funcref, of reference types',
  111: 'externref, of reference types',
};

const hex = (value: number): string => `0x${value.toString(16).padStart(2, '0')}`;

function named(what: string, proposal: string | undefined): string {
  return proposal === undefined
    ? `${what} is not allowed`
    : `${what} (${proposal}) is not allowed: compile without it`;
}

/**
 * Says that an instruction is refused, and of which proposal it is.
 * @param number - the number after a prefix
 */
export function refusedOpcode(opcode: number, number?: number): string {
  if (number !== undefined) {
    const proposal = PREFIXED[opcode]?.find(([last]) => number <= last)?.[1];
    return named(`opcode ${hex(opcode)} ${number}`, proposal ?? 'a later proposal');
  }
  const proposal = OPCODES.find(([first, last]) => opcode >= first && opcode <= last)?.[2];
  return named(`opcode ${hex(opcode)}`, proposal);
}

/** Says that a section is refused, and of which proposal it is. */
export function refusedSection(id: number): string {
  return named(`section ${id}`, SECTIONS[id]);
}

/** Says that a type of values is refused, and of which proposal it is. */
export function refusedValueType(code: number): string {
  const type = VALUE_TYPES[code];
  const what = type === undefined ? hex(code) : `${hex(code)} (${type})`;
  return `the value type ${what} is not i32, i64, f32 or f64`;
}
