import type * as lua from 'luaparse';
import { nearestName } from '../../../../config/nearest.js';
import type { Names } from '../names.js';
import type { Rule } from '../rule.js';
import { descendants, isCall, type Node } from '../syntax-tree.js';

/** Functions of Lua that contracts do not have, and their replacements. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  os: 'there is no operating system; mylib.GetBlockTimestamp(0) is the time of the block',
  io: 'there are no files; mylib.WriteData and mylib.ReadData keep data',
  coroutine: 'there are no coroutines',
  debug: 'there is no debug library',
  utf8: 'there is no utf8 library; texts are bytes',
  package: 'there are no packages; a contract is one file',
  dofile: 'there are no files; a contract is one file',
  loadfile: 'there are no files; a contract is one file',
  loadstring: 'Lua 5.3 has load',
  unpack: 'Lua 5.3 has table.unpack',
  setfenv: 'Lua 5.3 has no environments of functions',
  getfenv: 'Lua 5.3 has no environments of functions',
  'string.gfind': 'Lua 5.3 has string.gmatch',
  'math.pow': 'Lua 5.3 has the operator ^, whose result is a float',
  'math.mod': 'Lua 5.3 has math.fmod and the operator %',
  'table.getn': 'Lua 5.3 has the operator #',
  'table.maxn': 'Lua 5.3 has the operator #',
};

/** What is there and does not do what it does elsewhere. */
const DIFFERENT: Readonly<Record<string, string>> = {
  'math.random': 'math.random always answers 0: every node must find the same, and nothing here is random',
  'math.randomseed':
    'math.randomseed does nothing: every node must find the same, and nothing here is random',
};

/** Names by which a source can give globals a value without naming them. */
const REFLECTION = ['_G', '_ENV', 'load', 'base'];

/** Functions and libraries that contracts do not have; using one ends the call. */
export const missingFunction: Rule = ({ chunk, names, analysis, sandbox }, report) => {
  for (const node of descendants(chunk)) {
    if (node.type !== 'MemberExpression' || node.indexer !== '.') continue;
    const library = analysis.libraryOf(node.base);
    const members = library === undefined ? undefined : sandbox.libraries.get(library);
    const { name } = node.identifier;
    const different = DIFFERENT[`${library}.${name}`];
    if (different !== undefined) report(node, different);
    if (members === undefined || members.has(name)) continue;
    report(node, `${library}.${name} does not exist: ${explained(`${library}.${name}`, name, members)}`);
  }
  if (REFLECTION.some(name => names.globals.has(name))) return;
  const used = usedAsObjects(chunk);
  const known = [...sandbox.globals, ...namesWithValues(names)];
  for (const { name, values, reads } of names.globals.values()) {
    if (values.length > 0 || sandbox.globals.has(name)) continue;
    for (const read of reads) {
      if (used.has(read)) report(read, `${name} does not exist: ${explained(name, name, known)}`);
    }
  }
};

/** Globals that are never assigned: they are nil. Those that are only tested are intentional. */
export const undefinedGlobal: Rule = ({ chunk, names, sandbox }, report) => {
  if (REFLECTION.some(name => names.globals.has(name))) return;
  const used = usedAsObjects(chunk);
  const tested = testedNames(chunk);
  const known = namesWithValues(names);
  for (const { name, values, reads } of names.globals.values()) {
    if (values.length > 0 || sandbox.globals.has(name) || reads.some(read => tested.has(read))) continue;
    for (const read of reads) {
      if (used.has(read)) continue;
      report(read, `${name} is nil: nothing here gives it a value${suggestion(name, known)}`);
    }
  }
};

function namesWithValues({ locals, globals }: Names): string[] {
  return [...locals, ...globals.values()].flatMap(each => (each.values.length > 0 ? each.name : []));
}

function explained(key: string, name: string, known: Iterable<string>): string {
  const reason = ELSEWHERE[key];
  if (reason !== undefined) return reason;
  return `contracts have no such function${suggestion(name, known)}`;
}

function suggestion(name: string, known: Iterable<string>): string {
  const nearest = nearestName(name, known);
  return nearest === undefined ? '' : `; did you mean ${nearest}?`;
}

/** Identifiers that are called or indexed, which fails for nil. */
function usedAsObjects(chunk: lua.Chunk): Map<Node, Node> {
  const used = new Map<Node, Node>();
  for (const node of descendants(chunk)) {
    if (isCall(node) || node.type === 'MemberExpression' || node.type === 'IndexExpression') {
      if (node.base.type === 'Identifier') used.set(node.base, node);
    }
  }
  return used;
}

/** Identifiers that are only tested for existence. */
function testedNames(chunk: lua.Chunk): Set<Node> {
  const tested = new Set<Node>();
  for (const node of descendants(chunk)) {
    if (node.type === 'IfClause' || node.type === 'ElseifClause' || node.type === 'WhileStatement') {
      tested.add(node.condition);
    } else if (node.type === 'LogicalExpression') {
      tested.add(node.left);
    } else if (node.type === 'UnaryExpression' && node.operator === 'not') {
      tested.add(node.argument);
    } else if (node.type === 'BinaryExpression' && /^[=~]=$/.test(node.operator)) {
      tested.add(node.left).add(node.right);
    }
  }
  return tested;
}
