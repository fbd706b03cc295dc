/** The types of values in the binary format. */
export const VALUE_TYPES = { i32: 0x7f, i64: 0x7e, f32: 0x7d, f64: 0x7c } as const;

export type ValueType = keyof typeof VALUE_TYPES;

const BY_CODE: ReadonlyMap<number, ValueType> = new Map(
  (Object.entries(VALUE_TYPES) as [ValueType, number][]).map(([type, code]) => [code, type]),
);

/** The type that a byte denotes, undefined for vectors, references and anything else. */
export function valueType(code: number): ValueType | undefined {
  return BY_CODE.get(code);
}

/** Parameters and results of a function. */
export interface FunctionType {
  readonly parameters: readonly ValueType[];
  /** At most one. */
  readonly results: readonly ValueType[];
}

export function sameType(a: FunctionType, b: FunctionType): boolean {
  return typeText(a) === typeText(b);
}

/** `(i32, i64) -> f64` */
export function typeText(type: FunctionType): string {
  return `(${type.parameters.join(', ')}) -> ${type.results.length === 0 ? '()' : type.results.join(', ')}`;
}
