import type { RegId } from '../../../../src/codec/regid.js';
import { regIdUid } from '../../../../src/codec/uid.js';
import { DEVELOPMENT_PUBLIC_KEYS } from '../../../../src/config/networks/development-keys.js';
import { REGTEST } from '../../../../src/config/networks/regtest.js';
import { keyIdOf } from '../../../../src/crypto/keys.js';
import type { Actor } from '../../ledgers/scratch-ledger.js';

/* Who acts in the random economy, and on which network. */

/** The development chain in a hurry: elections, matured rewards and interest within a few blocks. */
export const NETWORK = {
  ...REGTEST,
  rewardMaturity: 3,
  transactionCacheDepth: 8,
  voteCounting: { interval: 3, activationDelay: 2 },
  producerCountDelay: 2,
  blocksPerDay: 4,
  regIdMaturity: 1,
};
export const COIN = 100_000_000n;
/** An asset that users have issued. */
export const TOKEN = 'ECONOMY';
export const COINS = ['WICC', 'WUSD', 'WGRT', TOKEN] as const;
/** What is paid for a transaction, in sawi, where nothing else is said: as much as the largest minimum fee. */
export const FEE = 10n * COIN;

function actorAt(regId: RegId, publicKey: string): Actor {
  return { regId, uid: regIdUid(regId), keyId: keyIdOf(Buffer.from(publicKey, 'hex')), publicKey };
}

export const USERS = DEVELOPMENT_PUBLIC_KEYS.accounts.map((key, i) =>
  actorAt({ height: 0, index: 13 + i }, key),
);
/** Who does anything at random. */
export const PEOPLE = USERS.slice(0, 4);
/** Who makes an honest pair of orders, and who proposes; nothing random happens to them. */
export const [SELLER, BUYER, CLERK] = USERS.slice(5, 8) as [Actor, Actor, Actor];
export const PRODUCERS = DEVELOPMENT_PUBLIC_KEYS.delegates.map((key, i) =>
  actorAt({ height: 0, index: 2 + i }, key),
);
export const GOVERNOR = actorAt({ height: 1, index: 2 }, DEVELOPMENT_PUBLIC_KEYS.governor);
export const SETTLER = actorAt({ height: 1, index: 3 }, DEVELOPMENT_PUBLIC_KEYS.matcher);
