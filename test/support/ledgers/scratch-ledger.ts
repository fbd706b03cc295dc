import { parseRegId, type RegId } from '../../../src/codec/regid.js';
import { regIdUid, type Uid } from '../../../src/codec/uid.js';
import type { NetworkParameters } from '../../../src/config/network.js';
import { DEVELOPMENT_PUBLIC_KEYS } from '../../../src/config/networks/development-keys.js';
import { REGTEST } from '../../../src/config/networks/regtest.js';
import { SYSTEM_PARAMETERS, type SystemParameterName } from '../../../src/config/system-parameters.js';
import { keyIdOf } from '../../../src/crypto/keys.js';
import { NetworkLedger } from '../../../src/ledger/ledger.js';
import type { BlockContext, BlockExecution, ExecutedTransaction } from '../../../src/ledger/types.js';
import { STATE_SCHEMA } from '../../../src/state/schema.js';
import type { Overlay } from '../../../src/state/state.js';
import { StateStore } from '../../../src/state/state-store.js';
import { ACCOUNTS, type Account, newAccount, REGIDS, tokenOf } from '../../../src/state/tables/accounts.js';
import { ASSETS, type Asset, NATIVE_ASSETS } from '../../../src/state/tables/assets.js';
import { SYSTEM_PARAMS } from '../../../src/state/tables/parameters.js';
import { openMemory } from '../../../src/storage/memory.js';
import { type PreparedTransaction, prepareTransaction } from '../../../src/tx/envelope.js';
import { type REJECT, TransactionRejected } from '../../../src/tx/reject.js';
import type { Transaction } from '../../../src/tx/transactions.js';
import type { SignatureCheck } from '../../../vm/context.js';

/** Height of the blocks that a scratch ledger executes: far from every fork and maturity. */
export const HEIGHT = 300;

/** A signature that counts as valid where the key signs with its own bytes. */
export function signatureOf(publicKey: string): Buffer {
  return Buffer.from(publicKey, 'hex');
}

const ownKeySigns: SignatureCheck = {
  isValid: (_prepared, signature, publicKey) => Buffer.from(signature).toString('hex') === publicKey,
};

/** An account of the scratch ledger: where it is and what it signs with. */
export interface Actor {
  readonly regId: RegId;
  readonly uid: Uid;
  readonly keyId: string;
  readonly publicKey: string;
}

function actor(regId: string, publicKey: string): Actor {
  const parsed = parseRegId(regId)!;
  return {
    regId: parsed,
    uid: regIdUid(parsed),
    keyId: keyIdOf(Buffer.from(publicKey, 'hex')),
    publicKey,
  };
}

/** Three of the development chain's accounts, each with a million base coins. */
export const ALICE = actor('0-13', DEVELOPMENT_PUBLIC_KEYS.accounts[0]);
export const BOB = actor('0-14', DEVELOPMENT_PUBLIC_KEYS.accounts[1]);
export const CAROL = actor('0-15', DEVELOPMENT_PUBLIC_KEYS.accounts[2]);

/** Keys of nobody: on the curve, without an account in block 0. */
export const STRANGER_KEYS = [
  '0376de6a21f63c35a053c849a339598016a0261d6bdc5567adeda0af78b750c4cc',
  '025a37cb6ec9f63bb17e562865e006f0bafa9afbd8a846bd87fc8ff9e35db1252e',
] as const;

/** A key id without an account. */
export const STRANGER_KEY_ID = 'ab'.repeat(20);

/** 33 bytes that look like a public key and are no point on the curve: x^3 + 7 is no square for x = 5. */
export const KEY_OFF_CURVE = `02${'05'.padStart(64, '0')}`;

/** What a refused transaction answered. */
export interface Rejection {
  readonly code: (typeof REJECT)[keyof typeof REJECT] | number;
  readonly reason: string;
}

/**
 * A ledger past its genesis blocks in memory, to execute single transactions on. Signatures are
 * stand-ins, see {@link signatureOf}.
 */
export class ScratchLedger {
  readonly network: NetworkParameters;
  readonly ledger: NetworkLedger;
  /** State after the system genesis block; tests may write to it. */
  readonly state: Overlay;
  /** Transaction ids that count as those of the last blocks. */
  readonly recent = new Set<string>();

  constructor(overrides: Partial<NetworkParameters> = {}) {
    this.network = { ...REGTEST, ...overrides };
    this.ledger = new NetworkLedger(this.network, ownKeySigns);
    this.state = new StateStore(openMemory(), STATE_SCHEMA).overlay();
    const { block } = this.ledger.genesis(this.state);
    const { systemGenesis } = this.network.forks;
    this.ledger.systemGenesis(this.state, this.contextAt(systemGenesis), block.header.merkleRoot);
  }

  contextAt(height: number): BlockContext {
    const { genesis, blockInterval } = this.network;
    return {
      height,
      time: genesis.time + height * blockInterval.fromR2,
      producer: { height: 0, index: 2 },
      fuelRate: 100,
    };
  }

  prepare(tx: Transaction): PreparedTransaction {
    return prepareTransaction(tx, { varintPricesFrom: this.network.forks.r3 });
  }

  /** Begins a block at a height on the state so far. */
  begin(height = HEIGHT): BlockExecution {
    return this.ledger.begin(this.state, this.contextAt(height), this.recent);
  }

  /** Executes one transaction, the first after the reward of a block, and keeps its effects. */
  execute(tx: Transaction, height = HEIGHT): ExecutedTransaction {
    const block = this.begin(height);
    const executed = block.execute(this.prepare(tx));
    block.state.merge();
    return executed;
  }

  /** How a transaction is refused. @throws Error when it is not */
  rejection(tx: Transaction, height = HEIGHT): Rejection {
    const block = this.begin(height);
    try {
      return rejectionOf(() => block.execute(this.prepare(tx)));
    } finally {
      block.state.discard();
    }
  }

  account(keyId: string): Account | undefined {
    return this.state.get(ACCOUNTS, keyId);
  }

  /** Free coins in sawi of an account, 0 where there is no such account. */
  free(keyId: string, symbol: string): bigint {
    return tokenOf(this.account(keyId) ?? newAccount(keyId), symbol).free;
  }

  /** Changes an account directly in the state. */
  alter(keyId: string, changes: Partial<Account>): void {
    this.state.put(ACCOUNTS, keyId, { ...(this.account(keyId) ?? newAccount(keyId)), ...changes });
  }

  /** Lets an account have free coins, in sawi, and none of that coin in another form. */
  endow(keyId: string, symbol: string, free: bigint): void {
    const tokens = new Map(this.account(keyId)?.tokens);
    tokens.set(symbol, { free, frozen: 0n, staked: 0n, voted: 0n, pledged: 0n });
    this.alter(keyId, { tokens });
  }

  keyIdAt(regId: RegId): string | undefined {
    return this.state.get(REGIDS, regId);
  }

  setParameter(name: SystemParameterName, value: bigint): void {
    this.state.put(SYSTEM_PARAMS, SYSTEM_PARAMETERS[name].code, value);
  }

  addAsset(symbol: string, changes: Partial<Asset> = {}): void {
    this.state.put(ASSETS, symbol, { ...NATIVE_ASSETS[0]!, symbol, name: symbol, ...changes });
  }
}

/** Code and reason of a refusal. @throws Error when nothing is refused, and whatever else is thrown */
export function rejectionOf(attempt: () => unknown): Rejection {
  try {
    attempt();
  } catch (error) {
    if (error instanceof TransactionRejected) return { code: error.code, reason: error.reason };
    throw error;
  }
  throw new Error('the transaction was expected to be refused, but it took effect');
}
