import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parseJson, stringifyJson } from '../../src/codec/json.js';
import type { Json, JsonObject } from '../../src/codec/json-value.js';
import { EXAMPLE } from '../../src/rpc/declaration/common-parameters.js';
import {
  ADDRESS,
  arrayOf,
  boolean,
  type Fields,
  HASH,
  HEX,
  has,
  integer,
  mapOf,
  matching,
  object,
  REGID,
  string,
} from '../support/answers/answer-fields.js';
import { plain } from '../support/answers/plain.js';
import { NodeProcess } from '../support/nodes/node-process.js';

/*
 * The product requirement for transfers and accounts, statement by statement: its methods,
 * parameters, fields, defaults and limits, with its own names and words in the names of the tests.
 */

const { alice, bob, carol } = EXAMPLE;
/** An address of this network that has never received coins. */
const STRANGER = 'wLhEPvxZmBBuWoyJedeRHSxuMEnMFP6ycb';

const node = await NodeProcess.start({ switches: ['-mining=manual'] });
const seed = suite('requirement');
seed.after(() => node.stop());

/** "Transfer entry" */
const TRANSFER_ENTRY: Fields = {
  to_uid: string,
  to_addr: matching(ADDRESS),
  coin_symbol: string,
  coin_amount: integer,
};

/** "Decoded raw transaction (result of decodetxraw)" */
const DECODED: Fields = {
  txid: matching(HASH),
  tx_type: string,
  ver: integer,
  tx_uid: string,
  from_addr: matching(ADDRESS),
  fee_symbol: string,
  fees: integer,
  valid_height: integer,
  signature: matching(HEX),
  transfers: arrayOf(object(TRANSFER_ENTRY)),
  memo: string,
};

/** "absent when unconfirmed" */
const WHEN_CONFIRMED: Fields = {
  confirmed_height: integer,
  confirmed_time: integer,
  block_hash: matching(HASH),
  receipt: arrayOf(object({})),
  tx_code: matching(REGID),
  confirmations: integer,
};

/** "Balance entry" */
const BALANCE: Fields = {
  free_amount: integer,
  staked_amount: integer,
  frozen_amount: integer,
  voted_amount: integer,
  pledged_amount: integer,
  total_amount: integer,
};

/** "Account info (getaccountinfo)" */
const ACCOUNT: Fields = {
  address: matching(ADDRESS),
  keyid: matching(/^[0-9a-f]{40}$/),
  regid: matching(REGID),
  regid_mature: boolean,
  owner_pubkey: matching(/^0[23][0-9a-f]{64}$/),
  miner_pubkey: string,
  perms: matching(/^[01]{10}$/),
  tokens: mapOf(object(BALANCE)),
  received_votes: integer,
  vote_list: arrayOf(
    object({ candidate_uid: object({ id_type: string, id: string }), voted_bcoins: integer }),
  ),
  onchain: boolean,
  in_wallet: boolean,
  pubkey_registered: boolean,
  cdp_list: arrayOf(object({})),
};

/** "Wallet address entry (listaddr, array)" */
const WALLET_ADDRESS: Fields = {
  addr: matching(ADDRESS),
  regid: matching(REGID),
  regid_mature: boolean,
  received_votes: integer,
  tokens: mapOf(
    object({ free_amount: integer, staked_amount: integer, frozen_amount: integer, voted_amount: integer }),
  ),
  hasminerkey: boolean,
};

async function mine(): Promise<void> {
  await node.call('generate', 1);
}

async function sent(...params: Json[]): Promise<string> {
  const result = await node.call('submitsendtx', ...params);
  has(result, { txid: matching(HASH) }, 'submitsendtx');
  return result.txid as string;
}

async function detail(txid: string): Promise<JsonObject> {
  return plain(await node.call('gettxdetail', txid));
}

async function free(uid: string, symbol = 'WICC'): Promise<bigint> {
  const { tokens } = await node.call<{
    tokens: Record<string, { free_amount: number | bigint } | undefined>;
  }>('getaccountinfo', uid);
  return BigInt(tokens[symbol]?.free_amount ?? 0);
}

