import { OrderQueue } from './order-queue.js';

/** The orders of one price, in a chain of the prices from the best on. */
export class PriceLevel extends OrderQueue {
  better: PriceLevel | undefined;
  /** Stays as it is when the level is removed, so that a walk along the levels can go on. */
  worse: PriceLevel | undefined;

  constructor(
    readonly price: bigint,
    /** The list that this is a level of. */
    readonly levels: PriceLevels,
  ) {
    super();
  }
}

/** Which price is better: for those who sell to a book's buyers the highest, for the others the lowest. */
export type BestPrice = 'highest' | 'lowest';

/** Levels in a piece of the sorted list; longer pieces are cut in halves. */
const PIECE_SIZE = 512;

/**
 * Price levels from the best to the worst. They are a sorted list in pieces: finding a price is two
 * binary searches, and adding one moves no more than a piece.
 */
export class PriceLevels {
  readonly #isDescending: boolean;
  readonly #pieces: PriceLevel[][] = [];

  constructor(best: BestPrice) {
    this.#isDescending = best === 'highest';
  }

  get best(): PriceLevel | undefined {
    return this.#pieces[0]?.[0];
  }

  /** The level of a price; a new one if there is none. */
  at(price: bigint): PriceLevel {
    if (this.#pieces.length === 0) this.#pieces.push([]);
    const pieceIndex = this.#pieceOf(price);
    const piece = this.#pieces[pieceIndex]!;
    const index = this.#indexIn(piece, price);
    const found = piece[index];
    if (found?.price === price) return found;
    const level = new PriceLevel(price, this);
    this.#link(level, piece[index - 1], found ?? this.#pieces[pieceIndex + 1]?.[0]);
    piece.splice(index, 0, level);
    if (piece.length > PIECE_SIZE) this.#pieces.splice(pieceIndex + 1, 0, piece.splice(PIECE_SIZE / 2));
    return level;
  }

  remove(level: PriceLevel): void {
    const pieceIndex = this.#pieceOf(level.price);
    const piece = this.#pieces[pieceIndex]!;
    piece.splice(this.#indexIn(piece, level.price), 1);
    if (piece.length === 0) this.#pieces.splice(pieceIndex, 1);
    if (level.better !== undefined) level.better.worse = level.worse;
    if (level.worse !== undefined) level.worse.better = level.better;
  }

  *[Symbol.iterator](): Generator<PriceLevel> {
    for (let level = this.best; level !== undefined; level = level.worse) yield level;
  }

  /** Whether `a` comes before `b`. */
  isBetter(a: bigint, b: bigint): boolean {
    return this.#isDescending ? a > b : a < b;
  }

  #link(level: PriceLevel, better: PriceLevel | undefined, worse: PriceLevel | undefined): void {
    level.better = better ?? worse?.better;
    level.worse = worse;
    if (level.better !== undefined) level.better.worse = level;
    if (worse !== undefined) worse.better = level;
  }

  /** The last piece whose first price is not worse than `price`; the first piece if there is none. */
  #pieceOf(price: bigint): number {
    let low = 0;
    let high = this.#pieces.length;
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if (this.isBetter(price, this.#pieces[middle]![0]!.price)) high = middle;
      else low = middle;
    }
    return low;
  }

  /** Position of the first level that is not better than `price`. */
  #indexIn(piece: readonly PriceLevel[], price: bigint): number {
    let low = 0;
    let high = piece.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.isBetter(piece[middle]!.price, price)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
