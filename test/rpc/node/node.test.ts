import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { EXAMPLE } from '../../../src/rpc/declaration/common-parameters.js';
import { recordedShape, shapeOf } from '../../support/answers/answer-shape.js';
import { startTestNode } from '../../support/nodes/node.js';

const { alice, bob } = EXAMPLE;
const PROTOCOL = 10_001;

const node = await startTestNode();
const information = suite('node');
information.after(() => node.stop());

information('getinfo has the members of the recorded answer and tells of the newest block', async () => {
  await node.call('generate', 2);
  const info = await node.call('getinfo');
  assert.equal(
    shapeOf(info),
    recordedShape('getinfo', r => !('wallet_unlock_time' in r)),
  );
  const block = await node.call('getblock', 3);
  assert.equal(
    [
      info.protocol_version,
      info.net_type,
      info.state,
      info.tipblock_height,
      info.tipblock_hash,
      info.finblock_hash,
    ],
    [PROTOCOL, 'REGTEST_NET', 'InSync', 3, block.curr_block_hash, block.curr_block_hash],
  );
  assert.match(info.version as string, /^v3\.5\.1\.0-/);
  assert.is(await node.call('getfinblockcount'), 3);
});

information('getcoinunitinfo lists the units in ascending order', async () => {
  const units = await node.call('getcoinunitinfo');
  assert.equal(shapeOf(units), recordedShape('getcoinunitinfo'));
  assert.equal([units.sawi, units.wi, units.mwi], [1, 100_000_000, 100_000_000_000_000]);
  assert.equal(await node.call('getcoinunitinfo', 'ignored'), units);
});

information('getrewardinfo is empty while no rewards were minted for the voting contract', async () => {
  const info = await node.call('getrewardinfo');
  assert.equal(shapeOf(info), recordedShape('getrewardinfo'));
  assert.equal(
    { ...(info.block_inflated_reward as object) },
    {
      start_height: 0,
      start_time: '',
      new_rewards: 0,
      total_minted: 0,
      last_minted: 0,
      last_minted_height: 0,
      last_minted_time: '',
    },
  );
});

information('validateaddr answers true with the address for every form of an account', async () => {
  const { regid, keyid, owner_pubkey } = await node.call('getaccountinfo', alice);
  for (const form of [alice, regid, keyid, owner_pubkey] as string[]) {
    assert.equal({ ...(await node.call('validateaddr', form)) }, { is_valid: true, addr: alice }, form);
    assert.equal({ ...(await node.call('validateaddress', form)) }, { ret: true }, form);
  }
  const stranger = 'wLhEPvxZmBBuWoyJedeRHSxuMEnMFP6ycb';
  assert.equal({ ...(await node.call('validateaddr', stranger)) }, { is_valid: true, addr: stranger });
});

information('validateaddr answers false for what names no account', async () => {
  const mainNetwork = 'WiZx6rrsBn9sHjwpvdwtMNNX2o31s3DEHH';
  for (const text of ['', 'nonsense', `${alice}x`, '999-9', '0-0', mainNetwork]) {
    assert.equal({ ...(await node.call('validateaddr', text)) }, { is_valid: false, addr: text }, text);
    assert.equal({ ...(await node.call('validateaddress', text)) }, { ret: false }, text);
  }
  assert.equal(await node.fail('validateaddr', 5), { code: -1, message: 'value is type int, expected str' });
});

information('createmulsig makes an address of keys in the wallet', async () => {
  const multisig = await node.call('createmulsig', 1, [alice, bob]);
  assert.equal(shapeOf(multisig), recordedShape('createmulsig'));
  assert.match(multisig.script as string, /^010221[0-9a-f]{66}21[0-9a-f]{66}$/);
  assert.equal(
    { ...(await node.call('createmulsig', 1, [bob, '0-13'])) },
    { ...multisig },
    'keys are sorted',
  );
  const message = 'not enough keys supplied (got 1 keys, but need at least 3 to redeem)';
  assert.equal(await node.fail('createmulsig', 3, [alice]), { code: -1, message });
  assert.is((await node.fail('createmulsig', 0, [alice])).code, -1);
  assert.is((await node.fail('createmulsig', 1, Array(16).fill(alice))).code, -1);
  assert.equal(await node.fail('createmulsig', 1, ['wLhEPvxZmBBuWoyJedeRHSxuMEnMFP6ycb']), {
    code: -5,
    message: 'Failed to get pubKey.',
  });
});

information('help explains every method, and unknown ones are said to be so', async () => {
  const lines = (await node.call<string>('help')).split('\n');
  assert.ok(lines.length > 60);
  assert.equal(lines, lines.toSorted());
  assert.match(await node.call<string>('help', 'submitsendtx'), /^submitsendtx "from" "to" "amount"/);
  assert.is(await node.call('help', 'nosuch'), 'help: unknown command: nosuch');
});

information.run();
