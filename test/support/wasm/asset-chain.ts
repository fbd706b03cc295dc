import type { Json } from '../../../src/codec/json-value.js';
import { parseRegId, regIdInteger } from '../../../src/codec/regid.js';
import { packAction } from '../../../vm/wasm/abi/pack.js';
import { AbiSchema } from '../../../vm/wasm/abi/schema.js';
import { type ExecutionCost, WasmEngine } from '../../../vm/wasm/engine.js';
import { ASSET_CONTRACT, OWNER_PERMISSION } from '../../../vm/wasm/inline-authorization.js';
import { loadAssetContract } from '../../../vm/wasm/system/asset-contract.js';
import { executeOn, MemoryHost } from './memory-host.js';
import { MemorySystem } from './memory-system.js';

/* The asset contract 0-800 alone, on accounts, coins and producers in memory. */

const engine = new WasmEngine();
const contract = loadAssetContract();
const schema = new AbiSchema(contract.abi);

export const [OWNER, BOB, CAROL, NOBODY] = ['3-1', '15-2', '16-2', '99-9'];
export const PRODUCERS = Array.from({ length: 11 }, (_, i) => `0-${i + 10}`);
export const RESERVE = '0-2';
export const COIN = 10n ** 8n;
export const FEE = 550n * COIN;

export const id = (text: string): bigint => regIdInteger(parseRegId(text)!);

/** The contract whose code runs, and the one whose action it is notified of; default: its own. */
interface Receiver {
  readonly receiver?: bigint;
  readonly contract?: bigint;
}

export function packedArguments(action: string, args: Json): Buffer {
  return packAction(schema, action, args);
}

/** A chain with accounts, coins and producers. */
export class AssetChain {
  readonly accounts = new Set([OWNER, BOB, CAROL, RESERVE, ...PRODUCERS].map(id));
  readonly system = new MemorySystem(this.accounts);
  host = new MemoryHost();

  constructor() {
    const { system } = this;
    for (const symbol of ['WICC', 'WUSD', 'WGRT']) {
      const mintable = symbol !== 'WICC';
      system.assets.set(symbol, { owner: 0n, totalSupply: 0n, mintable, name: symbol, icon: '' });
    }
    system.reserve = id(RESERVE);
    for (const account of [OWNER, BOB]) system.setBalance(id(account), 'WICC', 1000n * COIN);
  }

  /** Runs an action of the contract, authorized by an account. */
  call(action: string, args: Json, authorizedBy = OWNER, as: Receiver = {}): ExecutionCost {
    const isKnown = schema.definition.actions.some(({ name }) => name === action);
    return this.execute(action, isKnown ? packedArguments(action, args) : Buffer.alloc(0), authorizedBy, as);
  }

  /** The same with arguments as bytes. */
  execute(action: string, data: Buffer, authorizedBy = OWNER, as: Receiver = {}): ExecutionCost {
    const host = new MemoryHost();
    host.system = this.system;
    for (const account of this.accounts) host.accounts.add(account);
    host.producers = PRODUCERS.map(id);
    host.authorization = [{ account: id(authorizedBy), permission: OWNER_PERMISSION }];
    host.recipients = [ASSET_CONTRACT];
    this.host = host;
    const code = contract.code.bytes;
    return executeOn(engine, { code, host, receiver: ASSET_CONTRACT, action, data, ...as });
  }

  issue(symbol = 'ORACLEA', mintable = true): void {
    this.call('issue', [`8,${symbol}`, OWNER, 'Oracle', 1000n * COIN, mintable, 'memo']);
  }

  balance(account: string, symbol: string): bigint {
    return this.system.freeBalance(id(account), symbol);
  }
}

/** A byte longer than any text may be. */
export const LONG = 'x'.repeat(257);
export const issueArgs = (change: Record<string, Json>): Json => ({
  symbol: '8,FRESHCO',
  owner: OWNER,
  name: 'Fresh',
  total_supply: 100,
  mintable: true,
  memo: '',
  ...change,
});
export const transferArgs = (change: Record<string, Json>): Json => ({
  from: OWNER,
  to: BOB,
  quantity: '1.00000000 WICC',
  memo: '',
  ...change,
});
export const quantity = (amount: bigint, symbol: string): Json => ({ amount, symbol });
