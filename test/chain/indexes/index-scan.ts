import type { Chain } from '../../../src/chain/chain.js';
import { type Holding, holdingOf } from '../../../src/chain/indexes/holders-index.js';
import type { IndexReader } from '../../../src/chain/indexes/index-reader.js';
import {
  decodeIndexedTransaction,
  decodeTrade,
  participationOf,
} from '../../../src/chain/indexes/index-values.js';
import { keyIdSubject, receiptTypeSubject, regIdSubject } from '../../../src/chain/indexes/subjects.js';
import type { MarketRecorder } from '../../../src/chain/market/market-recorder.js';
import { parseRegId } from '../../../src/codec/regid.js';
import { required } from '../../../src/codec/required.js';
import { INDEX_NAMES, type IndexName } from '../../../src/config/index-names.js';
import { decodeAddress } from '../../../src/crypto/address.js';
import { toDisplayHex } from '../../../src/crypto/hash.js';
import { ChainEvents } from '../../../src/rpc/events/chain-events.js';
import { ACCOUNTS } from '../../../src/state/tables/accounts.js';
import type { SeededRandom } from '../../support/random/seeded-random.js';

/** What indexes have to say of each subject, the first in the order of the answer, as texts. */
export type IndexContents = ReadonlyMap<string, readonly string[]>;

interface ScannedEvent {
  readonly event: string;
  readonly height: number;
  readonly [member: string]: unknown;
}

/** What is in the indexes of a chain by subject, found out by looking at all blocks and accounts. */
export function scan(chain: Chain, market: MarketRecorder): IndexContents {
  const found = new Map<string, string[]>();
  const add = (name: IndexName, subject: string, text: string): void => {
    const key = `${name} ${subject}`;
    const texts = found.get(key);
    if (texts === undefined) found.set(key, [text]);
    else if (!texts.includes(text)) texts.push(text);
  };
  const seen = new Set<string>();
  const { addressVersion } = chain.ledger.network;
  for (const event of eventsOf(chain, market)) {
    const text = (member: string): string => String(event[member]);
    const { height } = event;
    switch (event.event) {
      case 'transaction':
        for (const address of event.addresses as string[]) {
          add('addresses', required(decodeAddress(addressVersion, address), 'an address'), text('txid'));
        }
        for (const contract of event.contracts as string[]) add('contracts', contract, text('txid'));
        break;
      case 'receipt':
        add('receipts', text('receipt_type'), `${height} ${text('txid')}`);
        break;
      case 'order':
        if (!seen.has(text('order_id'))) add('orders', text('owner'), text('order_id'));
        seen.add(text('order_id'));
        break;
      case 'position':
        if (event.previous_level === 'none') add('positions', text('owner'), text('cdp_id'));
        break;
      case 'trade':
        for (const side of ['buyer', 'seller']) {
          const keyId = required(decodeAddress(addressVersion, text(side)), 'an address');
          add('trades', keyId, `${text('buy_order_id')} ${text('sell_order_id')} ${text('txid')}`);
        }
    }
  }
  for (const texts of found.values()) texts.reverse();
  for (const [symbol, holders] of holdersOf(chain)) {
    found.set(
      `holders ${symbol}`,
      holders.map(({ amount, keyId }) => `${amount} ${keyId}`),
    );
  }
  return found;
}

function* eventsOf(chain: Chain, market: MarketRecorder): Generator<ScannedEvent> {
  const events = new ChainEvents(chain, market);
  const head = { height: chain.tip.header.height, hash: chain.tip.hash };
  for (let height = 0; height <= head.height; height++) {
    const hash = height === 0 ? '' : required(chain.blocks.header(height - 1), 'a block').hash;
    const following = events.after({ height: height - 1, hash }, head, false);
    if (!('blocks' in following)) throw new Error(`block ${height} has no events`);
    for (const { text } of required(following.blocks[0], 'a block').events) {
      yield { ...(JSON.parse(text) as ScannedEvent), height };
    }
  }
}

