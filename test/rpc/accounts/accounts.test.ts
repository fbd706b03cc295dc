import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Json, JsonObject } from '../../../src/codec/json-value.js';
import { EXAMPLE } from '../../../src/rpc/declaration/common-parameters.js';
import { recordedShape, shapeOf, without } from '../../support/answers/answer-shape.js';
import { startTestNode } from '../../support/nodes/node.js';

const { alice, bob } = EXAMPLE;
const STRANGER = 'wLhEPvxZmBBuWoyJedeRHSxuMEnMFP6ycb';

const node = await startTestNode();
const accounts = suite('accounts');
accounts.after(() => node.stop());

async function submitted(method: string, ...params: Json[]): Promise<JsonObject> {
  const { txid } = await node.call(method, ...params);
  await node.call('generate', 1);
  return node.call('gettxdetail', txid as string);
}

async function fundedNewAddress(forMiner = false): Promise<string> {
  const { addr } = await node.call('getnewaddr', forMiner);
  await submitted('submitsendtx', alice, addr as string, 'WICC:10:wi');
  return addr as string;
}

function shapeOfAccount(account: JsonObject) {
  // Which coins and votes there are depends on the account.
  return shapeOf({ ...account, tokens: {}, vote_list: [] });
}

accounts('an account has the members of the recorded answer, and always its debt positions', async () => {
  const info = await node.call('getaccountinfo', alice);
  const recorded = recordedShape('getaccountinfo', r => r.onchain === true) as { members: [string, never][] };
  const emptied = {
    members: recorded.members.map(([k, s]) => (k === 'tokens' ? [k, { members: [] }] : [k, s])),
  };
  assert.equal(shapeOfAccount(info), emptied);
  assert.equal(Object.keys((info.tokens as JsonObject).WICC as JsonObject), [
    'free_amount',
    'staked_amount',
    'frozen_amount',
    'voted_amount',
    'pledged_amount',
    'total_amount',
  ]);
});

accounts('every form of a uid names the same account', async () => {
  const info = await node.call('getaccountinfo', alice);
  for (const form of [info.regid, info.keyid, info.owner_pubkey] as string[]) {
    assert.equal(await node.call('getaccountinfo', form), info, form);
  }
});

accounts('an address of the wallet that is not on chain shows its public key and no coins', async () => {
  const { addr, minerpubkey } = await node.call('getnewaddr', true);
  const info = await node.call('getaccountinfo', addr as string);
  assert.equal(
    without(shapeOfAccount(info), ['cdp_list']),
    recordedShape('getaccountinfo', r => r.onchain === false),
  );
  assert.equal(
    [info.regid, info.onchain, info.in_wallet, info.pubkey_registered],
    ['0-0', false, true, false],
  );
  assert.match(info.owner_pubkey as string, /^0[23][0-9a-f]{64}$/);
  assert.is(info.miner_pubkey, minerpubkey);
});

accounts('getaccountinfo refuses what is no account, and accounts that nobody knows', async () => {
  assert.equal(await node.fail('getaccountinfo', 'x'), {
    code: -5,
    message: 'Invalid address=x: it ends at position 1, an address has 34 characters',
  });
  assert.equal(await node.fail('getaccountinfo', ''), { code: -5, message: 'Invalid address=: it is empty' });
  assert.equal(await node.fail('getaccountinfo', '999999-1'), {
    code: -5,
    message: 'Get account keyid by (999999-1) failed',
  });
  assert.equal(await node.fail('getaccountinfo', STRANGER), {
    code: -8,
    message: `account does not exist on chain and in wallet! addr=${STRANGER}`,
  });
  assert.equal(await node.fail('getaccountinfo', 5), {
    code: -3,
    message: 'Expected type str, got int for params[0]',
  });
});

