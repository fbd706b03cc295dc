import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { parseJson } from '../../../src/codec/json.js';
import type { Json } from '../../../src/codec/json-value.js';
import { RPC_LIMITS } from '../../../src/config/rpc-limits.js';
import { OWN_PROCESS } from '../../../src/rpc/declaration/caller.js';
import { MAX_BATCH_ELEMENTS, MAX_JSON_VALUES } from '../../../src/rpc/dispatch/json-limit.js';
import { Presence } from '../../../src/rpc/dispatch/presence.js';
import { answerBody, answerRequest, type HttpReply } from '../../../src/rpc/dispatch/requests.js';
import { createRpcNode } from '../../support/nodes/rpc-node.js';
import { scaled } from '../../support/random/scale.js';

const node = createRpcNode();
const caller = node.dispatcher.for(OWN_PROCESS);
const answer = async (body: string) =>
  asText(await answerBody(body, caller, error => node.failures.push(error)));

function asText({ status, body }: HttpReply): { readonly status: number; readonly body: string } {
  return { status, body: typeof body === 'string' ? body : new TextDecoder().decode(body) };
}

/** Any JSON without integers beyond 64 bits, which make the whole body a syntax error. */
const anything = fc.jsonValue().filter(value => !/\d{19}/.test(JSON.stringify(value)));

/** Requests that are nearly right. */
const request = fc.record(
  {
    id: anything,
    jsonrpc: fc.constantFrom('1.0', '2.0', 3),
    method: fc.oneof(
      fc.constantFrom('echo', 'getblock', 'typedecho', 'height', 'nosuch', '__proto__'),
      anything,
    ),
    params: fc.oneof(fc.array(anything, { maxLength: 3 }), anything),
  },
  { requiredKeys: [] },
);

test('every request gets one reply with result, error and id, of which result or error is null', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(request, fc.array(fc.oneof(request, anything)), anything), async sent => {
      const { status, body } = await answer(JSON.stringify(sent));
      assert.ok(body.endsWith('\n'));
      const reply = parseJson(body);
      assert.is(Array.isArray(reply), Array.isArray(sent));
      const replies = (Array.isArray(reply) ? reply : [reply]) as { [key: string]: Json }[];
      if (Array.isArray(sent)) assert.equal([replies.length, status], [sent.length, 200]);
      for (const each of replies) {
        assert.equal(Object.keys(each), ['result', 'error', 'id']);
        assert.ok(each.result === null || each.error === null);
      }
    }),
    { numRuns: scaled(500, 20_000) },
  );
});

test('whatever the body is, the reply is JSON and nothing counts as a failure of the node', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary' }), async body => {
      parseJson((await answer(body)).body);
      assert.equal(node.failures, []);
    }),
    { numRuns: scaled(500, 20_000) },
  );
});

test('elements of a batch are executed in order, each in a turn of its own', async () => {
  const waiting = answer('[{"id":1,"method":"wait"},{"id":2,"method":"height"}]');
  const between = answer('{"id":3,"method":"height"}');
  const order: string[] = [];
  const noted = [waiting.then(() => order.push('batch')), between.then(() => order.push('between'))];
  node.release();
  await Promise.all(noted);
  assert.equal(order, ['between', 'batch']);
  assert.is(
    (await waiting).body,
    '[{"result":null,"error":null,"id":1},{"result":744,"error":null,"id":2}]\n',
  );
});

test('a batch of more elements than can be answered is refused as a whole', async () => {
  const batchOf = (count: number) => `[${'1,'.repeat(count - 1)}1]`;
  assert.is((await answer(batchOf(MAX_BATCH_ELEMENTS))).status, 200);
  assert.equal(await answer(batchOf(MAX_BATCH_ELEMENTS + 1)), {
    status: 400,
    body:
      '{"result":null,"error":{"code":-32600,"message":"a batch of more than 100000 requests is too large: ' +
      'send at most 100000 at a time"},"id":null}\n',
  });
});

