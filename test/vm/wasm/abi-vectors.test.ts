import { createHash } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parseJson, stringifyJson } from '../../../src/codec/json.js';
import type { Json } from '../../../src/codec/json-value.js';
import { parseRegId, regIdInteger } from '../../../src/codec/regid.js';
import { parseActionName } from '../../../src/tx/action-name.js';
import { type AbiDefinition, decodeAbi, encodeAbi } from '../../../vm/wasm/abi/definition.js';
import { inlineTransactionBytes, readInlineTransaction } from '../../../vm/wasm/abi/inline-transaction.js';
import { abiFromJson, abiToJson } from '../../../vm/wasm/abi/json-form.js';
import { packAction } from '../../../vm/wasm/abi/pack.js';
import { AbiSchema } from '../../../vm/wasm/abi/schema.js';
import { StreamReader } from '../../../vm/wasm/abi/stream.js';
import { unpackAction } from '../../../vm/wasm/abi/unpack.js';
import { ContractException } from '../../../vm/wasm/exception.js';
import { loadAssetContract } from '../../../vm/wasm/system/asset-contract.js';
import { checkAllRows } from '../../support/vectors/all-rows.js';
import { readLines, readVectors } from '../../support/vectors/vectors.js';

/** An answer of the running reference node, from recorded RPC calls. */
interface RecordedAnswer {
  readonly source: string;
  readonly method: string;
  readonly params: readonly [string, string, string] | readonly [string];
  readonly result: { readonly data?: unknown; readonly abi?: AbiDefinition } | null;
  readonly error: { readonly code: number } | null;
}

interface NativeAbi {
  readonly regid: string;
  readonly abi_hex: string;
}

const test = suite('ABI vectors');
const natives = readVectors<{ native_abis: NativeAbi[] }>('reference-transactions').native_abis;
const answers = readLines<RecordedAnswer>('oracle/abi-answers');
const packedAbiOfUser = answers.find(row => row.method === 'wasm_abidefjson2bin' && row.error === null)!;

const schemas = new Map<string, AbiSchema>([
  ...natives.map(({ regid, abi_hex }): [string, AbiSchema] => [regid, schemaOf(abi_hex)]),
  ['717-2', schemaOf(packedAbiOfUser.result!.data as string)],
]);

function schemaOf(hex: string): AbiSchema {
  return new AbiSchema(decodeAbi(Buffer.from(hex, 'hex')));
}

function text(json: unknown): string {
  return stringifyJson(json as Json);
}

function codeOf(action: () => unknown): number {
  try {
    action();
  } catch (error) {
    if (error instanceof ContractException) return error.code;
    throw error;
  }
  throw new Error('nothing was thrown');
}

/** Where the reference shows values wrongly on purpose of nobody (spec 04 O11, O14). */
const CORRECTED: ReadonlyMap<string, string> = new Map([
  ['"8,ORACLE","owner":"3-1","name":"Oracle A"', '"8,ORACLEA","owner":"3-1","name":"Oracle A"'],
  ['"8,ORACLE","owner":"3-1","name":"Oracle N"', '"8,ORACLEN","owner":"3-1","name":"Oracle N"'],
  ['"n":-1', '"n":18446744073709551615'],
]);

function corrected(json: unknown): string {
  let result = text(json);
  for (const [wrong, right] of CORRECTED) result = result.replace(wrong, right);
  return result;
}

const SHA256_OF_ABIS: ReadonlyMap<string, string> = new Map([
  ['0-100', '770fc345d2d182a23619f6a44ee101e8e5ec030931d961117144b47a07ec79c0'],
  ['0-800', '9edd4eff05a3932cc36a8063f5774154cfd247f50fb99108ba0324368009936d'],
  ['0-900', '96c8d4daab88f4b58df63efbaddccc8f49fd7ed13bcf7f503bcbb50c398ab028'],
]);

test('the packed ABIs of the native contracts are read and written back byte by byte', () => {
  checkAllRows(
    'native ABIs',
    natives,
    3,
    row => row.regid,
    ({ regid, abi_hex }) => {
      const bytes = Buffer.from(abi_hex, 'hex');
      assert.is(encodeAbi(decodeAbi(bytes)).toString('hex'), abi_hex);
      assert.is(createHash('sha256').update(bytes).digest('hex'), SHA256_OF_ABIS.get(regid));
    },
  );
});

test('the ABI that is derived from the sources of 0-800 is that of the reference', () => {
  const native = natives.find(row => row.regid === '0-800')!;
  assert.is(encodeAbi(loadAssetContract().abi).toString('hex'), native.abi_hex);
});

test('wasm_getabi: the JSON form has the members of the reference in its order', () => {
  const rows = answers.filter(row => row.method === 'wasm_getabi' && row.error === null);
  checkAllRows(
    'getabi',
    rows,
    4,
    row => row.source,
    ({ params, result }) => {
      const schema = schemas.get(params[0])!;
      assert.is(text(abiToJson(schema.definition)), text(result!.abi));
    },
  );
});

