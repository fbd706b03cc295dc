import type { JsonObject } from '../../codec/json-value.js';
import { ORDERS, ORDERS_BY_BLOCK } from '../../state/tables/orders.js';
import type { NodeServices } from '../node/services.js';
import { orderJson } from './dex.results.js';
import { invalidPosition, type OrderPosition, positionText } from './order-position.js';

/** Which open orders to list. */
export interface OrderPageRequest {
  readonly beginHeight: number;
  readonly endHeight: number;
  readonly maxCount: number;
  /** Where the page before ended. */
  readonly after: OrderPosition | undefined;
}

type Services = Pick<NodeServices, 'chain' | 'state'>;

/**
 * A page of the open orders by block, maker and id. Orders that end between two pages do not
 * disturb the next one (spec 06 §13).
 * @throws RpcError -32602 for a position of another chain or outside the heights
 */
export function orderPage(services: Services, request: OrderPageRequest): JsonObject {
  const { state, chain } = services;
  const { endHeight, maxCount } = request;
  const keys: (readonly [height: number, generatedBy: number, id: string])[] = [];
  let hasMore = false;
  for (const [key] of state.iterate(ORDERS_BY_BLOCK, rangeOf(services, request))) {
    if (key[0] > endHeight) break;
    hasMore = keys.length === maxCount;
    if (hasMore) break;
    keys.push(key);
  }
  const last = keys.at(-1);
  const blockHash = last && chain.blocks.header(last[0])?.hash;
  return {
    begin_height: keys[0]?.[0] ?? 0,
    end_height: last?.[0] ?? 0,
    has_more: hasMore,
    last_pos_info:
      hasMore && last !== undefined && blockHash !== undefined
        ? positionText({ blockHash, height: last[0], generatedBy: last[1], orderId: last[2] })
        : '',
    count: keys.length,
    orders: keys.flatMap(([, , id]) => {
      const order = state.get(ORDERS, id);
      return order === undefined ? [] : [orderJson(id, order)];
    }),
  };
}

function rangeOf({ chain }: Services, { beginHeight, endHeight, after }: OrderPageRequest) {
  if (after === undefined) return { gte: [beginHeight, 0, FIRST_ID] as const };
  const { height, blockHash } = after;
  if (height < beginHeight || height > endHeight) {
    throw invalidPosition(`its height ${height} is not within ${beginHeight} and ${endHeight}`);
  }
  if (chain.blocks.header(height)?.hash !== blockHash) {
    throw invalidPosition(`block ${height} is not the one of that page any more; begin again`);
  }
  return { gt: [height, after.generatedBy, after.orderId] as const };
}

const FIRST_ID = '0'.repeat(64);
