import { contentsOfExecuted, storedContents } from '../../chain/block-contents.js';
import type { Chain } from '../../chain/chain.js';
import type { ExecutedBlock } from '../../chain/executed-block.js';
import type { MarketRecorder } from '../../chain/market/market-recorder.js';
import { required } from '../../codec/required.js';
import { type AddressContext, eventsOfBlock } from './block-events.js';
import { BEGINNING, type Position } from './cursor.js';
import type { EventBlock, Following, Refusal } from './event-messages.js';

/** Blocks, characters of their events and milliseconds after which an answer ends; one block is always in it. */
const MOST_BLOCKS = 64;
const MOST_CHARACTERS = 262_144;
const MOST_MILLISECONDS = 5;

/** The events of a chain, by position. */
export class ChainEvents {
  readonly #chain: Chain;
  readonly #market: MarketRecorder;

  constructor(chain: Chain, market: MarketRecorder) {
    this.#chain = chain;
    this.#market = market;
  }

  /** The events of a block that was just connected. */
  eventsOf(executed: ExecutedBlock): EventBlock {
    const market = this.#market.eventsOf(executed.block.header.height);
    return eventsOfBlock(contentsOfExecuted(executed, this.#chain.kept, market), this.#addresses);
  }

  /**
   * Where a subscription begins that asks for a height or a cursor.
   * @param head - the newest block of which events were sent
   */
  beginning(from: number | Position | undefined, head: Position, needsMarket: boolean): Position | Refusal {
    const position = typeof from === 'number' ? this.#before(from, head) : (from ?? head);
    if ('code' in position) return position;
    return this.#refusalOf(position, head, needsMarket) ?? position;
  }

  /** What follows a position, up to the newest block of which events were sent. */
  after(position: Position, head: Position, needsMarket: boolean): Following {
    const refusal = this.#refusalOf(position, head, needsMarket);
    if (refusal !== undefined) return { refusal };
    if (!this.#isInChain(position, head)) {
      const { height, hash } = position;
      return {
        left: {
          height,
          hash,
          previousHash: required(this.#headerOf(hash), 'a block that was taken back').prevBlockHash,
        },
      };
    }
    const blocks: EventBlock[] = [];
    const begin = performance.now();
    let characters = 0;
    for (let height = firstNeeded(position); height <= head.height; height++) {
      const block = this.#stored(height);
      blocks.push(block);
      for (const { text } of block.events) characters += text.length;
      const isEnough = blocks.length >= MOST_BLOCKS || characters >= MOST_CHARACTERS;
      if (isEnough || performance.now() - begin > MOST_MILLISECONDS) break;
    }
    return { blocks };
  }

  /** @returns the position behind the block before a height */
  #before(height: number, head: Position): Position | Refusal {
    if (height === 0) return BEGINNING;
    if (height > head.height + 1) {
      return {
        code: 'bad-subscription',
        message: `from is ${height}, but the newest block is ${head.height}: ask for a height up to ${head.height + 1}`,
      };
    }
    const before = required(this.#chain.blocks.header(height - 1), 'a block of the chain');
    return { height: height - 1, hash: before.hash };
  }

  #refusalOf(position: Position, head: Position, needsMarket: boolean): Refusal | undefined {
    if (!this.#isInChain(position, head) && this.#headerOf(position.hash)?.height !== position.height) {
      return {
        code: 'unknown-cursor',
        message: `block ${position.hash} of height ${position.height} is not known here: begin from a height`,
        lowest: this.#lowest(needsMarket),
      };
    }
    const lowest = this.#lowest(needsMarket);
    const first = firstNeeded(position);
    // A block of another branch is replaced from its height on at least.
    if (first >= lowest || (first > head.height && this.#isInChain(position, head))) return undefined;
    const what = needsMarket && lowest > this.#lowest(false) ? 'orders, trades and positions' : 'events';
    return {
      code: 'not-kept',
      message: `the ${what} of block ${first} are not kept here (any more): the lowest height is ${lowest}`,
      lowest,
    };
  }

  /** The lowest height whose events can be had. */
  #lowest(needsMarket: boolean): number {
    const { lowestKept } = this.#chain.blocks;
    const blocks = lowestKept <= 1 ? 0 : lowestKept;
    const { since } = this.#market;
    return needsMarket && since > 1 ? Math.max(blocks, since) : blocks;
  }

  #isInChain({ height, hash }: Position, head: Position): boolean {
    if (height < 0) return true;
    return height <= head.height && this.#chain.blocks.header(height)?.hash === hash;
  }

  /** Of a block that was taken back. */
  #headerOf(hash: string) {
    return this.#chain.stale.header(hash);
  }

  #stored(height: number): EventBlock {
    const contents = storedContents(this.#chain.blocks, height, this.#market.eventsOf(height));
    return eventsOfBlock(contents, this.#addresses);
  }

  get #addresses(): AddressContext {
    return {
      state: this.#chain.state,
      addressVersion: this.#chain.ledger.network.addressVersion,
    };
  }
}

/** The height of the block of which the next event is. */
function firstNeeded({ height, seen }: Position): number {
  return seen === undefined ? height + 1 : height;
}
