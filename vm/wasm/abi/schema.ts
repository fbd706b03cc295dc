import { ContractException, type ExceptionName } from '../exception.js';
import { BUILTIN_TYPES, type BuiltinType } from './builtin-types.js';
import type { AbiDefinition, AbiField, AbiStruct } from './definition.js';

/** Bounds of the work with an ABI, where the reference uses the clock (spec 04 §4.3). */
export const ABI_LIMITS = {
  structs: 1024,
  typedefs: 1024,
  fields: 16_384,
  /** Nesting of types. */
  nesting: 32,
} as const;

const VERSION_PREFIX = 'wasm::abi/1.';

/** Names that are remembered at most: those of an ABI, with each suffix. */
const MOST_RESOLVED = 65_536;

/** What a type name stands for. */
export type ResolvedType =
  | { readonly kind: 'builtin'; readonly name: string; readonly type: BuiltinType }
  | { readonly kind: 'struct'; readonly name: string; readonly struct: AbiStruct }
  | { readonly kind: 'array'; readonly name: string; readonly element: ResolvedType }
  | { readonly kind: 'optional'; readonly name: string; readonly value: ResolvedType };

/** A field of a struct with what its type stands for. */
export interface TypedField {
  readonly name: string;
  readonly type: ResolvedType;
  /** Its name in the path to a value, such as `.owner`. */
  readonly step: string;
}

/** A type name without its suffix, one of `[]`, `?` and none. */
interface SuffixedType {
  readonly base: string;
  readonly suffix: 'array' | 'optional' | undefined;
}

function splitSuffix(type: string): SuffixedType {
  // A binary extension is an ordinary field here (spec 04 §3.6).
  const name = type.endsWith('$') ? type.slice(0, -1) : type;
  if (name.endsWith('[]')) return { base: name.slice(0, -2), suffix: 'array' };
  if (name.endsWith('?')) return { base: name.slice(0, -1), suffix: 'optional' };
  return { base: name, suffix: undefined };
}

/** An ABI that was found consistent: every type it names is known and none contains itself (spec 04 §4.3). */
export class AbiSchema {
  readonly #typedefs = new Map<string, string>();
  readonly #structs: ReadonlyMap<string, AbiStruct>;
  readonly #actions: ReadonlyMap<string, string>;
  readonly #tables: ReadonlyMap<string, string>;
  /** Nesting of types in a struct; undefined while it is being computed. */
  readonly #depths = new Map<string, number | undefined>();
  /** What type names stand for, so that chains of names are followed once. */
  readonly #resolved = new Map<string, ResolvedType>();
  readonly #depthsOfTypes = new Map<ResolvedType, number>();
  readonly #typedFields = new Map<AbiStruct, readonly TypedField[]>();

