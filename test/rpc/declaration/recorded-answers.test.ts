import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ValidateFunction } from 'ajv';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { JsonSyntaxError, parseJson, stringifyJson } from '../../../src/codec/json.js';
import type { Json, JsonObject } from '../../../src/codec/json-value.js';
import { AREAS } from '../../../src/rpc/areas.js';
import { MethodRegistry } from '../../../src/rpc/declaration/registry.js';
import type { ResultType } from '../../../src/rpc/declaration/result-types/result-type.js';
import { readTranscript } from '../../conformance/transcript.js';
import { plainJson, validatorOf } from '../../support/answers/declared-answer.js';
import { vectorDirectory } from '../../support/vectors/vectors.js';

/*
 * What the reference answered in the recorded sessions has the members and types that the declarations
 * state. Members that are there for older documents besides (spec 02 §6.3) it may lack.
 */

const registry = new MethodRegistry(AREAS);

/** The same type where every member may be missing. */
function lenient(type: ResultType): ResultType {
  switch (type.kind) {
    case 'array':
      return { ...type, items: lenient(type.items) };
    case 'map':
      return { ...type, values: lenient(type.values) };
    case 'either':
      return { ...type, options: type.options.map(lenient) };
    case 'object': {
      const members = Object.entries(type.members).map(([name, member]): [string, ResultType] => [
        name,
        { ...lenient(member), optional: true },
      ]);
      // Without its name, so that its members are here and not those of the declared one.
      const { name: _name, ...rest } = type;
      return { ...rest, members: Object.fromEntries(members) };
    }
    default:
      return type;
  }
}

const validators = new Map<string, ValidateFunction>();

function lenientValidatorOf(method: string): ValidateFunction {
  const known = validators.get(method);
  if (known !== undefined) return known;
  const validate = validatorOf(lenient(registry.find(method)!.declaration.result));
  validators.set(method, validate);
  return validate;
}

/** The method that was called and its result, if it was one call that succeeded. */
function successOf(body: string | null, answer: string | null | undefined): [string, Json] | undefined {
  try {
    const request = parseJson(body ?? '') as JsonObject | null;
    const reply = parseJson(answer ?? '', { trailing: 'ignore' }) as JsonObject;
    const method = request?.method;
    if (typeof method !== 'string' || reply.error !== null || reply.result === undefined) return undefined;
    return registry.find(method) === undefined ? undefined : [method, reply.result];
  } catch (error) {
    if (error instanceof JsonSyntaxError) return undefined;
    throw error;
  }
}

const SESSIONS = readdirSync(join(vectorDirectory, 'oracle'))
  .filter(name => /^\d\d_.*\.jsonl\.gz$/.test(name) && name !== '40_chain.jsonl.gz')
  .map(name => name.replace('.jsonl.gz', ''));

test('every recorded answer has the members and types that the declarations state', () => {
  const problems = new Map<string, string>();
  const seen = new Set<string>();
  let answers = 0;
  for (const session of SESSIONS) {
    for (const { seq, body, answer } of readTranscript(session)) {
      const success = successOf(body, answer);
      if (success === undefined) continue;
      const [method, result] = success;
      answers++;
      seen.add(method);
      const validate = lenientValidatorOf(method);
      if (validate(plainJson(result))) continue;
      problems.set(
        method,
        `${session} ${seq}: ${JSON.stringify(validate.errors)} ${stringifyJson(result).slice(0, 300)}`,
      );
    }
  }
  console.log(`recorded answers: ${answers} of ${seen.size} methods`);
  const lines = [...problems].map(([method, text]) => `${method}: ${text}`);
  assert.is(lines.length, 0, lines.join('\n'));
  assert.ok(seen.size > 100);
});

test.run();
