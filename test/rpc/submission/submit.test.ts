import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ProductionError } from '../../../src/consensus/solo/errors.js';
import { RpcError } from '../../../src/rpc/declaration/errors.js';
import { submit } from '../../../src/rpc/submission/submit.js';
import { openMemory } from '../../../src/storage/memory.js';
import { TransactionIndex } from '../../../src/wallet/transaction-index.js';
import { openTestChain, transfer, USERS } from '../../support/chains/test-chain.js';

const [ALICE, BOB] = [USERS[0]!, USERS[1]!];

test('what comes while the node stops is refused with the reason, as no failure of the node', async () => {
  const { solo, mempool, close } = await openTestChain();
  await close();
  const transactions = new TransactionIndex(openMemory(), () => true);
  const services = { consensus: solo, mempool, transactions };
  const error = await submit(services, transfer(ALICE, BOB)).catch((failure: unknown) => failure);
  assert.instance(error, RpcError);
  assert.is((error as RpcError).code, -1);
  assert.match((error as RpcError).message, /^the node is stopping/);
  assert.instance((error as RpcError).cause, ProductionError);
  assert.equal(transactions.waiting(), []);
});

test.run();
