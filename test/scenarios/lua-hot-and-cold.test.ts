import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { EXAMPLE } from '../../src/rpc/declaration/common-parameters.js';
import { LuaDirectory } from '../support/lua/sample-contracts.js';
import { NodeProcess } from '../support/nodes/node-process.js';

/*
 * Contracts whose compiled code could go another way than the interpreter. Nodes that compile at the first
 * call, when a function is hot, and never answer every call the same, and each can execute the chain again
 * that another has made.
 */

const { alice } = EXAMPLE;
const DEPLOY_FEE = 110_000_000;
const AMPLE_FEE = 20_000_000;
/** Calls of each contract before its fee becomes tight: its functions are hot then. */
const CALLS = 26;
/** Fees in sawi around the smallest one that the call suffices with that gives storage back; a sawi is 100 fuel. */
const TIGHT = 8;

const HEADLINE = 'mylib = require "mylib"\n';
const store = (key: string, value: string) =>
  `local text = tostring(${value})
   mylib.WriteData({ key = "${key}", length = #text, value = { text:byte(1, -1) } })`;

/** Each stores what it has found out. */
const CONTRACTS = {
  'steps.lua': `
    local function f(down) local n = 0 for i = 10, 1, (down and -1 or 1) do n = n + 1 end return n end
    local n for k = 1, 45 do n = f(true) end
    ${store('n', 'n')}`,
  'iterators.lua': `
    local function f() local n = type(1) for k in next, { 1, 2, 3 }, 0 do n = 1 end return n end
    local message for k = 1, 45 do message = select(2, pcall(f)) end
    ${store('message', 'message')}`,
  'empty-loops.lua': `
    local function f(n) for i = 1, n do end end
    for k = 1, 45 do f(k) end
    for i = 1, 700 do end
    ${store('done', 'contract[1]')}`,
  'check-account.lua': `
    local value = {} for i = 1, 40 do value[i] = 7 end
    setmetatable(_G, { __index = function(t, k)
      if k == "gCheckAccount" then
        for i = 1, 3 do mylib.WriteData({ key = "k" .. i, length = 40, value = value }) end
      end
    end })`,
  'refund.lua': `
    local function spend(x) for i = 1, 3000 do ${'x = x * 3 % 7 '.repeat(40)} end end
    local function give(x) ${'x = x * 3 % 7 '.repeat(40)} mylib.DeleteData("k") return x end
    local value = {} for i = 1, 60 do value[i] = 1 end
    if contract[1] == 1 then mylib.WriteData({ key = "k", length = 60, value = value })
    elseif contract[1] == 2 then give(1)
    else spend(1) give(1) end`,
} as const;

/** Calls a contract: what it has cost, or why it was refused. */
async function attempt(node: NodeProcess, contract: string, argument: string, fee: number): Promise<string> {
  try {
    const sent = await node.call<{ txid: string }>('submitcontractcalltx', alice, contract, argument, 0, fee);
    const { confirmed_height } = await node.call<{ confirmed_height: number }>('gettxdetail', sent.txid);
    const { total_fuel_fee } = await node.call<{ total_fuel_fee: number }>('getblock', confirmed_height);
    return `fuel fee ${total_fuel_fee}`;
  } catch (error) {
    return (error as Error).message;
  }
}

/** The smallest fee with which a call succeeds whose key is stored before. */
async function smallestFee(node: NodeProcess, contract: string): Promise<number> {
  let [low, high] = [10_000, 40_000];
  while (low < high) {
    const fee = Math.floor((low + high) / 2);
    await attempt(node, contract, '01', AMPLE_FEE);
    if ((await attempt(node, contract, '03', fee)).startsWith('fuel fee')) high = fee;
    else low = fee + 1;
  }
  return low;
}

/** Deploys and calls everything, and returns all answers. */
async function useContracts(node: NodeProcess, tightFee?: number): Promise<Used> {
  // The fuel rate falls to its minimum, where it stays.
  await node.call('generate', 200);
  const lua = new LuaDirectory();
  const answers: string[] = [];
  let refund = '';
  for (const [name, source] of Object.entries(CONTRACTS)) {
    const path = lua.write(name, HEADLINE + source);
    const { txid } = await node.call<{ txid: string }>('submitcontractdeploytx', alice, path, DEPLOY_FEE);
    await node.call('generate', 1);
    const { regid } = await node.call<{ regid: string }>('getcontractregid', txid);
    if (name === 'refund.lua') refund = regid;
    for (let call = 0; call < (name === 'refund.lua' ? CALLS : 3); call++) {
      for (const argument of ['01', '02']) answers.push(await attempt(node, regid, argument, AMPLE_FEE));
    }
  }
  const fee = tightFee ?? (await smallestFee(node, refund));
  for (let tight = fee - TIGHT; tight <= fee + TIGHT; tight++) {
    answers.push(await attempt(node, refund, '01', AMPLE_FEE), await attempt(node, refund, '03', tight));
  }
  return { answers, fee };
}

interface Used {
  readonly answers: readonly string[];
  /** See `smallestFee`. */
  readonly fee: number;
}

/** Whether a node that starts anew in one mode comes to the state of a chain that is there. */
async function verifies(directory: string, mode: string): Promise<boolean> {
  const node = await NodeProcess.start({ directory, switches: [`-luajit=${mode}`] });
  // Newest blocks first, then all of them, when everything has been executed a few times.
  const found = [
    await node.call<unknown>('verifychain', 4, 20),
    await node.call<unknown>('verifychain', 4, 0),
  ];
  await node.stop();
  return found.every(each => each === true);
}

test('nodes that compile Lua at once, when it is hot and never agree on every call and verify each other', async () => {
  const modes = ['never', 'hot', 'always'];
  const used: Used[] = [];
  const directories: string[] = [];
  for (const mode of modes) {
    const node = await NodeProcess.start({ switches: [`-luajit=${mode}`] });
    used.push(await useContracts(node, used[0]?.fee));
    directories.push(node.directory);
    await node.stop();
  }
  const [never, ...others] = used.map(({ answers }) => answers);
  const refused = never!.filter(answer => !answer.startsWith('fuel fee'));
  assert.ok(refused.length >= TIGHT && never!.length > 5 * refused.length, 'some calls are refused');
  for (const other of others) assert.equal(other, never);
  assert.ok(await verifies(directories[2]!, 'never'), 'always, verified by never');
  assert.ok(await verifies(directories[0]!, 'always'), 'never, verified by always');
  assert.ok(await verifies(directories[1]!, 'hot'), 'hot, verified anew');
});

test.run();
