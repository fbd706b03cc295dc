/** Declarations of host functions. */
import type { BuiltinCode } from '../value/function.js';

/** The functions of a library by name, in the order in which they are put into its table. */
export type Library = Readonly<Record<string, BuiltinCode>>;
