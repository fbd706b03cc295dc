/** Contracts of running nodes. */
export { type ConnectedNode, connectedNode, type NodeDeployOptions } from './connected-node.js';
export { NodeAccounts } from './node-accounts.js';
export { type ConnectOptions, NodeCalls } from './node-calls.js';
export type { NodeLink } from './node-contract.js';
export {
  type DeployableContract,
  type DeploymentPlan,
  deploy,
  isDeployedAs,
  loadDeployable,
  planDeployment,
} from './node-deployment.js';
export { NodeLuaContract } from './node-lua-contract.js';
export { NodeWasmContract } from './node-wasm-contract.js';
