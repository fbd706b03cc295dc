import type * as lua from 'luaparse';
import { required } from '../../../codec/required.js';
import { API, type ApiSignature } from './api.js';
import type { Names, Variable } from './names.js';
import {
  argumentsOf,
  type Call,
  descendants,
  type Expression,
  type FunctionNode,
  isCall,
  isOpen,
  type Node,
} from './syntax-tree.js';

/** A member of a library, such as `string.byte`. */
export interface LibraryMember {
  readonly library: string;
  readonly name: string;
}

/** A known value: integers as bigint, floats as number, and texts. */
export type Constant = bigint | number | string;

const MAX_INTEGER = 2n ** 63n - 1n;
/** Definitions that lead to definitions are followed this far. */
const MAX_DEPTH = 16;

/** What can be said about the expressions of a source without running it; undefined where nothing can. */
export class Analysis {
  /** Reads of variables that cannot lead to a change of the table which is in them. */
  readonly #harmless = new Set<Node>();

  /** @param libraries - names of the sandbox's libraries */
  constructor(
    chunk: lua.Chunk,
    readonly names: Names,
    readonly libraries: ReadonlySet<string>,
  ) {
    for (const node of descendants(chunk)) {
      if (node.type === 'TableKeyString' || node.type === 'TableValue') this.#harmless.add(node.value);
      if (node.type === 'UnaryExpression' && node.operator === '#') this.#harmless.add(node.argument);
      if (isCall(node) && this.#onlyReads(node)) {
        for (const argument of argumentsOf(node)) this.#harmless.add(argument);
      }
    }
  }

