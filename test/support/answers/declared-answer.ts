import { Ajv, type ValidateFunction } from 'ajv';
import * as assert from 'uvu/assert';
import { stringifyJson } from '../../../src/codec/json.js';
import type { Json, JsonObject } from '../../../src/codec/json-value.js';
import { AREAS } from '../../../src/rpc/areas.js';
import { errorsOf } from '../../../src/rpc/declaration/declared-errors.js';
import { MethodRegistry } from '../../../src/rpc/declaration/registry.js';
import type { ResultType } from '../../../src/rpc/declaration/result-types/result-type.js';
import { typeSchema } from '../../../src/rpc/declaration/result-types/schema.js';
import type { RpcFailure } from '../nodes/rpc-client.js';

const registry = new MethodRegistry(AREAS);
const validators = new Map<string, ValidateFunction>();
const codes = new Map<string, ReadonlySet<number>>();

/** Fails unless an answer is what the declaration of its method says. */
export function assertDeclared(method: string, answer: Json): void {
  const found = registry.find(method);
  if (found === undefined) throw new Error(`there is no method ${method}`);
  const validate = validators.get(found.name) ?? validatorOf(found.declaration.result);
  validators.set(found.name, validate);
  const isDeclared = validate(plainJson(answer));
  assert.ok(isDeclared, `${method} answered ${stringifyJson(answer)}\n${JSON.stringify(validate.errors)}`);
}

/** Fails unless the declaration of a method has the code that it was refused with. */
export function assertDeclaredError(method: string, { code, message }: RpcFailure): void {
  const found = registry.find(method);
  if (found === undefined) return;
  const declared = codes.get(found.name) ?? new Set(errorsOf(found).map(error => error.code));
  codes.set(found.name, declared);
  assert.ok(declared.has(code), `${method} is not declared to answer ${code}: ${message}`);
}

/** Returns whether a value is of a type. */
export function validatorOf(type: ResultType): ValidateFunction {
  const schemas = new Map<string, JsonObject>();
  const schema = typeSchema(type, schemas);
  const ajv = new Ajv({ strict: true, strictRequired: false, keywords: ['components'] });
  return ajv.compile(
    plainJson({ ...schema, components: { schemas: Object.fromEntries(schemas) } }) as object,
  );
}

/** As other programs read it; the types of numbers stay, if not all of their digits. */
export function plainJson(value: Json): unknown {
  return JSON.parse(stringifyJson(value));
}
