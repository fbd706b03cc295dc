import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Json, type JsonObject, JsonReal } from '../../../src/codec/json-value.js';
import { SYSTEM_PARAMETERS } from '../../../src/config/system-parameters.js';
import { EXAMPLE } from '../../../src/rpc/declaration/common-parameters.js';
import { GRANT, REVOKE } from '../../../src/rpc/governance/permission-changes.js';
import { PROPOSAL } from '../../../src/tx/proposal-types.js';
import { TX } from '../../../src/tx/transactions.js';
import { shapeOf } from '../../support/answers/answer-shape.js';
import { recordedError, recordedResult } from '../../support/answers/governance-answers.js';
import { startTestNode } from '../../support/nodes/node.js';

const { alice, bob, carol } = EXAMPLE;
const GOVERNOR = '1-2';
const PRODUCERS = Array.from({ length: 11 }, (_, i) => `0-${i + 2}`);
const PEER_SIGNATURE = '30'.repeat(70);

const node = await startTestNode();
const governance = suite('governance');
governance.after(() => node.stop());

governance.before(async () => {
  // The governor needs coins for fees and a regid that is mature.
  await node.call('submitsendtx', alice, GOVERNOR, 'WICC:100:wi');
  await node.call('generate', 101);
});

const mine = () => node.call('generate', 1);

/** Submits a proposal and has it approved. @returns what getproposal shows, after the request and at the end */
async function carryOut(method: string, ...params: Json[]) {
  const { txid } = await node.call<{ txid: string }>(method, ...params);
  await mine();
  const requested = await node.call('getproposal', txid);
  const byProducers = requested.approval_min_count === 8;
  for (const approver of byProducers ? PRODUCERS.slice(0, 8) : [GOVERNOR]) {
    await node.call('submitproposalapprovaltx', approver, txid, 'WICC:10000:sawi', PEER_SIGNATURE);
  }
  await mine();
  return { txid, requested, approved: await node.call('getproposal', txid) };
}

/** The members of an answer without those of a map that have no prototype. */
const plain = (value: JsonObject): JsonObject => ({ ...value });

governance('a proposal is shown with the recorded members, before and after its approval', async () => {
  const proposals: readonly (readonly [type: number, method: string, params: readonly Json[]])[] = [
    [PROPOSAL.SYS_PARAM, 'submitparamgovernproposal', [alice, 'ASSET_ISSUE_FEE', '50000000000']],
    [
      PROPOSAL.CDP_PARAM,
      'submitcdpparamgovernproposal',
      [alice, [{ name: 'CDP_INTEREST_PARAM_A', value: 3 }], 'WICC', 'WUSD'],
    ],
    [PROPOSAL.MINER_FEE, 'submitminerfeeproposal', [alice, 8, 'WICC:20000:sawi']],
    [PROPOSAL.ACCOUNT_PERM, 'submitaccountpermproposal', [alice, carol, [{ perm_code: 0, op_type: GRANT }]]],
    [PROPOSAL.ASSET_ISSUE, 'submitdiaissueproposal', [alice, 'MYDIA', bob, 1_000_000_000]],
    [
      PROPOSAL.ASSET_PERM,
      'submitassetpermproposal',
      [
        alice,
        'MYDIA',
        [
          { perm_code: 4, op_type: GRANT },
          { perm_code: 3, op_type: GRANT },
        ],
      ],
    ],
    [PROPOSAL.FEED_COINPAIR, 'submitfeedcoinpairproposal', [alice, 'MYDIA', 'USD', 1]],
    [PROPOSAL.AXC_COIN, 'submitaxccoinproposal', [alice, 'BTC', 1, 1]],
    [
      PROPOSAL.AXC_IN,
      'submitaxcinproposal',
      [alice, 'BTC', '1BoatSLRHtKNngkdXEeobR76b53LETtpyT', `0x${'a'.repeat(64)}`, alice, 100_000_000],
    ],
    [
      PROPOSAL.AXC_OUT,
      'submitaxcoutproposal',
      [alice, 'mBTC', '1BoatSLRHtKNngkdXEeobR76b53LETtpyT', 10_000_000],
    ],
    [PROPOSAL.BP_SIZE, 'submittotalbpssizeupdateproposal', [alice, 11, 100_000]],
    [PROPOSAL.BPMC_LIST, 'submitgovernorupdateproposal', [alice, bob, 1]],
    [PROPOSAL.BPMC_LIST, 'submitgovernorupdateproposal', [alice, bob, 2]],
  ];
  for (const [type, method, params] of proposals) {
    const { requested, approved } = await carryOut(method, ...params);
    assert.is(requested.proposal_type, type);
    const recorded = (count: number) =>
      recordedResult(
        'getproposal',
        r => r.proposal_type === type && (r.approvaled_count === count || type === PROPOSAL.COIN_TRANSFER),
      );
    assert.equal(shapeOf(requested), shapeOf(recorded(0)), `requested ${method}`);
    const count = type === PROPOSAL.BPMC_LIST || type === PROPOSAL.BP_SIZE ? 8 : 1;
    assert.is(approved.approvaled_count, count, method);
    assert.equal(shapeOf(approved), shapeOf(recorded(count)), `approved ${method}`);
  }
});

