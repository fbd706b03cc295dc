import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Json } from '../../../../src/codec/json-value.js';
import { parseRegId, regIdInteger } from '../../../../src/codec/regid.js';
import { ACCOUNTS, REGIDS } from '../../../../src/state/tables/accounts.js';
import type { InlineTransaction } from '../../../../src/tx/types/universal.js';
import { CONDITION_TYPES } from '../../../../src/tx/utxo.js';
import { settlerRegId } from '../../../../vm/native/dex/dex-settle.js';
import { schemaOf } from '../../../../vm/universal/contract-abi.js';
import { MODULE_CONTRACTS, nativeContracts } from '../../../../vm/universal/native-contracts/index.js';
import { CODE_PERMISSION, OWNER_PERMISSION } from '../../../../vm/wasm/inline-authorization.js';
import { CdpLedger, idOf } from '../../../support/ledgers/cdp-ledger.js';
import { ALICE, BOB, CAROL, HEIGHT } from '../../../support/ledgers/scratch-ledger.js';
import {
  action,
  actorInteger,
  deploy,
  integerOf,
  rawAction,
  regIdOfActor,
  setcodeData,
  universalTx,
} from '../../../support/ledgers/universal.js';
import { charge, output } from '../../../support/ledgers/utxo-ledger.js';
import { deployRelay, RELAY_CODE, type Relay, relayed } from '../../../support/wasm/relay-contract.js';
import { assemble } from '../../../support/wasm/wat.js';

/*
 * Every action of every contract of the system, for an account that did not authorize it: nothing
 * moves. As the control, the same action does something with the authority.
 */

const COIN = 100_000_000n;
const A = regIdOfActor(ALICE);
const B = regIdOfActor(BOB);
const C = regIdOfActor(CAROL);

/** A contract that notifies the account in the data of its action of that action. */
const NOTIFIER = assemble(`(module
  (import "env" "read_action_data" (func $read (param i32 i32) (result i32)))
  (import "env" "notify_recipient" (func $notify (param i64)))
  (memory (export "memory") 1)
  (func (export "apply") (param i64 i64 i64)
    (drop (call $read (i32.const 0) (i32.const 8)))
    (call $notify (i64.load (i32.const 0)))))`);

/** The ledger of one case: BOB is the stranger, CAROL pays for what goes through contracts. */
class MatrixLedger extends CdpLedger {
  readonly relay: Relay;
  readonly notifier: string;

  constructor() {
    super();
    this.relay = deployRelay(this, BOB, HEIGHT - 10);
    this.notifier = deploy(this, BOB, NOTIFIER, HEIGHT - 9);
  }

  /** Gives an account coins of every kind, an issued asset, a debt position, an order and outputs. */
  furnish(actor: string): void {
    const regId = parseRegId(actor)!;
    const keyId = this.keyIdAt(regId)!;
    for (const symbol of ['WICC', 'WGRT', 'WUSD', 'MYCOINS']) {
      this.setToken(keyId, symbol, { free: 100_000n * COIN, pledged: symbol === 'WICC' ? 4000n * COIN : 0n });
    }
    this.addAsset('MYCOINS', { owner: regId, mintable: true, totalSupply: 100_000n * COIN });
  }
}

/** An action and what it needs; `actor` is the account whose authority it needs, as text. */
interface Case {
  readonly contract: string;
  readonly action: string;
  args(actor: string, ledger: MatrixLedger): Json;
  prepare?(ledger: MatrixLedger, actor: string): void;
  /** Left out: ALICE, and for its control a contract too. */
  readonly actor?: (ledger: MatrixLedger) => string;
  /** Binary arguments, where they have no JSON form. */
  data?(ledger: MatrixLedger): Buffer;
}

