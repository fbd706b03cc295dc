import { CODE_HEADLINE } from '../../../../vm/native/contract/lua-deployment.js';
import {
  argumentsOf,
  type Call,
  childrenOf,
  descendants,
  type Expression,
  isCall,
  type Node,
  syntaxTree,
} from '../check/syntax-tree.js';
import type { Mutant, TextRange } from './mutant.js';
import { MutationSites } from './mutation-sites.js';
import { LUA } from './operators.js';

const COMMENT = /--(?:\[(=*)\[[\s\S]*?\]\1\]|[^\n]*)/g;
const COMPARISONS = new Set(['<', '<=', '>', '>=', '==', '~=']);
/** Functions whose arguments are messages, which say something but do nothing. */
const TELLS = new Set(['error', 'print', 'mylib.LogPrint']);

/**
 * The mutants of a Lua contract.
 * @param source - one character for each byte; it is known to compile
 */
export function luaMutants(file: string, source: string): readonly Mutant[] {
  const sites = new MutationSites(file, source, { dialect: LUA, comment: COMMENT });
  new LuaMutations(sites).addOf(syntaxTree(source));
  // The ledger deploys only what begins with this line.
  return sites.mutants.filter(({ range }) => range[0] >= CODE_HEADLINE.length);
}

/** Where an expression stands. */
interface Place {
  /** The statement or condition around it. */
  readonly within: TextRange;
  /** Whether a text is looked at here, rather than shown to people or kept in a variable. */
  readonly matters: boolean;
}

class LuaMutations {
  readonly #sites: MutationSites;

  constructor(sites: MutationSites) {
    this.#sites = sites;
  }

  addOf(node: Node, place: Place = { within: rangeOf(node), matters: false }): void {
    const within = rangeOf(node);
    switch (node.type) {
      case 'IfClause':
      case 'ElseifClause':
        this.#condition(node.condition, [true, false]);
        for (const statement of node.body) this.addOf(statement);
        return;
      case 'WhileStatement':
      case 'RepeatStatement':
        // Turns that never end would only burn fuel.
        this.#condition(node.condition, [node.type === 'RepeatStatement']);
        for (const statement of node.body) this.addOf(statement);
        return;
      case 'ForNumericStatement':
      case 'ForGenericStatement':
        for (const child of childrenOf(node)) this.addOf(child);
        return;
      case 'CallStatement':
        this.#call(node.expression as Call, within);
        return;
      case 'AssignmentStatement':
        this.#sites.replace('statement', within, '', within);
        break;
      case 'BreakStatement':
        this.#sites.replace('statement', within, '', within);
        return;
      case 'ReturnStatement':
        this.#result(node.arguments, within);
        break;
      case 'BinaryExpression':
      case 'LogicalExpression':
        this.#sites.sign([rangeOf(node.left)[1], rangeOf(node.right)[0]], place.within);
        this.#children(node, { ...place, matters: COMPARISONS.has(node.operator) });
        return;
      case 'UnaryExpression':
        if (node.operator !== '#') {
          this.#sites.prefix([within[0], rangeOf(node.argument)[0]], place.within);
        }
        break;
      case 'NumericLiteral':
        this.#sites.integer(within, place.within);
        return;
      case 'BooleanLiteral':
        this.#sites.replace('constant', within, String(!node.value), place.within);
        return;
      case 'StringLiteral':
        if (place.matters && node.raw.length > 2) this.#sites.replace('constant', within, '""', place.within);
        return;
      case 'TableKeyString':
        this.addOf(node.value, { ...place, matters: true });
        return;
      case 'CallExpression':
      case 'TableCallExpression':
      case 'StringCallExpression':
        this.#arguments(node, place);
        return;
    }
    this.#children(node, isStatement(node) ? { within, matters: false } : { ...place, matters: false });
  }

  #children(node: Node, place: Place): void {
    for (const child of childrenOf(node)) {
      this.addOf(child, isStatement(child) ? { within: rangeOf(child), matters: false } : place);
    }
  }

  #condition(condition: Expression, constants: readonly boolean[]): void {
    const within = rangeOf(condition);
    const isComparison = condition.type === 'BinaryExpression' && COMPARISONS.has(condition.operator);
    this.#sites.condition(within, constants, isComparison);
    this.addOf(condition, { within, matters: false });
  }

  /** A call whose results nobody takes. */
  #call(call: Call, within: TextRange): void {
    this.#sites.replace('statement', within, '', within);
    const [checked, ...rest] = argumentsOf(call);
    if (this.#nameOf(call) === 'assert' && checked !== undefined) {
      const hasEffect = [...descendants(checked)].some(isCall);
      // Without effects, not looking at it is the same as taking the statement out.
      if (hasEffect) {
        const all = [checked, ...rest].map(each => this.#sites.text(rangeOf(each))).join(', ');
        this.#sites.replace('check', within, `do local _ = ${all} end`, within);
      }
    }
    this.#arguments(call, { within, matters: false });
  }

  #arguments(call: Call, { within }: Place): void {
    const name = this.#nameOf(call);
    this.addOf(call.base, { within, matters: false });
    if (name === 'require' || TELLS.has(name)) return;
    const given = argumentsOf(call);
    const looked = name === 'assert' ? given.slice(0, 1) : given;
    for (const argument of looked) this.addOf(argument, { within, matters: name.startsWith('mylib.') });
  }

  #result(results: readonly Expression[], within: TextRange): void {
    const [first] = results;
    const last = results.at(-1);
    if (first === undefined || last === undefined || first.type === 'NilLiteral') return;
    this.#sites.replace('result', [within[0], rangeOf(last)[1]], 'return nil', within);
  }

  #nameOf(call: Call): string {
    return this.#sites.text(rangeOf(call.base));
  }
}

function isStatement(node: Node): boolean {
  return /(?:Statement|Clause|FunctionDeclaration)$/.test(node.type);
}

/** What the parser was asked to note. */
function rangeOf(node: Node): TextRange {
  return (node as unknown as { readonly range: TextRange }).range;
}
