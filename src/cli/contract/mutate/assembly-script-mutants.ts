import {
  BinaryExpression,
  BreakStatement,
  CallExpression,
  DecoratorNode,
  DoStatement,
  type Expression,
  ExpressionStatement,
  FalseExpression,
  ForStatement,
  FunctionDeclaration,
  IdentifierExpression,
  IfStatement,
  ImportStatement,
  IntegerLiteralExpression,
  Node,
  Parser,
  ReturnStatement,
  Statement,
  TernaryExpression,
  TrueExpression,
  TypeNode,
  UnaryPostfixExpression,
  UnaryPrefixExpression,
  WhileStatement,
} from 'assemblyscript';
import type { Mutant, TextRange } from './mutant.js';
import { MutationSites } from './mutation-sites.js';
import { ASSEMBLY_SCRIPT } from './operators.js';

const COMMENT = /\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
const COMPARISON = /^(?:[<>]=?|[=!]==?)$/;
const ASSIGNMENT = /^(?:[-+*/%&|^]|\*\*|<<|>>>?)?=$/;
/** Functions of the SDK whose arguments are messages. */
const TELLS = new Set(['fail', 'failWith', 'logMessage']);
const NUMBER_TYPE = /^(?:[iu](?:8|16|32|64|size)|f32|f64)$/;

/** The mutants of a source in AssemblyScript, which is known to compile. */
export function assemblyScriptMutants(file: string, source: string): readonly Mutant[] {
  const sites = new MutationSites(file, source, { dialect: ASSEMBLY_SCRIPT, comment: COMMENT });
  const parser = new Parser([]);
  parser.parseFile(source, file, true);
  const mutations = new AssemblyScriptMutations(sites);
  for (const statement of parser.sources[0]?.statements ?? []) mutations.addOf(statement);
  return sites.mutants;
}

/** Where a node stands. */
interface Place {
  /** The statement or condition around it. */
  readonly within: TextRange;
  /** The type that the function around it returns, as it is written. */
  readonly returns: string;
}

class AssemblyScriptMutations {
  readonly #sites: MutationSites;

  constructor(sites: MutationSites) {
    this.#sites = sites;
  }

  addOf(node: Node, place: Place = { within: rangeOf(node), returns: '' }): void {
    if (node instanceof TypeNode || node instanceof DecoratorNode || node instanceof ImportStatement) return;
    const range = rangeOf(node);
    const here = node instanceof Statement ? { ...place, within: range } : place;
    if (node instanceof FunctionDeclaration) {
      const { body, signature } = node;
      if (body !== null) this.addOf(body, { within: range, returns: signature.returnType.range.toString() });
      return;
    }
    if (node instanceof IfStatement || node instanceof TernaryExpression) {
      this.#condition(node.condition, [true, false], place);
      for (const child of childrenOf(node)) if (child !== node.condition) this.addOf(child, here);
      return;
    }
    if (node instanceof WhileStatement || node instanceof DoStatement || node instanceof ForStatement) {
      // Turns that never end would only burn fuel.
      if (node.condition !== null) this.#condition(node.condition, [false], place);
      for (const child of childrenOf(node)) {
        if (child !== node.condition) this.addOf(child, { ...place, within: rangeOf(child) });
      }
      return;
    }
    if (node instanceof ExpressionStatement) this.#statement(node, range);
    else if (node instanceof BreakStatement) this.#sites.replace('statement', range, '', range);
    else if (node instanceof ReturnStatement) this.#result(node, place.returns, range);
    else if (node instanceof BinaryExpression) {
      this.#sites.sign([rangeOf(node.left)[1], rangeOf(node.right)[0]], here.within);
    } else if (node instanceof UnaryPrefixExpression) {
      const before: TextRange = [range[0], rangeOf(node.operand)[0]];
      if (/^\s*(?:\+\+|--)/.test(this.#sites.text(before))) this.#sites.sign(before, here.within);
      else this.#sites.prefix(before, here.within);
    } else if (node instanceof UnaryPostfixExpression) {
      this.#sites.sign([rangeOf(node.operand)[1], range[1]], here.within);
    } else if (node instanceof IntegerLiteralExpression) this.#sites.integer(range, here.within);
    else if (node instanceof TrueExpression || node instanceof FalseExpression) {
      this.#sites.replace('constant', range, String(node instanceof FalseExpression), here.within);
    }
    if (node instanceof CallExpression && TELLS.has(nameOf(node))) return;
    for (const child of childrenOf(node)) this.addOf(child, here);
  }

  #condition(condition: Expression, constants: readonly boolean[], place: Place): void {
    const within = rangeOf(condition);
    const isComparison =
      condition instanceof BinaryExpression &&
      COMPARISON.test(this.#sites.signOf([rangeOf(condition.left)[1], rangeOf(condition.right)[0]]));
    this.#sites.condition(within, constants, isComparison);
    this.addOf(condition, { ...place, within });
  }

  /** A call or an assignment of its own. */
  #statement({ expression }: ExpressionStatement, range: TextRange): void {
    if (expression instanceof CallExpression) {
      this.#sites.replace('statement', range, '', range);
      const [checked] = expression.args;
      if (nameOf(expression) === 'check' && checked !== undefined && hasCall(checked)) {
        this.#sites.replace('check', range, this.#sites.text(rangeOf(checked)), range);
      }
    } else if (expression instanceof BinaryExpression) {
      const { left, right } = expression;
      const isAssignment = ASSIGNMENT.test(this.#sites.signOf([rangeOf(left)[1], rangeOf(right)[0]]));
      if (isAssignment) this.#sites.replace('statement', range, '', range);
    }
  }

  #result({ value }: ReturnStatement, returns: string, range: TextRange): void {
    if (value === null) return;
    const result = rangeOf(value);
    if (returns === 'bool') {
      this.#sites.replace('result', result, ASSEMBLY_SCRIPT.not(this.#sites.text(result)), range);
    } else if (NUMBER_TYPE.test(returns)) this.#sites.replace('result', result, '0', range);
  }
}

function rangeOf({ range }: Node): TextRange {
  return [range.start, range.end];
}

/** What a node consists of: those of its members that are nodes. */
function childrenOf(node: Node): readonly Node[] {
  const members: readonly unknown[] = Object.values(node).flat();
  return members.filter(member => member instanceof Node);
}

function hasCall(node: Node): boolean {
  return node instanceof CallExpression || childrenOf(node).some(hasCall);
}

/** The name of a function that is called by its name alone. */
function nameOf({ expression }: CallExpression): string {
  return expression instanceof IdentifierExpression ? expression.text : '';
}
