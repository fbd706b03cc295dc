import type { SystemAsset, SystemHost } from '../../../vm/wasm/host/wasm-host.js';

/** An asset with everything that the system keeps of it. */
export interface MemoryAsset extends SystemAsset {
  readonly name: string;
  readonly icon: string;
}

/** A movement of coins as a receipt shows it. */
export interface MemoryReceipt {
  readonly receipt: number;
  readonly from: bigint | undefined;
  readonly to: bigint | undefined;
  readonly symbol: string;
  readonly amount: bigint;
}

/** Accounts, assets and parameters in memory, for contracts of the system. */
export class MemorySystem implements SystemHost {
  readonly baseCoin = 'WICC';
  assetSymbolRule: 'seed' | 'reference' = 'seed';
  reserve: bigint | undefined = 2n;
  readonly parameters = new Map<number, bigint>([
    [19, 550n * 10n ** 8n],
    [26, 4000n],
  ]);
  readonly assets = new Map<string, MemoryAsset>();
  readonly receipts: MemoryReceipt[] = [];
  readonly #balances = new Map<string, bigint>();

  /** @param accounts - those that exist */
  constructor(readonly accounts: ReadonlySet<bigint>) {}

  parameter(id: number): bigint {
    const value = this.parameters.get(id);
    if (value === undefined) throw new Error(`there is no parameter ${id}`);
    return value;
  }

  riskReserve(): bigint | undefined {
    return this.reserve;
  }

  asset(symbol: string): MemoryAsset | undefined {
    return this.assets.get(symbol);
  }

  createAsset(asset: SystemAsset & { readonly symbol: string; readonly name: Uint8Array }): void {
    const { symbol, name, ...rest } = asset;
    this.assets.set(symbol, { ...rest, name: Buffer.from(name).toString(), icon: '' });
  }

  updateAsset(symbol: string, change: Parameters<SystemHost['updateAsset']>[1]): void {
    const asset = this.assets.get(symbol);
    if (asset === undefined) throw new Error(`there is no asset ${symbol}`);
    const { name, icon, ...rest } = change;
    this.assets.set(symbol, {
      ...asset,
      ...rest,
      ...(name === undefined ? {} : { name: Buffer.from(name).toString() }),
      ...(icon === undefined ? {} : { icon: Buffer.from(icon).toString() }),
    });
  }

  freeBalance(account: bigint, symbol: string): bigint {
    return this.#balances.get(`${account} ${symbol}`) ?? 0n;
  }

  setBalance(account: bigint, symbol: string, amount: bigint): void {
    this.#balances.set(`${account} ${symbol}`, amount);
  }

  /** All coins of a symbol together. */
  total(symbol: string): bigint {
    return [...this.#balances].reduce(
      (sum, [key, amount]) => (key.endsWith(` ${symbol}`) ? sum + amount : sum),
      0n,
    );
  }

  moveBalance(change: Parameters<SystemHost['moveBalance']>[0]): boolean {
    const { from, to, symbol, amount } = change;
    if (to !== undefined && !this.accounts.has(to)) return false;
    if (from !== undefined) {
      const left = this.freeBalance(from, symbol) - amount;
      if (left < 0n) return false;
      this.setBalance(from, symbol, left);
    }
    if (to !== undefined) this.setBalance(to, symbol, this.freeBalance(to, symbol) + amount);
    this.receipts.push(change);
    return true;
  }
}
