import type { LuaFrame } from '../../../../vm/lua/tracing/stepping-machine.js';
import {
  Arithmetic,
  arithmetic,
  isNumber,
  numberLess,
  numberLessEqual,
  rawEquals,
} from '../../../../vm/lua/value/arithmetic.js';
import { describeValue, describeWithType } from '../../../../vm/lua/value/describe.js';
import { fromBigInt } from '../../../../vm/lua/value/int64.js';
import { LuaString } from '../../../../vm/lua/value/string.js';
import { LuaTable } from '../../../../vm/lua/value/table.js';
import { LuaFloat, type Value } from '../../../../vm/lua/value/value.js';
import { type Expression, syntaxTree } from '../check/syntax-tree.js';

/** An expression that cannot be evaluated; the message is for whoever has typed it. */
export class EvaluationError extends Error {
  override readonly name = 'EvaluationError';
}

/** Operators on numbers by their names in Lua. */
const ARITHMETIC: Readonly<Record<string, number>> = {
  '+': Arithmetic.ADD,
  '-': Arithmetic.SUB,
  '*': Arithmetic.MUL,
  '%': Arithmetic.MOD,
  '^': Arithmetic.POW,
  '/': Arithmetic.DIV,
  '//': Arithmetic.IDIV,
  '&': Arithmetic.BAND,
  '|': Arithmetic.BOR,
  '~': Arithmetic.BXOR,
  '<<': Arithmetic.SHL,
  '>>': Arithmetic.SHR,
};

/**
 * The value of an expression where a frame is. It reads variables, fields, operators and lengths. It calls nothing,
 * not even metamethods, so that looking changes neither the run nor its fuel.
 *
 * @throws EvaluationError
 */
export function evaluateLua(text: string, frame: LuaFrame, globals: LuaTable): Value {
  const source = `return ${Buffer.from(text, 'utf8').toString('latin1')}`;
  let expression: Expression | undefined;
  try {
    const [statement] = syntaxTree(source).body;
    if (statement?.type === 'ReturnStatement') [expression] = statement.arguments;
  } catch (error) {
    throw new EvaluationError(`this is no expression of Lua: ${(error as Error).message}`);
  }
  if (expression === undefined) throw new EvaluationError('an expression is expected');
  return new Evaluation(frame, globals).value(expression);
}

class Evaluation {
  constructor(
    private readonly frame: LuaFrame,
    private readonly globals: LuaTable,
  ) {}

  value(expression: Expression): Value {
    switch (expression.type) {
      case 'NilLiteral':
        return undefined;
      case 'BooleanLiteral':
        return expression.value;
      case 'NumericLiteral':
        return numberOf(expression.raw);
      case 'StringLiteral':
        return new LuaString(expression.value);
      case 'Identifier':
        return this.#variable(expression.name);
      case 'MemberExpression':
        return this.#field(this.value(expression.base), new LuaString(expression.identifier.name));
      case 'IndexExpression':
        return this.#field(this.value(expression.base), this.value(expression.index));
      case 'UnaryExpression':
        return this.#unary(expression.operator, this.value(expression.argument));
      case 'LogicalExpression': {
        const left = this.value(expression.left);
        const isTrue = left !== undefined && left !== false;
        return isTrue === (expression.operator === 'and') ? this.value(expression.right) : left;
      }
      case 'BinaryExpression':
        return binary(expression.operator, this.value(expression.left), this.value(expression.right));
      default:
        throw new EvaluationError('only what changes nothing is evaluated: no calls, tables or functions');
    }
  }

  #variable(name: string): Value {
    const { locals, upvalues } = this.frame;
    const local = locals.findLast(each => each.name === name) ?? upvalues.find(each => each.name === name);
    return local === undefined ? entryOf(this.globals, new LuaString(name)) : local.value;
  }

  #field(of: Value, key: Value): Value {
    if (of instanceof LuaTable) return entryOf(of, key);
    throw new EvaluationError(`${describeWithType(of)} has no fields`);
  }

  #unary(operator: string, value: Value): Value {
    if (operator === 'not') return value === undefined || value === false;
    if (operator === '#') return lengthOf(value);
    if (!isNumber(value)) throw new EvaluationError(`${describeWithType(value)} is no number`);
    return arithmetic(operator === '-' ? Arithmetic.UNM : Arithmetic.BNOT, value, value);
  }
}

function numberOf(raw: string): Value {
  return /^(?:0x[0-9a-f]+|[0-9]+)$/i.test(raw)
    ? fromBigInt(BigInt.asIntN(64, BigInt(raw)))
    : new LuaFloat(Number(raw));
}

function binary(operator: string, a: Value, b: Value): Value {
  switch (operator) {
    case '==':
      return rawEquals(a, b);
    case '~=':
      return !rawEquals(a, b);
    case '<':
      return less(a, b);
    case '>':
      return less(b, a);
    case '<=':
      return lessOrEqual(a, b);
    case '>=':
      return lessOrEqual(b, a);
    case '..':
      return new LuaString(textOf(a) + textOf(b));
  }
  const number = ARITHMETIC[operator];
  if (number === undefined || !isNumber(a) || !isNumber(b)) throw notTogether(operator, a, b);
  try {
    return arithmetic(number, a, b);
  } catch (error) {
    throw new EvaluationError(error instanceof Error ? error.message : String(error));
  }
}

function less(a: Value, b: Value): boolean {
  if (isNumber(a) && isNumber(b)) return numberLess(a, b);
  if (a instanceof LuaString && b instanceof LuaString) return a.bytes < b.bytes;
  throw notTogether('<', a, b);
}

function lessOrEqual(a: Value, b: Value): boolean {
  if (isNumber(a) && isNumber(b)) return numberLessEqual(a, b);
  if (a instanceof LuaString && b instanceof LuaString) return a.bytes <= b.bytes;
  throw notTogether('<=', a, b);
}

function notTogether(operator: string, a: Value, b: Value): EvaluationError {
  return new EvaluationError(
    `${operator} cannot be applied to ${describeWithType(a)} and ${describeWithType(b)}`,
  );
}

function textOf(value: Value): string {
  if (value instanceof LuaString) return value.bytes;
  if (isNumber(value)) return describeValue(value);
  throw new EvaluationError(`${describeWithType(value)} is no text`);
}

/** A value of a table, found without asking the table, which would count the work of the search. */
function entryOf(table: LuaTable, key: Value): Value {
  for (let at = 0; at < table.positions; at++) {
    if (rawEquals(table.keyAt(at), key)) return table.valueAt(at);
  }
  return undefined;
}

function lengthOf(value: Value): Value {
  if (value instanceof LuaString) return value.bytes.length;
  if (!(value instanceof LuaTable)) throw new EvaluationError(`${describeWithType(value)} has no length`);
  const numbers = new Set<Value>();
  for (let at = 0; at < value.positions; at++) {
    if (value.valueAt(at) !== undefined) numbers.add(value.keyAt(at));
  }
  let length = 0;
  while (numbers.has(length + 1)) length++;
  return length;
}