  /** @throws ContractException one of the ABI's exceptions of spec 04 §4.3 */
  constructor(readonly definition: AbiDefinition) {
    const { version, types, structs, actions, tables } = definition;
    if (!version.startsWith(VERSION_PREFIX)) {
      refuse(
        'unsupported_abi_version_exception',
        `ABI has an unsupported version "${version}", ${VERSION_PREFIX}x is expected`,
      );
    }
    checkLimits(definition);
    this.#structs = new Map(structs.map(struct => [struct.name, struct]));
    for (const { new_type_name: name, type } of types) {
      if (!this.isType(type))
        refuse('invalid_type_inside_abi', `the type "${name}" stands for "${type}", which is not a type`);
      if (this.isType(name))
        refuse('duplicate_abi_type_def_exception', `the type "${name}" is defined already`);
      this.#typedefs.set(name, type);
    }
    this.#actions = new Map(actions.map(({ name, type }) => [name, type]));
    this.#tables = new Map(tables.map(({ name, type }) => [name, type]));
    checkUnique('duplicate_abi_struct_def_exception', structs.length, this.#structs, 'structs');
    checkUnique('duplicate_abi_action_def_exception', actions.length, this.#actions, 'actions');
    checkUnique('duplicate_abi_table_def_exception', tables.length, this.#tables, 'tables');
    for (const struct of structs) this.#checkStruct(struct);
    for (const { name, type } of actions) this.#checkUse(type, `action "${name}"`);
    for (const { name, type } of tables) this.#checkUse(type, `table "${name}"`);
  }

  /** Whether a name, with at most one suffix, is a type. */
  isType(type: string): boolean {
    const { base } = splitSuffix(type);
    return BUILTIN_TYPES.has(base) || this.#typedefs.has(base) || this.#structs.has(base);
  }

  /**
   * What a type name stands for.
   * @throws ContractException `invalid_type_inside_abi`
   */
  resolve(type: string): ResolvedType {
    const known = this.#resolved.get(type);
    if (known !== undefined) return known;
    const { base, suffix } = splitSuffix(type);
    const named = this.resolveName(base);
    const resolved: ResolvedType =
      suffix === 'array'
        ? { kind: 'array', name: type, element: named }
        : suffix === 'optional'
          ? { kind: 'optional', name: type, value: named }
          : named;
    // Only names of the ABI are remembered: what others ask for must not fill the memory.
    if (this.isType(type) && this.#resolved.size < MOST_RESOLVED) this.#resolved.set(type, resolved);
    return resolved;
  }

  /** As {@link resolve}, for a name without suffix. A built-in type wins over a struct of its name. */
  private resolveName(name: string): ResolvedType {
    const builtin = BUILTIN_TYPES.get(name);
    if (builtin !== undefined) return { kind: 'builtin', name, type: builtin };
    const target = this.#typedefs.get(name);
    if (target !== undefined) return this.resolve(target);
    const struct = this.#structs.get(name);
    if (struct !== undefined) return { kind: 'struct', name, struct };
    return refuse(
      'invalid_type_inside_abi',
      `Unknown type '${name}', the type should be built-in, array or struct`,
    );
  }

  /** A struct behind its bases, the outermost base first. */
  lineage(struct: AbiStruct): readonly AbiStruct[] {
    if (struct.base === '') return [struct];
    const structs = [struct];
    for (let base = this.#structs.get(struct.base); base !== undefined; base = this.#structs.get(base.base)) {
      structs.unshift(base);
    }
    return structs;
  }

  /** The fields of a struct, those of its bases first. */
  fieldsOf(struct: AbiStruct): readonly AbiField[] {
    return this.lineage(struct).flatMap(part => part.fields);
  }

  /** The fields of a struct, without those of its bases, with what the types stand for; found once a struct. */
  typedFieldsOf(struct: AbiStruct): readonly TypedField[] {
    const known = this.#typedFields.get(struct);
    if (known !== undefined) return known;
    const fields = struct.fields.map(({ name, type }) => ({
      name,
      type: this.resolve(type),
      step: `.${name}`,
    }));
    this.#typedFields.set(struct, fields);
    return fields;
  }

  /** The actions that are listed, in their order. */
  get actionNames(): readonly string[] {
    return [...this.#actions.keys()];
  }

  /** The type of an action's arguments; of an action that is not listed it has the name (spec 04 §4.4). */
  actionType(action: string): string {
    return this.#actions.get(action) ?? action;
  }

  /** The type of a table's rows, if there is such a table. */
  tableType(table: string): string | undefined {
    return this.#tables.get(table);
  }

  #checkUse(type: string, user: string): void {
    if (!this.isType(type))
      refuse('invalid_type_inside_abi', `the ${user} has the type "${type}", which is not a type`);
  }

  /** @returns nesting of types in the struct */
  #checkStruct(struct: AbiStruct): number {
    const known = this.#depths.get(struct.name);
    if (known !== undefined) return known;
    if (this.#depths.has(struct.name)) {
      refuse('abi_circular_def_exception', `the struct "${struct.name}" contains itself`);
    }
    this.#depths.set(struct.name, undefined);
    let depth = 0;
    if (struct.base !== '') {
      const base = this.#structs.get(struct.base);
      if (base === undefined)
        refuse(
          'invalid_type_inside_abi',
          `the struct "${struct.name}" has the base "${struct.base}", which is not a struct`,
        );
      depth = this.#checkStruct(base);
    }
    for (const { name, type } of struct.fields) {
      this.#checkUse(type, `field "${struct.name}.${name}"`);
      depth = Math.max(depth, this.#depthOf(this.resolve(type)));
    }
    depth++;
    if (depth > ABI_LIMITS.nesting) {
      refuse(
        'abi_serialization_deadline_exception',
        `the struct "${struct.name}" nests more than ${ABI_LIMITS.nesting} types`,
      );
    }
    this.#depths.set(struct.name, depth);
    return depth;
  }

  #depthOf(type: ResolvedType): number {
    const known = this.#depthsOfTypes.get(type);
    if (known !== undefined) return known;
    const depth = this.#findDepth(type);
    this.#depthsOfTypes.set(type, depth);
    return depth;
  }

  #findDepth(type: ResolvedType): number {
    switch (type.kind) {
      case 'builtin':
        return 1;
      case 'struct':
        return this.#checkStruct(type.struct);
      case 'array':
        return 1 + this.#depthOf(type.element);
      case 'optional':
        return 1 + this.#depthOf(type.value);
    }
  }
}

function checkLimits({ types, structs }: AbiDefinition): void {
  const fields = structs.reduce((sum, struct) => sum + struct.fields.length, 0);
  for (const [what, count, limit] of [
    ['structs', structs.length, ABI_LIMITS.structs],
    ['types', types.length, ABI_LIMITS.typedefs],
    ['fields', fields, ABI_LIMITS.fields],
  ] as const) {
    if (count > limit)
      refuse(
        'abi_serialization_deadline_exception',
        `the ABI has ${count} ${what}, at most ${limit} are allowed`,
      );
  }
}

function checkUnique(
  exception: ExceptionName,
  count: number,
  byName: ReadonlyMap<string, unknown>,
  what: string,
): void {
  if (byName.size !== count) refuse(exception, `two ${what} of the ABI have one name`);
}

function refuse(exception: ExceptionName, message: string): never {
  throw new ContractException(exception, message, 'wasm/abi/schema');
}
