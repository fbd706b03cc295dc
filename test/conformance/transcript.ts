import { readGzipLines } from '../support/vectors/gzip-lines.js';

/** A block that was made before a request. */
export interface MadeBlock {
  /** Seconds since 1970. */
  readonly time: number;
  /** What the reference's block was called, where that is known. */
  readonly hash?: string;
}

/** A request to the reference and what it answered. */
export interface Exchange {
  readonly seq: number;
  /** What the recorder wanted to see. */
  readonly label?: string;
  /** Blocks that were made between the exchange before and this one. */
  readonly blocks?: readonly MadeBlock[];
  /** Time that passed before the request, where it matters. */
  readonly waitSeconds?: number;
  /** Default: POST. */
  readonly verb?: string;
  /** Default: `/`. */
  readonly path?: string;
  /** The Authorization header; left out: the right one; null: none. */
  readonly authorization?: string | null;
  /** Default: application/json; null: none. */
  readonly contentType?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** Left out where the reference ended instead of answering. */
  readonly status?: number;
  readonly answer?: string | null;
}

/** The exchanges of a transcript in their order, by its name such as `20_errors`. */
export function readTranscript(name: string): Exchange[] {
  const exchanges = readGzipLines<Exchange>(`oracle/${name}`);
  return exchanges.map((exchange, index) => {
    const before = exchanges[index - 1];
    const late = before !== undefined && cameAfterAnswer(before) ? before.blocks! : [];
    const own = cameAfterAnswer(exchange) ? [] : (exchange.blocks ?? []);
    const blocks = [...late, ...own];
    return blocks.length === 0 && exchange.blocks === undefined ? exchange : { ...exchange, blocks };
  });
}

/** Whether blocks that are noted before a request were made after its answer: that shows a waiting transaction. */
function cameAfterAnswer({ label = '', blocks = [], answer }: Exchange): boolean {
  return (
    blocks.length > 0 && label.endsWith(' unconfirmed') && answer?.includes('"confirmed_height"') === false
  );
}