/** All accounts with coins, by symbol, the largest first, then by key id. */
function holdersOf(chain: Chain): Map<string, Holding[]> {
  const bySymbol = new Map<string, Holding[]>();
  for (const [keyId, { tokens }] of chain.state.iterate(ACCOUNTS)) {
    for (const [symbol, token] of tokens) {
      const holders = bySymbol.get(symbol) ?? [];
      holders.push({ amount: holdingOf(token), keyId });
      bySymbol.set(symbol, holders);
    }
  }
  for (const holders of bySymbol.values()) {
    holders.sort((a, b) => Number(b.amount - a.amount) || (a.keyId < b.keyId ? -1 : 1));
  }
  return bySymbol;
}

/** What the indexes say of the same subjects, page by page, with pages of random sizes. */
export function listed(
  indexes: IndexReader,
  subjects: Iterable<string>,
  random: SeededRandom,
): IndexContents {
  const found = new Map<string, readonly string[]>();
  for (const key of subjects) {
    const [name, subject] = key.split(' ') as [IndexName, string];
    found.set(key, [
      ...(name === 'holders' ? holders(indexes, subject, random) : LISTED[name](indexes, subject, random)),
    ]);
  }
  return found;
}

type Listing = (indexes: IndexReader, subject: string, random: SeededRandom) => Iterable<string>;

const LISTED: Readonly<Record<Exclude<IndexName, 'holders'>, Listing>> = {
  addresses: (indexes, keyId, random) => {
    const texts: string[] = [];
    for (const value of paged(indexes, 'addresses', keyIdSubject(keyId), random)) {
      const { txid, participation } = decodeIndexedTransaction(value);
      // That a contract of an account ran is said in no event.
      if (participationOf(participation).some(way => way !== 'contract')) texts.push(txid);
    }
    return texts;
  },
  contracts: (indexes, regId, random) =>
    Array.from(
      paged(indexes, 'contracts', regIdSubject(required(parseRegId(regId), 'a regid')), random),
      value => decodeIndexedTransaction(value).txid,
    ),
  orders: (indexes, regId, random) => ids(indexes, 'orders', regId, random),
  positions: (indexes, regId, random) => ids(indexes, 'positions', regId, random),
  trades: (indexes, keyId, random) =>
    Array.from(paged(indexes, 'trades', keyIdSubject(keyId), random), value => {
      const { buy_order_id, sell_order_id, txid } = decodeTrade(value);
      return `${buy_order_id} ${sell_order_id} ${txid}`;
    }),
  receipts: receiptTexts,
};

function ids(indexes: IndexReader, name: IndexName, regId: string, random: SeededRandom): string[] {
  const subject = regIdSubject(required(parseRegId(regId), 'a regid'));
  return Array.from(paged(indexes, name, subject, random), value => toDisplayHex(value));
}

function* paged(
  indexes: IndexReader,
  name: IndexName,
  subject: Buffer,
  random: SeededRandom,
): Generator<Buffer> {
  for (let before: { height: number; position: number } | undefined; ; ) {
    const count = random.integer(1, 20);
    const page = [...indexes.entries(name, subject, { count, before })];
    for (const [, value] of page) yield value;
    before = page.at(-1)?.[0];
    if (page.length < count) return;
  }
}

function* receiptTexts(indexes: IndexReader, type: string, random: SeededRandom): Generator<string> {
  for (let before: { height: number; position: number } | undefined; ; ) {
    const count = random.integer(1, 20);
    const page = [...indexes.receiptCarriers(receiptTypeSubject(Number(type)), { count, before })];
    for (const { height, txid } of page) yield `${height} ${/^0+$/.test(txid) ? '' : txid}`;
    before = page.at(-1);
    if (page.length < count) return;
  }
}

function* holders(indexes: IndexReader, symbol: string, random: SeededRandom): Generator<string> {
  for (let after: Holding | undefined; ; ) {
    const count = random.integer(1, 5);
    const page = [...indexes.holders(symbol, count, after)];
    for (const { amount, keyId } of page) yield `${amount} ${keyId}`;
    after = page.at(-1);
    if (page.length < count) return;
  }
}

/** The indexes that are complete. */
export function readyIndexes(indexes: IndexReader): IndexName[] {
  return INDEX_NAMES.filter(name => indexes.status(name).state === 'ready');
}
