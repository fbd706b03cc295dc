import { NodeUnreachable } from '../../../src/client/errors.js';
import type { Json } from '../../../src/codec/json-value.js';
import { CONDITION_TYPES } from '../../../src/tx/utxo.js';
import type { NodeProcess } from '../../support/nodes/node-process.js';
import type { RpcCall } from '../../support/nodes/rpc-client.js';
import type { SeededRandom } from '../../support/random/seeded-random.js';
import type { Acknowledged } from './acknowledged.js';
import type { KillBase } from './kill-base.js';

const ACCOUNTS = Array.from({ length: 10 }, (_, i) => `0-${13 + i}`);
const BATCH = 8;
const COIN = 100_000_000;

/** Why a submission may be refused: a wallet that was just encrypted, blocks that are taken back, an order that is gone. */
const REFUSED = /passphrase|reorgani|disconnect|stopp|height|order|unmatched|transfer to self/i;

/** A number that no other memo has. */
let memo = 0;

/** One call, or a batch, of one of the kinds of load. */
export async function sendSome(
  node: NodeProcess,
  random: SeededRandom,
  known: Acknowledged,
  { mode, base, about }: { readonly mode: string; readonly base: KillBase; readonly about: string },
): Promise<void> {
  const kind = random.integer(0, 9);
  if (kind === 0) {
    const made = await node.call<{ addr: string }>('getnewaddr').catch(ifRefused);
    if (made !== undefined) known.addresses.push(made.addr);
    return;
  }
  if (kind === 1 && mode === 'manual') {
    await node.call('generate', 1).catch(ifRefused);
    return;
  }
  const calls = Array.from({ length: kind < 4 ? BATCH : 1 }, () => submission(random, known, base));
  for (const [i, { result, error }] of (await node.batch<{ txid: string }>(calls)).entries()) {
    if (result !== null) known.add(result.txid, `${calls[i]!.method}, ${about}`);
    else if (!REFUSED.test(error.message)) throw new Error(`a submission failed: ${error.message}`);
  }
}

/** @throws NodeUnreachable where the connection ends; another error is a refusal */
export function ifRefused(error: unknown): undefined {
  if (error instanceof NodeUnreachable) throw error;
}

function submission(random: SeededRandom, { txids }: Acknowledged, { contract }: KillBase): RpcCall {
  const account = (): string => ACCOUNTS[random.integer(0, ACCOUNTS.length - 1)]!;
  const sender = account();
  const amount = random.integer(10_000, 1_000_000);
  const argument = (): string => (memo++).toString(16).padStart(8, '0');
  const anyTxid = txids[random.integer(0, Math.max(0, txids.length - 1))];
  const kinds: RpcCall[] = [
    call('submitsendtx', account(), account(), amount, 10_000, `${memo++}`),
    call('submitsendtx', account(), account(), amount, 10_000, `${memo++}`),
    call('submitsendtx', account(), account(), amount, 10_000, `${memo++}`),
    call('submitdexselllimitordertx', account(), 'WUSD', `WICC:${COIN + memo++}:sawi`, COIN),
    call('submitcontractcalltx', account(), contract, argument(), 0),
    call('submittx', sender, '0-800', 'transfer', [sender, account(), '0.00010000 WICC', `memo ${memo++}`]),
    call(
      'submitutxotransfertx',
      account(),
      'WICC',
      [],
      [{ coin_amount: COIN + memo++, conds: [{ cond_type: CONDITION_TYPES.OP2SA, uid: account() }] }],
    ),
  ];
  // Most are no orders: those are refused.
  if (anyTxid !== undefined) kinds.push(call('submitdexcancelordertx', account(), anyTxid));
  return kinds[random.integer(0, kinds.length - 1)]!;
}

function call(method: string, ...params: Json[]): RpcCall {
  return { method, params };
}
