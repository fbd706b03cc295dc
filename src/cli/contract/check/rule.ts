import type * as lua from 'luaparse';
import type { Analysis } from './analysis.js';
import type { Names } from './names.js';
import type { Sandbox } from './sandbox.js';
import type { Node } from './syntax-tree.js';

/** The input of a rule. */
export interface CheckedSource {
  readonly chunk: lua.Chunk;
  readonly names: Names;
  readonly analysis: Analysis;
  readonly sandbox: Sandbox;
}

/** Notes something at a node. */
export type Report = (node: Node, message: string) => void;

/** Looks for one kind of mistake. */
export type Rule = (source: CheckedSource, report: Report) => void;
