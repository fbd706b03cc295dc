import { OrderQueue } from './order-queue.js';

/** The orders of one price, in a chain of the prices from the best on. */
export class PriceLevel extends OrderQueue {
  better: PriceLevel | undefined;
  /** Stays as it is when the level is removed, so that an iteration over the levels can continue. */
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
 * A piece of the sorted list. The ranks are stored in an array of their own, so that a search reads
 * nothing else.
 */
interface Piece {
  /** Of the levels, ascending. */
  readonly ranks: number[];
  readonly levels: PriceLevel[];
}

/**
 * Price levels from the best to the worst. They are a sorted list in pieces: finding a price is two
 * binary searches, and adding one moves no more than a piece.
 */
export class PriceLevels {
  readonly #isDescending: boolean;
  readonly #pieces: Piece[] = [];
  /** The rank of the first level of every piece. */
  readonly #firstRanks: number[] = [];

  constructor(best: BestPrice) {
    this.#isDescending = best === 'highest';
  }

  get best(): PriceLevel | undefined {
    return this.#pieces[0]?.levels[0];
  }

  /** The level of a price; a new one if there is none. */
  at(price: bigint): PriceLevel {
    const rank = this.#rankOf(price);
    if (this.#pieces.length === 0) this.#insertPiece(0, { ranks: [], levels: [] });
    const pieceIndex = this.#pieceOf(price, rank);
    const piece = this.#pieces[pieceIndex]!;
    const index = this.#indexIn(piece, price, rank);
    const found = piece.levels[index];
    if (found?.price === price) return found;
    const level = new PriceLevel(price, this);
    this.#link(level, piece.levels[index - 1], found ?? this.#pieces[pieceIndex + 1]?.levels[0]);
    piece.levels.splice(index, 0, level);
    piece.ranks.splice(index, 0, rank);
    if (index === 0) this.#firstRanks[pieceIndex] = rank;
    if (piece.levels.length > PIECE_SIZE) {
      const half = PIECE_SIZE / 2;
      this.#insertPiece(pieceIndex + 1, {
        ranks: piece.ranks.splice(half),
        levels: piece.levels.splice(half),
      });
    }
    return level;
  }

  remove(level: PriceLevel): void {
    const rank = this.#rankOf(level.price);
    const pieceIndex = this.#pieceOf(level.price, rank);
    const piece = this.#pieces[pieceIndex]!;
    const index = this.#indexIn(piece, level.price, rank);
    piece.levels.splice(index, 1);
    piece.ranks.splice(index, 1);
    if (piece.levels.length === 0) {
      this.#pieces.splice(pieceIndex, 1);
      this.#firstRanks.splice(pieceIndex, 1);
    } else if (index === 0) {
      this.#firstRanks[pieceIndex] = piece.ranks[0]!;
    }
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

  /**
   * A number that is never higher for a better price. Above 2^53 neighbouring prices share one, and
   * then the prices themselves decide.
   */
  #rankOf(price: bigint): number {
    return this.#isDescending ? -Number(price) : Number(price);
  }

  #insertPiece(index: number, piece: Piece): void {
    this.#pieces.splice(index, 0, piece);
    this.#firstRanks.splice(index, 0, piece.ranks[0] ?? 0);
  }

  #link(level: PriceLevel, better: PriceLevel | undefined, worse: PriceLevel | undefined): void {
    level.better = better ?? worse?.better;
    level.worse = worse;
    if (level.better !== undefined) level.better.worse = level;
    if (worse !== undefined) worse.better = level;
  }

  /** The last piece whose first price is not worse than `price`; the first piece if there is none. */
  #pieceOf(price: bigint, rank: number): number {
    const ranks = this.#firstRanks;
    let low = 0;
    let high = ranks.length;
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      const first = ranks[middle]!;
      if (rank < first || (rank === first && this.isBetter(price, this.#pieces[middle]!.levels[0]!.price))) {
        high = middle;
      } else {
        low = middle;
      }
    }
    return low;
  }

  /** Position of the first level that is not better than `price`. */
  #indexIn({ ranks, levels }: Piece, price: bigint, rank: number): number {
    let low = 0;
    let high = ranks.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const here = ranks[middle]!;
      if (here < rank || (here === rank && this.isBetter(levels[middle]!.price, price))) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