const inWicc = (amount: bigint): Json => ({ amount, symbol: '8,WICC' });
const ofMine = (amount: bigint): Json => ({ amount, symbol: '8,MYCOINS' });
const CDP = idOf('c');
const limitOrder = (owner: string): Json => [owner, inWicc(COIN), 'WUSD', COIN, 0, ''];

const placeCdp = (ledger: MatrixLedger, actor: string): void => {
  const regId = parseRegId(actor)!;
  ledger.place(
    CDP,
    { ...ALICE, regId, keyId: ledger.keyIdAt(regId)! },
    { staked: 4000n * COIN, owed: 100n * COIN },
  );
};

/** Places an order by the authority of the account, where the test does not go through the action itself. */
const placeOrder = (ledger: MatrixLedger, actor: string, contractAction = 'buylimit'): string => {
  const { trace } = ledger.execute(
    universalTx(CAROL, [authorized(ledger, actor, '0-300', contractAction, limitOrder(actor))], {
      ...signedFor(actor),
      validHeight: HEIGHT - 6,
    }),
    HEIGHT - 5,
  );
  return objectIn(trace);
};

let madeOutputs = '';
let placed: string[] = [];

const CASES: readonly Case[] = [
  {
    contract: '0-100',
    action: 'setcode',
    args: () => null,
    actor: () => A,
    prepare: ledger => {
      deploy(ledger, ALICE, RELAY_CODE, HEIGHT - 8);
    },
    data: () => setcodeData(NOTIFIER, ALICE, { contract: `${HEIGHT - 8}-1` }),
  },
  {
    contract: '0-100',
    action: 'setcoder',
    args: () => [`${HEIGHT - 8}-1`, B],
    actor: () => A,
    prepare: ledger => {
      deploy(ledger, ALICE, RELAY_CODE, HEIGHT - 8);
    },
  },
  { contract: '0-200', action: 'transfer', args: actor => [actor, B, inWicc(COIN), ''] },
  { contract: '0-200', action: 'transferkey', args: actor => [actor, 'ab'.repeat(20), inWicc(COIN), ''] },
  { contract: '0-300', action: 'buylimit', args: limitOrder },
  { contract: '0-300', action: 'selllimit', args: limitOrder },
  {
    contract: '0-300',
    action: 'buymarket',
    args: actor => [actor, { amount: COIN, symbol: '8,WUSD' }, 'WICC', 0, ''],
  },
  { contract: '0-300', action: 'sellmarket', args: actor => [actor, inWicc(COIN), 'WUSD', 0, ''] },
  {
    contract: '0-300',
    action: 'cancel',
    args: actor => [actor, placed[0]!],
    prepare: (ledger, actor) => {
      placed = [placeOrder(ledger, actor)];
    },
  },
  {
    contract: '0-300',
    action: 'settle',
    args: actor => [actor, [[placed[0]!, placed[1]!, COIN, COIN, COIN]]],
    prepare: (ledger, actor) => {
      ledger.furnish(B);
      ledger.setParameter('DEX_MATCH_SVC_REGID', integerOf(actor));
      placed = [placeOrder(ledger, B), placeOrder(ledger, B, 'selllimit')];
    },
  },
  {
    contract: '0-400',
    action: 'stake',
    args: actor => [actor, null, inWicc(1000n * COIN), { amount: 100n * COIN, symbol: '8,WUSD' }],
  },
  {
    contract: '0-400',
    action: 'redeem',
    args: actor => [actor, CDP, 10n * COIN, inWicc(0n)],
    prepare: placeCdp,
  },
  {
    contract: '0-400',
    action: 'liquidate',
    args: actor => [actor, idOf('d'), 500n * COIN],
    prepare: ledger => {
      ledger.place(idOf('d'), CAROL, { staked: 560n * COIN, owed: 100n * COIN });
    },
  },
  {
    contract: '0-500',
    action: 'charge',
    args: actor => [actor, 'WICC', [[COIN, B, null, null, null, null, null, null]], ''],
  },
  {
    contract: '0-500',
    action: 'spend',
    args: actor => [
      actor,
      'WICC',
      [[madeOutputs, 0, null, null]],
      [[2n * COIN, B, null, null, null, null, null, null]],
      '',
    ],
    prepare: makeOutputs,
  },
  {
    contract: '0-500',
    action: 'draw',
    args: actor => [actor, 'WICC', [[madeOutputs, 0, null, null]], ''],
    prepare: makeOutputs,
  },
  {
    contract: '0-800',
    action: 'issue',
    args: actor => ['8,NEWCOIN', actor, 'New', 1_000_000n, true, ''],
  },
  { contract: '0-800', action: 'mint', args: () => [B, ofMine(COIN), ''] },
  { contract: '0-800', action: 'burn', args: actor => [actor, ofMine(COIN), ''] },
  { contract: '0-800', action: 'update', args: () => ['MYCOINS', B, null, null] },
  { contract: '0-800', action: 'transfer', args: actor => [actor, B, inWicc(COIN), ''] },
  { contract: '0-800', action: 'setasseticon', args: () => ['MYCOINS', 'icon'] },
  {
    contract: '0-900',
    action: 'vote',
    args: () => [B, 5, ''],
    actor: ({ relay }) => relay.id,
    prepare: appointRelay,
  },
  {
    contract: '0-900',
    action: 'mintrewards',
    args: () => [B, ''],
    actor: ({ relay }) => relay.id,
    prepare: appointRelay,
  },
];

