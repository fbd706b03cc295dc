import * as assert from 'uvu/assert';
import type { Json, JsonObject } from '../../../src/codec/json-value.js';
import type { RpcClient } from '../../support/nodes/rpc-client.js';

type Caller = Pick<RpcClient, 'call' | 'batch'>;

/** What a client of the node knows for certain. */
export class Acknowledged {
  readonly txids: string[];
  /** What was asked for when each was acknowledged, for messages. */
  readonly origins: Map<string, string>;
  readonly addresses: string[];
  /** Block and position of those that were seen in a block, while no block was taken back since. */
  readonly places: Map<string, string>;

  constructor({
    txids,
    origins,
    addresses,
    places,
  }: Pick<Acknowledged, 'txids' | 'origins' | 'addresses' | 'places'>) {
    this.txids = [...txids];
    this.origins = origins;
    this.addresses = [...addresses];
    this.places = new Map(places);
  }

  static nothing(): Acknowledged {
    return new Acknowledged({ txids: [], origins: new Map(), addresses: [], places: new Map() });
  }

  /** What is known now, whatever comes later. */
  now(): Acknowledged {
    return new Acknowledged(this);
  }

  /** @param origin - what was asked for, and of which process */
  add(txid: string, origin: string): void {
    this.txids.push(txid);
    this.origins.set(txid, origin);
  }

  /** @param count - how many of the newest acknowledged transactions are looked at */
  async assertAllThere(node: Caller, count = this.txids.length): Promise<void> {
    const txids = this.txids.slice(Math.max(0, this.txids.length - count));
    const calls = txids.map(txid => ({ method: 'gettxdetail', params: [txid] as Json[] }));
    let refused: ReadonlySet<string> | undefined;
    for (const [i, { result }] of (calls.length > 0 ? await node.batch<JsonObject>(calls) : []).entries()) {
      const txid = txids[i]!;
      const isKnown = result !== null && Object.keys(result).length > 0;
      if (!isKnown) refused ??= await refusedOf(node);
      assert.ok(
        isKnown || refused?.has(txid),
        `${txid} (${this.origins.get(txid)}) was acknowledged and is not known`,
      );
      const place = result?.tx_code === undefined ? undefined : `${result.tx_code} ${result.block_hash}`;
      const seen = this.places.get(txid);
      if (seen !== undefined) assert.is(place, seen, `${txid} has moved`);
      else if (place !== undefined) this.places.set(txid, place);
    }
    await this.assertKeys(node);
  }

  async assertKeys(node: Caller): Promise<void> {
    const listed = await node.call<{ addr: string }[]>('listaddr');
    const addresses = new Set(listed.map(({ addr }) => addr));
    for (const address of this.addresses) assert.ok(addresses.has(address), `the key of ${address} is lost`);
  }
}

/** Acknowledged transactions that are not valid at present, as after a reorganisation: they stay stored. */
async function refusedOf(node: Caller): Promise<ReadonlySet<string>> {
  const list = await node.call<{ refused_tx?: { txid: string }[] }>('listtx', 1);
  return new Set((list.refused_tx ?? []).map(({ txid }) => txid));
}
