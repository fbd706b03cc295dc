import { methods as accounts } from './accounts/accounts.methods.js';
import { methods as assets } from './accounts/assets.methods.js';
import { methods as cdps } from './cdp/cdps.methods.js';
import { methods as prices } from './cdp/prices.methods.js';
import { methods as chain } from './chain/chain.methods.js';
import { methods as chainControl } from './chain/chain-control.methods.js';
import { methods as mining } from './chain/mining.methods.js';
import { methods as stateEntries } from './chain/state-entries.methods.js';
import { methods as tip } from './chain/tip.methods.js';
import { methods as waiting } from './chain/waiting.methods.js';
import { methods as contracts } from './contracts/contracts.methods.js';
import { methods as deployments } from './contracts/deployments.methods.js';
import { methods as luaContracts } from './contracts/lua-contracts.methods.js';
import { methods as luaDebugging } from './contracts/lua-debugging.methods.js';
import { methods as wasmContracts } from './contracts/wasm-contracts.methods.js';
import type { MethodArea } from './declaration/method.js';
import { methods as dexMarket } from './dex/dex-market.methods.js';
import { methods as dexOperators } from './dex/dex-operators.methods.js';
import { methods as dexOrders } from './dex/dex-orders.methods.js';
import { methods as governance } from './governance/governance.methods.js';
import { methods as proposals } from './governance/proposals.methods.js';
import { methods as indexes } from './indexes/indexes.methods.js';
import { methods as control } from './node/control.methods.js';
import { methods as development } from './node/development.methods.js';
import { methods as developmentChain } from './node/development-chain.methods.js';
import { methods as diagnostics } from './node/diagnostics.methods.js';
import { methods as logging } from './node/logging.methods.js';
import { methods as maintenance } from './node/maintenance.methods.js';
import { methods as metrics } from './node/metrics.methods.js';
import { methods as network } from './node/network.methods.js';
import { methods as node } from './node/node.methods.js';
import { methods as rawTransactions } from './transactions/raw-transactions.methods.js';
import { methods as releaseOne } from './transactions/release-one.methods.js';
import { methods as transfers } from './transactions/transfers.methods.js';
import { methods as utxos } from './utxo/utxos.methods.js';
import { methods as keys } from './wallet/keys.methods.js';
import { methods as mnemonics } from './wallet/mnemonic.methods.js';
import { methods as wallet } from './wallet/wallet.methods.js';

/**
 * The areas of the interface, in the order of help: the only list of them. Declarations do not
 * import handlers; those of an area are loaded at the first call. They name the services that they
 * need, and the context of the node must offer them all.
 */
