import { CheckTxType } from 'cosmjs-types/tendermint/abci/types';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { sign } from '../../../src/crypto/signature.js';
import { prepareTransaction } from '../../../src/tx/envelope.js';
import { wireRulesOf } from '../../../src/tx/wire-rules.js';
import { transfer, USERS, type User } from '../../support/chains/test-chain.js';
import { FOUR, startValidator, type Validator } from '../../support/network/validator.js';

const [ALICE, BOB] = USERS as [User, User];
const { NEW, RECHECK } = CheckTxType;

const check = async ({ client }: Validator, tx: Uint8Array, type = 0) =>
  await client.ask('checkTx', { tx, type });

test('what the engine brings is admitted to the pool as what comes by the interface', async () => {
  const validator = await startValidator();
  await validator.decide();
  const good = transfer(ALICE, BOB);
  assert.is((await check(validator, good.raw)).code, 0);
  assert.ok(validator.mempool.has(good.txid));
  assert.is((await check(validator, good.raw)).code, 0, 'it comes from two sides');
  assert.equal(
    (await validator.propose()).map(raw => good.raw.equals(raw)),
    [true],
  );
  await validator.close();
});

test('what the rules refuse is refused with code and reason, and is not in the pool', async () => {
  const validator = await startValidator();
  await validator.decide();
  const good = transfer(ALICE, BOB);
  await validator.consensus.submit(good);
  const otherSignature = prepareTransaction(
    { ...good.tx, signature: sign(good.sighash, ALICE.privateKey, { grind: true }) } as typeof good.tx,
    wireRulesOf(FOUR),
  );
  const cases: [Uint8Array, string][] = [
    [Buffer.alloc(0), 'bad-tx-encoding'],
    [Buffer.alloc(100, 0xff), 'bad-tx-encoding'],
    [Buffer.concat([transfer(ALICE, BOB).raw, Buffer.of(1)]), 'bad-tx-encoding'],
    [transfer(ALICE, BOB, { fee: 1n }).raw, 'fee'],
    ...(otherSignature.raw.equals(good.raw)
      ? []
      : [[otherSignature.raw, 'tx-already-in-mempool'] as [Uint8Array, string]]),
  ];
  for (const [tx, reason] of cases) {
    const { code, log, codespace } = await check(validator, tx);
    assert.is.not(code, 0, reason);
    assert.ok(log.includes(reason), `${log} for ${reason}`);
    assert.is(codespace, 'wayki');
  }
  assert.is(validator.mempool.load.transactions, 1);
  assert.equal(validator.failures, []);
  await validator.close();
});

test('after a block the engine forgets what is in it, and keeps what waits', async () => {
  const validator = await startValidator();
  await validator.decide();
  const [inBlock, waits] = [transfer(ALICE, BOB), transfer(ALICE, BOB)];
  for (const { raw } of [inBlock, waits]) await check(validator, raw);
  await validator.decide({ txs: [inBlock.raw] });
  assert.is((await check(validator, waits.raw, RECHECK)).code, 0);
  assert.is.not((await check(validator, inBlock.raw, RECHECK)).code, 0);
  await validator.close();
});

test('many at once are answered in their order, and flush and echo behind them', async () => {
  const validator = await startValidator();
  await validator.decide();
  const sent = Array.from({ length: 60 }, (_, i) => (i % 3 === 0 ? Buffer.of(i) : transfer(ALICE, BOB).raw));
  const answers = Promise.all(sent.map(tx => validator.client.ask('checkTx', { tx, type: NEW })));
  const flushed = validator.client.put({ flush: {} });
  const echoed = validator.client.put({ echo: { message: 'here' } });
  const codes = (await answers).map(({ code }) => code === 0);
  assert.equal(
    codes,
    sent.map((_, i) => i % 3 !== 0),
  );
  assert.ok((await flushed).flush);
  assert.is((await echoed).echo?.message, 'here');
  await validator.close();
});

test('a question that this version does not have is answered by an exception', async () => {
  const validator = await startValidator();
  const { exception } = await validator.client.put({});
  assert.match(exception?.error ?? '', /a question that version 2.0 of ABCI does not have/);
  assert.is(validator.failures.length, 1);
  await validator.close();
});

test('vote extensions are empty, and no vote is refused for one', async () => {
  const validator = await startValidator();
  assert.is((await validator.client.ask('extendVote')).voteExtension.length, 0);
  assert.is((await validator.client.ask('verifyVoteExtension', { voteExtension: Buffer.of(1) })).status, 1);
  await validator.close();
});

test('a query tells the height, and says of other paths that they are unknown', async () => {
  const validator = await startValidator();
  await validator.decide();
  const info = await validator.client.ask('query', { path: '/info' });
  assert.equal(JSON.parse(Buffer.from(info.value).toString()), { height: 1 });
  const unknown = await validator.client.ask('query', { path: '/else' });
  assert.is(unknown.code, 1);
  assert.match(unknown.log, /unknown path "\/else"/);
  await validator.close();
});

test.run();