governance('what the proposals did is seen', async () => {
  assert.is((await node.call('getsysparam', 'ASSET_ISSUE_FEE')).ASSET_ISSUE_FEE, 50_000_000_000);
  assert.is((await node.call('getcdpparam', 'WICC:WUSD', 'CDP_INTEREST_PARAM_A')).CDP_INTEREST_PARAM_A, 3);
  const fees = await node.call<JsonObject[]>('listmintxfees');
  const stake = fees.find(({ txtype_code }) => txtype_code === TX.UCOIN_STAKE)!;
  assert.equal([stake.minfee_in_wicc, stake.minfee_in_wusd], [20_000, 10_000]);
  assert.is((await node.call('getaccountinfo', carol)).perms, '1111111111');
  assert.equal((await node.call('getfeedcoinpairs')).feed_coin_pairs, ['MYDIA-USD', 'WGRT-USD', 'WICC-USD']);
  assert.equal(
    plain(await node.call('getswapcoindetail', 'BTC')),
    plain(recordedResult('getswapcoindetail')),
  );
  const { tokens } = await node.call('getaccountinfo', alice);
  assert.is(((tokens as JsonObject).mBTC as JsonObject).free_amount, 89_800_000);
  assert.equal((await node.call('getgovernors')).governors, [GOVERNOR]);
});

governance('a transfer by governance moves the coins', async () => {
  const free = async (who: string) =>
    (((await node.call('getaccountinfo', who)).tokens as JsonObject).WICC as JsonObject)
      .free_amount as number;
  const before = await free(bob);
  await carryOut('submitcointransferproposal', alice, bob, carol, 'WICC:1:wi');
  assert.is(await free(bob), before - 100_000_000);
});

governance('an operator of the exchange is switched on and off', async () => {
  const terms = ['dex', 'https://example.invalid', 'PUBLIC', 0, 0, []];
  await node.call('submitdexoperatorregtx', bob, bob, bob, ...terms);
  await mine();
  const activated = async () => (await node.call('getdexoperator', 1)).activated;
  assert.is(await activated(), false);
  for (const [operation, expected] of [
    [1, true],
    [2, false],
  ] as const) {
    const { requested } = await carryOut('submitdexswitchproposal', alice, 1, operation);
    const recorded = recordedResult(
      'getproposal',
      r => r.proposal_type === PROPOSAL.DEX_OP && r.approvaled_count === 0,
    );
    assert.equal(shapeOf(requested), shapeOf(recorded));
    assert.is(await activated(), expected);
  }
});

governance('an order is cancelled, and its coins are free again', async () => {
  const frozen = async () => {
    const { tokens } = await node.call('getaccountinfo', alice);
    return ((tokens as JsonObject).WICC as JsonObject).frozen_amount;
  };
  const order = await node.call<{ txid: string }>(
    'submitdexbuylimitordertx',
    alice,
    'WICC',
    'MYDIA:3:wi',
    10_000_000,
  );
  await mine();
  assert.is(await frozen(), 30_000_000);
  const { requested } = await carryOut('submitcancelorderproposal', alice, order.txid);
  const recorded = recordedResult(
    'getproposal',
    r => r.proposal_type === PROPOSAL.CANCEL_ORDER && r.approvaled_count === 0,
  );
  assert.equal(shapeOf(requested), shapeOf(recorded));
  assert.is(await frozen(), 0);
});