/** Posts a body as the requirement writes it. */
async function post(body: string): Promise<{ readonly status: number; readonly reply: Json }> {
  const response = await fetch(node.endpoint, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Authorization: `Basic ${Buffer.from(node.credentials).toString('base64')}`,
    },
    body,
  });
  return { status: response.status, reply: plain(parseJson(await response.text())) };
}

for (const jsonrpc of ['1.0', '2.0']) {
  seed(
    `call convention: jsonrpc ${jsonrpc}, id a string, params an array; the reply is {result, error, id}`,
    async () => {
      const body = stringifyJson({ jsonrpc, id: 'curltext', method: 'getblockcount', params: [] });
      const { status, reply } = await post(body);
      assert.is(status, 200);
      assert.equal(reply, { result: await node.call('getblockcount'), error: null, id: 'curltext' });
      assert.equal(Object.keys(reply as JsonObject), ['result', 'error', 'id']);
    },
  );
}

seed(
  'call convention: an error has a code and a message, says what it is about, and there is no result',
  async () => {
    const { status, reply } = await post(
      stringifyJson({
        jsonrpc: '2.0',
        id: 'x',
        method: 'submitsendtx',
        params: [alice, 'nobody', 'WICC:1:wi'],
      }),
    );
    assert.is(status, 500);
    assert.equal(reply, {
      result: null,
      error: {
        code: -5,
        message: 'Invalid address=nobody: it ends at position 6, an address has 34 characters',
        data: { parameter: 'to', position: 2, allowed: 'regid, address or public key' },
      },
      id: 'x',
    });
  },
);

seed('call convention: requests without credentials are refused', async () => {
  const response = await fetch(node.endpoint, { method: 'POST', body: '{}' });
  assert.equal([response.status, await response.text()], [401, '']);
});

seed('comboMoney: a trailing part may be omitted; wi is 10^8 sawi', async () => {
  const forms: [money: Json, sawi: bigint][] = [
    ['WICC:20000:sawi', 20_000n],
    ['WICC:20000', 20_000n],
    ['20000', 20_000n],
    [20_000, 20_000n],
    ['WICC:3:wi', 300_000_000n],
    ['0.5:wi', 50_000_000n],
    ['WICC:0.00012345:wi', 12_345n],
  ];
  for (const [money, sawi] of forms) {
    const before = await free(bob);
    await sent(alice, bob, money);
    await mine();
    assert.is((await free(bob)) - before, sawi, String(money));
  }
});

seed('uid: a regid, a public key and an address name the same account; a nickid names none', async () => {
  const { regid, owner_pubkey: key } = await node.call('getaccountinfo', bob);
  for (const uid of [regid as string, key as string, bob]) {
    const [{ to_addr: to }] = (await detail(await sent(alice, uid, 10_000))).transfers as [JsonObject];
    assert.is(to, bob);
    assert.is((await node.call('getaccountinfo', uid)).address, bob);
    await mine();
  }
  assert.equal(await node.fail('submitsendtx', alice, 'nickname', 10_000), {
    code: -5,
    message: 'Invalid address=nickname: it ends at position 8, an address has 34 characters',
  });
});

seed(
  'submitsendtx: from, to, amount, fee, memo; the detail when unconfirmed and when confirmed',
  async () => {
    const txid = await sent(alice, bob, 'WICC:1:wi', 'WICC:10000:sawi', 'on chain');
    const waiting = await detail(txid);
    has(waiting, { ...DECODED, rawtx: matching(HEX) }, 'gettxdetail');
    for (const key of Object.keys(WHEN_CONFIRMED))
      assert.not(key in waiting, `${key} is absent when unconfirmed`);
    assert.is(waiting.tx_type, 'UCOIN_TRANSFER_TX');
    assert.is(waiting.memo, 'on chain');
    await mine();
    const confirmed = await detail(txid);
    has(confirmed, { ...DECODED, ...WHEN_CONFIRMED, rawtx: matching(HEX) }, 'gettxdetail');
    const { txid: id, from_addr: from, fee_symbol: symbol, fees } = confirmed;
    assert.equal([id, from, symbol, fees], [txid, alice, 'WICC', 10_000]);
  },
);