test('a body of more values than the memory of the process is for is refused before they are read', async () => {
  const many = '{},'.repeat(11_000_000);
  const before = process.memoryUsage().heapUsed;
  assert.equal(await answer(`{"params":[${many}{}]}`), {
    status: 400,
    body:
      '{"result":null,"error":{"code":-32600,"message":"the body has more than 1000000 JSON values: ' +
      'send fewer or smaller requests at a time"},"id":null}\n',
  });
  assert.ok(process.memoryUsage().heapUsed - before < 600 * 2 ** 20);
});

test('as many values as are allowed are read', async () => {
  // The request, its id, method and params, and the array around the values count, too.
  const values = '0,'.repeat(MAX_JSON_VALUES - 6);
  const { status, body } = await answer(`{"id":1,"method":"echo","params":[[${values}0]]}`);
  assert.is(status, 200);
  assert.is(body.length, values.length + '{"result":[0],"error":null,"id":1}\n'.length);
  assert.is((await answer(`{"id":1,"method":"echo","params":[[${values}0,0]]}`)).status, 400);
});

test('the answers of a long batch are in order, whatever their texts are', async () => {
  const texts = Array.from({ length: 60 }, (_, id) => `${'ä€😀x'.repeat(700)}${id}`);
  const batch = texts.map((text, id) => ({ id, method: 'echo', params: [text] }));
  const { body } = asText(await answerRequest(batch, caller, () => undefined));
  const answers = JSON.parse(body) as { result: string; id: number }[];
  assert.equal(
    answers.map(({ result, id }) => [result, id]),
    texts.map((text, id) => [text, id]),
  );
});

test('where the answers of a batch are too long, those that are there are sent, and the others say that they were not executed', async () => {
  const long = 'x'.repeat(RPC_LIMITS.batchAnswers.most / 2);
  const batch = Array.from({ length: 5 }, (_, id) => ({ id, method: 'echo', params: [long] }));
  const { body, status } = asText(await answerRequest(batch, caller, () => undefined));
  const answers = JSON.parse(body) as {
    result: string;
    error: { code: number; message: string } | null;
    id: number;
  }[];
  assert.equal(
    answers.map(({ error }) => error?.code ?? 0),
    [0, 0, -32005, -32005, -32005],
  );
  assert.equal(
    answers.map(({ id }) => id),
    [0, 1, 2, 3, 4],
  );
  assert.is(
    answers[2]?.error?.message,
    'not executed: the batch has reached its limit of answers of more than 8388608 bytes; send fewer calls',
  );
  assert.is(status, 200);
});

test('an answer to one call that is too long is an error that names the limit', async () => {
  const request = { id: 1, method: 'echo', params: ['x'.repeat(RPC_LIMITS.answer.most)] };
  const { body } = asText(await answerRequest(request, caller, () => undefined));
  assert.match(body, /"code":-32005,"message":"the answer would have 33554434 bytes, of at most 33554432: /);
});

test('of a batch whose client has gone, no more calls begin', async () => {
  const presence = new Presence();
  const waiting = createRpcNode();
  const batch = ['waitlater', 'wait', 'waitlater'].map(method => ({ id: 1, method }));
  const answered = answerRequest(batch, waiting.dispatcher.for(OWN_PROCESS, presence), () => undefined);
  while (waiting.begun() === 0) await new Promise(setImmediate);
  presence.leave();
  waiting.release();
  await answered;
  assert.is(waiting.begun(), 1);
});

test('a call that waits for its turn is not made when its client has gone', async () => {
  const presence = new Presence();
  const { dispatcher, release, begun } = createRpcNode();
  const first = dispatcher.call('wait', []);
  const second = dispatcher.for(OWN_PROCESS, presence).begin('waitlater', []);
  presence.leave();
  release();
  await first;
  let refusal = '';
  await second.catch(error => (refusal = error.message));
  assert.is(refusal, 'not executed: the client has gone');
  assert.is(begun(), 0);
});

test.run();