  /** Whether a call leaves the tables that it is given as they are. */
  #onlyReads(call: Call): boolean {
    return this.memberOf(call.base)?.library === 'mylib' || this.calls(call, 'table', 'unpack');
  }

  /** What a variable always is: it is given a value once, and that value can be seen. */
  definitionOf(expression: Expression | FunctionNode): Expression | FunctionNode {
    let found = expression;
    for (let depth = 0; depth < MAX_DEPTH && found.type === 'Identifier'; depth++) {
      const values = this.names.variableOf(found)?.values ?? [];
      const [value] = values;
      if (values.length !== 1 || value === undefined) break;
      found = value;
    }
    return found;
  }

  /** The library that an expression is: its global, `require` of it, or a variable that is one of these. */
  libraryOf(expression: Expression): string | undefined {
    const found = this.definitionOf(expression);
    if (found.type === 'FunctionDeclaration') return undefined;
    if (isCall(found)) return this.#required(found);
    if (found.type !== 'Identifier' || !this.libraries.has(found.name)) return undefined;
    const variable = this.names.variableOf(found);
    const isLibrary =
      variable?.isGlobal === true && variable.values.every(value => this.#isSame(value, found));
    return isLibrary ? found.name : undefined;
  }

  /** Contracts write `mylib = require "mylib"`, which leaves the global what it is. */
  #isSame(value: Variable['values'][number], { name }: lua.Identifier): boolean {
    return value !== undefined && isCall(value as Expression) && this.#required(value as Call) === name;
  }

  #required(call: Call): string | undefined {
    const [name] = argumentsOf(call);
    if (call.base.type !== 'Identifier' || call.base.name !== 'require') return undefined;
    return name?.type === 'StringLiteral' && this.libraries.has(name.value) ? name.value : undefined;
  }

  /** The member of a library that an expression is. */
  memberOf(expression: Expression): LibraryMember | undefined {
    const found = this.definitionOf(expression);
    if (found.type !== 'MemberExpression') return undefined;
    const library = this.libraryOf(found.base);
    return library === undefined ? undefined : { library, name: found.identifier.name };
  }

  /** The function of mylib that a call calls. */
  apiOf(
    call: Expression | FunctionNode,
  ): { readonly name: string; readonly signature: ApiSignature } | undefined {
    if (!isCall(call)) return undefined;
    const member = this.memberOf(call.base);
    const signature = member?.library === 'mylib' ? API[member.name] : undefined;
    return signature && { name: required(member, 'the function of mylib').name, signature };
  }

  /** Whether a call calls a function of a library. */
  calls(call: Call, library: string, name: string): boolean {
    const member = this.memberOf(call.base);
    return member?.library === library && member.name === name;
  }

  /** Whether a call calls a global function of the sandbox. */
  callsGlobal(call: Call, name: string): boolean {
    const found = this.definitionOf(call.base as Expression);
    if (found.type !== 'Identifier' || found.name !== name) return false;
    const variable = this.names.variableOf(found);
    return variable?.isGlobal === true && variable.values.length === 0;
  }

  /** The value of an expression. */
  constant(expression: Expression, depth = 0): Constant | undefined {
    const found = this.definitionOf(expression);
    if (depth > MAX_DEPTH) return undefined;
    switch (found.type) {
      case 'NumericLiteral':
        return numeral(found.raw);
      case 'StringLiteral':
        return found.value;
      case 'UnaryExpression': {
        const value = this.constant(found.argument, depth + 1);
        if (found.operator === '#') return typeof value === 'string' ? BigInt(value.length) : undefined;
        return found.operator === '-' && typeof value !== 'string' && value !== undefined
          ? -value
          : undefined;
      }
      case 'BinaryExpression':
        return operation(
          found.operator,
          this.constant(found.left, depth + 1),
          this.constant(found.right, depth + 1),
        );
      default:
        return undefined;
    }
  }

  /** The value of an expression that is an integer of ordinary size. */
  integer(expression: Expression | undefined): number | undefined {
    const value = expression && this.constant(expression);
    if (typeof value !== 'bigint') return undefined;
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : undefined;
  }

  /** How many values a list of expressions has. */
  countOf(expressions: readonly Expression[]): number | undefined {
    const last = expressions.at(-1);
    if (last === undefined || !isOpen(last)) return expressions.length;
    const open = isCall(last) ? this.#resultsOf(last) : undefined;
    return open === undefined ? undefined : expressions.length - 1 + open;
  }

  /** The constructor that an expression is, or a variable that always is one and that nothing changes. */
  tableOf(expression: Expression): lua.TableConstructorExpression | undefined {
    const found = this.definitionOf(expression);
    if (found.type !== 'TableConstructorExpression') return undefined;
    for (let each: Expression | FunctionNode = expression; each.type === 'Identifier'; ) {
      const variable: Variable = required(this.names.variableOf(each), 'the variable of the expression');
      if (!variable.reads.every(read => this.#harmless.has(read))) return undefined;
      each = variable.values[0]!;
    }
    return found;
  }

  /** How many elements a list has. */
  sizeOf(expression: Expression): number | undefined {
    const found = this.tableOf(expression);
    if (found === undefined) return undefined;
    const values = found.fields.flatMap(field => (field.type === 'TableValue' ? [field.value] : []));
    return values.length === found.fields.length ? this.countOf(values) : undefined;
  }

  /** How many results a call has. */
  #resultsOf(call: Call): number | undefined {
    const api = this.apiOf(call);
    if (api !== undefined) return api.signature.answersBytes;
    const args = argumentsOf(call);
    if (this.calls(call, 'table', 'unpack')) return this.#unpacked(args);
    if (!this.calls(call, 'string', 'byte')) return undefined;
    const [text, first, last] = args;
    const value = text && this.constant(text);
    if (typeof value !== 'string' || first === undefined) return undefined;
    const [from, to] = [this.integer(first), last === undefined ? undefined : this.integer(last)];
    return from === 1 && to === -1 ? value.length : undefined;
  }

  #unpacked([list, first, last]: readonly Expression[]): number | undefined {
    if (list === undefined) return undefined;
    if (first === undefined) return this.sizeOf(list);
    const [from, to] = [this.integer(first), this.integer(last)];
    return from === undefined || to === undefined ? undefined : Math.max(to - from + 1, 0);
  }
}

/** A numeral as Lua 5.3 reads it: decimal integers that do not fit 64 bits become floats. */
function numeral(raw: string): Constant {
  if (/^0x[0-9a-f]+$/i.test(raw)) return BigInt.asIntN(64, BigInt(raw));
  if (!/^[0-9]+$/.test(raw)) return Number(raw);
  const value = BigInt(raw);
  return value > MAX_INTEGER ? Number(raw) : value;
}

function operation(operator: string, a: Constant | undefined, b: Constant | undefined): Constant | undefined {
  if (operator === '..' && typeof a === 'string' && typeof b === 'string') return a + b;
  if (typeof a !== 'bigint' || typeof b !== 'bigint') return undefined;
  switch (operator) {
    case '+':
      return BigInt.asIntN(64, a + b);
    case '-':
      return BigInt.asIntN(64, a - b);
    case '*':
      return BigInt.asIntN(64, a * b);
    default:
      return undefined;
  }
}
