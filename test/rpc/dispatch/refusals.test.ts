import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { exchangeBatch } from '../../../src/client/exchange.js';
import { stringifyJson } from '../../../src/codec/json.js';
import { type Json, JsonReal } from '../../../src/codec/json-value.js';
import { usageLine } from '../../../src/rpc/declaration/help.js';
import type { MethodDeclaration, ParameterDeclaration } from '../../../src/rpc/declaration/method.js';
import { any } from '../../../src/rpc/declaration/parameters/index.js';
import { allowedText } from '../../../src/rpc/declaration/refused-value.js';
import { CALLABLE_METHODS } from '../../support/answers/callable-methods.js';
import { assertDeclaredError } from '../../support/answers/declared-answer.js';
import { startTestNode } from '../../support/nodes/node.js';
import { temporaryDirectory } from '../../support/temporary-directory.js';

/*
 * Every method is called with values that no parameter of its type can have. What is refused has to say which
 * parameter it is about and what that may be; docs/rpc.md promises the codes.
 */

/** Values of each kind that programs give by mistake. */
const WRONG: readonly (readonly [kind: string, value: Json])[] = [
  ['null', null],
  ['a boolean', true],
  ['an integer', 7],
  ['below 0', -5],
  ['too big', 2n ** 63n - 1n],
  ['a fraction', new JsonReal(0.5)],
  ['an empty text', ''],
  ['a text that is no number', 'NaN'],
  ['an unknown name', 'NO_SUCH_NAME'],
  ['a long text', 'z'.repeat(5000)],
  ['an array', []],
  ['an object', { a: 1 }],
];

/** Where files with relative names go. */
process.chdir(temporaryDirectory());
const node = await startTestNode();
const refusals = suite('refusals');
refusals.after(() => node.stop());

/** A call with a wrong value in the place of one parameter. */
interface WrongCall {
  readonly parameter: ParameterDeclaration;
  readonly index: number;
  readonly kind: string;
  readonly params: readonly Json[];
}

function wrongCalls({ params: declared, examples, atHeight }: MethodDeclaration): WrongCall[] {
  const example = longest(examples.map(({ params }) => params));
  return declared.flatMap((parameter, index) => {
    if (parameter.type === any || example.length < index) return [];
    // An object in the last place may ask for an earlier block.
    const kinds = WRONG.filter(([kind]) => !(atHeight === true && kind === 'an object'));
    return kinds.map(([kind, value]) => ({
      parameter,
      index,
      kind,
      params: [...example.slice(0, index), value, ...example.slice(index + 1)],
    }));
  });
}

function longest(examples: readonly (readonly Json[])[]): readonly Json[] {
  return examples.reduce((found, params) => (params.length > found.length ? params : found), []);
}

/** Messages of the reference that do not name the place: the data of the error have to. */
const PLACELESS =
  /^(?:value is type|Invalid amount|value=|Invalid address=|Invalid json value type|Lua Script file|Invalid private key|invalid regid=|Failed to acquire contract$)/;

refusals('a refused value is answered with its parameter and what that may be', async () => {
  let byType = 0;
  let byHandler = 0;
  const silent: string[] = [];
  for (const [name, declaration] of CALLABLE_METHODS) {
    const calls = wrongCalls(declaration);
    const requests = calls.map(({ params }) => ({ method: name, params }));
    const outcomes = await exchangeBatch(node.transport, requests);
    for (const [position, { parameter, index, kind, params }] of calls.entries()) {
      const outcome = outcomes[position]!;
      const error = 'error' in outcome ? outcome.error : undefined;
      if (error) assertDeclaredError(name, error);
      const data = error?.data ?? {};
      const told = `${name} ${parameter.name} ${kind}: ${error?.message.slice(0, 200)} ${stringifyJson(data)}`;
      if (isRefused(parameter.type, params[index]!)) {
        byType++;
        const isNamed = data.parameter === parameter.name && data.position === index + 1;
        const isExplained = data.allowed === allowedText(parameter.type) && data.given !== undefined;
        if (!isNamed || !isExplained) silent.push(told);
      } else if (error && PLACELESS.test(error.message)) {
        byHandler++;
        if (data.allowed === undefined) silent.push(told);
      }
    }
  }
  console.log(
    `refusals: ${CALLABLE_METHODS.length} methods, ${byType} values refused by types, ${byHandler} by handlers`,
  );
  assert.equal(silent, []);
  assert.ok(byType > 3000 && byHandler > 100);
});

refusals(
  'a wrong number of parameters is answered with the usage, the count and the parameters',
  async () => {
    for (const [name, declaration] of CALLABLE_METHODS) {
      const given = declaration.params.length + 2;
      const { code, message } = await node.fail(name, ...new Array<Json>(given).fill('x'));
      assert.is(code, -1);
      const lines = message.split('\n');
      assert.is(lines[0], usageLine({ name, declaration }));
      assert.match(lines[2] ?? '', new RegExp(`^${name} takes [0-9to ]+ parameters?, ${given} given$`));
      for (const parameter of declaration.params) assert.ok(message.includes(`. ${parameter.name} (`), name);
      assert.not.ok(message.includes('Result:'), name);
    }
  },
);

/** Whether the type itself refuses a value, before any handler sees it. */
function isRefused(type: ParameterDeclaration['type'], value: Json): boolean {
  try {
    type.convert(value, { index: 0, name: 'it' });
    return false;
  } catch {
    return true;
  }
}

refusals.run();