governance('the errors of submitting are the recorded ones', async () => {
  const same = async (method: string, part: string, ...params: Json[]) =>
    assert.equal(await node.fail(method, ...params), recordedError(method, part));
  await same('submitparamgovernproposal', 'NOPE', alice, 'NOPE', '1');
  await same('submitparamgovernproposal', 'scope', alice, 'DEX_FRICTION_FEE_RATIO', '999999');
  await same('submitminerfeeproposal', 'can-not-update', alice, 11, 'WICC:0.002:wi');
  await same('submitfeedcoinpairproposal', 'unsupported-quote-symbol', alice, 'WICC', 'USDT', 1);
  await same('submitcointransferproposal', "can't-be-from", alice, alice, bob, 'WICC:1:wi');
  await same('submitproposalapprovaltx', 'proposal-not-found', GOVERNOR, '0'.repeat(64));
  const { txid } = await carryOut('submitparamgovernproposal', alice, 'ASSET_ISSUE_FEE', '55000000000');
  await same('submitproposalapprovaltx', 'permission-denied', alice, txid);
  await same('submitproposalapprovaltx', 'executed-already', GOVERNOR, txid);
  const out = await node.call<{ txid: string }>(
    'submitaxcoutproposal',
    alice,
    'mBTC',
    'x'.repeat(30),
    10_000,
  );
  await mine();
  await same('submitproposalapprovaltx', 'axc-signature-invalid', GOVERNOR, out.txid);
  await same('getsysparam', 'illegal', 'NOPE');
  await same('getcdpparam', 'ill-formatted', 'WICC');
  await same('getcdpparam', 'illegal', 'WICC:WUSD', 'NOPE');
  assert.equal(plain(await node.call('getproposal', '0'.repeat(64))), {});
});