seed('gettxdetail: confirmations are the current height minus the confirming one', async () => {
  const txid = await sent(alice, bob, 10_000);
  await node.call('generate', 4);
  const { confirmations, confirmed_height: confirmed } = await detail(txid);
  assert.is(confirmations, (await node.call<number>('getblockcount')) - (confirmed as number));
  assert.is(confirmations, 3);
});

seed('submitsendtx: the fee is 10000 sawi unless another is given', async () => {
  assert.is((await detail(await sent(alice, bob, 'WICC:1:wi'))).fees, 10_000);
  assert.is((await detail(await sent(alice, bob, 'WICC:1:wi', 'WICC:30000:sawi'))).fees, 30_000);
  await mine();
});

seed('submitsendtx: the fee is at least 10000 sawi', async () => {
  assert.equal(await node.fail('submitsendtx', alice, bob, 'WICC:1:wi', 'WICC:9999:sawi'), {
    code: -32602,
    message: 'The given fee is too small: 9999 < 10000 sawi',
  });
});

seed('submitsendtx: the amount is at least 10000 sawi', async () => {
  assert.equal(await node.fail('submitsendtx', alice, bob, 'WICC:9999:sawi'), {
    code: -2001,
    message: 'CommitTx failed: code=33, reason=invalid-coin-amount',
  });
  await sent(alice, bob, 'WICC:10000:sawi');
  await mine();
});

for (const form of ['passed as JSON text', 'as an array'] as const) {
  seed(
    `submitsendmultitx: transfer_array ${form}; the fee is the number of entries times the default`,
    async () => {
      const entries = [
        { to_uid: bob, symbol_amount_unit: 'WICC:10000:sawi' },
        { to_uid: '0-15', symbol_amount_unit: 'WICC:2:wi' },
        { to_uid: STRANGER, symbol_amount_unit: '30000' },
      ];
      const given = form === 'as an array' ? entries : JSON.stringify(entries);
      assert.equal(await node.fail('submitsendmultitx', alice, given, 'WICC:29999:sawi'), {
        code: -32602,
        message: 'The given fee is too small: 29999 < 30000 sawi',
      });
      const { txid } = await node.call('submitsendmultitx', alice, given, 'WICC:30000:sawi', 'three');
      const { fees, memo, transfers } = await detail(txid as string);
      assert.equal([fees, memo], [30_000, 'three']);
      assert.equal(
        (transfers as JsonObject[]).map(({ to_addr, coin_amount }) => [to_addr, coin_amount]),
        [
          [bob, 10_000],
          [carol, 200_000_000],
          [STRANGER, 30_000],
        ],
      );
      const { txid: second } = await node.call('submitsendmultitx', alice, given);
      assert.is((await detail(second as string)).fees, 30_000);
      await mine();
    },
  );
}

seed('submitsendmultitx: every entry is at least 10000 sawi', async () => {
  const entries = [
    { to_uid: bob, symbol_amount_unit: 'WICC:10000:sawi' },
    { to_uid: carol, symbol_amount_unit: 'WICC:9999:sawi' },
  ];
  assert.equal(await node.fail('submitsendmultitx', alice, JSON.stringify(entries)), {
    code: -2001,
    message: 'CommitTx failed: code=33, reason=invalid-coin-amount',
  });
});

seed('decodetxraw: all fields but those of the confirmation; memo is in hex too', async () => {
  const txid = await sent(alice, bob, 'WICC:1:wi', 'WICC:10000:sawi', 'hello');
  const { rawtx, ...waiting } = await detail(txid);
  const decoded = plain(await node.call('decodetxraw', rawtx as string));
  has(decoded, { ...DECODED, memo_hex: matching(HEX) }, 'decodetxraw');
  assert.equal(decoded, waiting);
  assert.is(decoded.memo_hex, Buffer.from('hello').toString('hex'));
  for (const key of Object.keys(WHEN_CONFIRMED)) assert.not(key in decoded, key);
  await mine();
});

async function unsigned(memo: string): Promise<string> {
  const { unsigned_txraw: raw } = await node.call('genunsignedtxraw', 'submitsendtx', {
    sender: alice,
    to: bob,
    amount: 'WICC:1:wi',
    fee: 'WICC:10000:sawi',
    memo,
    height: await node.call<number>('getblockcount'),
  });
  return raw as string;
}

