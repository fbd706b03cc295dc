import type { JsonObject } from '../../../../src/codec/json-value.js';
import { type RegId, regIdInteger, regIdRaw, regIdText } from '../../../../src/codec/regid.js';
import { encodeAddress } from '../../../../src/crypto/address.js';
import { actionName } from '../../../../src/tx/action-name.js';
import { type Transaction, TX } from '../../../../src/tx/transactions.js';
import type { InlineTransaction } from '../../../../src/tx/types/universal.js';
import { schemaOf } from '../../../../vm/universal/contract-abi.js';
import { packAction } from '../../../../vm/wasm/abi/pack.js';
import { ContractException } from '../../../../vm/wasm/exception.js';
import { CODE_PERMISSION, OWNER_PERMISSION } from '../../../../vm/wasm/inline-authorization.js';
import { coins, commandLua, type ModuleCommand } from '../../ledgers/module-commands.js';
import type { Actor } from '../../ledgers/scratch-ledger.js';
import { integerOf } from '../../ledgers/universal.js';
import { name } from '../../wasm/memory-host.js';
import { relayed } from '../../wasm/relay-contract.js';
import { edgy, pick } from '../edges.js';
import { type Door, type Wish as ModuleWish, OPERATIONS, type Operation } from '../random-module-calls.js';
import { COIN, COINS, NETWORK, PEOPLE, PRODUCERS, TOKEN } from './cast.js';
import { chance, oldHead, type Scene, type Wish } from './scene.js';

/* What contracts do in the random economy: a Lua contract, a WebAssembly contract, and users who call contracts of the system. */

/** Runs its arguments as Lua. */
export const LUA_CODE =
  'mylib = require "mylib"\n' +
  'local code = {} for i = 1, #contract do code[i] = string.char(contract[i]) end\n' +
  'assert(load(table.concat(code)))()';

/** Whoever can own coins. */
function actors({ relay, lua }: Scene): readonly RegId[] {
  return [...PEOPLE.map(({ regId }) => regId), relay, lua];
}

/** A call of one or two actions, by a user, by the WebAssembly contract, or by the Lua contract. */
export function contractWish(scene: Scene): Wish | undefined {
  const { random } = scene;
  const door = pick(random, ['user', 'relay', 'lua'] as const);
  const user = pick(random, PEOPLE);
  if (door === 'lua') return luaWish(scene, user);
  const actor = door === 'relay' ? scene.relay : user.regId;
  const sent: InlineTransaction[] = [];
  for (let i = random.integer(1, 2); i > 0; i--) {
    const command = pick(random, [moduleCommand, moduleCommand, assetCommand, votingCommand])(scene, actor);
    const action = command && packed(scene, command, actor, door === 'relay');
    if (action !== undefined) sent.push(action);
  }
  if (sent.length === 0) return undefined;
  const inlineTransactions = door === 'relay' ? [relayed({ id: regIdText(actor) }, sent)] : sent;
  return [door, universal(scene, user, inlineTransactions)];
}

/** An action by its own owner or contract, as a universal transaction. */
export function universal(
  scene: Pick<Scene, 'head'>,
  payer: Actor,
  inlineTransactions: readonly InlineTransaction[],
): Transaction {
  return { ...scene.head(payer), type: TX.UNIVERSAL, inlineTransactions, signaturePairs: [] };
}

/** An action with its arguments; undefined where they do not fit their types. */
export function packed(
  { state }: Pick<Scene, 'state'>,
  { contract, action, args }: ModuleCommand,
  actor: RegId,
  isContract: boolean,
): InlineTransaction | undefined {
  const id = integerOf(contract);
  const schema = schemaOf({ network: NETWORK, state }, id);
  if (schema === undefined) throw new TypeError(`${contract} has no ABI`);
  try {
    return {
      contract: id,
      action: name(action),
      authorization: [
        { account: regIdInteger(actor), permission: isContract ? CODE_PERMISSION : OWNER_PERMISSION },
      ],
      data: packAction(schema, actionName(name(action)), args),
    };
  } catch (error) {
    if (!(error instanceof ContractException)) throw error;
    return undefined;
  }
}

function moduleCommand(scene: Scene, actor: RegId): ModuleCommand | undefined {
  const { random, state } = scene;
  const operation = pick(random, Object.keys(OPERATIONS) as Operation[]);
  const wish: ModuleWish = {
    door: 'user' satisfies Door,
    person: 0,
    operation,
    amount: chance(random, 3) ? edgy(random, 13) : BigInt(random.integer(1, 60)) * COIN,
    pick: random.integer(0, 1000),
    symbol: pick(random, ['WICC', 'WICC', 'WGRT', 'WUSD'] as const),
    other: pick(random, ['WUSD', 'WUSD', 'WICC'] as const),
  };
  return OPERATIONS[operation]({ state, actor, actors: actors(scene) }, wish);
}

