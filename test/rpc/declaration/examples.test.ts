import { readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parseJson, stringifyJson } from '../../../src/codec/json.js';
import type { Json, JsonObject } from '../../../src/codec/json-value.js';
import { required } from '../../../src/codec/required.js';
import { AREAS } from '../../../src/rpc/areas.js';
import { OWN_PROCESS } from '../../../src/rpc/declaration/caller.js';
import { MethodRegistry } from '../../../src/rpc/declaration/registry.js';
import { readsLedger } from '../../../src/rpc/declaration/touches.js';
import { Dispatcher, needsPool } from '../../../src/rpc/dispatch/dispatch.js';
import { servicesAtHeight } from '../../../src/rpc/dispatch/earlier-block.js';
import { answerBody } from '../../../src/rpc/dispatch/requests.js';
import { shapeOf } from '../../support/answers/answer-shape.js';
import { assertDeclared } from '../../support/answers/declared-answer.js';
import { ExampleChain } from '../../support/chains/example-chain.js';
import { NO_ACCESS_RULES, readerOf } from '../../support/nodes/reader-of.js';
import { watchPoolUses } from './method-examples/pool-uses.js';
import { ReadOnlyCalls } from './method-examples/read-only-calls.js';
import { REFUSALS } from './method-examples/refusals.js';
import { unusualTexts, wrongTexts } from './method-examples/wrong-texts.js';

/*
 * Every method succeeds once and is refused once: the examples of docs/rpc.md are run, and the calls of
 * method-examples/refusals.ts, on a chain that has what they name (see example-chain.ts).
 */

/** Methods that take from others what these need: they run last, in this order. */
const LAST = [
  'dropindex',
  'restorewallet',
  'getmnemonic',
  'submitaccountpermscleartx',
  'dropprivkey',
  'disconnectblock',
  'invalidateblock',
  'reconsiderblock',
  'setblocktime',
  'dev_setTime',
  'dev_increaseTime',
  'dev_setBalance',
  'dev_impersonate',
  'dev_stopImpersonating',
  'dev_snapshot',
  'dev_mine',
  'dev_revert',
  'dev_dumpState',
  'dev_loadState',
  'dev_reset',
  'dropminermainkeys',
  'encryptwallet',
  'walletpassphrase',
  'keypoolrefill',
  'walletpassphrasechange',
  'walletlock',
  'stop',
];
/** What makes a transaction, so that a block is to be made after it. */
const SUBMITS = /^(submit|send|register|callcontract)/;

interface DocumentedExample {
  readonly method: string;
  readonly params: readonly Json[];
  readonly result: Json | undefined;
}

/** The requests of docs/rpc.md, each with the result that is shown for it. */
function documentedExamples(): DocumentedExample[] {
  const text = readFileSync('docs/rpc.md', 'utf8');
  const pattern = /Example:\n\n```json\n(.*)\n```(?:\n\nResult:\n\n```json\n(.*)\n```)?/g;
  return [...text.matchAll(pattern)].map(([, request, result]) => {
    const { method, params } = parseJson(request!) as { method: string; params: Json[] };
    return {
      method,
      params: params.map(plainObject),
      result: result === undefined ? undefined : parseJson(result),
    };
  });
}

/** Parsed objects have no prototype; what is passed on to the example chain has one. */
function plainObject(value: Json): Json {
  if (Array.isArray(value)) return value.map(plainObject);
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== null) return value;
  const members = Object.entries(value as JsonObject);
  return Object.fromEntries(members.map(([name, member]) => [name, plainObject(member ?? null)]));
}

const registry = new MethodRegistry(AREAS);
const hasUsedPool = watchPoolUses();
const chain = await ExampleChain.start();
const readOnly = ReadOnlyCalls.on(chain.node, chain.files);
const elsewhere = await readerOf(chain.node.node.context);
const here = new Dispatcher({
  registry: chain.node.node.context.registry,
  context: chain.node.node.context,
  atHeight: servicesAtHeight,
  access: NO_ACCESS_RULES,
  wallet: { requireUnlocked: () => undefined },
});
const examples = suite('examples');
examples.after(async () => {
  await elsewhere.close();
  await chain.stop();
});

const ALL = documentedExamples();
const rank = ({ method }: DocumentedExample): number => LAST.indexOf(method);
const ORDERED = ALL.toSorted((a, b) => rank(a) - rank(b));

examples('every method has an example in docs/rpc.md', () => {
  const shown = new Set(ALL.map(({ method }) => method));
  const missing = registry.methods.filter(({ name }) => !shown.has(name)).map(({ name }) => name);
  assert.equal(missing, []);
});

examples(
  'every method has a call that is refused in method-examples/refusals.ts, and nothing else has',
  () => {
    assert.equal(
      Object.keys(REFUSALS).toSorted(),
      registry.methods.map(({ name }) => name),
    );
  },
);

