import type { Json, JsonObject } from '../../../codec/json-value.js';
import type { Caller } from '../caller.js';
import type { DeclaredError } from '../errors.js';
import type { JsonTypeName } from '../json-type.js';

/**
 * What the command line makes of the text of a parameter (spec 02 §2.3):
 * - `string`: nothing;
 * - `boolean`, `integer`, `array`, `object`: JSON of that type;
 * - `height`: an integer if the text is shorter than 32 characters, otherwise a hash;
 * - `digits`: an integer if the text is nothing but digits, otherwise a string.
 */
export type CommandLineForm = 'string' | 'boolean' | 'integer' | 'array' | 'object' | 'height' | 'digits';

/** The position of a value among the parameters, for error messages; and who gives it. */
export interface Position {
  readonly index: number;
  readonly name: string;
  /** Without one, the node itself. */
  readonly caller?: Caller;
}

/**
 * The type of a parameter: from it follow validation, conversion for the handler, the conversion
 * of the command line's text, help, and the schema of the interface.
 */
export interface ParameterType<T> {
  /** As help shows it, such as `integer` or `symbol:amount:unit`. */
  readonly label: string;
  /** Whether the usage line shows the parameter in quotes, as what is a JSON string. */
  readonly quoted: boolean;
  /** JSON types that pass the positional check of typed methods; the first one is named in its error. */
  readonly accepts: readonly [JsonTypeName, ...JsonTypeName[]];
  readonly commandLine: CommandLineForm;
  /** Whether the value is a passphrase, a password, a key or a mnemonic, which is shown and logged nowhere. */
  readonly secret?: boolean;
  /** What the path is for, where the value is one. */
  readonly path?: string;
  /** JSON Schema of the value. */
  readonly schema: JsonObject;
  /** The errors for values that are not acceptable, in this type or in the handler. */
  readonly errors: readonly DeclaredError[];
  /**
   * The value for the handler.
   *
   * @throws RpcError with the code that the specification gives for this kind of value
   */
  convert(value: Json, position: Position): T;
}

/** The type of the value that a parameter type gives to handlers. */
export type ParameterValue<P> = P extends ParameterType<infer T> ? T : never;
