import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { stringifyJson } from '../../src/codec/json.js';
import type { Json, JsonObject } from '../../src/codec/json-value.js';
import { buildContract } from '../../src/contract-build/compile.js';
import { abiToJson } from '../../vm/wasm/abi/json-form.js';
import { deploySample, LuaDirectory } from '../support/lua/sample-contracts.js';
import { startTestNode, type TestNode } from '../support/nodes/node.js';
import { isAsShown, readSwitches, readWalk, runWalk } from '../support/nodes/walk.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

/* What docs/native-contracts.md says, and every module by a contract of each kind, over HTTP. */

const PAGE = 'docs/native-contracts.md';
const COIN = 100_000_000;
const OWNER = '0-13';
const walk = suite('the walk through the modules as contracts');
let node: TestNode;

walk.before(async () => {
  node = await startTestNode({ switches: ['-mining=instant', ...readSwitches(PAGE)] });
});
walk.after(() => node.stop());

walk('every command works, and answers what the page shows', async () => {
  const steps = readWalk(PAGE);
  assert.ok(steps.length > 15, `${steps.length} commands`);
  const outputs = await runWalk(node, steps);
  for (const [i, { command, shown }] of steps.entries()) {
    if (shown === undefined) assert.is(outputs[i], '', command);
    else assert.ok(isAsShown(outputs[i]!, shown), `${command} answered\n${outputs[i]}\nnot\n${shown}`);
  }
});

/** A treasury, whatever it is written in: commands that make its modules do something. */
interface Treasury {
  readonly id: string;
  /** @returns the id of what was made */
  command(name: string, ...args: readonly Json[]): Promise<string | undefined>;
  /** The message of a refusal. */
  refusal(name: string, ...args: readonly Json[]): Promise<string>;
}

/** The object of the only action of a trace that made one. */
function objectOf(trace: unknown): string | undefined {
  return /"object_id":"([0-9a-f]{64})"/.exec(
    JSON.stringify(trace, (_, v) => (typeof v === 'bigint' ? 0 : v)),
  )?.[1];
}

async function wasmTreasury(): Promise<Treasury> {
  const directory = temporaryDirectory();
  const { wasm, abi } = await buildContract('contracts/treasury/index.ts');
  writeFileSync(join(directory, 'index.wasm'), wasm);
  writeFileSync(join(directory, 'index.abi.json'), stringifyJson(abiToJson(abi)));
  const { txid } = await node.call<{ txid: string }>(
    'submitsetcodetx',
    OWNER,
    join(directory, 'index.wasm'),
    join(directory, 'index.abi.json'),
  );
  const { regid } = await node.call<{ regid: string }>('getcontractregid', txid);
  const wicc = (sawi: number): string => `${(sawi / COIN).toFixed(8)} WICC`;
  const wusd = (sawi: number): string => `${(sawi / COIN).toFixed(8)} WUSD`;
  const argumentsOf: Record<string, (...args: readonly never[]) => Json> = {
    pay: (to: string, amount: number) => [to, wicc(amount), ''],
    sell: (amount: number, price: number) => [wicc(amount), 'WUSD', price],
    cancel: (order: string) => [order],
    borrow: (pledged: number, minted: number) => [wicc(pledged), wusd(minted)],
    repay: (position: string, repaid: number, redeemed: number) => [position, repaid, wicc(redeemed)],
    lock: (amount: number, height: number) => [wicc(amount), height],
    draw: (output: string) => [output, 'WICC'],
  };
  const parameters = (name: string, args: readonly Json[]) =>
    [OWNER, regid, name, argumentsOf[name]!(...(args as readonly never[]))] as const;
  return {
    id: regid,
    async command(name, ...args) {
      const { tx_trace } = await node.call('submittx', ...parameters(name, args));
      return objectOf(tx_trace);
    },
    refusal: async (name, ...args) => (await node.fail('submittx', ...parameters(name, args))).message,
  };
}

async function luaTreasury(): Promise<Treasury> {
  const id = await deploySample(node, new LuaDirectory(), 'treasury.lua', OWNER);
  const parameters = (name: string, args: readonly Json[]) => {
    const words = Buffer.from([name, ...args].join(' ')).toString('hex');
    return [OWNER, id, words, 0, 2_000_000] as const;
  };
  await node.call('submitcontractcalltx', ...parameters('own', []));
  return {
    id,
    async command(name, ...args) {
      const { txid } = await node.call<{ txid: string }>('submitcontractcalltx', ...parameters(name, args));
      const { tx_trace, receipts } = await node.call('gettxdetail', txid);
      const object = objectOf(tx_trace);
      const named = (receipts as readonly JsonObject[]).some(receipt => receipt.object_id !== undefined);
      assert.is(named, object !== undefined);
      return object;
    },
    refusal: async (name, ...args) =>
      (await node.fail('submitcontractcalltx', ...parameters(name, args))).message,
  };
}