accounts('registering puts both keys of an address on chain and gives it a regid', async () => {
  const addr = await fundedNewAddress(true);
  assert.is((await node.call('getaccountinfo', addr)).pubkey_registered, false);
  const detail = await submitted('submitaccountregistertx', addr, 20_000);
  assert.equal(
    without(shapeOf(detail), ['tx_code', 'receipt']),
    recordedShape('gettxdetail', r => r.tx_type === 'ACCOUNT_REGISTER_TX' && 'confirmed_height' in r),
  );
  assert.is(detail.fees, 20_000);
  const info = await node.call('getaccountinfo', addr);
  assert.is(info.regid, detail.tx_cord);
  assert.is(info.regid_mature, false);
  assert.is(info.pubkey_registered, true);
  assert.is(detail.pubkey, info.owner_pubkey);
  assert.is(detail.miner_pubkey, info.miner_pubkey);
});

accounts(
  'the first transfer of an address registers it too, and its regid is used when it is mature',
  async () => {
    const addr = await fundedNewAddress();
    const first = await submitted('submitsendtx', addr, bob, 'WICC:1:wi');
    const info = await node.call('getaccountinfo', addr);
    assert.is(first.tx_uid, info.owner_pubkey);
    assert.is(info.regid, first.tx_cord);
    await node.call('generate', 100);
    assert.is((await node.call('getaccountinfo', addr)).regid_mature, false);
    await node.call('generate', 1);
    assert.is((await node.call('getaccountinfo', addr)).regid_mature, true);
    assert.is((await submitted('submitsendtx', addr, bob, 'WICC:1:wi')).tx_uid, info.regid);
  },
);

accounts('registering is refused twice, without coins, and for a fee in another coin', async () => {
  assert.equal(await node.fail('submitaccountregistertx', alice), {
    code: -2001,
    message: 'Account was already registered',
  });
  const { addr } = await node.call('getnewaddr');
  const { code, message } = await node.fail('submitaccountregistertx', addr as string);
  assert.is(code, -5);
  assert.match(message, /^The account not exist \(never received coins before\)! userId=0[23][0-9a-f]{64}$/);
  assert.equal(await node.fail('submitaccountregistertx', alice, 'WUSD:10000'), {
    code: -8,
    message: 'The fee symbol must be WICC',
  });
});

accounts('release 1 names of registering answer a hash too', async () => {
  for (const name of ['registeraccounttx', 'registaccounttx']) {
    const addr = await fundedNewAddress();
    const answer = await node.call(name, addr, 10_000);
    assert.equal(Object.keys(answer), ['txid', 'hash']);
    assert.is(answer.txid, answer.hash);
    await node.call('generate', 1);
  }
});

accounts('an account without permissions can send nothing any more', async () => {
  const addr = await fundedNewAddress();
  await submitted('submitaccountregistertx', addr);
  const detail = await submitted('submitaccountpermscleartx', addr, 'WICC:0.001:wi');
  assert.equal(
    without(shapeOf(detail), ['tx_code', 'receipt']),
    recordedShape('gettxdetail', r => r.tx_type === 'ACCOUNT_PERMS_CLEAR_TX' && 'confirmed_height' in r),
  );
  assert.is((await node.call('getaccountinfo', addr)).perms, '0000000000');
  assert.equal(await node.fail('submitsendtx', addr, bob, 'WICC:1:wi'), {
    code: -2001,
    message: 'CommitTx failed: code=48, reason=account-lacks-perm',
  });
  assert.equal(await node.fail('submitaccountpermscleartx', 'nonsense'), {
    code: -5,
    message: 'Invalid address=nonsense: it ends at position 8, an address has 34 characters',
  });
});