function appointRelay(ledger: MatrixLedger): void {
  ledger.setParameter('VOTING_CONTRACT_REGID', integerOf(ledger.relay.id));
}

/** Outputs that only the actor may spend. */
function makeOutputs(ledger: MatrixLedger, actor: string): void {
  const uid = { kind: 'regid', regId: parseRegId(actor)! } as const;
  madeOutputs = charge(ledger, [output({ type: CONDITION_TYPES.OP2SA, uid })]);
}

/** An action by the authority of an account: of a user, who signs, or of a contract. */
function authorized(
  ledger: MatrixLedger,
  actor: string,
  contract: string,
  name: string,
  args: Json,
): InlineTransaction {
  const permission = actor === ledger.relay.id ? CODE_PERMISSION : OWNER_PERMISSION;
  const bare = action(ledger, contract, name, args, []);
  const sent = { ...bare, authorization: [{ account: integerOf(actor), permission }] };
  return actor === ledger.relay.id ? relayed(ledger.relay, [sent]) : sent;
}

/** The signature of a user beside that of CAROL, who pays. */
function signedFor(...actors: readonly string[]) {
  const signaturePairs = [ALICE, BOB]
    .filter(user => actors.includes(regIdOfActor(user)))
    .map(user => ({ account: actorInteger(user), signature: Buffer.from(user.publicKey, 'hex') }));
  return { signaturePairs };
}

/** The first object in a trace. */
function objectIn(trace: unknown): string {
  return /"object_id":"([0-9a-f]{64})"/.exec(
    JSON.stringify(trace, (_, v) => (typeof v === 'bigint' ? 0 : v)),
  )![1]!;
}

/** Tables and accounts that a transaction changes, apart from the fee of who pays. */
function changesOf(ledger: MatrixLedger, actions: readonly InlineTransaction[], signers: readonly string[]) {
  const block = ledger.begin();
  try {
    block.execute(ledger.prepare(universalTx(CAROL, actions, signedFor(...signers))));
    return block.state
      .changes()
      .filter(
        ({ table, key }) => table !== ACCOUNTS || Buffer.from(key, 'latin1').toString('hex') !== CAROL.keyId,
      )
      .map(({ table, key }) => `${table.name} ${Buffer.from(key, 'latin1').toString('hex')}`);
  } finally {
    block.state.discard();
  }
}

