import { LuaSyntaxError } from '../../../../vm/lua/compile/compile.js';
import { compileContract } from '../../../../vm/lua/contract.js';
import { CODE_HEADLINE, MAX_CODE_SIZE } from '../../../../vm/native/contract/lua-deployment.js';
import { Analysis } from './analysis.js';
import type { Finding, RuleName } from './finding.js';
import { resolveNames } from './names.js';
import type { CheckedSource, Rule } from './rule.js';
import { anyCaller } from './rules/any-caller.js';
import { argumentLayout } from './rules/argument-layout.js';
import { comparedTypes } from './rules/compared-types.js';
import { floatAmount } from './rules/float-amount.js';
import { integerWrap } from './rules/integer-wrap.js';
import { missingFunction, undefinedGlobal } from './rules/missing-function.js';
import { overlappingArguments } from './rules/overlapping-arguments.js';
import { predictableRandomness } from './rules/predictable-randomness.js';
import { unboundedStorageLoop } from './rules/unbounded-storage-loop.js';
import { uncheckedRead } from './rules/unchecked-read.js';
import { uncheckedResult } from './rules/unchecked-result.js';
import { sandbox } from './sandbox.js';
import { type Node, startOf, syntaxTree } from './syntax-tree.js';

const RULES: readonly (readonly [RuleName, Rule])[] = [
  ['missing-function', missingFunction],
  ['undefined-global', undefinedGlobal],
  ['argument-layout', argumentLayout],
  ['argument-layout', overlappingArguments],
  ['float-amount', floatAmount],
  ['unbounded-storage-loop', unboundedStorageLoop],
  ['unchecked-result', uncheckedResult],
  ['unchecked-read', uncheckedRead],
  ['integer-wrap', integerWrap],
  ['compared-types', comparedTypes],
  ['any-caller', anyCaller],
  ['predictable-randomness', predictableRandomness],
];

/** Looks for mistakes in a Lua contract, by its source alone. @returns findings in the order of the source */
export function lintLua(code: Uint8Array): Finding[] {
  const source = Buffer.from(code).toString('latin1');
  const findings = deploymentFindings(code, source);
  const syntax = syntaxFinding(code, source);
  if (syntax !== undefined) return [...findings, syntax];
  const checked = checkedSource(source);
  const place = placesIn(source);
  for (const [rule, look] of RULES) {
    look(checked, (node, message) => findings.push({ rule, ...place(node), message }));
  }
  return findings.sort((a, b) => a.line - b.line || a.column - b.column);
}

function checkedSource(source: string): CheckedSource {
  const chunk = syntaxTree(source);
  const names = resolveNames(chunk);
  const known = sandbox();
  return {
    chunk,
    names,
    sandbox: known,
    analysis: new Analysis(chunk, names, new Set(known.libraries.keys())),
  };
}

/** What the node checks when a contract is deployed (spec 03 §3.1). */
function deploymentFindings(code: Uint8Array, source: string): Finding[] {
  const findings: Finding[] = [];
  const add = (message: string) => findings.push({ rule: 'deployment', line: 1, column: 1, message });
  if (!source.startsWith(CODE_HEADLINE)) {
    add(`the first line must begin with ${CODE_HEADLINE}, or the contract cannot be deployed`);
  }
  if (code.length > MAX_CODE_SIZE) {
    add(`the source has ${code.length} bytes; at most ${MAX_CODE_SIZE} can be deployed`);
  }
  return findings;
}

function syntaxFinding(code: Uint8Array, source: string): Finding | undefined {
  try {
    compileContract(code);
    return undefined;
  } catch (error) {
    if (!(error instanceof LuaSyntaxError)) throw error;
    const [, number = '1', message = error.message] =
      /^\[string "line"\]:(\d+): (.*)$/s.exec(error.message) ?? [];
    const line = Number(number);
    return { rule: 'syntax', line, column: syntaxColumn(source, line), message: utf8(message) };
  }
}

/** The compiler names the line of a mistake; the column is that of the other parser for the same line. */
function syntaxColumn(source: string, line: number): number {
  try {
    syntaxTree(source);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const place = error as SyntaxError & { readonly line?: number; readonly column?: number };
    if (place.line === line && place.column !== undefined) return place.column + 1;
  }
  return 1;
}

/** Finds line and column of nodes. */
function placesIn(source: string): (node: Node) => Pick<Finding, 'line' | 'column'> {
  return node => {
    const before = source.slice(0, startOf(node));
    const lineStart = before.lastIndexOf('\n') + 1;
    return { line: before.split('\n').length, column: utf8(before.slice(lineStart)).length + 1 };
  };
}

/** Bytes that are one character each, as the text that they mean. */
function utf8(latin1: string): string {
  return Buffer.from(latin1, 'latin1').toString('utf8');
}
