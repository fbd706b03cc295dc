import type * as lua from 'luaparse';
import { required } from '../../../codec/required.js';
import { childrenOf, type Expression, type FunctionNode, type Node } from './syntax-tree.js';

/** A variable of a source: everything that is known without running it. */
export interface Variable {
  readonly name: string;
  readonly isGlobal: boolean;
  /** What it is given; undefined stands for a value that cannot be seen, such as a parameter's. */
  readonly values: (Expression | FunctionNode | undefined)[];
  /** Where it is read. */
  readonly reads: lua.Identifier[];
}

/** The variables of a source, and which of them each identifier means. */
export interface Names {
  readonly globals: ReadonlyMap<string, Variable>;
  readonly locals: readonly Variable[];
  variableOf(identifier: lua.Identifier): Variable | undefined;
}

/** Finds out what every identifier means, by the scopes of the language. */
export function resolveNames(chunk: lua.Chunk): Names {
  const resolver = new Resolver();
  resolver.block(chunk.body);
  return resolver;
}

class Resolver implements Names {
  readonly globals = new Map<string, Variable>();
  readonly locals: Variable[] = [];
  readonly #meanings = new Map<lua.Identifier, Variable>();
  /** Innermost scope last. */
  readonly #scopes: Map<string, Variable>[] = [];

  variableOf(identifier: lua.Identifier): Variable | undefined {
    return this.#meanings.get(identifier);
  }

  block(statements: readonly lua.Statement[], begin?: () => void, end?: () => void): void {
    this.#scopes.push(new Map());
    begin?.();
    for (const statement of statements) this.#visit(statement);
    end?.();
    this.#scopes.pop();
  }

  #visit(node: Node): void {
    switch (node.type) {
      case 'LocalStatement':
        for (const value of node.init) this.#visit(value);
        for (const [i, name] of node.variables.entries()) this.#declare(name, valueAt(node.init, i));
        return;
      case 'AssignmentStatement':
        for (const value of node.init) this.#visit(value);
        for (const [i, target] of node.variables.entries()) {
          if (target.type === 'Identifier') this.#assign(target, valueAt(node.init, i));
          else this.#visit(target);
        }
        return;
      case 'FunctionDeclaration':
        this.#function(node);
        return;
      case 'ForNumericStatement':
        for (const bound of [node.start, node.end, node.step]) if (bound !== null) this.#visit(bound);
        this.block(node.body, () => this.#declare(node.variable, undefined));
        return;
      case 'ForGenericStatement':
        for (const iterator of node.iterators) this.#visit(iterator);
        this.block(node.body, () => {
          for (const name of node.variables) this.#declare(name, undefined);
        });
        return;
      case 'WhileStatement':
        this.#visit(node.condition);
        this.block(node.body);
        return;
      case 'RepeatStatement':
        // The condition sees the variables of the body.
        this.block(node.body, undefined, () => this.#visit(node.condition));
        return;
      case 'DoStatement':
        this.block(node.body);
        return;
      case 'IfStatement':
        for (const clause of node.clauses) {
          if (clause.type !== 'ElseClause') this.#visit(clause.condition);
          this.block(clause.body);
        }
        return;
      case 'Identifier':
        this.#read(node);
        return;
      case 'MemberExpression':
        this.#visit(node.base);
        return;
      case 'TableKeyString':
        this.#visit(node.value);
        return;
      case 'LabelStatement':
      case 'GotoStatement':
        return;
      default:
        for (const child of childrenOf(node)) this.#visit(child);
    }
  }

  #function(node: FunctionNode): void {
    const { identifier } = node;
    if (identifier?.type === 'Identifier') {
      if (node.isLocal) this.#declare(identifier, node);
      else this.#assign(identifier, node);
    } else if (identifier !== null) this.#visit(identifier);
    this.block(node.body, () => {
      for (const parameter of node.parameters) {
        if (parameter.type === 'Identifier') this.#declare(parameter, undefined);
      }
      if (identifier?.type === 'MemberExpression' && identifier.indexer === ':') this.#declareSelf();
    });
  }

  #declare(identifier: lua.Identifier, value: Expression | FunctionNode | undefined): void {
    const variable = newVariable(identifier.name, false);
    variable.values.push(value);
    required(this.#scopes.at(-1), 'the innermost scope').set(identifier.name, variable);
    this.#meanings.set(identifier, variable);
    this.locals.push(variable);
  }

  #declareSelf(): void {
    const variable = newVariable('self', false);
    variable.values.push(undefined);
    required(this.#scopes.at(-1), 'the innermost scope').set('self', variable);
  }

  #assign(identifier: lua.Identifier, value: Expression | FunctionNode | undefined): void {
    const variable = this.#find(identifier.name);
    variable.values.push(value);
    this.#meanings.set(identifier, variable);
  }

  #read(identifier: lua.Identifier): void {
    const variable = this.#find(identifier.name);
    variable.reads.push(identifier);
    this.#meanings.set(identifier, variable);
  }

  #find(name: string): Variable {
    for (let i = this.#scopes.length - 1; i >= 0; i--) {
      const local = this.#scopes[i]!.get(name);
      if (local !== undefined) return local;
    }
    const known = this.globals.get(name) ?? newVariable(name, true);
    this.globals.set(name, known);
    return known;
  }
}

function newVariable(name: string, isGlobal: boolean): Variable {
  return { name, isGlobal, values: [], reads: [] };
}

/** What the variable at a position of a list gets, where that can be seen. */
function valueAt(values: readonly Expression[], index: number): Expression | undefined {
  const value = values[index];
  return value?.type === 'VarargLiteral' ? undefined : value;
}
