import type { BlockContext } from '../../vm/context.js';
import { required } from '../codec/required.js';
import type { BlockOutcome } from '../ledger/types.js';
import { unsignedBlock } from '../ledger/unsigned-block.js';
import type { ReplacedEntry } from '../state/memory-state.js';
import { PersistentMap } from '../storage/persistent-map.js';
import { type Block, blockHash } from '../tx/block.js';

/** An entry of the state that was set without a transaction. */
export type Edit = Pick<ReplacedEntry, 'table' | 'key' | 'after'>;
/** Edits by table and key, each entry as it was set last. */
export type Edits = PersistentMap<Edit>;

export const NO_EDITS: Edits = PersistentMap.empty();

export function withEdit(edits: Edits, { table, key, after }: Edit): Edits {
  return edits.with(String.fromCharCode(table.prefix) + key, { table, key, after });
}

/** A block of a development chain. Its producer has not signed it; its hash does not depend on that. */
export class DevBlock {
  readonly height: number;
  /** Seconds since 1970. */
  readonly time: number;
  #block: Block | undefined;
  #hash: string | undefined;

  /** A block that is elsewhere: here is only what the next one needs to know of it. */
  static elsewhere(context: BlockContext, hash: string): DevBlock {
    const outcome = { executed: [], fuelFee: 0n, blockReceipts: [], maturedReward: undefined };
    const block = new DevBlock(context, outcome, undefined, NO_EDITS);
    block.#hash = hash;
    return block;
  }

  /**
   * @param parent - undefined for block 0
   * @param edits - what was set without a transaction before the block's first one; undefined where
   *   something was set between its transactions
   * @param given - the block itself, where it was not made here
   */
  constructor(
    readonly context: BlockContext,
    readonly outcome: BlockOutcome,
    readonly parent: DevBlock | undefined,
    readonly edits: Edits | undefined,
    given?: Block,
  ) {
    this.height = context.height;
    this.time = context.time;
    this.#block = given;
  }

  /** Header and transactions. */
  get block(): Block {
    this.#hashChain();
    return required(this.#block, 'the block, or its parent');
  }

  /** 64 hex digits, in display order. */
  get hash(): string {
    this.#hashChain();
    return required(this.#hash, 'the block, or its parent');
  }

  /**
   * Hashes what has not been hashed yet, the oldest block first: most tests never ask for a hash, and a
   * long chain must not end in a deep recursion.
   */
  #hashChain(): void {
    const unhashed: DevBlock[] = [];
    for (
      let each: DevBlock | undefined = this;
      each !== undefined && each.#hash === undefined;
      each = each.parent
    ) {
      unhashed.push(each);
    }
    for (const each of unhashed.reverse()) {
      each.#block ??= unsignedBlock(
        each.context,
        each.outcome.executed.map(({ prepared }) => prepared),
        {
          prevBlockHash: required(
            required(each.parent, 'the block, or its parent').#hash,
            'the block, or its parent',
          ),
          nonce: 0,
          fuelFee: each.outcome.fuelFee,
        },
      );
      each.#hash = blockHash(each.#block.header);
    }
  }
}