governance('what is wrong with a proposal is said before it is submitted', async () => {
  const rows: readonly (readonly [method: string, params: readonly Json[], code: number, message: string])[] =
    [
      ['submitparamgovernproposal', [alice, 'ASSET_ISSUE_FEE', '-1'], -8, 'the param value must >= 0'],
      [
        'submitparamgovernproposal',
        [alice, 'ASSET_ISSUE_FEE', '1x'],
        -8,
        'param_value=1x is not a decimal integer',
      ],
      [
        'submitparamgovernproposal',
        [alice, 'ASSET_ISSUE_FEE', '18446744073709551616'],
        -8,
        'value=18446744073709551616 out of range',
      ],
      [
        'submitparamgovernproposal',
        [alice, 'DEX_MATCH_SVC_REGID', 'x'],
        -8,
        'invalid regid fomat of param_value=x: character 0 is "x"',
      ],
      [
        'submitparamgovernproposal',
        [alice, 'VOTING_CONTRACT_REGID', '9-9'],
        -2001,
        'CommitTx failed: code=16, reason=account-not-exist',
      ],
      [
        'submitcdpparamgovernproposal',
        [alice, [{ name: 'CDP_INTEREST_PARAM_A' }], 'WICC', 'WUSD'],
        -8,
        'field value not found in json object',
      ],
      [
        'submitcdpparamgovernproposal',
        [alice, [{ name: 'NOPE', value: 1 }], 'WICC', 'WUSD'],
        -8,
        'cdp param type(NOPE) is not exist',
      ],
      [
        'submitcdpparamgovernproposal',
        [
          alice,
          [
            { name: 'CDP_INTEREST_PARAM_A', value: 1 },
            { name: 'CDP_INTEREST_PARAM_A', value: 2 },
          ],
          'WICC',
          'WUSD',
        ],
        -8,
        'cdp param type(CDP_INTEREST_PARAM_A) is repeated',
      ],
      [
        'submitcdpparamgovernproposal',
        [alice, [{ name: 'CDP_INTEREST_PARAM_B', value: 0 }], 'WICC', 'WUSD'],
        -8,
        'check param scope error: the scope is [1,100000000],but the value you submited is 0',
      ],
      ['submitgovernorupdateproposal', [alice, '9-9', 1], -8, 'Regid not exist or immature'],
      [
        'submitgovernorupdateproposal',
        [alice, 'nonsense', 1],
        -5,
        'Invalid address=nonsense: it ends at position 8, an address has 34 characters',
      ],
      ['submitgovernorupdateproposal', [alice, bob, 256], -8, 'value=256 out of range'],
      ['submittotalbpssizeupdateproposal', [alice, 0, 1000], -8, 'the range of total_bps_size is (0,255]'],
      ['submittotalbpssizeupdateproposal', [alice, 256, 1000], -8, 'the range of total_bps_size is (0,255]'],
      ['submittotalbpssizeupdateproposal', [alice, 12, -1], -8, 'value=-1 out of range'],
      ['submitcointransferproposal', [alice, bob, carol, 'WICC:0:wi'], -8, 'Coins is zero!'],
      ['submitcointransferproposal', [alice, bob, carol, 'NOPE:1:wi'], 16, 'Invalid coin symbol=NOPE!'],
      [
        'submitcointransferproposal',
        [alice, bob, carol, 'WICC:90:mwi'],
        -2002,
        'Account does not have enough WICC',
      ],
      [
        'submitcointransferproposal',
        [alice, '9-9', carol, 'WICC:1:wi'],
        -5,
        'The account not exist (never received coins before)! userId=9-9',
      ],
      [
        'submitaccountpermproposal',
        [alice, '9-9', [{ perm_code: 0, op_type: GRANT }]],
        -5,
        'The account not exist (never received coins before)! userId=9-9',
      ],
      ['submitaccountpermproposal', [alice, bob, []], -8, 'the list of permissions must not be empty'],
      [
        'submitaccountpermproposal',
        [alice, bob, [{ perm_code: 64, op_type: GRANT }]],
        -8,
        'perm_code=64 is not from 0 to 63',
      ],
      [
        'submitaccountpermproposal',
        [alice, bob, [{ perm_code: 1, op_type: GRANT + 1 }]],
        -8,
        'op_type=2 is neither 0 (revoke) nor 1 (grant)',
      ],
      [
        'submitassetpermproposal',
        [alice, 'NOPE', [{ perm_code: 1, op_type: GRANT }]],
        -8,
        'not find asset that named NOPE',
      ],
      [
        'submitassetpermproposal',
        [alice, 'WICC', [{ perm_code: 1, op_type: GRANT }]],
        -2001,
        'CommitTx failed: code=16, reason=asset-type-error',
      ],
      [
        'submitdexswitchproposal',
        [alice, 0, 1],
        -2001,
        "CommitTx failed: code=16, reason=operator0-can't-be-switched",
      ],
      ['submitdiaissueproposal', [alice, 'NEWDIA', '9-9', 1], 100, 'owner regid not exist or immature'],
      ['submitcancelorderproposal', [alice, '11'.repeat(32)], -4003, 'Order is inactive or not existed'],
      [
        'submitcancelorderproposal',
        [alice, 'zz'],
        -32602,
        'Get param order_id error! Invalid hex char in the position 0 or 1: character 0 is "z"',
      ],
      ['submitaxccoinproposal', [alice, '€', 1, 1], -2001, 'CommitTx failed: code=16, reason=bad-symbol'],
      [
        'submitproposalapprovaltx',
        [GOVERNOR, '0'.repeat(64), 'WICC:9999:sawi'],
        -32602,
        'The given fee is too small: 9999 < 10000 sawi',
      ],
      [
        'submitdexswitchproposal',
        ['9-9', 1, 1],
        -5,
        'The account not exist (never received coins before)! userId=9-9',
      ],
      ['getcdpparam', ['NOPE:WUSD'], -8, 'invalid CDP coin-pair::NOPE:WUSD'],
      ['getcdpparam', ['WICC:WUSD:WGRT'], -8, 'ill-formatted CDP coin-pair: WICC:WUSD:WGRT'],
    ];
  for (const [method, params, code, message] of rows) {
    assert.equal(
      await node.fail(method, ...params),
      { code, message },
      `${method} ${JSON.stringify(params)}`,
    );
  }
});