/** Moves, mints and burns the asset by its own contract, with whatever authority. */
function assetCommand(scene: Scene, actor: RegId): ModuleCommand {
  const { random } = scene;
  const quantity = coins(TOKEN, edgy(random, 13));
  const own = regIdText(actor);
  const to = regIdText(pick(random, actors(scene)));
  const [action, args] = pick<readonly [string, JsonObject]>(random, [
    ['transfer', { from: own, to, quantity, memo: '' }],
    ['transfer', { from: own, to, quantity: coins(pick(random, COINS), edgy(random, 13)), memo: '' }],
    ['mint', { to, quantity, memo: '' }],
    ['burn', { owner: own, quantity, memo: '' }],
  ]);
  return { contract: '0-800', action, args };
}

/** What only the voting contract may, which is the relay. */
function votingCommand({ random }: Scene, actor: RegId): ModuleCommand {
  const candidate = regIdText(pick(random, PRODUCERS).regId);
  if (chance(random, 3))
    return { contract: '0-900', action: 'mintrewards', args: { to: regIdText(actor), memo: '' } };
  const votes = edgy(random, 13) * (chance(random, 2) ? 1n : -1n);
  return { contract: '0-900', action: 'vote', args: { candidate, votes, memo: '' } };
}

function luaWish(scene: Scene, user: Actor): Wish {
  const { random, lua } = scene;
  const statements: string[] = [];
  for (let i = random.integer(1, 3); i > 0; i--) statements.push(statement(scene));
  if (chance(random, 12)) statements.push('error("asked to fail")');
  return ['lua', luaCall(scene, user, lua, statements.join('\n'), chance(random, 3) ? edgy(random, 12) : 0n)];
}

/** A call of the Lua contract that runs `code`. */
export function luaCall(
  scene: Pick<Scene, 'head'>,
  user: Actor,
  contract: RegId,
  code: string,
  coinAmount = 0n,
): Transaction {
  return {
    ...oldHead(scene.head(user)),
    type: TX.LCONTRACT_INVOKE,
    appUid: { kind: 'regid', regId: contract },
    coinAmount,
    arguments: Buffer.from(code),
  };
}

function statement(scene: Scene): string {
  const { random } = scene;
  const code = pick(random, [callOfModule, callOfModule, transferOf, outputs, tokens])(scene);
  return chance(random, 5) ? `pcall(function() ${code} end)` : code;
}

function callOfModule(scene: Scene): string {
  const command = moduleCommand(scene, scene.lua);
  return command === undefined ? '' : commandLua(command);
}

/** Coins of the contract or of its caller for an account, or for an address that has none yet. */
function transferOf(scene: Scene): string {
  const { random } = scene;
  const isNew = chance(random, 6);
  const to = isNew ? bytesOf(addressOf(strangeKeyId(scene))) : bytesOf(regIdRaw(pick(random, actors(scene))));
  return (
    `mylib.TransferAccountAsset({ isContractAccount = ${random.integer(0, 1) === 1}, toAddressType = ${isNew ? 2 : 1}, ` +
    `toAddress = ${to}, tokenType = "${pick(random, COINS)}", tokenAmount = ${money(amountOf(scene))} })`
  );
}

/** Base coins of the contract for an account, balanced or not. */
function outputs(scene: Scene): string {
  const { random, lua } = scene;
  const amount = amountOf(scene);
  const taken = chance(random, 6) ? amountOf(scene) : amount;
  const line = (operator: number, account: RegId, sawi: bigint) =>
    `mylib.WriteOutput({ addrType = 1, accountIdTbl = ${bytesOf(regIdRaw(account))}, operatorType = ${operator}, ` +
    `outHeight = 0, moneyTbl = ${money(sawi)} })`;
  return `${line(1, pick(random, actors(scene)), amount)} ${line(2, lua, taken)}`;
}

/** The contract's own tokens, which are no coins. */
function tokens(scene: Scene): string {
  const { random } = scene;
  const user = bytesOf(addressOf(pick(random, PEOPLE).keyId));
  const tag = random.integer(0, 1) === 0 ? '{}' : '{ 7 }';
  return (
    `mylib.WriteOutAppOperate({ operatorType = ${random.integer(1, 4)}, outHeight = ${scene.height + random.integer(0, 3)}, ` +
    `moneyTbl = ${money(amountOf(scene))}, userIdLen = 34, userIdTbl = ${user}, fundTagLen = ${tag === '{}' ? 0 : 1}, fundTagTbl = ${tag} })`
  );
}

function amountOf({ random }: Scene): bigint {
  return chance(random, 3) ? edgy(random, 13) : BigInt(random.integer(1, 60)) * COIN;
}

/** Eight bytes of an amount, little-endian. */
function money(sawi: bigint): string {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt.asUintN(64, sawi));
  return bytesOf(bytes);
}

function bytesOf(bytes: Uint8Array): string {
  return `{ ${Array.from(bytes).join(', ')} }`;
}

function addressOf(keyId: string): Buffer {
  return Buffer.from(encodeAddress(NETWORK.addressVersion, keyId), 'latin1');
}

/** Of nobody, so far. */
function strangeKeyId({ random }: Scene): string {
  return random.integer(0, 0xffff).toString(16).padStart(40, '0');
}
