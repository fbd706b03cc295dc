import { NO_REGID, regIdInteger, regIdOfInteger, regIdText } from '../../src/codec/regid.js';
import type { NetworkParameters } from '../../src/config/network.js';
import { systemParameterOf } from '../../src/config/system-parameters.js';
import { type Account, tokenOf } from '../../src/state/tables/accounts.js';
import { ASSET_TYPE, ASSETS } from '../../src/state/tables/assets.js';
import { SYSTEM_PARAMS } from '../../src/state/tables/parameters.js';
import { ASSET_PERMISSION } from '../../src/tx/permissions.js';
import { RECEIPT } from '../../src/tx/receipt.js';
import { BASE_COIN } from '../../src/tx/symbols.js';
import type { TransactionContext } from '../context.js';
import { isText } from '../native/asset/asset-rules.js';
import { wayProblem } from '../native/ways.js';
import { ContractException } from '../wasm/exception.js';
import type { SystemAsset, SystemHost } from '../wasm/host/wasm-host.js';

/** What the system asset contract does to the ledger, within one transaction. */
export class LedgerSystem implements SystemHost {
  readonly baseCoin = BASE_COIN;
  readonly #context: TransactionContext;

  constructor(context: TransactionContext) {
    this.#context = context;
  }

  get assetSymbolRule(): SystemHost['assetSymbolRule'] {
    return this.#context.network.mended.strictAssetSymbols ? 'seed' : 'reference';
  }

  parameter(id: number): bigint {
    const parameter = systemParameterOf(id);
    if (parameter === undefined) throw new RangeError(`there is no system parameter ${id}`);
    return this.#context.state.get(SYSTEM_PARAMS, id) || parameter.defaultValue;
  }

  riskReserve(): bigint | undefined {
    const reserve = this.#context.reserve();
    return reserve && regIdInteger(reserve.regId);
  }

  asset(symbol: string): SystemAsset | undefined {
    const asset = this.#context.asset(symbol);
    return asset && { ...asset, owner: regIdInteger(asset.owner) };
  }

  createAsset(asset: Parameters<SystemHost['createAsset']>[0]): void {
    const { symbol, name, owner, totalSupply, mintable } = asset;
    this.#context.state.put(ASSETS, symbol, {
      symbol,
      name: nameText(name, this.#context.network),
      type: ASSET_TYPE.userIssued,
      permsSum: ASSET_PERMISSION.TRANSFER | ASSET_PERMISSION.DEX_BASE,
      owner: regIdOfInteger(owner) ?? NO_REGID,
      totalSupply,
      mintable,
      icon: '',
    });
  }

  updateAsset(symbol: string, change: Parameters<SystemHost['updateAsset']>[1]): void {
    const asset = this.#context.asset(symbol);
    if (asset === undefined) throw new RangeError(`there is no asset ${symbol} to change`);
    const { owner, name, icon, totalSupply, mintable } = change;
    this.#context.state.put(ASSETS, symbol, {
      ...asset,
      ...(owner !== undefined && { owner: regIdOfInteger(owner) ?? NO_REGID }),
      ...(name !== undefined && { name: nameText(name, this.#context.network) }),
      ...(icon !== undefined && { icon: bytesText(icon) }),
      ...(totalSupply !== undefined && { totalSupply }),
      ...(mintable !== undefined && { mintable }),
    });
  }

  freeBalance(account: bigint, symbol: string): bigint {
    const holder = this.#account(account);
    return holder === undefined ? 0n : tokenOf(holder, symbol).free;
  }

  moveBalance({ from, to, symbol, amount, receipt }: Parameters<SystemHost['moveBalance']>[0]): boolean {
    const giver = from === undefined ? undefined : this.#account(from);
    const taker = to === undefined ? undefined : this.#account(to);
    const own = giver ?? taker;
    const isMissing =
      (from !== undefined && giver === undefined) || (to !== undefined && taker === undefined);
    if (own === undefined || isMissing) return false;
    if (giver !== undefined && ASKED.has(receipt)) this.#requireWay(giver, symbol);
    return this.#context.tryOperate({
      keyId: own.keyId,
      operation: giver === undefined ? 'ADD_FREE' : 'SUB_FREE',
      symbol,
      amount,
      receiptType: receipt,
      ...(giver !== undefined && taker !== undefined && { peer: taker.keyId }),
    });
  }

  #requireWay(giver: Account, symbol: string): void {
    const problem = wayProblem(this.#context, 'assetContract', giver, symbol);
    if (problem === undefined) return;
    throw new ContractException(
      'account_access_exception',
      `${symbol} of ${regIdText(giver.regId)} may not move: ${problem[1]}`,
      'asset/transfer',
    );
  }

  #account(account: bigint): Account | undefined {
    const regId = regIdOfInteger(account);
    return regId && this.#context.accountByRegId(regId);
  }
}

/** Receipts of what takes coins from an account because it says so; fees are asked for elsewhere. */
const ASKED: ReadonlySet<number> = new Set([RECEIPT.WASM_TRANSFER_ACTUAL_COINS, RECEIPT.WASM_BURN_COINS]);

/** A name as the state keeps it. @throws ContractException `asset_name_exception` where the network wants text */
function nameText(name: Uint8Array, { mended }: NetworkParameters): string {
  const text = bytesText(name);
  if (!mended.assetNamesAreText || isText(text)) return text;
  throw new ContractException(
    'asset_name_exception',
    'the name of an asset is UTF-8 without control characters',
    'universal/asset',
  );
}

/** Bytes as the state keeps texts: one character a byte. */
function bytesText(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1');
}