/** One case on a ledger of its own. */
class Trial {
  readonly ledger = new MatrixLedger();
  readonly actor: string;
  readonly bare: InlineTransaction;

  constructor(
    readonly tried: Case,
    actor?: string,
  ) {
    const { ledger } = this;
    this.actor = actor ?? tried.actor?.(ledger) ?? A;
    ledger.furnish(this.actor);
    tried.prepare?.(ledger, this.actor);
    const { contract, action: name } = tried;
    this.bare = tried.data
      ? rawAction(contract, name, tried.data(ledger), [])
      : action(ledger, contract, name, tried.args(this.actor, ledger), []);
  }

  /** The action with an authorization, given by anybody. */
  by(...levels: readonly (readonly [account: string, permission: bigint])[]): InlineTransaction {
    const authorization = levels.map(([account, permission]) => ({
      account: integerOf(account),
      permission,
    }));
    return { ...this.bare, authorization };
  }

  assertRefused(
    actions: readonly InlineTransaction[],
    signers: readonly string[],
    codes: readonly number[],
  ): void {
    const { reason } = this.ledger.rejection(universalTx(CAROL, actions, signedFor(...signers)));
    const code = Number(/^\n\((\d+)\)/.exec(reason)?.[1]);
    assert.ok(codes.includes(code), `${this.tried.contract} ${this.tried.action}: ${reason}`);
  }
}

const MISSING_AUTHORITY = [3090004];
const matrix = suite('authority over the contracts of the system');

matrix('the matrix has every action of every contract of the system', () => {
  const { network, state } = new MatrixLedger();
  const contracts = ['0-800', ...[...nativeContracts(network).keys()].map(id => `0-${id}`)];
  const declared = contracts.flatMap(contract =>
    schemaOf({ network, state }, integerOf(contract))!.definition.actions.map(
      ({ name }) => `${contract} ${name}`,
    ),
  );
  assert.equal(CASES.map(tried => `${tried.contract} ${tried.action}`).toSorted(), declared.toSorted());
});

