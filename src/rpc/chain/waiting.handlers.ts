import { required } from '../../codec/required.js';
import { RpcError } from '../declaration/errors.js';
import { AfterTurn, implement } from '../declaration/method.js';
import type { NodeServices } from '../node/services.js';
import type { BlockWaits } from './block-waits.js';
import { MOST_WAITING_SECONDS, type methods } from './waiting.methods.js';

const DEFAULT_SECONDS = 60;

export interface WaitingServices extends Pick<NodeServices, 'chain'> {
  readonly blockWaits: BlockWaits;
}

export const handlers = implement<typeof methods, WaitingServices>({
  waitfornewblock({ timeout, known_hash }, { chain, blockWaits }) {
    const seconds = secondsOf(timeout);
    const known = known_hash ?? chain.tip.hash;
    return new AfterTurn(async waiter => {
      const is_new = await blockWaits.until(() => chain.tip.hash !== known, seconds, waiter);
      const { header, hash } = chain.tip;
      return { height: header.height, hash, is_new };
    });
  },

  waitforconfirmation({ txid, confirmations, timeout }, { chain, blockWaits }) {
    const seconds = secondsOf(timeout);
    const wanted = confirmations ?? 1;
    if (wanted < 1) {
      throw new RpcError('INVALID_PARAMETER', `confirmations must be at least 1, not ${wanted}`);
    }
    const reached = (): number => {
      const location = chain.blocks.transactionLocation(txid);
      return location === undefined ? 0 : chain.tip.header.height - location.height + 1;
    };
    return new AfterTurn(async waiter => {
      const confirmed = await blockWaits.until(() => reached() >= wanted, seconds, waiter);
      const location = chain.blocks.transactionLocation(txid);
      return {
        txid,
        confirmed,
        confirmations: reached(),
        height: location?.height,
        block_hash:
          location && required(chain.blocks.header(location.height), 'the block of a transaction').hash,
      };
    });
  },
});

function secondsOf(timeout: number | undefined): number {
  const seconds = timeout ?? DEFAULT_SECONDS;
  if (seconds < 0 || seconds > MOST_WAITING_SECONDS) {
    throw new RpcError(
      'INVALID_PARAMETER',
      `timeout is in seconds from 0 to ${MOST_WAITING_SECONDS}, not ${seconds}`,
    );
  }
  return seconds;
}
