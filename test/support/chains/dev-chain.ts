import type { Chain } from '../../../src/chain/chain.js';
import { connectMempool } from '../../../src/chain/connect-mempool.js';
import type { FeedSource } from '../../../src/chain/feed-source.js';
import { Mempool } from '../../../src/chain/mempool.js';
import type { MempoolLimits } from '../../../src/chain/mempool-limits.js';
import { openChain } from '../../../src/chain/open-chain.js';
import type { RegId } from '../../../src/codec/regid.js';
import { publicKeyUid, regIdUid, type Uid } from '../../../src/codec/uid.js';
import type { NetworkParameters } from '../../../src/config/network.js';
import { REGTEST } from '../../../src/config/networks/regtest.js';
import type { ProductionMode } from '../../../src/consensus/consensus.js';
import { type ProducerKeys, producerKeys } from '../../../src/consensus/solo/producer-keys.js';
import { SoloConsensus } from '../../../src/consensus/solo/solo-consensus.js';
import { publicKeyOf } from '../../../src/crypto/keys.js';
import { sign } from '../../../src/crypto/signature.js';
import { VerifyPool } from '../../../src/crypto/verify-pool.js';
import { decodeWif } from '../../../src/crypto/wif.js';
import { NetworkLedger } from '../../../src/ledger/ledger.js';
import { SignatureCache } from '../../../src/ledger/signature-cache.js';
import { STATE_SCHEMA } from '../../../src/state/schema.js';
import type { StateReader } from '../../../src/state/state.js';
import { StateStore, type StateStoreOptions } from '../../../src/state/state-store.js';
import { ACCOUNTS, REGIDS, tokenOf } from '../../../src/state/tables/accounts.js';
import type { KeyValueStore } from '../../../src/storage/key-value-store.js';
import { openMemory } from '../../../src/storage/memory.js';
import { type PreparedTransaction, prepareTransaction } from '../../../src/tx/envelope.js';
import type { Transaction } from '../../../src/tx/transactions.js';
import { wireRulesOf } from '../../../src/tx/wire-rules.js';
import { FakeClock } from './fake-clock.js';

/** An account whose key everybody knows. */
export interface User {
  readonly privateKey: Buffer;
  readonly publicKey: string;
  /** The key itself, for transactions that name their sender by it. */
  readonly uid: Uid;
}

/** The user of a key in its text form. */
export function userOf(wif: string): User {
  const result = decodeWif(REGTEST.wifVersion, wif);
  if ('failure' in result) throw new Error(result.failure);
  const { privateKey } = result;
  const publicKey = publicKeyOf(privateKey).toString('hex');
  return { privateKey, publicKey, uid: publicKeyUid(publicKey) };
}

/** The ten accounts for users of the development chain, with a million coins each. */
export const USERS: readonly User[] = REGTEST.development!.accounts.map(userOf);

/** A user with no account yet. */
export function newUser(seed: number): User {
  const privateKey = Buffer.alloc(32, 7);
  privateKey.writeUInt32BE(seed + 1, 28);
  const publicKey = publicKeyOf(privateKey).toString('hex');
  return { privateKey, publicKey, uid: publicKeyUid(publicKey) };
}

export function signed(
  tx: Transaction,
  { privateKey }: User,
  network: NetworkParameters = REGTEST,
): PreparedTransaction {
  const rules = wireRulesOf(network);
  const { sighash } = prepareTransaction(tx, rules);
  return prepareTransaction(
    { ...tx, signature: sign(sighash, privateKey, { grind: false }) } as Transaction,
    rules,
  );
}

export interface TransferOptions {
  readonly amount?: bigint;
  readonly fee?: bigint;
  readonly validHeight?: number;
  readonly memo?: string;
  readonly version?: number;
}

let lastMemo = 0;

/** A transfer of base coins, different from every other one. */
export function transfer(from: User, to: User, options: TransferOptions = {}): PreparedTransaction {
  const {
    amount = 1_000_000n,
    fee = 10_000n,
    validHeight = 1,
    memo = `${++lastMemo}`,
    version = 1,
  } = options;
  return signed(
    {
      type: 11,
      version,
      validHeight,
      txUid: from.uid,
      feeSymbol: 'WICC',
      fees: fee,
      transfers: [{ toUid: to.uid, coinSymbol: 'WICC', coinAmount: amount }],
      memo: Buffer.from(memo),
      signature: Buffer.alloc(0),
    },
    from,
  );
}

export function balanceOf(state: StateReader, { uid }: User): bigint {
  const [account] = [...state.iterate(ACCOUNTS)].flatMap(([, a]) =>
    uid.kind === 'pubkey' && a.ownerKey === uid.publicKey ? [a] : [],
  );
  return account === undefined ? 0n : tokenOf(account, 'WICC').free;
}

/** The uid of an account by its regid. */
export function regIdOf(state: StateReader, { publicKey }: User): Uid {
  for (const [regId, keyId] of state.iterate<RegId, string>(REGIDS)) {
    if (state.get(ACCOUNTS, keyId)?.ownerKey === publicKey) return regIdUid(regId);
  }
  throw new Error(`no account has the key ${publicKey}`);
}

export interface DevChainOptions {
  readonly network?: NetworkParameters;
  readonly store?: KeyValueStore;
  readonly mode?: ProductionMode;
  readonly limits?: Partial<MempoolLimits>;
  readonly keys?: ProducerKeys;
  readonly interval?: number;
  readonly strictTime?: boolean;
  readonly deferMining?: boolean;
  readonly maxBlockSize?: number;
  readonly ownFeeds?: FeedSource;
  readonly state?: StateStoreOptions;
  readonly clock?: FakeClock;
  /** Leave out to start at once; with false the chain has block 0 only. */
  readonly start?: boolean;
}

/** A development chain with everything but the RPC server, on the real ledger. */
export interface DevChain {
  readonly chain: Chain;
  readonly state: StateStore;
  readonly mempool: Mempool;
  readonly solo: SoloConsensus;
  readonly clock: FakeClock;
  readonly problems: Error[];
  /** Stops the node as an operator would. */
  close(): Promise<void>;
}

export async function openDevChain(options: DevChainOptions = {}): Promise<DevChain> {
  const { network = REGTEST, store = openMemory(), mode = 'manual', start = true } = options;
  const clock = options.clock ?? new FakeClock(network.genesis.time + 1000);
  const signatures = new SignatureCache();
  const ledger = new NetworkLedger(network, signatures);
  const state = new StateStore(store, STATE_SCHEMA, options.state);
  const chain = await openChain({ store, state, ledger });
  const verifyPool = new VerifyPool();
  const mempool = new Mempool(chain, {
    signatures,
    verifyPool,
    now: () => Math.floor(clock.now() / 1000),
    ...(options.limits && { limits: options.limits }),
  });
  connectMempool(chain, mempool);
  const problems: Error[] = [];
  const { interval, strictTime, deferMining, maxBlockSize, ownFeeds } = options;
  const solo = new SoloConsensus({
    chain,
    mempool,
    keys: options.keys ?? producerKeys(network),
    mode,
    clock,
    onProblem: problem => problems.push(problem),
    ...(interval !== undefined && { interval }),
    ...(strictTime !== undefined && { strictTime }),
    ...(deferMining !== undefined && { deferMining }),
    ...(maxBlockSize !== undefined && { maxBlockSize }),
    ...(ownFeeds && { ownFeeds }),
  });
  if (start) await solo.start();
  return {
    chain,
    state,
    mempool,
    solo,
    clock,
    problems,
    async close() {
      await solo.stop();
      await verifyPool.close();
      await state.close();
    },
  };
}
