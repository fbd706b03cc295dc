import type { RegId } from '../../../../src/codec/regid.js';
import type { StateReader } from '../../../../src/state/state.js';
import { type PreparedTransaction, prepareTransaction } from '../../../../src/tx/envelope.js';
import type { Transaction } from '../../../../src/tx/transactions.js';
import { type Actor, signatureOf } from '../../ledgers/scratch-ledger.js';
import type { SeededRandom } from '../seeded-random.js';
import { FEE, NETWORK } from './cast.js';

/** A transaction that somebody wants, and what it is called in the tally. */
export type Wish = readonly [kind: string, tx: Transaction];

/** What those who act see, and what their transactions begin with. */
export interface Scene {
  readonly random: SeededRandom;
  readonly state: StateReader;
  /** Of the block that is being made. */
  readonly height: number;
  /** The contracts of the economy: one that sends any actions, and one that runs any Lua. */
  readonly relay: RegId;
  readonly lua: RegId;
  head(actor: Actor, fees?: bigint): Head;
}

/** The fields that most transactions begin with, and the signature. */
export interface Head {
  readonly version: 1;
  readonly validHeight: number;
  readonly txUid: Actor['uid'];
  readonly feeSymbol: string;
  readonly fees: bigint;
  readonly signature: Buffer;
}

/** Makes heads of which no two are the same. */
export class Heads {
  #count = 0;

  of(height: number, actor: Actor, fees = FEE): Head {
    this.#count++;
    return {
      version: 1,
      validHeight: height - 1,
      txUid: actor.uid,
      feeSymbol: 'WICC',
      fees: fees + BigInt(this.#count),
      signature: signatureOf(actor.publicKey),
    };
  }
}

/** Without the coin of the fee, as the oldest types have it. */
export function oldHead({ feeSymbol: _, ...head }: Head): Omit<Head, 'feeSymbol'> {
  return head;
}

export function prepared(tx: Transaction): PreparedTransaction {
  return prepareTransaction(tx, { varintPricesFrom: NETWORK.forks.r3 });
}

/** True one time in so many. */
export function chance(random: SeededRandom, oneIn: number): boolean {
  return random.integer(1, oneIn) === 1;
}