seed('submittxraw: a signed raw transaction; the result is txid and tx_trace', async () => {
  const { rawtx } = await node.call('signtxraw', await unsigned('whole'), [alice]);
  const result = plain(await node.call('submittxraw', rawtx as string));
  assert.equal(Object.keys(result), ['txid', 'tx_trace']);
  assert.is(result.tx_trace, null);
  await mine();
  assert.is((await detail(result.txid as string)).rawtx, rawtx);
});

seed('submittxraw: signatures can be given as an array of {addr, signature}', async () => {
  const raw = await unsigned('in parts');
  const { signed_list: list } = await node.call<{ signed_list: [JsonObject] }>('signtxraw', raw, [alice]);
  const { addr, signature } = list[0];
  const { txid } = await node.call('submittxraw', raw, [{ addr: addr!, signature: signature! }]);
  await mine();
  assert.is((await detail(txid as string)).signature, signature);
});

seed("listtx: confirmed_tx and unconfirmed_tx are arrays of this node's hashes", async () => {
  const txid = await sent(alice, bob, 10_000);
  const waiting = await node.call('listtx');
  has(waiting, { confirmed_tx: arrayOf(matching(HASH)), unconfirmed_tx: arrayOf(matching(HASH)) }, 'listtx');
  assert.equal(waiting.unconfirmed_tx, [txid]);
  await mine();
  const confirmed = await node.call<{ confirmed_tx: string[]; unconfirmed_tx: string[] }>('listtx');
  assert.is(confirmed.confirmed_tx[0], txid);
  assert.equal(confirmed.unconfirmed_tx, []);
});

seed('listaddr: an array of wallet address entries', async () => {
  const list = await node.call<Json[]>('listaddr');
  arrayOf(object(WALLET_ADDRESS))(list, 'listaddr');
  assert.ok(list.length > 0);
});

seed('getnewaddr: IsMiner makes two key pairs', async () => {
  for (const isMiner of [undefined, false, true]) {
    const { addr } = await node.call('getnewaddr', ...(isMiner === undefined ? [] : [isMiner]));
    matching(ADDRESS)(addr, 'addr');
    const entry = (await node.call<JsonObject[]>('listaddr')).find(candidate => candidate.addr === addr);
    assert.is(entry?.hasminerkey, isMiner === true);
  }
});

seed('submitaccountregistertx: addr and a numeric fee; the address obtains a regid', async () => {
  const { addr } = await node.call<{ addr: string }>('getnewaddr');
  await sent(alice, addr, 'WICC:1:wi');
  await mine();
  assert.is((await node.call('getaccountinfo', addr)).pubkey_registered, false);
  const { txid } = await node.call('submitaccountregistertx', addr, 20_000);
  await mine();
  const { tx_code: position, tx_type: type, fees } = await detail(txid as string);
  assert.equal([type, fees], ['ACCOUNT_REGISTER_TX', 20_000]);
  const { regid, pubkey_registered: registered } = await node.call('getaccountinfo', addr);
  assert.equal([regid, registered], [position, true]);
  assert.is((await node.fail('submitaccountregistertx', addr)).message, 'Account was already registered');
});

seed('getaccountinfo: every field of an account on chain', async () => {
  const info = await node.call('getaccountinfo', alice);
  has(info, ACCOUNT, 'getaccountinfo');
  assert.equal(
    [info.address, info.onchain, info.in_wallet, info.pubkey_registered, info.perms],
    [alice, true, true, true, '1111111111'],
  );
  const { total_amount: total, ...parts } = (info.tokens as { WICC: Record<string, number> }).WICC;
  assert.is(
    Object.values(parts).reduce((sum, part) => sum + BigInt(part), 0n),
    BigInt(total!),
  );
});

seed('getaccountinfo: an address of the wallet that is not on chain', async () => {
  const { addr } = await node.call<{ addr: string }>('getnewaddr');
  const info = await node.call('getaccountinfo', addr);
  has(info, ACCOUNT, 'getaccountinfo');
  assert.equal([info.onchain, info.in_wallet, info.pubkey_registered], [false, true, false]);
});

