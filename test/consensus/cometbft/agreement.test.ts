import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { required } from '../../../src/codec/required.js';
import { regIdUid, type Uid } from '../../../src/codec/uid.js';
import type { EngineName } from '../../../src/storage/key-value-store.js';
import { openStore } from '../../../src/storage/open.js';
import type { PreparedTransaction } from '../../../src/tx/envelope.js';
import { TX } from '../../../src/tx/transactions.js';
import { regIdOf, signed, transfer, USERS, type User } from '../../support/chains/test-chain.js';
import { ADDRESSES, startValidator, type Validator } from '../../support/network/validator.js';
import { scaled } from '../../support/random/scale.js';
import { SeededRandom } from '../../support/random/seeded-random.js';
import { temporaryDirectory } from '../../support/temporary-directory.js';

const [ALICE] = USERS as [User, ...User[]];
/** Counts in a loop, so that the compiler takes it, and keeps the sum. */
const CODE = `mylib = require "mylib"
local sum = 0
for i = 1, 200 + contract[1] do sum = sum + i * contract[2] end
local text = tostring(sum)
assert(mylib.WriteData({ key = "sum" .. contract[1] % 7, length = #text, value = { string.byte(text, 1, -1) } }))
if contract[2] % 5 == 0 then error("refused") end
`;

async function validatorOn(
  engine: 'auto' | EngineName,
  luaJit: 'hot' | 'always' | 'never',
): Promise<Validator> {
  const { store } = await openStore({
    engine,
    path: join(temporaryDirectory(), engine),
    cacheBytes: 1 << 23,
  });
  return startValidator({ store, luaJit });
}

function deploy(uid: Uid): PreparedTransaction {
  const contract = { code: Buffer.from(CODE), memo: Buffer.alloc(0) };
  const standard = { version: 1, validHeight: 2, signature: Buffer.alloc(0), fees: 120_000_000n };
  return signed({ type: TX.LCONTRACT_DEPLOY, ...standard, txUid: uid, contract }, ALICE);
}

function call(user: User, app: Uid, input: readonly number[], validHeight: number): PreparedTransaction {
  const fixed = { version: 1, validHeight, fees: 5_000_000n, coinAmount: 0n, signature: Buffer.alloc(0) };
  const what = { txUid: user.uid, appUid: app, arguments: Buffer.from(input) };
  return signed({ type: TX.LCONTRACT_INVOKE, ...fixed, ...what }, user);
}

test('validators with other storage engines and compilers have one app hash at each height', async () => {
  const random = new SeededRandom();
  console.log(`SEED=${random.seed}`);
  const validators = await Promise.all([
    validatorOn('memory', 'never'),
    validatorOn('leveldb', 'always'),
    validatorOn('auto', 'hot'),
  ]);
  const [first] = validators as [Validator, ...Validator[]];
  await Promise.all(validators.map(validator => validator.decide()));
  let app: Uid | undefined;
  for (let block = 0; block < scaled(25, 2_000); block++) {
    const { height } = first.chain.head.header;
    const proposer = required(validators[block % validators.length], 'the proposer');
    const address = required(ADDRESSES[block % ADDRESSES.length], 'its address');
    const users = Array.from({ length: random.integer(0, 8) }, () =>
      required(USERS[random.integer(0, USERS.length - 1)], 'a user'),
    );
    const wanted = users.map(user =>
      app === undefined || random.integer(0, 2) === 0
        ? transfer(user, ALICE, { validHeight: height, amount: BigInt(random.integer(10_000, 10_000_000)) })
        : call(user, app, [random.integer(0, 255), random.integer(0, 255)], height),
    );
    if (block === 0) wanted.push(deploy(regIdOf(first.chain.state, ALICE)));
    // What is refused here is part of what is tried.
    for (const prepared of wanted) await proposer.consensus.submit(prepared).catch(() => undefined);
    const txs = await proposer.propose({ proposer: address });
    // Somebody decides on garbage too, as the last of the block.
    const decided = block % 4 === 3 ? [...txs, Buffer.of(block)] : txs;
    const verdicts = await Promise.all(validators.map(({ accepts }) => accepts({ txs, proposer: address })));
    assert.equal(verdicts, [true, true, true]);
    const answers = await Promise.all(
      validators.map(({ decide }) => decide({ txs: decided, proposer: address })),
    );
    for (const answer of answers) assert.equal(answer, answers[0], `block ${height + 1}`);
    if (block === 0) {
      const { transactions } = required(first.chain.blocks.blockByHeight(height + 1), 'the block');
      const index = transactions.findIndex(({ tx }) => tx.type === TX.LCONTRACT_DEPLOY);
      assert.ok(index > 0, 'the contract is deployed');
      app = regIdUid({ height: height + 1, index });
    }
  }
  for (const { failures } of validators) assert.equal(failures, []);
  for (const validator of validators) await validator.close();
});

test.run();
