import type { Analysis } from '../analysis.js';
import type { Rule } from '../rule.js';
import { argumentsOf, descendants, type Expression, isCall } from '../syntax-tree.js';

/** Why an expression is a float, or has been one. */
type Reason = string;

const MAX_DEPTH = 16;
/** Functions of math whose result is always a float. */
const FLOAT_MATH = new Set(['sqrt', 'sin', 'cos', 'tan', 'asin', 'acos', 'atan', 'exp', 'log', 'deg', 'rad']);
/** Functions of math that make an integer of a float, which has lost its last digits already. */
const ROUNDING_MATH = new Set(['floor', 'ceil', 'tointeger', 'modf']);
/** Operators whose result is a float where one operand is. */
const ARITHMETIC = new Set(['+', '-', '*', '%', '//']);

/**
 * Floats where mylib takes integers: the function then answers nothing, or the amount has lost what does
 * not fit the 53 bits of a float.
 */
export const floatAmount: Rule = ({ chunk, analysis }, report) => {
  for (const node of descendants(chunk)) {
    if (!isCall(node)) continue;
    const api = analysis.apiOf(node);
    if (api?.signature.takesIntegers !== true) continue;
    for (const argument of argumentsOf(node)) {
      const reason = floatReason(argument, analysis);
      if (reason === undefined) continue;
      report(argument, `mylib.${api.name} takes integers: ${reason}`);
    }
  }
};

/** Why an expression is a float or was rounded from one; undefined where that cannot be seen. */
function floatReason(expression: Expression, analysis: Analysis, depth = 0): Reason | undefined {
  const found = analysis.definitionOf(expression);
  if (depth > MAX_DEPTH) return undefined;
  const of = (part: Expression): Reason | undefined => floatReason(part, analysis, depth + 1);
  switch (found.type) {
    case 'NumericLiteral':
      if (typeof analysis.constant(found) !== 'number') return undefined;
      return /[.epx]/i.test(found.raw)
        ? `${found.raw} is a float`
        : `${found.raw} does not fit 64 bits and is a float`;
    case 'UnaryExpression':
      return found.operator === '-' ? of(found.argument) : undefined;
    case 'BinaryExpression':
      if (found.operator === '/') return 'the result of / is a float; the operator // divides integers';
      if (found.operator === '^') return 'the result of ^ is a float; multiply instead';
      return ARITHMETIC.has(found.operator) ? (of(found.left) ?? of(found.right)) : undefined;
    case 'LogicalExpression':
      return of(found.left) ?? of(found.right);
    case 'MemberExpression':
      return floatConstant(analysis.memberOf(found));
    case 'CallExpression': {
      const api = analysis.apiOf(found);
      if (api !== undefined) {
        return api.signature.answers === 'float'
          ? `mylib.${api.name} answers a float; use math.tointeger`
          : undefined;
      }
      const member = analysis.memberOf(found.base);
      if (member?.library !== 'math') return undefined;
      if (FLOAT_MATH.has(member.name)) return `math.${member.name} answers a float`;
      const [argument] = found.arguments;
      const isQuotient =
        argument !== undefined && ROUNDING_MATH.has(member.name) && isDivision(argument, analysis);
      return isQuotient
        ? `math.${member.name} rounds a quotient that is a float of 53 bits; the operator // divides integers exactly`
        : undefined;
    }
    default:
      return undefined;
  }
}

function floatConstant(member: ReturnType<Analysis['memberOf']>): Reason | undefined {
  const isFloat = member?.library === 'math' && (member.name === 'huge' || member.name === 'pi');
  return isFloat ? `math.${member.name} is a float` : undefined;
}

function isDivision(expression: Expression, analysis: Analysis): boolean {
  const found = analysis.definitionOf(expression);
  return found.type === 'BinaryExpression' && found.operator === '/';
}