seed('getaccountinfo: an address that is nowhere is an error that says so', async () => {
  const { addr } = await node.call<{ addr: string }>('getnewaddr');
  await node.call('dropprivkey', addr);
  assert.equal(await node.fail('getaccountinfo', addr), {
    code: -8,
    message: `account does not exist on chain and in wallet! addr=${addr}`,
  });
});

seed('getaccountinfo: vote_list names candidates and coins', async () => {
  await node.call('submitdelegatevotetx', carol, [{ delegate: '0-2', votes: 100_000_000 }], 10_000);
  await mine();
  const { vote_list: votes } = await node.call('getaccountinfo', carol);
  assert.equal(plain(votes), [{ candidate_uid: { id_type: 'RegID', id: '0-2' }, voted_bcoins: 100_000_000 }]);
});

seed('dumpprivkey and importprivkey: privkey and minerkey out, the key "imorpt key address" in', async () => {
  const dumped = plain(await node.call('dumpprivkey', alice));
  has(dumped, { privkey: matching(/^Y[1-9A-HJ-NP-Za-km-z]{51}$/), minerkey: string }, 'dumpprivkey');
  await node.call('dropprivkey', alice);
  assert.is((await node.call('getaccountinfo', alice)).in_wallet, false);
  assert.is((await node.call('importprivkey', dumped.privkey as string))['imorpt key address'], alice);
  assert.is((await node.call('getaccountinfo', alice)).in_wallet, true);
});

seed('validateaddr: account address, contract address and regid are valid, others are not', async () => {
  const { address: reserve } = await node.call<{ address: string }>('getaccountinfo', '1-1');
  for (const [given, addr] of [
    [alice, alice],
    ['0-13', alice],
    [STRANGER, STRANGER],
    [reserve, reserve],
    ['1-1', reserve],
  ] as const) {
    assert.equal(plain(await node.call('validateaddr', given)), { is_valid: true, addr });
  }
  for (const given of ['nickname', `${alice}x`, '999999-1', 'WQiPpmcnE7NLpaCJoo4LbdGG9LPm6dYEjR']) {
    assert.equal(plain(await node.call('validateaddr', given)), { is_valid: false, addr: given });
  }
});

seed(
  'submitcoinstaketx: sender, coins_to_stake, action STAKE by default or UNSTAKE, fee 10000 by default',
  async () => {
    const staked = async (): Promise<number> => {
      const { tokens } = await node.call<{ tokens: { WICC: { staked_amount: number } } }>(
        'getaccountinfo',
        bob,
      );
      return tokens.WICC.staked_amount;
    };
    const { txid } = await node.call('submitcoinstaketx', bob, '21000000000000');
    await mine();
    const { tx_type: type, fees } = await detail(txid as string);
    assert.equal([type, fees], ['UCOIN_STAKE_TX', 10_000]);
    assert.is(await staked(), 210_000 * 100_000_000);
    await node.call('submitcoinstaketx', bob, 'WICC:10000:wi', 'UNSTAKE', 'WICC:20000:sawi');
    await mine();
    assert.is(await staked(), 200_000 * 100_000_000);
    await node.call('submitcoinstaketx', bob, 'WICC:1:wi', 'STAKE');
    await mine();
    assert.is(await staked(), 200_001 * 100_000_000);
    assert.is((await node.fail('submitcoinstaketx', bob, 'WICC:1:wi', 'HOLD')).code, -8);
  },
);

seed('authentication: importprivkey needs an unlocked wallet, and walletlock locks it again', async () => {
  const { privkey } = await node.call<{ privkey: string }>('dumpprivkey', alice);
  const locked = (failure: { readonly code: number }) => assert.is(failure.code, -2006);
  await node.call('encryptwallet', 'secret');
  locked(await node.fail('importprivkey', privkey));
  assert.is((await node.call('walletpassphrase', 'secret', 60)).passphrase, true);
  assert.is((await node.call('importprivkey', privkey))['imorpt key address'], alice);
  assert.is((await node.call('walletlock')).walletlock, true);
  locked(await node.fail('submitsendtx', alice, bob, 10_000));
});

seed.run();