for (const [kind, open] of [
  ['WebAssembly', wasmTreasury],
  ['Lua', luaTreasury],
] as const) {
  const modules = suite(`a treasury in ${kind}`);
  let treasury: Treasury;

  const tokens = async (): Promise<Record<string, Record<string, number>>> =>
    (await node.call('getaccountinfo', treasury.id)).tokens as Record<string, Record<string, number>>;

  modules.before(async () => {
    node = await startTestNode({ switches: ['-mining=instant', ...readSwitches(PAGE)] });
    await node.call('generate', 1);
    treasury = await open();
    await node.call('submitsendtx', OWNER, treasury.id, 'WICC:5000:wi');
  });
  modules.after(() => node.stop());

  modules('pays what its maintainer asks for, and fails beyond what it has', async () => {
    const before = await node.call<JsonObject>('getaccountinfo', '0-14');
    assert.is(await treasury.command('pay', '0-14', 10 * COIN), undefined);
    const after = await node.call<JsonObject>('getaccountinfo', '0-14');
    const free = (account: JsonObject) =>
      (account.tokens as Record<string, Record<string, number>>).WICC!.free_amount!;
    assert.is(free(after) - free(before), 10 * COIN);
    assert.match(await treasury.refusal('pay', '0-14', 1_000_000 * COIN), /transfer-coin-failed/);
  });

  modules('trades: its order is found, settled in part, and its rest taken back', async () => {
    const order = await treasury.command('sell', 100 * COIN, COIN / 2);
    const shown = await node.call('getdexorder', order!);
    assert.is(shown.user_regid, treasury.id);
    assert.is(shown.asset_amount, 100 * COIN);
    assert.is((await tokens()).WICC!.frozen_amount, 100 * COIN);
    assert.match(await treasury.refusal('sell', 1_000_000 * COIN, COIN), /operate-dex-order-account-failed/);
    assert.is(await treasury.command('cancel', order!), undefined);
    assert.is((await tokens()).WICC!.frozen_amount, 0);
    assert.match(await treasury.refusal('cancel', order!), /order-inactive/);
    assert.is((await node.call('getdexorder', order!)).order_id, order);
  });

  modules('borrows and pays back', async () => {
    const position = await treasury.command('borrow', 2000 * COIN, 100 * COIN);
    const { cdp } = await node.call<{ cdp: JsonObject }>('getcdp', position!);
    assert.is(cdp.regid, treasury.id);
    assert.is((await tokens()).WUSD!.free_amount, 100 * COIN);
    await treasury.command('repay', position!, 20 * COIN, 100 * COIN);
    const after = await node.call<{ cdp: JsonObject }>('getcdp', position!);
    assert.is(after.cdp.total_scoin, 80 * COIN);
    assert.is(after.cdp.total_bcoin, 1900 * COIN);
    assert.match(await treasury.refusal('borrow', 2000 * COIN, 100 * COIN), /user-cdp-created/);
  });

  modules('locks coins in an output, and draws it when it is due', async () => {
    const height = await node.call<number>('getblockcount');
    const output = await treasury.command('lock', 50 * COIN, height + 4);
    const listed = JSON.stringify(await node.call('listutxos', treasury.id), (_, v) =>
      typeof v === 'bigint' ? Number(v) : v,
    );
    assert.ok(listed.includes(output!), listed);
    assert.match(await treasury.refusal('draw', output!), /check-utox-cond-err/);
    await node.call('generate', 4);
    const before = (await tokens()).WICC!.free_amount!;
    assert.is(await treasury.command('draw', output!), undefined);
    assert.is((await tokens()).WICC!.free_amount! - before, 50 * COIN);
    assert.match(await treasury.refusal('draw', output!), /double-spend-prev-utxo-err/);
  });

  modules('what it did is undone when its blocks are taken back', async () => {
    const before = await tokens();
    const order = await treasury.command('sell', 100 * COIN, COIN / 2);
    assert.is((await node.call('getdexorder', order!)).order_id, order);
    await node.call('disconnectblock', 1);
    assert.equal(await tokens(), before);
    const { waits, confirmed_height } = await node.call('getdexorder', order!);
    assert.equal([waits, confirmed_height], [true, undefined], 'its transaction waits again');
  });

  modules.run();
}

walk.run();
