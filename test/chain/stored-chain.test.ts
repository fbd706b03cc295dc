import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { StoredChain } from '../../src/chain/stored-chain.js';
import { OWN_PROCESS } from '../../src/rpc/declaration/caller.js';
import { EXAMPLE } from '../../src/rpc/declaration/common-parameters.js';
import { Reader } from '../../src/rpc/reading/reader.js';
import { ACCOUNTS } from '../../src/state/tables/accounts.js';
import { openShared } from '../../src/storage/open-shared.js';
import { startTestNode } from '../support/nodes/node.js';
import { NO_ACCESS_RULES, type ReaderOfNode, readerOf } from '../support/nodes/reader-of.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

const test = suite('a chain that another thread writes');
const { alice, bob } = EXAMPLE;
const node = await startTestNode({ directory: temporaryDirectory() });
const { context } = node.node;
const elsewhere: ReaderOfNode = await readerOf(context);
const { chain } = elsewhere;
test.after(async () => {
  await elsewhere.close();
  await node.stop();
});

/** All accounts of a state. */
function accountsOf({ state }: Pick<StoredChain, 'state'>): unknown[] {
  return [...state.iterate(ACCOUNTS)];
}

test('a version is another one after each block that comes or goes, and shows what the node shows', async () => {
  let version = chain.refresh();
  for (const change of [
    () => node.call('submitsendtx', alice, bob, 'WICC:1:wi').then(() => node.call('generate', 1)),
    () => node.call('generate', 3),
    () => node.call('disconnectblock', 2),
    () => node.call('generate', 1),
    () => node.call('disconnectblock', 1),
  ]) {
    assert.is(chain.refresh(), version, 'nothing has changed');
    assert.ok(accountsOf(chain).length > 0);
    await change();
    assert.is(chain.isAt(version), false);
    version = chain.refresh();
    assert.is(chain.isAt(version), true);
    assert.is(version.height, context.tipHeight);
    assert.equal(chain.tip, context.chain.tip);
    assert.equal(accountsOf(chain), accountsOf(context.chain));
    assert.equal(chain.undoOf(version.height), context.chain.undoOf(version.height));
    assert.equal(chain.blocks.rawBlock(version.height), context.chain.blocks.rawBlock(version.height));
    assert.is(chain.blocks.header(version.height + 1), undefined);
  }
});

test('what others do to the chain does not move a separate one on', async () => {
  const separate = chain.separate();
  const { version } = separate;
  await node.call('generate', 1);
  chain.refresh();
  assert.is(separate.version, version);
  assert.is(separate.isAt(version), false);
});

test('a call that meets another version each time is left to the node', async () => {
  const loan = context.files!.store.lend!();
  const store = await openShared(loan.database);
  let disconnects = 0;
  const restless = new StoredChain({
    store,
    network: context.network,
    blocks: undefined,
    disconnects: () => disconnects++,
  });
  const failures: unknown[] = [];
  const reader = new Reader({
    chain: restless,
    servicesOf: () => context,
    access: NO_ACCESS_RULES,
    mostWaiting: 1,
    onCalls: () => failures.push('it was answered'),
    onRead: () => failures.push('it was read'),
    onFailure: reason => failures.push(reason),
  });
  const body = '{"method":"gettotalbpssize","params":[],"id":1}';
  assert.is(await reader.answer({ body, caller: OWN_PROCESS, isStrict: false }), undefined);
  assert.equal(failures, []);
  await store.close();
  loan.giveBack();
});

test.run();
