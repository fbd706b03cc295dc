import { parseActionName } from '../../../src/tx/action-name.js';
import type { InlineTransaction, PermissionLevel } from '../../../src/tx/types/universal.js';
import { CONSOLE_CHARACTERS } from '../../../vm/universal/console.js';
import { TRANSACTION_STEPS } from '../../../vm/wasm/compute-fuel.js';
import { contractCode, type ExecutionCost, type WasmEngine } from '../../../vm/wasm/engine.js';
import type {
  ContractStorage,
  EmittedResult,
  SystemHost,
  WasmHost,
} from '../../../vm/wasm/host/wasm-host.js';

/** A ledger in memory for one run of a contract. */
export class MemoryHost implements WasmHost {
  blockTime = 1_700_000_000;
  authorization: PermissionLevel[] = [];
  recipients: bigint[] = [];
  readonly inline: InlineTransaction[] = [];
  readonly accounts = new Set<bigint>();
  readonly maintainers = new Map<bigint, bigint>();
  producers: bigint[] = [];
  hash: Uint8Array | undefined = Buffer.alloc(32, 0xab);
  readonly prices = new Map<string, bigint>();
  /** Keys and values in hex. */
  readonly rows = new Map<string, string>();
  console = '';
  readonly results: EmittedResult[] = [];
  isQuery = false;
  system: SystemHost | undefined;

  readonly storage: ContractStorage = {
    get: key => {
      const value = this.rows.get(Buffer.from(key).toString('hex'));
      return value === undefined ? undefined : Buffer.from(value, 'hex');
    },
    put: (key, value) => {
      this.rows.set(Buffer.from(key).toString('hex'), Buffer.from(value).toString('hex'));
    },
    delete: key => {
      this.rows.delete(Buffer.from(key).toString('hex'));
    },
  };

  addRecipient(account: bigint): void {
    this.recipients.push(account);
  }

  queueInline(action: InlineTransaction): void {
    this.inline.push(action);
  }

  isAccount(account: bigint): boolean {
    return this.accounts.has(account);
  }

  maintainerOf(contract: bigint): bigint | undefined {
    return this.maintainers.get(contract);
  }

  activeProducers(): readonly bigint[] {
    return this.producers;
  }

  transactionHash(): Uint8Array | undefined {
    return this.hash;
  }

  medianPrice(baseCoin: string, quoteCoin: string): bigint | undefined {
    return this.prices.get(`${baseCoin}/${quoteCoin}`);
  }

  get print(): ((text: string) => void) | undefined {
    if (this.console.length >= CONSOLE_CHARACTERS) return undefined;
    return text => {
      this.console += text;
    };
  }

  get emitResult(): ((result: EmittedResult) => void) | undefined {
    return this.isQuery ? result => this.results.push(result) : undefined;
  }
}

/** A name in integer form. */
export function name(text: string): bigint {
  const value = parseActionName(text);
  if (value === undefined) throw new Error(`"${text}" is not a name`);
  return value;
}

/** A call of a contract on a host in memory. */
export interface TestCall {
  readonly code: Uint8Array;
  readonly host: MemoryHost;
  readonly receiver?: bigint;
  readonly contract?: bigint;
  readonly action?: string;
  readonly data?: Uint8Array;
  readonly stepLimit?: number;
}

/** The contract that test calls run as, 1234-5. */
export const SELF = (1234n << 20n) + 5n;

/** Runs a contract, as itself unless the call says otherwise. */
export function executeOn(engine: WasmEngine, call: TestCall): ExecutionCost {
  const receiver = call.receiver ?? SELF;
  if (call.host.recipients.length === 0) call.host.recipients.push(receiver);
  return engine.execute({
    code: contractCode(call.code),
    receiver,
    contract: call.contract ?? receiver,
    action: name(call.action ?? 'run'),
    data: call.data ?? Buffer.alloc(0),
    host: call.host,
    stepLimit: call.stepLimit ?? TRANSACTION_STEPS,
  });
}