for (const tried of CASES) {
  const label = `${tried.contract} ${tried.action}`;

  matrix(`${label}: works with the authority, at top level and inline`, () => {
    const top = new Trial(tried);
    const isUser = top.actor === A;
    if (isUser) {
      const changes = changesOf(top.ledger, [top.by([A, OWNER_PERMISSION])], [A]);
      assert.ok(changes.length > 0);
    }
    if (tried.contract === '0-100') return;
    const inline = new Trial(tried, new MatrixLedger().relay.id);
    const sent = relayed(inline.ledger.relay, [inline.by([inline.actor, CODE_PERMISSION])]);
    assert.ok(changesOf(inline.ledger, [sent], []).length > 0);
  });

  matrix(`${label}: a wrong sender moves nothing, with and without an authority of his own`, () => {
    const trial = new Trial(tried);
    trial.assertRefused([trial.by([B, OWNER_PERMISSION])], [B], MISSING_AUTHORITY);
    trial.assertRefused([trial.by()], [B], MISSING_AUTHORITY);
    trial.assertRefused([trial.by([trial.actor, OWNER_PERMISSION])], [B], MISSING_AUTHORITY);
    trial.assertRefused([trial.by([C, OWNER_PERMISSION])], [], MISSING_AUTHORITY);
  });

  matrix(`${label}: an inline call without authority moves nothing`, () => {
    const trial = new Trial(tried, tried.actor === undefined ? A : undefined);
    const { relay } = trial.ledger;
    const isRelay = trial.actor === relay.id;
    // Its sender has the authority of the actor himself, and may not pass it on.
    const signer = isRelay ? B : trial.actor;
    const through = (sent: InlineTransaction): InlineTransaction => ({
      ...relayed(isRelay ? { ...relay, id: secondRelay(trial.ledger) } : relay, [sent]),
      authorization: [{ account: integerOf(signer), permission: OWNER_PERMISSION }],
    });
    trial.assertRefused([through(trial.by())], [signer], MISSING_AUTHORITY);
    trial.assertRefused([through(trial.by([trial.actor, OWNER_PERMISSION]))], [signer], MISSING_AUTHORITY);
    trial.assertRefused([through(trial.by([trial.actor, CODE_PERMISSION]))], [signer], MISSING_AUTHORITY);
    const own = isRelay ? secondRelay(trial.ledger) : relay.id;
    trial.assertRefused([through(trial.by([own, CODE_PERMISSION]))], [signer], MISSING_AUTHORITY);
  });

  matrix(
    `${label}: being told of it does nothing, even where the contract of the system had an account`,
    () => {
      const trial = new Trial(tried);
      const { ledger, bare } = trial;
      const told = { ...trial.by([trial.actor, OWNER_PERMISSION]), contract: integerOf(ledger.notifier) };
      // The action of another contract by the same name, which notifies the contract of the system.
      const system = Buffer.alloc(8);
      system.writeBigUInt64LE(bare.contract);
      const signers = trial.actor === A ? [A] : [];
      const authority = trial.actor === A ? told.authorization : [];
      const telling = { ...told, authorization: authority, data: Buffer.concat([system, bare.data]) };
      const { reason } = ledger.rejection(universalTx(CAROL, [telling], signedFor(...signers)));
      assert.match(reason, /\(3270001\) account_access_exception/);
      ledger.state.put(REGIDS, parseRegId(tried.contract)!, BOB.keyId);
      assert.equal(changesOf(ledger, [telling], signers), []);
    },
  );

  matrix(`${label}: no other contract takes it`, () => {
    const trial = new Trial(tried);
    const { ledger } = trial;
    const contracts = ['0-100', '0-800', '0-900', ...[...MODULE_CONTRACTS.keys()].map(id => `0-${id}`)];
    for (const contract of contracts) {
      const { actions } = schemaOf(ledger, integerOf(contract))!.definition;
      if (actions.some(({ name }) => name === tried.action)) continue;
      const sent = { ...trial.by([C, OWNER_PERMISSION]), contract: integerOf(contract) };
      trial.assertRefused([sent], [], [3050005, 3050012]);
    }
    // A contract of a user that does nothing with it, and a contract that is none.
    const silent = { ...trial.by([C, OWNER_PERMISSION]), contract: integerOf(silentContract(ledger)) };
    assert.equal(changesOf(ledger, [silent], []), []);
    trial.assertRefused([{ ...silent, contract: integerOf(B) }], [], [3160000]);
    trial.assertRefused([{ ...silent, contract: silent.contract + 0x10000n }], [], [3160000]);
  });
}

/** Another relay than that of the ledger. */
function secondRelay(ledger: MatrixLedger): string {
  const id = `${HEIGHT - 4}-1`;
  if (ledger.keyIdAt(parseRegId(id)!) !== undefined) return id;
  return deploy(ledger, BOB, RELAY_CODE, HEIGHT - 4);
}

function silentContract(ledger: MatrixLedger): string {
  return deploy(ledger, BOB, assemble('(module (func (export "apply") (param i64 i64 i64)))'), HEIGHT - 3);
}

matrix('the settler is one account: another authority than its own settles nothing', () => {
  const ledger = new MatrixLedger();
  ledger.furnish(A);
  placed = [placeOrder(ledger, A), placeOrder(ledger, A, 'selllimit')];
  const deals: Json = [[placed[0]!, placed[1]!, COIN, COIN, COIN]];
  const sent = action(ledger, '0-300', 'settle', [A, deals], [ALICE]);
  const { reason } = ledger.rejection(universalTx(CAROL, [sent], signedFor(A)));
  assert.match(reason, /unauthorized-settle-account/);
  assert.is.not(regIdInteger(settlerRegId(ledger.state, ledger.network)), actorInteger(ALICE));
});

matrix.run();
