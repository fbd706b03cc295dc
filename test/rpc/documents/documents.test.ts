import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { parseJson, stringifyJson } from '../../../src/codec/json.js';
import type { JsonObject } from '../../../src/codec/json-value.js';
import { AREAS } from '../../../src/rpc/areas.js';
import { MethodRegistry } from '../../../src/rpc/declaration/registry.js';
import { documents } from '../../../src/rpc/documents/index.js';
import { openRpcDocument } from '../../../src/rpc/documents/openrpc.js';

const require = createRequire(import.meta.url);
const openRpcSchema = require('@open-rpc/meta-schema') as { readonly openrpcDocument: JsonObject };
const draft7 = require('ajv/dist/refs/json-schema-draft-07.json') as { readonly $id: string };

/** Where the schema of OpenRPC refers to for what JSON Schema and a reference are; draft 7 says the same. */
const OF_SCHEMAS = 'https://meta.json-schema.tools';
const OF_REFERENCES = `${OF_SCHEMAS}/#/definitions/JSONSchemaObject/properties/$ref`;

/** What is wrong with an OpenRPC document; null: nothing. */
function openRpcErrors(candidate: unknown): unknown {
  const ajv = new Ajv({ strict: false, validateFormats: false });
  ajv.addSchema({ ...draft7, $id: OF_SCHEMAS });
  ajv.addSchema({ $id: 'https://meta.open-rpc.org/reference', type: 'string' });
  const text = JSON.stringify(openRpcSchema.openrpcDocument).replaceAll(OF_REFERENCES, '/reference');
  const schema = JSON.parse(text) as object;
  const validate = ajv.compile({ ...schema, $schema: draft7.$id });
  return validate(candidate) ? null : validate.errors;
}

const registry = new MethodRegistry(AREAS);
const VERSION = '1.2.3';
const document = JSON.parse(stringifyJson(openRpcDocument(registry, VERSION))) as {
  readonly methods: readonly { readonly name: string; readonly result: { readonly schema: object } }[];
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
};

for (const [path, text] of documents()) {
  test(`${path} is what the declarations say; npm run docs writes it`, () => {
    assert.ok(readFileSync(path, 'utf8') === text, `${path} is stale: run npm run docs`);
  });
}

test('the OpenRPC document is valid by the schema of OpenRPC', () => {
  assert.is(openRpcErrors(document), null, JSON.stringify(openRpcErrors(document), null, 1));
  const [first, ...rest] = document.methods;
  for (const broken of [
    { ...first, params: [{ name: 'x' }] },
    { ...first, errors: [{ code: 'x' }] },
  ]) {
    assert.is.not(openRpcErrors({ ...document, methods: [broken, ...rest] }), null);
  }
});

test('the OpenRPC document has every method and every alias once, sorted', () => {
  const names = registry.methods.flatMap(({ name, declaration }) => [
    name,
    ...(declaration.aliases ?? []).map(alias => alias.name),
  ]);
  assert.equal(
    document.methods.map(({ name }) => name),
    names.toSorted(),
  );
});

test('every schema of the OpenRPC document is a schema, and every reference leads to one', () => {
  const ajv = new Ajv({
    strict: true,
    strictRequired: false,
    allowUnionTypes: true,
    keywords: ['components'],
  });
  const { components } = document;
  for (const { name, result } of document.methods) {
    assert.ok(ajv.compile({ ...result.schema, components }), name);
  }
});

test('docs/openrpc.json keeps the bounds of 64-bit integers to the digit', () => {
  assert.match(readFileSync('docs/openrpc.json', 'utf8'), /"maximum" : 18446744073709551615/);
  parseJson(readFileSync('docs/openrpc.json', 'utf8'));
});

test.run();
