import type { Chain } from '../../src/chain/chain.js';
import type { RegId } from '../../src/codec/regid.js';
import { publicKeyOf } from '../../src/crypto/keys.js';
import type { Overlay } from '../../src/state/state.js';
import { ACCOUNTS, newAccount, REGIDS } from '../../src/state/tables/accounts.js';
import { BASE_COIN } from '../../src/tx/symbols.js';
import { connectBlock } from './connect-block.js';

/** Accounts that one block holds: their position in it is a 16-bit integer. */
const ACCOUNTS_OF_BLOCK = 50_000;
/** Height of the first block after those of the genesis. */
const FIRST_HEIGHT = 2;
/** Accounts share keys: what a signature costs does not depend on the key, and deriving one takes time. */
const KEYS = 500;
/** Base coins of each account, in sawi. */
const BALANCE = 100_000_000_000n;

/** A key that signs for many accounts. */
export interface SharedKey {
  readonly privateKey: Buffer;
  /** 66 hex digits. */
  readonly publicKey: string;
}

const keys: readonly SharedKey[] = Array.from({ length: KEYS }, (_, i) => {
  const privateKey = Buffer.alloc(32, 3);
  privateKey.writeUInt32BE(i + 1, 28);
  return { privateKey, publicKey: publicKeyOf(privateKey).toString('hex') };
});

/** The regid of the account with this number, counted from 0. */
export function regIdOfAccount(number: number): RegId {
  return {
    height: FIRST_HEIGHT + Math.floor(number / ACCOUNTS_OF_BLOCK),
    index: 1 + (number % ACCOUNTS_OF_BLOCK),
  };
}

/** The key of the account with this number. */
export function keyOfAccount(number: number): SharedKey {
  return keys[number % KEYS]!;
}

/** Spread like real key ids, which are hashes: neighbours in a block are no neighbours on the disk. */
function keyIdOfAccount(number: number): string {
  const spread = (BigInt(number) * 0x9e37_79b9_7f4a_7c15n) & 0xffff_ffff_ffff_ffffn;
  return spread.toString(16).padStart(16, '0').padEnd(40, '5');
}

/** Puts so many accounts with coins into a state, from the account `first` on. */
function putAccounts(state: Overlay, first: number, count: number): void {
  for (let number = first; number < first + count; number++) {
    const keyId = keyIdOfAccount(number);
    const regId = regIdOfAccount(number);
    const tokens = new Map([[BASE_COIN, { free: BALANCE, frozen: 0n, staked: 0n, voted: 0n, pledged: 0n }]]);
    state.put(REGIDS, regId, keyId);
    const { publicKey } = keyOfAccount(number);
    state.put(ACCOUNTS, keyId, { ...newAccount(keyId), regId, ownerKey: publicKey, tokens });
  }
}

/** Gives a chain so many accounts, by blocks that nobody could make over the interface. */
export async function addAccounts(chain: Chain, count: number): Promise<void> {
  for (let first = 0; first < count; first += ACCOUNTS_OF_BLOCK) {
    await connectBlock(chain, state => putAccounts(state, first, Math.min(ACCOUNTS_OF_BLOCK, count - first)));
  }
}