for (const [name, { params, code, why }] of Object.entries(REFUSALS)) {
  examples(`${name}: ${code} when ${why}, and the declaration has the code`, async () => {
    const failure = await chain.node.fail(name, ...chain.actual([...params]));
    assert.is(failure.code, code, failure.message);
  });
}

for (const { method, params } of ALL) {
  examples(`${method}: whoever may only read changes nothing, whatever is declared`, async () => {
    await readOnly.try(method, chain.actual([...params]));
  });
}

for (const { method, params } of ALL) {
  examples(`${method}: no text makes the node fail, whatever its characters`, async () => {
    assert.equal(await readOnly.failures(method, unusualTexts(chain.actual([...params]))), []);
  });
}

/** The answer of the node to a call, and that of a thread which only reads: undefined where it leaves the call to the node. */
async function answersOf(method: string, params: readonly Json[]): Promise<[Json, Json | undefined]> {
  const body = stringifyJson({ method, params: chain.actual([...params]), id: 1 });
  const unexpected = (reason: unknown): never => {
    throw reason;
  };
  const own = await answerBody(body, here.for(OWN_PROCESS), unexpected);
  const other = await elsewhere.reader.answer({ body, caller: OWN_PROCESS, isStrict: false });
  return [{ ...own }, other && { ...other }];
}

function isReadElsewhere(method: string): boolean {
  const found = registry.find(method);
  return found !== undefined && readsLedger(found.declaration.touches);
}

/** Their refusals say whether the transaction waits, which the node alone knows. */
const REFUSED_BY_NODE = new Set(['getcdp', 'getcontractregid', 'getdexorder', 'getutxo']);

for (const { method, params } of ALL.filter(({ method: name }) => isReadElsewhere(name))) {
  examples(`${method}: another thread gives the same answer, to the byte`, async () => {
    const [own, other] = await answersOf(method, params);
    assert.equal(other, own);
    assert.equal(elsewhere.failures, []);
  });
  if (registry.find(method)?.declaration.atHeight !== true) continue;
  examples(`${method}: another thread gives the same answer about an earlier block`, async () => {
    const [own, other] = await answersOf(method, [...params, { height: 130 }]);
    const isLeft = REFUSED_BY_NODE.has(method) && String((own as JsonObject).body).includes('"result":null');
    assert.equal(other, isLeft ? undefined : own);
  });
}

for (const [method, { params }] of Object.entries(REFUSALS).filter(([name]) => isReadElsewhere(name))) {
  if (REFUSED_BY_NODE.has(method)) {
    examples(`${method}: another thread leaves the refusal to the node`, async () => {
      assert.is((await answersOf(method, [...params]))[1], undefined);
    });
    continue;
  }
  examples(`${method}: another thread refuses with the same error, to the byte`, async () => {
    const [own, other] = await answersOf(method, [...params]);
    assert.equal(other, own);
  });
}

examples('another thread leaves what it does not have to the node', async () => {
  for (const { method } of ALL.filter(({ method: name }) => !isReadElsewhere(name))) {
    const body = stringifyJson({ method, params: [], id: 1 });
    assert.is(
      await elsewhere.reader.answer({ body, caller: OWN_PROCESS, isStrict: false }),
      undefined,
      method,
    );
  }
});

/** Methods that say of any text whether it is an address, or take what a contract calls its users. */
const TAKES_ANY_TEXT: ReadonlySet<string> = new Set([
  'validateaddr',
  'validateaddress',
  'getcontractaccountinfo',
]);

for (const { method, params } of ALL) {
  // The example of startwasmtpstest stops a load, whose arguments nobody looks at.
  if (TAKES_ANY_TEXT.has(method) || method === 'startwasmtpstest') continue;
  for (const [written, wrong] of wrongTexts(params)) {
    examples(`${method}: ${written} is refused, and the position told`, async () => {
      const failure = await chain.node.fail(method, ...wrong(chain.actual([...params])));
      assert.match(failure.message, /(?:position|character) \d+/);
    });
  }
}

for (const [index, { method, params, result }] of ORDERED.entries()) {
  examples(
    `${index + 1}. ${method}: the example works, and the answer is what the declaration says`,
    async () => {
      hasUsedPool();
      const answer = await chain.node.call<Json>(method, ...chain.actual([...params]));
      if (hasUsedPool()) {
        const { declaration } = required(registry.find(method), 'the declaration of the method');
        assert.ok(needsPool(declaration), 'it uses what waits for a block, and does not declare needsPool');
      }
      assertDeclared(method, answer);
      if (result !== undefined) assert.equal(shapeOf(answer), shapeOf(chain.actual(plainObject(result))));
      if (SUBMITS.test(method)) await chain.mine();
    },
  );
}

examples.run();
