import type { Json, JsonObject } from '../codec/json-value.js';
import type { Options } from '../config/load-options.js';
import { BlockRejected } from '../ledger/block-rejected.js';
import type { FuelFeeDifference } from '../ledger/fuel-difference.js';
import { wireRulesOf } from '../tx/wire-rules.js';
import { atTip } from './at-tip.js';
import { type CheckedSignatures, checkRecordedBlocks, checkSignatures } from './check-recorded-blocks.js';
import { judge } from './difference-rule.js';
import { describeDifference, differencesBetween } from './json-difference.js';
import type { RecordedTransaction, Recording } from './recording.js';
import { ReplayNode } from './replay-node.js';
import { REPLAY_RULES } from './replay-rules.js';
import { elementNameAt } from './representation-rules.js';

/** What a replay has done, and where it ended. */
export interface ReplayReport {
  /** Height of the last block that was executed and compared without a difference. */
  readonly height: number;
  /** Height of the last recorded block. */
  readonly tip: number;
  /** Why it ended before the tip: lines for a person; empty at the tip. */
  readonly obstacle: readonly string[];
  readonly compared: {
    readonly blocks: number;
    readonly transactions: number;
    readonly traces: number;
    readonly answers: number;
  };
  /** Recorded answers of methods that this node does not have, by method. */
  readonly missingMethods: ReadonlyMap<string, number>;
  /** How many answers needed each rule. */
  readonly rules: ReadonlyMap<string, number>;
  /** Blocks whose fuel the reference charged differently, through its memory (decision D25). */
  readonly adoptedFuelFees: readonly FuelFeeDifference[];
  /** Signatures of the blocks above the height; those below were checked when they were executed. */
  readonly signaturesAbove: CheckedSignatures;
}

/** Called for every block that was executed and compared. */
export type OnProgress = (height: number, tip: number) => void;

/** Comparing ended with something that no rule explains. */
class Deviation extends Error {
  constructor(readonly lines: readonly string[]) {
    super(lines.join('\n'));
  }
}

/**
 * Executes a recorded chain and compares block by block: the block, its transactions with their
 * receipts and traces, and the state that was recorded at its height. Ends at the first block that
 * cannot be executed or that ends differently.
 *
 * @param options - their network gives the rules
 * @throws RecordedBlockFault when the recording itself is broken
 */
export async function replay(
  recording: Recording,
  options: Options,
  onProgress: OnProgress,
): Promise<ReplayReport> {
  const blocks = checkRecordedBlocks(recording.blocks, wireRulesOf(options.network));
  const tip = blocks.length - 1;
  const node = await ReplayNode.start(options);
  try {
    const comparison = new ReplayComparison(node, recording);
    let height = -1;
    let obstacle: readonly string[] = [];
    for (const block of blocks) {
      const next = block.header.height;
      try {
        if (next > 0) await node.connect(block);
        await comparison.compareAt(next);
      } catch (error) {
        if (!(error instanceof BlockRejected) && !(error instanceof Deviation)) throw error;
        obstacle =
          error instanceof Deviation ? error.lines : [`block ${next} cannot be executed: ${error.message}`];
        break;
      }
      height = next;
      onProgress(height, tip);
    }
    const signaturesAbove = checkSignatures(blocks.slice(height + 1), node.chain.state);
    const { adoptedFuelFees } = node;
    return { height, tip, obstacle, ...comparison.figures(), adoptedFuelFees, signaturesAbove };
  } finally {
    await node.close();
  }
}

class ReplayComparison {
  readonly #node: ReplayNode;
  readonly #recording: Recording;
  readonly #transactions: ReadonlyMap<number, readonly RecordedTransaction[]>;
  readonly #compared = { blocks: 0, transactions: 0, traces: 0, answers: 0 };
  readonly #missingMethods = new Map<string, number>();
  readonly #rules = new Map<string, number>();

  constructor(node: ReplayNode, recording: Recording) {
    this.#node = node;
    this.#recording = recording;
    const byHeight = new Map<number, RecordedTransaction[]>();
    for (const transaction of recording.transactions) {
      const others = byHeight.get(transaction.height);
      if (others === undefined) byHeight.set(transaction.height, [transaction]);
      else others.push(transaction);
    }
    this.#transactions = byHeight;
  }

  figures(): Pick<ReplayReport, 'compared' | 'missingMethods' | 'rules'> {
    return { compared: this.#compared, missingMethods: this.#missingMethods, rules: this.#rules };
  }

  /** Compares everything that the block of a height has brought. @throws Deviation */
  async compareAt(height: number): Promise<void> {
    await this.#compareBlock(height);
    const transactions = this.#transactions.get(height) ?? [];
    for (const transaction of transactions) await this.#compareTransaction(transaction);
    const paid = this.#transactions.get(height - this.#rewardMaturity)?.[0];
    if (paid !== undefined) await this.#compareTransaction(paid);
    for (const { method, params, answer } of this.#recording.answers.filter(row => row.height === height)) {
      if (await this.#compare(method, params, answer)) this.#compared.answers++;
    }
  }

  async #compareBlock(height: number): Promise<void> {
    const { json } = this.#recording.blocks[height]!;
    if (await this.#compare('getblock', [height, true], { result: this.#atTip(json) }))
      this.#compared.blocks++;
  }

  async #compareTransaction({ txid, detail, trace }: RecordedTransaction): Promise<void> {
    if (await this.#compare('gettxdetail', [txid], { result: this.#atTip(detail) }))
      this.#compared.transactions++;
    if (trace === undefined) return;
    if (await this.#compare('wasm_gettxtrace', [txid], { result: trace })) this.#compared.traces++;
  }

  get #rewardMaturity(): number {
    return this.#node.chain.ledger.network.rewardMaturity;
  }

  #atTip(recorded: JsonObject): JsonObject {
    const recordedTip = this.#recording.blocks.length - 1;
    return atTip(recorded, { recordedTip, tip: this.#node.height, rewardMaturity: this.#rewardMaturity });
  }

  /**
   * Compares what a method answers with what it should.
   * @returns whether this node has the method
   * @throws Deviation
   */
  async #compare(method: string, params: readonly Json[], recorded: JsonObject): Promise<boolean> {
    if (!this.#node.hasMethod(method)) {
      this.#missingMethods.set(method, (this.#missingMethods.get(method) ?? 0) + 1);
      return false;
    }
    const ours = await this.#node.call(method, params);
    const call = { method, params, recorded, ours };
    const { rules, unexplained } = judge(
      differencesBetween(recorded, ours, elementNameAt(method)),
      call,
      REPLAY_RULES,
    );
    for (const id of rules) this.#rules.set(id, (this.#rules.get(id) ?? 0) + 1);
    if (unexplained.length > 0) {
      throw new Deviation([
        `block ${this.#node.height} ends differently: ${method} ${params.join(' ')}`,
        ...unexplained.map(describeDifference),
      ]);
    }
    return true;
  }
}
