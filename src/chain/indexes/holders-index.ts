import { decode, encode } from '../../codec/codec.js';
import { DELETED } from '../../state/layer.js';
import type { AnyTable } from '../../state/table.js';
import { ACCOUNTS, type Account, type Token } from '../../state/tables/accounts.js';
import type { BatchOperation } from '../../storage/key-value-store.js';
import type { BlockContents } from '../block-contents.js';
import type { Chain } from '../chain.js';
import type { ExecutedBlock } from '../executed-block.js';
import { indexPrefix } from './index-keys.js';
import { type HoldersProgress, holdersProgressCodec } from './index-progress.js';
import type { IndexStep, IndexTip, KeptIndex } from './kept-index.js';

/** Accounts that are looked at in one part of building. */
const ACCOUNTS_OF_PART = 100;
/** Above every key id. */
const ALL = 'g';
const MAX_U64 = 2n ** 64n - 1n;
const AMOUNT_SIZE = 8;
const KEY_ID_SIZE = 20;

/** Who has how much of a coin. */
export interface Holding {
  /** The sum of the five balances, in sawi. */
  readonly amount: bigint;
  readonly keyId: string;
}

/** The sum of what an account has of a coin, whatever it may do with it. */
export function holdingOf({ free, frozen, staked, voted, pledged }: Token): bigint {
  return free + frozen + staked + voted + pledged;
}

/** What the keys of a coin begin with. Symbols have no byte 0. */
export function holdersPrefix(symbol: string): Buffer {
  return Buffer.concat([indexPrefix('holders'), Buffer.from(`${symbol}\0`, 'utf8')]);
}

/** The key of a holder: the largest first, then by key id. */
export function holderKey(symbol: string, { amount, keyId }: Holding): Buffer {
  const prefix = holdersPrefix(symbol);
  const key = Buffer.allocUnsafe(prefix.length + AMOUNT_SIZE + KEY_ID_SIZE);
  prefix.copy(key, 0);
  key.writeBigUInt64BE(MAX_U64 - (amount < MAX_U64 ? amount : MAX_U64), prefix.length);
  key.write(keyId, prefix.length + AMOUNT_SIZE, 'hex');
  return key;
}

/** The holder of a key of {@link holderKey}. */
export function holderOfKey(key: Buffer): Holding {
  const at = key.length - KEY_ID_SIZE;
  return { amount: MAX_U64 - key.readBigUInt64BE(at - AMOUNT_SIZE), keyId: key.toString('hex', at) };
}

/** Whether the index has all accounts. */
export function isWhole({ built }: HoldersProgress): boolean {
  return built === ALL;
}

const NOTHING = Buffer.alloc(0);

/** Which accounts have coins, by coin and amount: as they are after the newest block. */
export class HoldersIndex implements KeptIndex {
  readonly name = 'holders';
  readonly #chain: Chain;
  #progress: HoldersProgress | undefined;

  constructor(chain: Chain) {
    this.#chain = chain;
  }

  get isComplete(): boolean {
    return isWhole(this.#known);
  }

  get record(): Buffer {
    return encode(holdersProgressCodec, this.#known);
  }

  resume(record: Buffer, tip: IndexTip): boolean {
    const stored = decode(holdersProgressCodec, record);
    // Where the chain went on without the index, no one knows whose balance has changed.
    if (stored.height !== tip.height || stored.hash !== tip.hash) return false;
    this.#progress = stored;
    return true;
  }

  begin(head: IndexTip): void {
    this.#progress = { built: '', ...head };
  }

  connecting({ block, hash, state }: ExecutedBlock): BatchOperation[] {
    const before = this.#chain.overlay();
    const { built } = this.#known;
    this.#progress = { built, height: block.header.height, hash };
    const operations: BatchOperation[] = [];
    const written = state.written().find(({ table }) => table === (ACCOUNTS as unknown as AnyTable));
    for (const [key, value] of written?.values ?? []) {
      const keyId = ACCOUNTS.key.decode(key);
      if (keyId > built) continue;
      const after = value === DELETED ? undefined : (value as Account);
      operations.push(...changes(keyId, before.get(ACCOUNTS, keyId), after));
    }
    return operations;
  }

  disconnecting(contents: () => BlockContents): IndexStep {
    const { height, prevBlockHash } = contents().block.header;
    const { built } = this.#known;
    const operations: BatchOperation[] = [];
    for (const { table, key, before } of this.#chain.undoOf(height) ?? []) {
      if (table !== (ACCOUNTS as unknown as AnyTable)) continue;
      const keyId = ACCOUNTS.key.decode(key);
      if (keyId > built) continue;
      const earlier = before === undefined ? undefined : ACCOUNTS.value.decode(Buffer.from(before, 'latin1'));
      operations.push(...changes(keyId, this.#chain.state.get(ACCOUNTS, keyId), earlier));
    }
    const next = { built, height: height - 1, hash: prevBlockHash };
    return {
      operations,
      record: encode(holdersProgressCodec, next),
      done: () => {
        this.#progress = next;
      },
    };
  }

  build(): BatchOperation[] {
    const known = this.#known;
    const operations: BatchOperation[] = [];
    let built = ALL;
    let count = 0;
    // Blocks that are being written count: what follows them is written later.
    const range = known.built === '' ? {} : { gt: known.built };
    for (const [keyId, account] of this.#chain.overlay().iterate(ACCOUNTS, range)) {
      operations.push(...changes(keyId, undefined, account));
      if (++count < ACCOUNTS_OF_PART) continue;
      built = keyId;
      break;
    }
    this.#progress = { ...known, built };
    return operations;
  }

  get #known(): HoldersProgress {
    if (this.#progress === undefined) throw new Error('the index of holders has not begun');
    return this.#progress;
  }
}

/** What the change of an account changes here. */
function* changes(
  keyId: string,
  before: Account | undefined,
  after: Account | undefined,
): Generator<BatchOperation> {
  if (before === after) return;
  for (const [symbol, token] of before?.tokens ?? []) {
    const amount = holdingOf(token);
    const now = after?.tokens.get(symbol);
    if (now === undefined || holdingOf(now) !== amount) {
      yield { type: 'del', key: holderKey(symbol, { amount, keyId }) };
    }
  }
  for (const [symbol, token] of after?.tokens ?? []) {
    const amount = holdingOf(token);
    const earlier = before?.tokens.get(symbol);
    if (earlier === undefined || holdingOf(earlier) !== amount) {
      yield { type: 'put', key: holderKey(symbol, { amount, keyId }), value: NOTHING };
    }
  }
}
