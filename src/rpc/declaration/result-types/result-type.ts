/** What every description of a value has. */
interface Described {
  /** A description of the value, with its unit; empty where the name of the member suffices. */
  readonly summary: string;
  /** Whether the member may be absent; the summary states when. */
  readonly optional?: true;
}

/**
 * - `text`: a JSON string
 * - `integer`: a JSON integer that fits a double, such as a height
 * - `amount`: a JSON integer of up to 64 bits, such as an amount in sawi
 * - `balance`: an amount in sawi; with the option `-displayvalueinsawi=0` a text in coins (spec 02 §4)
 * - `number`: a JSON number with a fraction, printed with eight decimals
 * - `any`: whatever the caller has put in before
 */
type ScalarKind = 'text' | 'integer' | 'amount' | 'balance' | 'number' | 'boolean' | 'null' | 'any';

export interface ScalarType extends Described {
  readonly kind: ScalarKind;
  /** The only texts that there are. */
  readonly values?: readonly string[];
}

export interface ArrayType extends Described {
  readonly kind: 'array';
  readonly items: ResultType;
}

/** An object whose members are named by data, such as balances by symbol. */
export interface MapType extends Described {
  readonly kind: 'map';
  /** What the names of the members are. */
  readonly key: string;
  readonly values: ResultType;
}

export interface ObjectType extends Described {
  readonly kind: 'object';
  /** Of what several methods answer; such a type is described once. */
  readonly name?: string;
  readonly members: Readonly<Record<string, ResultType>>;
  /** What further members there can be; undefined: none. */
  readonly further?: string;
}

/** One of several types. */
export interface EitherType extends Described {
  readonly kind: 'either';
  readonly options: readonly ResultType[];
}

/**
 * What a method answers, or what an element of a parameter is: help, documents, schemas and the types
 * of the client come from it, and tests compare real answers with it.
 */
export type ResultType = ScalarType | ArrayType | MapType | ObjectType | EitherType;
