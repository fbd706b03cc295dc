/**
 * Where the blocks of a function go in nested JavaScript statements: loops, and labelled blocks
 * whose end is the place after them. Follows the dominator tree: every block is written once,
 * inside the block that dominates it (after Ramsey, "Beyond Relooper", 2022).
 */
import { type Block, startingAt, successors } from './control-flow-graph.js';

export interface Node {
  readonly block: Block;
  /** Place in reverse postorder. */
  readonly order: number;
  readonly predecessors: Node[];
  /** The innermost loop that contains the block, by its first block; the block itself if it starts one. */
  loop: Node | undefined;
  /** The loop around `loop`. For blocks that start one. */
  outerLoop: Node | undefined;
  isLoopStart: boolean;
  dominator: Node | undefined;
  /** Blocks written inside this one, each after a labelled block, the last ones outermost. */
  readonly inside: Node[];
  /** Blocks written after the loop that this one starts. */
  readonly behind: Node[];
  /** Whether the block is in one of these lists; otherwise it is written where it is jumped to. */
  isPlaced: boolean;
}

/** The nodes of a function by their first instruction; undefined when a goto jumps into a loop, or loops are nested too deep. */
export function placeBlocks(blocks: ReadonlyMap<number, Block>, root: number): Map<number, Node> | undefined {
  const nodes = orderNodes(blocks, root);
  const ordered = [...nodes.values()].sort((a, b) => a.order - b.order);
  findDominators(ordered);
  if (!findLoops(ordered)) return undefined;
  for (const node of ordered) place(node);
  for (const node of ordered) {
    node.inside.sort((a, b) => b.order - a.order);
    node.behind.sort((a, b) => b.order - a.order);
  }
  return nodes;
}

function orderNodes(blocks: ReadonlyMap<number, Block>, root: number): Map<number, Node> {
  const finished: Block[] = [];
  const seen = new Set<number>([root]);
  // Depth first without recursion, because a function may have thousands of blocks.
  const stack = [{ block: startingAt(blocks, root), next: 0 }];
  while (stack.length > 0) {
    const top = stack[stack.length - 1]!;
    const targets = successors(top.block.exit);
    if (top.next < targets.length) {
      const target = targets[top.next++]!;
      if (!seen.has(target)) {
        seen.add(target);
        stack.push({ block: startingAt(blocks, target), next: 0 });
      }
    } else {
      finished.push(top.block);
      stack.pop();
    }
  }
  const nodes = new Map<number, Node>();
  finished.reverse().forEach((block, order) => {
    nodes.set(block.start, {
      block,
      order,
      predecessors: [],
      loop: undefined,
      outerLoop: undefined,
      isLoopStart: false,
      dominator: undefined,
      inside: [],
      behind: [],
      isPlaced: false,
    });
  });
  for (const node of nodes.values()) {
    for (const target of new Set(successors(node.block.exit)))
      startingAt(nodes, target).predecessors.push(node);
  }
  return nodes;
}

function dominatorOf({ block, dominator }: Node): Node {
  if (dominator === undefined) throw new Error(`nothing dominates the block of instruction ${block.start}`);
  return dominator;
}

function findDominators(ordered: readonly Node[]): void {
  const root = ordered[0]!;
  const common = (a: Node, b: Node): Node => {
    let x = a;
    let y = b;
    while (x !== y) {
      while (x.order > y.order) x = dominatorOf(x);
      while (y.order > x.order) y = dominatorOf(y);
    }
    return x;
  };
  root.dominator = root;
  for (let changed = true; changed; ) {
    changed = false;
    for (const node of ordered.slice(1)) {
      let best: Node | undefined;
      for (const predecessor of node.predecessors) {
        if (predecessor.dominator !== undefined)
          best = best === undefined ? predecessor : common(best, predecessor);
      }
      if (best !== node.dominator) {
        node.dominator = best;
        changed = true;
      }
    }
  }
  root.dominator = undefined;
}

function dominates(a: Node, b: Node): boolean {
  let node: Node | undefined = b;
  while (node !== undefined && node.order > a.order) node = node.dominator;
  return node === a;
}

/** Loops within each other that are compiled: whether a block is in a loop is asked for each of them. */
const MAX_LOOP_DEPTH = 32;

function loopDepth(start: Node): number {
  let depth = 1;
  for (let at = start.outerLoop; at !== undefined; at = at.outerLoop) depth++;
  return depth;
}

/** Finds the natural loops; false when loops are nested too deep, or a jump back does not go to a block that dominates its source. */
function findLoops(ordered: readonly Node[]): boolean {
  // From the innermost loops outwards: a later start of a loop is inside an earlier one.
  for (const start of [...ordered].reverse()) {
    const sources = start.predecessors.filter(p => p.order >= start.order);
    if (sources.length === 0) continue;
    if (!sources.every(source => dominates(start, source))) return false;
    start.isLoopStart = true;
    const pending = [...sources];
    const seen = new Set<Node>([start]);
    for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
      if (seen.has(node)) continue;
      seen.add(node);
      pending.push(...node.predecessors);
    }
    for (const node of seen) {
      if (node.loop === undefined) node.loop = start;
      else if (node.isLoopStart && node !== start && node.outerLoop === undefined) node.outerLoop = start;
    }
    start.loop = start;
  }
  return ordered.every(node => !node.isLoopStart || loopDepth(node) <= MAX_LOOP_DEPTH);
}

/** Whether a block is inside a loop. */
function isInside(node: Node, loop: Node): boolean {
  for (let at = node.loop; at !== undefined; at = at.outerLoop) if (at === loop) return true;
  return false;
}

/** Decides where a block is written. */
function place(node: Node): void {
  const dominator = node.dominator;
  if (dominator === undefined) return;
  // The outermost loop that the dominator is in and the block is not: the block comes after it.
  let left: Node | undefined;
  for (let loop = dominator.loop; loop !== undefined; loop = loop.outerLoop) {
    if (!isInside(node, loop)) left = loop;
  }
  if (left !== undefined) {
    left.behind.push(node);
    node.isPlaced = true;
    return;
  }
  const [first, ...others] = node.predecessors.filter(p => p.order < node.order);
  const bothWays = first !== undefined && isDoubleEdge(first.block, node.block.start);
  if (others.length > 0 || bothWays) {
    dominator.inside.push(node);
    node.isPlaced = true;
  }
}

/** Whether both ways of a test go to the same block. */
function isDoubleEdge(block: Block, target: number): boolean {
  const targets = successors(block.exit);
  return targets.length === 2 && targets[0] === target && targets[1] === target;
}
