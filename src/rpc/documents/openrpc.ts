import type { Json, JsonObject } from '../../codec/json-value.js';
import { errorsOf } from '../declaration/declared-errors.js';
import { RPC_ERRORS } from '../declaration/errors.js';
import { AT_HEIGHT } from '../declaration/help.js';
import type { MethodExample, ParameterDeclaration } from '../declaration/method.js';
import type { MethodRegistry, RpcMethod } from '../declaration/registry.js';
import { typeSchema } from '../declaration/result-types/schema.js';
import { leastRole, onlyReads } from '../declaration/touches.js';

const OPENRPC_VERSION = '1.3.2';

type Schemas = Map<string, JsonObject>;

/**
 * The interface as an OpenRPC document (https://spec.open-rpc.org): every method and alias with the
 * schemas of its parameters and its result, its errors and its examples.
 *
 * @param version - of this program
 */
export function openRpcDocument(registry: MethodRegistry, version: string): JsonObject {
  const schemas: Schemas = new Map();
  const methods = registry.methods.flatMap(method => {
    const aliases = (method.declaration.aliases ?? []).map(alias => ({
      ...methodObject(method, schemas),
      name: alias.name,
      summary: `Another name of ${method.name}.`,
    }));
    return [methodObject(method, schemas), ...aliases];
  });
  return {
    openrpc: OPENRPC_VERSION,
    info: {
      title: 'coind',
      description:
        'JSON-RPC interface of the coind node, over HTTP POST with Basic authentication: JSON-RPC 2.0 at /rpc; at / with parameters by position only, and result and error in every answer.',
      version,
      license: { name: 'MIT' },
    },
    methods: methods.sort((a, b) => (a.name < b.name ? -1 : 1)),
    components: { schemas: new Map([...schemas].sort(([a], [b]) => (a < b ? -1 : 1))) },
  };
}

function methodObject(method: RpcMethod, schemas: Schemas) {
  const { name, area, declaration } = method;
  const texts = [declaration.description, declaration.atHeight === true ? AT_HEIGHT : undefined];
  const description = texts.filter(text => text !== undefined).join(' ');
  return {
    name,
    tags: [{ name: area.title }],
    summary: declaration.summary,
    ...(description !== '' && { description }),
    paramStructure: 'either',
    'x-touches': onlyReads(declaration.touches) ? ['reads'] : declaration.touches,
    'x-role': leastRole(declaration.touches),
    params: declaration.params.map(parameter => parameterObject(parameter, schemas)),
    result: { name: 'result', schema: typeSchema(declaration.result, schemas) },
    errors: errorsOf(method).map(error => ({
      code: error.code,
      message: error.name === undefined ? error.when.join('; ') : RPC_ERRORS[error.name].meaning,
      data: error.when,
    })),
    examples: declaration.examples.map((example, index) => exampleObject(method, example, index)),
  };
}

function parameterObject(parameter: ParameterDeclaration, schemas: Schemas): JsonObject {
  const { name, type, optional, summary, default: omitted, elements } = parameter;
  const items = elements && { items: typeSchema(elements, schemas) };
  return {
    name,
    summary,
    description: omitted === undefined ? type.label : `${type.label}; default: ${omitted}`,
    required: optional !== true,
    schema: { ...type.schema, ...items },
  };
}

/** A pairing; a result is a part of it where it can be foretold. */
function exampleObject(
  { name, declaration }: RpcMethod,
  { params, result }: MethodExample,
  index: number,
): JsonObject {
  return {
    name: `${name} ${index + 1}`,
    params: params.map((value, i): Json => ({ name: declaration.params[i]!.name, value })),
    ...(result !== undefined && { result: { name: 'result', value: result } }),
  };
}
