import type { InlineTransaction } from '../../../src/tx/types/universal.js';
import type { ContractStorage, WasmHost } from '../host/wasm-host.js';

/**
 * A host for a run that is made only to count lines: the contract reads what the real run reads,
 * and its changes are discarded.
 */
export class CountingHost implements WasmHost {
  readonly recipients: bigint[];
  readonly storage: ContractStorage;
  readonly print = undefined;
  readonly emitResult: WasmHost['emitResult'];
  /** Contracts of the system are not counted. */
  readonly system = undefined;
  readonly #host: WasmHost;

  constructor(host: WasmHost) {
    this.#host = host;
    this.recipients = [...host.recipients];
    this.storage = storageOver(host.storage);
    this.emitResult = host.emitResult && (() => {});
  }

  get blockTime(): number {
    return this.#host.blockTime;
  }

  get authorization(): WasmHost['authorization'] {
    return this.#host.authorization;
  }

  addRecipient(account: bigint): void {
    this.recipients.push(account);
  }

  queueInline(_action: InlineTransaction): void {}

  isAccount(account: bigint): boolean {
    return this.#host.isAccount(account);
  }

  maintainerOf(contract: bigint): bigint | undefined {
    return this.#host.maintainerOf(contract);
  }

  activeProducers(): readonly bigint[] {
    return this.#host.activeProducers();
  }

  transactionHash(): Uint8Array | undefined {
    return this.#host.transactionHash();
  }

  medianPrice(baseCoin: string, quoteCoin: string): bigint | undefined {
    return this.#host.medianPrice(baseCoin, quoteCoin);
  }
}

/** Storage whose changes only its own reader sees. */
function storageOver(storage: ContractStorage): ContractStorage {
  const changes = new Map<string, Uint8Array | undefined>();
  const text = (key: Uint8Array): string => Buffer.from(key).toString('hex');
  return {
    get: key => (changes.has(text(key)) ? changes.get(text(key)) : storage.get(key)),
    put: (key, value) => changes.set(text(key), Uint8Array.from(value)),
    delete: key => changes.set(text(key), undefined),
  };
}
