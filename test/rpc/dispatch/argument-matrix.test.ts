import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Json } from '../../../src/codec/json-value.js';
import { jsonTypeName } from '../../../src/rpc/declaration/json-type.js';
import type { MethodDeclaration } from '../../../src/rpc/declaration/method.js';
import { any } from '../../../src/rpc/declaration/parameters/index.js';
import { CALLABLE_METHODS } from '../../support/answers/callable-methods.js';
import { startTestNode } from '../../support/nodes/node.js';

/** One value of each JSON type. */
const VALUES: readonly Json[] = [null, true, 7, 'text', [], {}];

/** What says that a parameter has a wrong type or form, and nothing else (spec 02 §1.7, §3). */
const PARAMETER_ERRORS = new Set([-1, -3, -5, -8, -32602]);

const node = await startTestNode();
const matrix = suite('argument matrix');
matrix.after(() => node.stop());

function requiredCount({ params }: MethodDeclaration): number {
  return params.filter(({ optional }) => optional !== true).length;
}

matrix('too few and too many parameters are answered with the usage of the method', async () => {
  for (const [name, declaration] of CALLABLE_METHODS) {
    const counts = [declaration.params.length + 1];
    if (requiredCount(declaration) > 0) counts.push(requiredCount(declaration) - 1);
    for (const count of counts) {
      const { code, message } = await node.fail(name, ...new Array<Json>(count).fill('x'));
      assert.is(code, -1, `${name} with ${count} parameters: ${message}`);
      assert.ok(message.startsWith(name), `${name}: ${message}`);
    }
  }
});

matrix('a parameter of a wrong JSON type is an error about the parameter', async () => {
  let refused = 0;
  for (const [name, declaration] of CALLABLE_METHODS) {
    for (const [index, { type }] of declaration.params.entries()) {
      const before = declaration.examples[0]?.params.slice(0, index) ?? [];
      if (before.length < index) continue;
      for (const value of VALUES) {
        if (type === any || type.accepts.includes(jsonTypeName(value))) continue;
        const rest = declaration.examples[0]?.params.slice(index + 1) ?? [];
        const { code, message } = await node.fail(name, ...before, value, ...rest);
        assert.ok(
          PARAMETER_ERRORS.has(code),
          `${name} params[${index}] = ${JSON.stringify(value)}: ${code} ${message}`,
        );
        refused++;
      }
    }
  }
  console.log(
    `argument matrix: ${CALLABLE_METHODS.length} methods, ${refused} values of wrong types refused`,
  );
  assert.ok(refused > 500);
});

matrix.run();