test('wasm_json2bin packs as the reference', () => {
  const rows = answers.filter(row => row.method === 'wasm_json2bin');
  checkAllRows(
    'json2bin',
    rows,
    3,
    row => row.source,
    ({ params, result }) => {
      const [contract, action, json] = params as [string, string, string];
      assert.is(packAction(schemas.get(contract)!, action, parseJson(json)).toString('hex'), result!.data);
    },
  );
});

test('wasm_bin2json unpacks as the reference, or fails with its code', () => {
  const rows = answers.filter(row => row.method === 'wasm_bin2json');
  checkAllRows(
    'bin2json',
    rows,
    2,
    row => row.source,
    ({ params, result, error }) => {
      const [contract, action, hex] = params as [string, string, string];
      const unpack = (): Json => unpackAction(schemas.get(contract)!, action, Buffer.from(hex, 'hex'));
      if (error !== null) assert.is(codeOf(unpack), error.code);
      else assert.is(text(unpack()), corrected(result!.data));
    },
  );
});

test('wasm_abidefjson2bin packs as the reference, or fails with its code', () => {
  const rows = answers.filter(row => row.method === 'wasm_abidefjson2bin');
  checkAllRows(
    'abidefjson2bin',
    rows,
    3,
    row => row.source,
    ({ params, result, error }) => {
      const pack = (): string => {
        const json = params[0] === 'nonsense' ? 'nonsense' : parseJson(params[0]);
        return encodeAbi(new AbiSchema(abiFromJson(json)).definition).toString('hex');
      };
      if (error !== null) assert.is(codeOf(pack), error.code);
      else assert.is(pack(), result!.data);
    },
  );
});

test('the arguments of recorded transactions unpack as the reference shows them, and pack again', () => {
  const rows = answers.filter(row => row.method === 'data_detail');
  checkAllRows(
    'data_detail',
    rows,
    22,
    row => row.source,
    ({ params, result }) => {
      const [contract, action, hex] = params as [string, string, string];
      const schema = schemas.get(contract)!;
      const json = unpackAction(schema, action, Buffer.from(hex, 'hex'));
      assert.is(text(json), corrected(result));
      assert.is(packAction(schema, action, json).toString('hex'), hex);
    },
  );
});

test('spec 04 §17: names have the integers that are listed', () => {
  const names = {
    wasmio_owner: 'e1b1275014e4d570',
    wasmio_code: 'e1b1275008a25400',
    issue: '7631a50000000000',
    mint: '93a7900000000000',
    burn: '3eaf300000000000',
    update: 'd5526ca800000000',
    transfer: 'cdcd3c2d57000000',
    setasseticon: 'c2b26c6159722930',
    setcode: 'c2b28a2540000000',
    setcoder: 'c2b28a2557000000',
    vote: 'dd32a00000000000',
    mintrewards: '93a79bab86ba7000',
    on_mint: 'a4c1274f20000000',
    accounts: '32114d4f38000000',
    stat: 'c64d900000000000',
  };
  checkAllRows(
    'names',
    Object.entries(names),
    15,
    row => row[0],
    ([name, hex]) => {
      assert.is(parseActionName(name)?.toString(16), hex);
    },
  );
});

const asset = schemas.get('0-800')!;

test('spec 04 §17: packed arguments of the asset contract', () => {
  const rows: readonly [action: string, json: string, hex: string][] = [
    [
      'issue',
      '["8,ABCDEFG", "1234-5", "My Token", 2100000000000000, true, "hello"]',
      '08414243444546470500204d00000000084d7920546f6b656e0040075af0750700010568656c6c6f',
    ],
    [
      'transfer',
      '["1234-5", "1234-6", "1.00000000 WICC", "hi"]',
      '0500204d000000000600204d0000000000e1f505000000000857494343000000026869',
    ],
    ['update', '{"symbol_code": "ABCDEFG", "owner": "1234-6"}', '4142434445464700010600204d000000000000'],
  ];
  checkAllRows(
    'spec arguments',
    rows,
    3,
    row => row[0],
    ([action, json, hex]) => {
      assert.is(packAction(asset, action, parseJson(json)).toString('hex'), hex);
    },
  );
});

test('spec 04 §17: an inline action as contracts send it', () => {
  const hex =
    '2003000000000000000000572d3ccdcd010500204d000000000054a2085027b1e1230500204d000000000600204d0000000000e1f505000000000857494343000000026869';
  const action = readInlineTransaction(new StreamReader(Buffer.from(hex, 'hex')));
  assert.is(action.contract, regIdInteger(parseRegId('0-800')!));
  assert.is(action.action, parseActionName('transfer'));
  assert.equal(action.authorization, [
    { account: regIdInteger(parseRegId('1234-5')!), permission: parseActionName('wasmio_code')! },
  ]);
  assert.is(inlineTransactionBytes(action).toString('hex'), hex);
});

test.run();