accounts('votes are added and taken back, and move the ranking', async () => {
  const before = (await node.call('getaccountinfo', '0-5')).received_votes as number;
  const detail = await submitted(
    'submitdelegatevotetx',
    alice,
    [{ delegate: '0-5', votes: 500_000_000 }],
    'WICC:10000',
  );
  assert.equal(
    without(shapeOf({ ...detail, receipts: [], receipt: [] }), ['tx_code', 'receipt', 'receipts']),
    without(
      recordedShape('gettxdetail', r => r.tx_type === 'DELEGATE_VOTE_TX' && 'confirmed_height' in r),
      ['receipts'],
    ),
  );
  const voter = await node.call('getaccountinfo', alice);
  assert.equal(JSON.parse(JSON.stringify(voter.vote_list)), [
    { candidate_uid: { id_type: 'RegID', id: '0-5' }, voted_bcoins: 500_000_000 },
  ]);
  assert.is(((voter.tokens as JsonObject).WICC as JsonObject).voted_amount, 500_000_000);
  assert.is((await node.call('getaccountinfo', '0-5')).received_votes, before + 500_000_000);
  await submitted('submitdelegatevotetx', alice, [{ delegate: '0-5', votes: -200_000_000 }], 'WICC:10000');
  assert.is((await node.call('getaccountinfo', '0-5')).received_votes, before + 300_000_000);
});

accounts('submitdelegatevotetx refuses what is no vote', async () => {
  const { addr } = await node.call('getnewaddr');
  const unregistered = await fundedNewAddress();
  const cases: [votes: Json, code: number, message: string][] = [
    [[{ votes: 1 }], -8, 'Vote fund address error or fund value error'],
    [[{ delegate: '0-5' }], -8, 'Vote fund address error or fund value error'],
    [[{ delegate: addr as string, votes: 1 }], -5, 'Delegate address does not exist'],
    [[{ delegate: unregistered, votes: 1 }], -2001, 'Delegate address is unregistered'],
    [[{ delegate: '0-5', votes: 'many' }], -1, 'value is type str, expected int'],
    [[], -2001, 'CommitTx failed: code=16, reason=candidate-votes-out-of-range'],
    [
      [{ delegate: '0-7', votes: -50_000_000_000 }],
      -2001,
      'CommitTx failed: code=113, reason=operate-candidate-votes-failed',
    ],
  ];
  for (const [votes, code, message] of cases) {
    assert.equal(await node.fail('submitdelegatevotetx', alice, votes, 'WICC:10000'), { code, message });
  }
  assert.equal(
    await node.fail('submitdelegatevotetx', alice, [{ delegate: '0-5', votes: 1 }], 'WUSD:10000'),
    {
      code: -8,
      message: 'The fee symbol must be WICC',
    },
  );
});

accounts('coins are staked and taken out of the stake at once', async () => {
  const detail = await submitted('submitcoinstaketx', bob, 'WICC:1000:wi', 'stake', 'WICC:0.01:wi');
  assert.equal(
    without(shapeOf(detail), ['tx_code', 'receipt']),
    recordedShape('gettxdetail', r => r.tx_type === 'UCOIN_STAKE_TX' && 'confirmed_height' in r),
  );
  assert.equal([detail.stake_type, detail.coin_amount], ['STAKE', 100_000_000_000]);
  await submitted('submitcoinstaketx', bob, 40_000_000_000, 'UNSTAKE');
  const { tokens } = await node.call('getaccountinfo', bob);
  assert.is(((tokens as JsonObject).WICC as JsonObject).staked_amount, 60_000_000_000);
  assert.equal(await node.fail('submitcoinstaketx', bob, 'WICC:1000000:wi', 'UNSTAKE'), {
    code: -2001,
    message: 'CommitTx failed: code=50, reason=insufficient-coin-amount',
  });
  assert.equal(await node.fail('submitcoinstaketx', bob, 'WICC:1:wi', 'HOLD'), {
    code: -8,
    message: 'Invalid action=HOLD',
  });
  assert.equal(await node.fail('submitcoinstaketx', bob, 'WICC:0:wi'), {
    code: -2001,
    message: 'CommitTx failed: code=16, reason=bad-tx-coins-outofrange',
  });
});

accounts('getbalance answers whole coins, of one account or of the wallet', async () => {
  const { addr } = await node.call('getnewaddr');
  await submitted('submitsendtx', alice, addr as string, 'WICC:12.5:wi');
  const { balance } = await node.call<{ balance: { value: number } }>('getbalance', addr as string);
  assert.is(balance.value, 12.5);
  const wallet = await node.call<{ balance: { value: number } }>('getbalance');
  assert.ok(wallet.balance.value > 100_000_000);
});

accounts.run();
