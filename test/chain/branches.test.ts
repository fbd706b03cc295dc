import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ancestors, descendants, longestBranch, type StaleTree } from '../../src/chain/branches.js';
import { StaleBlocks } from '../../src/chain/stale-blocks.js';
import { REGTEST } from '../../src/config/networks/regtest.js';
import { openMemory } from '../../src/storage/memory.js';
import type { BlockHeader } from '../../src/tx/block.js';
import { wireRulesOf } from '../../src/tx/wire-rules.js';

/** Stale blocks of which only the order counts, each named by a number, and how often they are looked at. */
class Tree implements StaleTree {
  readonly #blocks = new StaleBlocks(openMemory(), wireRulesOf(REGTEST));
  /** Calls of the tree, and reads of the parent of a header. */
  work = 0;

  add(block: number, parent: number): void {
    const counted = (): string => {
      this.work++;
      return nameOf(parent);
    };
    const header = {
      height: block,
      get prevBlockHash() {
        return counted();
      },
    } as BlockHeader;
    this.#blocks.disconnected(nameOf(block), header);
  }

  connect(block: number): void {
    this.#blocks.connected(nameOf(block));
  }

  header(hash: string): BlockHeader | undefined {
    this.work++;
    return this.#blocks.header(hash);
  }

  childrenOf(hash: string): string[] {
    this.work++;
    return this.#blocks.childrenOf(hash);
  }
}

function nameOf(block: number): string {
  return block.toString(16).padStart(64, '0');
}

function numbers(hashes: readonly string[]): number[] {
  return hashes.map(hash => Number.parseInt(hash, 16));
}

/*  1 - 2 - 3 - 4       the chain ends with block 1
 *   \- 5 - 6 - 7 - 8
 *        \- 9 - 10 - 11                              */
function smallTree(): Tree {
  const tree = new Tree();
  for (const [block, parent] of [
    [2, 1],
    [3, 2],
    [4, 3],
    [5, 1],
    [6, 5],
    [7, 6],
    [8, 7],
    [9, 5],
    [10, 9],
    [11, 10],
  ] as const) {
    tree.add(block, parent);
  }
  return tree;
}

test('the longest branch is the first found of equally long ones, and begins after the block', () => {
  const tree = smallTree();
  assert.equal(numbers(longestBranch(tree, nameOf(1))), [5, 6, 7, 8]);
  assert.equal(numbers(longestBranch(tree, nameOf(5))), [6, 7, 8]);
  assert.equal(numbers(longestBranch(tree, nameOf(9))), [10, 11]);
  assert.equal(longestBranch(tree, nameOf(11)), []);
  assert.equal(longestBranch(tree, nameOf(99)), []);
  tree.add(12, 11);
  assert.equal(numbers(longestBranch(tree, nameOf(1))), [5, 9, 10, 11, 12]);
});

test('descendants are all blocks after one, ancestors those between it and the chain', () => {
  const tree = smallTree();
  assert.equal(numbers(descendants(tree, nameOf(5))), [6, 9, 7, 10, 8, 11]);
  assert.equal(numbers(ancestors(tree, nameOf(11))), [5, 9, 10]);
  assert.equal(ancestors(tree, nameOf(2)), []);
  assert.equal(ancestors(tree, nameOf(1)), []);
});

test('a block that is connected is no child any more', () => {
  const tree = smallTree();
  tree.connect(5);
  assert.equal(numbers(tree.childrenOf(nameOf(1))), [2]);
  assert.equal(numbers(longestBranch(tree, nameOf(1))), [2, 3, 4]);
  assert.equal(numbers(ancestors(tree, nameOf(8))), [6, 7]);
});

test('branches of any length are followed in linear work and without recursion', () => {
  const COUNT = 100_000;
  const tree = new Tree();
  for (let block = 2; block <= COUNT; block++) tree.add(block, block - 1);
  for (let block = 2; block <= 1000; block++) tree.add(COUNT + block, block);
  assert.is(descendants(tree, nameOf(1)).length, COUNT - 1 + 999);
  assert.is(longestBranch(tree, nameOf(1)).length, COUNT - 1);
  assert.is(ancestors(tree, nameOf(COUNT)).length, COUNT - 2);
  assert.ok(tree.work < 10 * COUNT, `${tree.work} steps for ${COUNT} blocks`);
});

test.run();
