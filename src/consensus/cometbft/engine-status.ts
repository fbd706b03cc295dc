import type { Peer } from '../consensus.js';
import type { EngineClient } from './engine-client.js';

/** What the engine says of itself and its connections. */
export interface EngineStatus {
  /** Whether blocks that others have are still being fetched. */
  readonly catchingUp: boolean;
  /** Newest height that it has. */
  readonly height: number;
  readonly peers: readonly Peer[];
}

/** Members of the answers of `status` and `net_info` (CometBFT v0.38) that are looked at. */
interface StatusAnswer {
  readonly sync_info: { readonly catching_up: boolean; readonly latest_block_height: string };
}
interface NetInfoAnswer {
  readonly peers: readonly {
    readonly node_info: {
      readonly id: string;
      readonly moniker: string;
      readonly protocol_version: { readonly p2p: string };
    };
    readonly is_outbound: boolean;
    readonly remote_ip: string;
    readonly node_info_listen?: string;
    readonly connection_status: {
      readonly Duration: string;
      readonly SendMonitor: { readonly Bytes: string };
      readonly RecvMonitor: { readonly Bytes: string };
    };
  }[];
}

/** Asks the engine how it is. @throws where it does not answer (rejects) */
export async function askStatus(client: Pick<EngineClient, 'ask'>): Promise<EngineStatus> {
  const { sync_info: sync } = (await client.ask('status')) as StatusAnswer;
  const { peers } = (await client.ask('net_info')) as NetInfoAnswer;
  return {
    catchingUp: sync.catching_up,
    height: Number(sync.latest_block_height),
    peers: peers.map(peer => ({
      id: peer.node_info.id,
      address: peer.remote_ip,
      inbound: !peer.is_outbound,
    })),
  };
}