export const AREAS = [
  {
    title: 'Control',
    methods: control,
    load: async () => (await import('./node/control.handlers.js')).handlers,
  },
  {
    title: 'Node',
    methods: node,
    load: async () => (await import('./node/node.handlers.js')).handlers,
  },
  {
    title: 'Network',
    methods: network,
    load: async () => (await import('./node/network.handlers.js')).handlers,
  },
  {
    title: 'Maintenance',
    methods: maintenance,
    load: async () => (await import('./node/maintenance.handlers.js')).handlers,
  },
  {
    title: 'Watching',
    methods: { ...logging, ...metrics },
    load: async () => ({
      ...(await import('./node/logging.handlers.js')).handlers,
      ...(await import('./node/metrics.handlers.js')).handlers,
    }),
  },
  {
    title: 'Chain',
    methods: { ...tip, ...waiting, ...chain },
    load: async () => ({
      ...(await import('./chain/tip.handlers.js')).handlers,
      ...(await import('./chain/waiting.handlers.js')).handlers,
      ...(await import('./chain/chain.handlers.js')).handlers,
    }),
  },
  {
    title: 'Chain control',
    methods: chainControl,
    load: async () => (await import('./chain/chain-control.handlers.js')).handlers,
  },
  {
    title: 'Mining',
    methods: mining,
    load: async () => (await import('./chain/mining.handlers.js')).handlers,
  },
  {
    title: 'Keys',
    methods: keys,
    load: async () => (await import('./wallet/keys.handlers.js')).handlers,
  },
  {
    title: 'Mnemonic and keys in stock',
    methods: mnemonics,
    load: async () => (await import('./wallet/mnemonic.handlers.js')).handlers,
  },
  {
    title: 'Wallet',
    methods: wallet,
    load: async () => (await import('./wallet/wallet.handlers.js')).handlers,
  },
  {
    title: 'Accounts',
    methods: accounts,
    load: async () => (await import('./accounts/accounts.handlers.js')).handlers,
  },
  {
    title: 'Transfers',
    methods: transfers,
    load: async () => (await import('./transactions/transfers.handlers.js')).handlers,
  },
  {
    title: 'Outputs with conditions',
    methods: utxos,
    load: async () => (await import('./utxo/utxos.handlers.js')).handlers,
  },
  {
    title: 'Raw transactions',
    methods: rawTransactions,
    load: async () => (await import('./transactions/raw-transactions.handlers.js')).handlers,
  },
  {
    title: 'Methods of release 1',
    methods: releaseOne,
    load: async () => (await import('./transactions/release-one.handlers.js')).handlers,
  },
  {
    title: 'Lua contracts',
    methods: luaContracts,
    load: async () => (await import('./contracts/lua-contracts.handlers.js')).handlers,
  },
  {
    title: 'Contracts',
    methods: contracts,
    load: async () => (await import('./contracts/contracts.handlers.js')).handlers,
  },
  {
    title: 'Deploying contracts',
    methods: deployments,
    load: async () => (await import('./contracts/deployments.handlers.js')).handlers,
  },
  {
    title: 'Trying out contracts',
    methods: luaDebugging,
    load: async () => (await import('./contracts/lua-debugging.handlers.js')).handlers,
  },
  {
    title: 'WebAssembly contracts',
    methods: wasmContracts,
    load: async () => (await import('./contracts/wasm-contracts.handlers.js')).handlers,
  },
  {
    title: 'Assets',
    methods: assets,
    load: async () => (await import('./accounts/assets.handlers.js')).handlers,
  },
  {
    title: 'Exchange orders',
    methods: dexOrders,
    load: async () => (await import('./dex/dex-orders.handlers.js')).handlers,
  },
  {
    title: 'Exchange operators',
    methods: dexOperators,
    load: async () => (await import('./dex/dex-operators.handlers.js')).handlers,
  },
  {
    title: 'Exchange',
    methods: dexMarket,
    load: async () => (await import('./dex/dex-market.handlers.js')).handlers,
  },
  {
    title: 'Debt positions',
    methods: cdps,
    load: async () => (await import('./cdp/cdps.handlers.js')).handlers,
  },
  {
    title: 'Prices',
    methods: prices,
    load: async () => (await import('./cdp/prices.handlers.js')).handlers,
  },
  {
    title: 'Governance',
    methods: governance,
    load: async () => (await import('./governance/governance.handlers.js')).handlers,
  },
  {
    title: 'Proposals',
    methods: proposals,
    load: async () => (await import('./governance/proposals.handlers.js')).handlers,
  },
  {
    title: 'Indexes',
    methods: indexes,
    load: async () => (await import('./indexes/indexes.handlers.js')).handlers,
  },
  {
    title: 'State',
    methods: stateEntries,
    load: async () => (await import('./chain/state-entries.handlers.js')).handlers,
  },
  {
    title: 'Diagnostics',
    methods: diagnostics,
    load: async () => (await import('./node/diagnostics.handlers.js')).handlers,
  },
  {
    title: 'Development networks',
    methods: development,
    load: async () => (await import('./node/development.handlers.js')).handlers,
  },
  {
    title: 'Time and state of development chains',
    methods: developmentChain,
    load: async () => (await import('./node/development-chain.handlers.js')).handlers,
  },
] as const satisfies readonly MethodArea<never>[];
