import type { Chain } from '../../../src/chain/chain.js';
import type { Mempool } from '../../../src/chain/mempool.js';
import type { MempoolLimits } from '../../../src/chain/mempool-limits.js';
import type { UnpaidWorkLimits } from '../../../src/chain/unpaid-work.js';
import type { RegId } from '../../../src/codec/regid.js';
import { required } from '../../../src/codec/required.js';
import { publicKeyUid, regIdUid, type Uid } from '../../../src/codec/uid.js';
import type { NetworkParameters } from '../../../src/config/network.js';
import { REGTEST } from '../../../src/config/networks/regtest.js';
import type { SoloConsensus, SoloSettings } from '../../../src/consensus/solo/solo-consensus.js';
import { publicKeyOf } from '../../../src/crypto/keys.js';
import { sign } from '../../../src/crypto/signature.js';
import { decodeWif } from '../../../src/crypto/wif.js';
import { buildCore, type CoreRequest } from '../../../src/node/build-core.js';
import { Cleanup } from '../../../src/node/cleanup.js';
import type { StateReader } from '../../../src/state/state.js';
import type { StateStore, StateStoreOptions } from '../../../src/state/state-store.js';
import { ACCOUNTS, REGIDS, tokenOf } from '../../../src/state/tables/accounts.js';
import type { KeyValueStore } from '../../../src/storage/key-value-store.js';
import { openMemory } from '../../../src/storage/memory.js';
import { type PreparedTransaction, prepareTransaction } from '../../../src/tx/envelope.js';
import { type Transaction, TX } from '../../../src/tx/transactions.js';
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
      type: TX.UCOIN_TRANSFER,
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

/** How blocks are made, by hand unless it is said otherwise, and on what. */
/** Deploys a Lua contract of a user in a block of its own. @returns where it is */
export async function deployedLua(
  { solo, chain }: Pick<TestChain, 'solo' | 'chain'>,
  user: User,
  code: string,
): Promise<Uid> {
  const contract = { code: Buffer.from(code), memo: Buffer.alloc(0) };
  const standard = { version: 1, validHeight: 1, signature: Buffer.alloc(0) };
  const txUid = regIdOf(chain.state, user);
  const prepared = signed(
    { type: TX.LCONTRACT_DEPLOY, ...standard, txUid, contract, fees: 120_000_000n },
    user,
  );
  await solo.submit(prepared);
  await solo.produce(1);
  const { height, index } = required(
    chain.blocks.transactionLocation(prepared.txid),
    'the transaction that deploys the contract',
  );
  return regIdUid({ height, index });
}

export interface TestChainOptions extends Partial<Omit<SoloSettings, 'clock'>> {
  readonly network?: NetworkParameters;
  readonly store?: KeyValueStore;
  readonly limits?: Partial<MempoolLimits>;
  readonly unpaidWork?: Partial<UnpaidWorkLimits>;
  readonly state?: StateStoreOptions;
  readonly clock?: FakeClock;
  /** Opens the log of blocks; default: the store is all there is. */
  readonly openLog?: CoreRequest<'solo'>['openLog'];
  /** Leave out to start at once; with false the chain has block 0 only. */
  readonly start?: boolean;
}

/** A development chain with everything but the RPC server, on the real ledger. */
export interface TestChain {
  readonly chain: Chain;
  readonly state: StateStore;
  readonly mempool: Mempool;
  readonly solo: SoloConsensus;
  readonly clock: FakeClock;
  readonly problems: Error[];
  /** Stops the node as an operator would. */
  close(): Promise<void>;
}

export async function openTestChain(options: TestChainOptions = {}): Promise<TestChain> {
  const {
    network = REGTEST,
    store = openMemory(),
    limits,
    unpaidWork,
    state: stateOptions,
    clock = new FakeClock(network.genesis.time + 1000),
    start = true,
    openLog,
    ...production
  } = options;
  const problems: Error[] = [];
  const cleanup = new Cleanup();
  const { chain, state, mempool, consensus } = await buildCore(
    {
      network,
      store,
      openLog,
      consensus: 'solo',
      state: stateOptions,
      now: () => Math.floor(clock.now() / 1000),
      pool: { ...(limits && { limits }), ...(unpaidWork && { unpaidWork }) },
      production: { ...production, clock },
      onProblem: problem => problems.push(problem),
    },
    cleanup,
  );
  if (start) await consensus.start();
  return {
    chain,
    state,
    mempool,
    solo: consensus,
    clock,
    problems,
    async close() {
      await consensus.stop();
      await cleanup.run();
    },
  };
}
