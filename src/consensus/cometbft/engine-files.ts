import { generateKeyPairSync } from 'node:crypto';
import { hash160, sha256 } from '../../crypto/hash.js';
import { publicKeyOf } from '../../crypto/keys.js';
import type { AppState } from './genesis-state.js';

/*
 * The files of CometBFT v0.38 in the directory of an engine. What a file does not name has the engine's default.
 */

/** Bytes of the address of a node: the beginning of the hash of its key. */
const NODE_ID_BYTES = 20;
/** Largest block with all that the engine adds to it: the limit of the protocol (spec 08 §20.2). */
const MOST_BLOCK_BYTES = '4000000';
const MOST_TRANSACTION_BYTES = 1_048_576;

/** The file with the key by which a validator signs votes and proposals: `config/priv_validator_key.json`. */
export function validatorKeyFile(privateKey: Uint8Array): string {
  const publicKey = publicKeyOf(privateKey);
  return json({
    address: hash160(publicKey).toString('hex').toUpperCase(),
    pub_key: { type: 'tendermint/PubKeySecp256k1', value: publicKey.toString('base64') },
    priv_key: { type: 'tendermint/PrivKeySecp256k1', value: Buffer.from(privateKey).toString('base64') },
  });
}

/** What a validator has signed last: nothing yet. `data/priv_validator_state.json`. */
export const NOTHING_SIGNED = json({ height: '0', round: 0, step: 0 });

/** A new key by which a node proves to others who it is. */
export interface NodeKey {
  /** `config/node_key.json`. */
  readonly file: string;
  /** By which others name it: 40 hex digits. */
  readonly id: string;
}

export function makeNodeKey(): NodeKey {
  const { d, x } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  const publicKey = Buffer.from(x ?? '', 'base64url');
  const value = Buffer.concat([Buffer.from(d ?? '', 'base64url'), publicKey]).toString('base64');
  return {
    file: json({ priv_key: { type: 'tendermint/PrivKeyEd25519', value } }),
    id: sha256(publicKey).subarray(0, NODE_ID_BYTES).toString('hex'),
  };
}

export interface GenesisRequest {
  /** Names the network among all that use this engine; less than 50 bytes. */
  readonly chainId: string;
  readonly time: Date;
  readonly appState: AppState;
}

/** The file on which all engines of a network agree: `config/genesis.json`. The ledger names the validators. */
export function genesisFile({ chainId, time, appState }: GenesisRequest): string {
  return json({
    genesis_time: time.toISOString(),
    chain_id: chainId,
    initial_height: '1',
    consensus_params: {
      block: { max_bytes: MOST_BLOCK_BYTES, max_gas: '-1' },
      evidence: { max_age_num_blocks: '100000', max_age_duration: '172800000000000', max_bytes: '1048576' },
      validator: { pub_key_types: ['secp256k1'] },
      version: { app: '0' },
      abci: { vote_extensions_enable_height: '0' },
    },
    app_hash: '',
    app_state: appState,
  });
}

export interface EngineConfiguration {
  /** What others see as the name of the node. */
  readonly name: string;
  /** Where it listens for others. */
  readonly host: string;
  readonly port: number;
  /** Others to which it keeps a connection: id@host:port. */
  readonly peers: readonly string[];
  /** Whether all nodes are on one machine. */
  readonly isLocal: boolean;
  /** Milliseconds between a block and the work on the next one. */
  readonly blockPause: number;
  /** Whom it trusts when it fetches the state of the chain; default: it fetches all blocks. */
  readonly stateSync?: TrustedBlock | undefined;
}

/** A block from which on an engine proves what it fetches. */
export interface TrustedBlock {
  /** JSON-RPC of engines that it asks for headers: two at least, host:port. */
  readonly servers: readonly string[];
  readonly height: number;
  /** The engine's hash of the block, hex. */
  readonly hash: string;
}

/** `config/config.toml`. The node itself names the engine's other addresses when it starts it. */
export function configurationFile({
  name,
  host,
  port,
  peers,
  isLocal,
  blockPause,
  stateSync,
}: EngineConfiguration): string {
  return `# Settings of CometBFT v0.38; what is not here has the engine's default.
moniker = ${JSON.stringify(name)}
log_level = "info"
log_format = "plain"

[p2p]
laddr = "tcp://${host}:${port}"
persistent_peers = "${peers.join(',')}"
addr_book_strict = ${!isLocal}
allow_duplicate_ip = ${isLocal}
max_num_inbound_peers = 40
max_num_outbound_peers = 10

[mempool]
recheck = true
size = 10000
max_tx_bytes = ${MOST_TRANSACTION_BYTES}

[consensus]
timeout_propose = "3s"
timeout_prevote = "1s"
timeout_precommit = "1s"
timeout_commit = "${blockPause}ms"
create_empty_blocks = true

[storage]
discard_abci_responses = true

[tx_index]
indexer = "null"
${stateSync === undefined ? '' : stateSyncSection(stateSync)}`;
}

function stateSyncSection({ servers, height, hash }: TrustedBlock): string {
  return `
[statesync]
enable = true
rpc_servers = "${servers.join(',')}"
trust_height = ${height}
trust_hash = "${hash}"
trust_period = "168h0m0s"
discovery_time = "5s"
`;
}

function json(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