governance('a feed pair proposal takes four parameters and a fee (spec 05 §1, row 25)', async () => {
  assert.is((await node.fail('submitfeedcoinpairproposal', alice, 'MYDIA', 'USD')).code, -1);
  await node.call('submitfeedcoinpairproposal', alice, 'MYDIA', 'USD', 2, 'WICC:10000:sawi');
});

governance('permission codes are bits of 64, each alone (spec 05 §1, row 24)', async () => {
  const revoked = async (perm_code: number): Promise<bigint> => {
    const { txid } = await node.call<{ txid: string }>('submitaccountpermproposal', alice, bob, [
      { perm_code, op_type: REVOKE },
    ]);
    await mine();
    return BigInt((await node.call('getproposal', txid)).proposed_perms_sum as bigint);
  };
  const all = 2n ** 64n - 1n;
  for (const code of [0, 31, 32, 63]) assert.is(await revoked(code), all - (1n << BigInt(code)), `${code}`);
});

governance('a parameter’s value may be a number, a regid is a text', async () => {
  const { txid } = await node.call<{ txid: string }>(
    'submitparamgovernproposal',
    alice,
    'AXC_SWAP_GATEWAY_REGID',
    '0-9',
  );
  const number = await node.call<{ txid: string }>(
    'submitparamgovernproposal',
    alice,
    'ASSET_RISK_FEE_RATIO',
    5000,
  );
  await mine();
  const [params] = (await node.call('getproposal', txid)).params as JsonObject[];
  assert.equal(
    { ...params },
    {
      param_code: SYSTEM_PARAMETERS.AXC_SWAP_GATEWAY_REGID.code,
      param_name: 'AXC_SWAP_GATEWAY_REGID',
      param_value: 9,
    },
  );
  const [other] = (await node.call('getproposal', number.txid)).params as JsonObject[];
  assert.is(other!.param_value, 5000);
});

governance('listsysparams has every parameter of the reference with its default, by number', async () => {
  const fresh = await startTestNode();
  const values = await fresh.call('listsysparams');
  const cdpValues = await fresh.call('getcdpparam', 'WICC:WUSD');
  await fresh.stop();
  const recorded = recordedResult('listsysparams');
  assert.equal(Object.keys(values).sort(), Object.keys(recorded).sort());
  for (const [name, value] of Object.entries(recorded)) assert.equal(values[name], value, name);
  assert.is(Object.keys(values)[0], 'MEDIAN_PRICE_SLIDE_WINDOW_BLOCKCOUNT');
  const recordedCdp = recordedResult('getcdpparam', r => Object.keys(r).length === 11);
  assert.is(Object.keys(cdpValues).length, 11);
  for (const [name, value] of Object.entries(recordedCdp)) {
    // In that recording the interest had been changed.
    if (name !== 'CDP_INTEREST_PARAM_A') assert.equal(cdpValues[name], value, name);
  }
  assert.ok(cdpValues.CDP_START_COLLATERAL_RATIO instanceof JsonReal);
});

governance(
  'listmintxfees names the types of the reference, ascending, with what may be changed',
  async () => {
    const fees = await node.call<JsonObject[]>('listmintxfees');
    const recorded = recordedResult('listmintxfees') as unknown as JsonObject[];
    const known = (list: JsonObject[]) =>
      list
        .map(({ txtype_code, txtype_name, modifiable }) => [Number(txtype_code), txtype_name, modifiable])
        .sort(([a], [b]) => Number(a) - Number(b));
    assert.equal(known(fees), known(recorded));
    assert.equal(
      fees.map(({ txtype_code }) => txtype_code),
      known(fees).map(([code]) => code),
    );
    assert.equal(shapeOf(fees), shapeOf(recorded));
  },
);

governance.run();
