import { type RegId, regIdInteger, regIdOfInteger } from '../../src/codec/regid.js';
import { CONTRACT_DATA, CONTRACTS } from '../../src/state/tables/contracts.js';
import type { InlineTransaction, PermissionLevel } from '../../src/tx/types/universal.js';
import type { TransactionContext } from '../context.js';
import type { ContractStorage, EmittedResult, SystemHost, WasmHost } from '../wasm/host/wasm-host.js';
import type { LedgerFacts } from './ledger-facts.js';
import { storageKey } from './storage-key.js';

/** What of an action one of its receivers sees and adds to. */
export interface ActionInProgress {
  readonly authorization: readonly PermissionLevel[];
  readonly recipients: bigint[];
  readonly queueInline: (action: InlineTransaction) => void;
}

/** What differs between the receivers and kinds of runs. */
export interface HostOptions {
  /** Takes what contracts print; undefined where there is no reader. */
  readonly console: Pick<WasmHost, 'print'> | undefined;
  /** Receives the result of a query; undefined in a transaction. */
  readonly emitResult: ((result: EmittedResult) => void) | undefined;
  readonly system: SystemHost | undefined;
  readonly facts: LedgerFacts;
}

/** What the ledger provides to one run of a contract, within one transaction or query. */
export class LedgerHost implements WasmHost {
  readonly authorization: readonly PermissionLevel[];
  readonly recipients: readonly bigint[];
  readonly storage: ContractStorage;
  readonly emitResult: WasmHost['emitResult'];
  readonly system: SystemHost | undefined;
  readonly #context: TransactionContext;
  readonly #action: ActionInProgress;
  readonly #facts: LedgerFacts;
  readonly #console: HostOptions['console'];

  constructor(context: TransactionContext, receiver: RegId, action: ActionInProgress, options: HostOptions) {
    this.#context = context;
    this.#action = action;
    this.authorization = action.authorization;
    this.recipients = action.recipients;
    this.storage = storageOf(context, receiver);
    this.#console = options.console;
    this.emitResult = options.emitResult;
    this.system = options.system;
    this.#facts = options.facts;
  }

  get print(): WasmHost['print'] {
    return this.#console?.print;
  }

  get #isQuery(): boolean {
    return this.emitResult !== undefined;
  }

  get blockTime(): number {
    const { block, network } = this.#context;
    return this.#isQuery && !network.mended.queriesHaveTime ? 0 : block.time;
  }

  addRecipient(account: bigint): void {
    this.#action.recipients.push(account);
  }

  queueInline(action: InlineTransaction): void {
    if (!this.#isQuery) this.#action.queueInline(action);
  }

  isAccount(account: bigint): boolean {
    const regId = regIdOfInteger(account);
    return regId !== undefined && this.#context.accountByRegId(regId) !== undefined;
  }

  maintainerOf(contract: bigint): bigint | undefined {
    const regId = regIdOfInteger(contract);
    const record = regId && this.#context.state.get(CONTRACTS, regId);
    return record && regIdInteger(record.maintainer);
  }

  activeProducers(): readonly bigint[] {
    return this.#facts.producers();
  }

  transactionHash(): Uint8Array | undefined {
    return this.#isQuery ? undefined : this.#context.prepared.sighash;
  }

  medianPrice(baseCoin: string, quoteCoin: string): bigint | undefined {
    return this.#facts.price(baseCoin, quoteCoin);
  }
}

function storageOf({ state, observer }: TransactionContext, receiver: RegId): ContractStorage {
  const keyOf = (key: Uint8Array) => [receiver, storageKey(receiver, key)] as const;
  const get = (key: Uint8Array): Uint8Array | undefined => state.get(CONTRACT_DATA, keyOf(key));
  const storage: ContractStorage = {
    get,
    put: (key, value) => state.put(CONTRACT_DATA, keyOf(key), value),
    delete: key => state.delete(CONTRACT_DATA, keyOf(key)),
  };
  const tree = observer?.callTree;
  if (tree === undefined) return storage;
  const hexOf = (bytes: Uint8Array | undefined): string | undefined =>
    bytes && Buffer.from(bytes).toString('hex');
  const tell = (key: Uint8Array, after: Uint8Array | undefined): void =>
    tree.stored({ key: Buffer.from(key).toString('hex'), before: hexOf(get(key)), after: hexOf(after) });
  return {
    get,
    put(key, value) {
      tell(key, value);
      storage.put(key, value);
    },
    delete(key) {
      tell(key, undefined);
      storage.delete(key);
    },
  };
}
