import { accounts } from './accounts.js';
import { assets } from './assets.js';
import { cdps } from './cdps.js';
import { chain } from './chain.js';
import { chainControl } from './chain-control.js';
import { contracts } from './contracts.js';
import { control } from './control.js';
import { development } from './development.js';
import { developmentChain } from './development-chain.js';
import { dexMarket } from './dex-market.js';
import { dexOperators } from './dex-operators.js';
import { dexOrders } from './dex-orders.js';
import { diagnostics } from './diagnostics.js';
import { governance } from './governance.js';
import { keys } from './keys.js';
import { luaContracts } from './lua-contracts.js';
import { luaDebugging } from './lua-debugging.js';
import { mining } from './mining.js';
import { network } from './network.js';
import { node } from './node.js';
import { prices } from './prices.js';
import { proposals } from './proposals.js';
import { rawTransactions } from './raw-transactions.js';
import { transfers } from './transfers.js';
import { utxos } from './utxos.js';
import { wallet } from './wallet.js';
import { wasmContracts } from './wasm-contracts.js';

/**
 * The areas of the interface. The handlers of each name the services that they need; the node's
 * context must offer them all.
 */
export const AREAS = [
  control,
  node,
  network,
  chain,
  chainControl,
  mining,
  keys,
  wallet,
  accounts,
  transfers,
  utxos,
  rawTransactions,
  luaContracts,
  contracts,
  luaDebugging,
  wasmContracts,
  assets,
  dexOrders,
  dexOperators,
  dexMarket,
  cdps,
  prices,
  governance,
  proposals,
  diagnostics,
  development,
  developmentChain,
] as const;
