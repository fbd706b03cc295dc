import { parseSymbolCode, symbolCodeText } from '../abi/symbol.js';
import { ContractException, isExceptionName } from '../exception.js';
import type { HostCall } from './host-call.js';
import { hostFunction, textOf } from './host-function.js';
import type { SystemHost } from './wasm-host.js';

/*
 * What only contracts of the system can import, as module `sys` (spec 04 §15.8): single operations
 * on assets and balances. Accounts are regids in integer form, 0 is none; symbols are their codes.
 */

/** Steps of an operation on the ledger. */
const STEPS = 1000;
/** Bytes of an asset as the contract reads it: owner, total supply, mintable, the last as 8 bytes too. */
const ASSET_BYTES = 24;

function systemOf(call: HostCall): SystemHost {
  const { system } = call.host;
  if (system !== undefined) return system;
  throw new ContractException(
    'native_contract_access_exception',
    'only contracts of the system can do this',
    `wasm/host/${call.function}`,
  );
}

function accountOrNone(account: bigint): bigint | undefined {
  return account === 0n ? undefined : account;
}

const fail = hostFunction(
  'fail',
  { module: 'sys', parameters: ['input', 'input'] },
  (_, exception, message) => {
    const name = textOf(exception);
    if (!isExceptionName(name)) {
      throw new ContractException('contract_exception', `"${name}" is not an exception`, 'wasm/host/fail');
    }
    throw new ContractException(name, textOf(message), 'wasm/system-contract');
  },
);

const systemParameter = hostFunction(
  'system_parameter',
  { module: 'sys', parameters: ['u32'], result: 'i64', steps: STEPS },
  (call, id) => systemOf(call).parameter(id),
);

const baseCoin = hostFunction('base_coin', { module: 'sys', parameters: [], result: 'i64' }, call =>
  parseSymbolCode(systemOf(call).baseCoin),
);

/** 1 for the symbols of the reference, 0 for those of the seed (decision D12). */
const anySymbol = hostFunction(
  'allows_reference_symbols',
  { module: 'sys', parameters: [], result: 'i32' },
  call => (systemOf(call).assetSymbolRule === 'reference' ? 1 : 0),
);

const riskReserve = hostFunction(
  'risk_reserve',
  { module: 'sys', parameters: [], result: 'i64' },
  call => systemOf(call).riskReserve() ?? 0n,
);

const assetGet = hostFunction(
  'asset_get',
  { module: 'sys', parameters: ['u64', 'pointer'], result: 'i32', steps: STEPS },
  (call, symbol, pointer) => {
    const asset = systemOf(call).asset(symbolCodeText(symbol));
    if (asset === undefined) return 0;
    const bytes = Buffer.alloc(ASSET_BYTES);
    bytes.writeBigUInt64LE(asset.owner, 0);
    bytes.writeBigUInt64LE(asset.totalSupply, 8);
    bytes.writeUInt8(asset.mintable ? 1 : 0, 16);
    call.memory.write(pointer, bytes);
    return 1;
  },
);

const assetCreate = hostFunction(
  'asset_create',
  { module: 'sys', parameters: ['u64', 'u64', 'input', 'u64', 'i32'], steps: STEPS },
  (call, symbol, owner, name, totalSupply, mintable) => {
    systemOf(call).createAsset({
      symbol: symbolCodeText(symbol),
      owner,
      name: Buffer.from(name),
      totalSupply,
      mintable: mintable !== 0,
    });
  },
);

const assetSetOwner = hostFunction(
  'asset_set_owner',
  { module: 'sys', parameters: ['u64', 'u64'], steps: STEPS },
  (call, symbol, owner) => systemOf(call).updateAsset(symbolCodeText(symbol), { owner }),
);

const assetSetSupply = hostFunction(
  'asset_set_supply',
  { module: 'sys', parameters: ['u64', 'u64'], steps: STEPS },
  (call, symbol, totalSupply) => systemOf(call).updateAsset(symbolCodeText(symbol), { totalSupply }),
);

const assetSetName = hostFunction(
  'asset_set_name',
  { module: 'sys', parameters: ['u64', 'input'], steps: STEPS },
  (call, symbol, name) => systemOf(call).updateAsset(symbolCodeText(symbol), { name: Buffer.from(name) }),
);

const assetSetIcon = hostFunction(
  'asset_set_icon',
  { module: 'sys', parameters: ['u64', 'input'], steps: STEPS },
  (call, symbol, icon) => systemOf(call).updateAsset(symbolCodeText(symbol), { icon: Buffer.from(icon) }),
);

const freeBalance = hostFunction(
  'free_balance',
  { module: 'sys', parameters: ['u64', 'u64'], result: 'i64', steps: STEPS },
  (call, account, symbol) => systemOf(call).freeBalance(account, symbolCodeText(symbol)),
);

const moveBalance = hostFunction(
  'move_balance',
  { module: 'sys', parameters: ['u64', 'u64', 'u64', 'u64', 'u32'], result: 'i32', steps: STEPS },
  (call, from, to, symbol, amount, receipt) => {
    const change = { symbol: symbolCodeText(symbol), amount, receipt };
    const moved = systemOf(call).moveBalance({ from: accountOrNone(from), to: accountOrNone(to), ...change });
    return moved ? 1 : 0;
  },
);

/** All functions of this area. */
export const SYSTEM_CONTRACT_FUNCTIONS = [
  fail,
  systemParameter,
  baseCoin,
  anySymbol,
  riskReserve,
  assetGet,
  assetCreate,
  assetSetOwner,
  assetSetSupply,
  assetSetName,
  assetSetIcon,
  freeBalance,
  moveBalance,
];
