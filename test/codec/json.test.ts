import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  JsonSyntaxError,
  JsonTooManyElements,
  JsonTooManyValues,
  jsonEntries,
  parseJson,
  parseJsonInSteps,
  prettyJson,
  stringifyJson,
} from '../../src/codec/json.js';
import { type Json, JsonDecimal, type JsonObject, JsonReal } from '../../src/codec/json-value.js';
import { scaled } from '../support/random/scale.js';

/** What JSON.parse would give: ordinary objects, reals as numbers. */
function plain(value: Json): unknown {
  if (value instanceof JsonReal) return value.value;
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return (value as readonly Json[]).map(plain);
  if (typeof value !== 'object' || value === null) return value;
  const result: Record<string, unknown> = {};
  for (const [key, member] of jsonEntries(value as JsonObject)) {
    Object.defineProperty(result, key, {
      value: plain(member),
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  return result;
}

function syntaxErrorOf(text: string, only64Bit = false): JsonSyntaxError {
  try {
    parseJson(text, { only64Bit });
  } catch (error) {
    if (error instanceof JsonSyntaxError) return error;
    throw error;
  }
  throw new Error(`${text} was accepted`);
}

test('reading agrees with JSON.parse on JSON up to the digits of a double', () => {
  fc.assert(
    fc.property(fc.json({ noUnicodeString: false }), fc.constantFrom(0, 2), (text, indent) => {
      const spaced = JSON.stringify(JSON.parse(text), null, indent);
      assert.equal(plain(parseJson(spaced)), JSON.parse(spaced));
    }),
    { numRuns: scaled(2000, 50_000) },
  );
});

test('what JSON.parse refuses is refused', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'{}[]",:01e-. tfnul\\x') }), text => {
      let accepted = true;
      try {
        JSON.parse(text);
      } catch {
        accepted = false;
      }
      if (accepted) assert.equal(plain(parseJson(text)), JSON.parse(text));
      else if (!text.includes('\\x'))
        assert.throws(
          () => parseJson(text),
          (e: unknown) => e instanceof JsonSyntaxError,
        );
    }),
    { numRuns: scaled(5000, 200_000) },
  );
});

const anyJson: fc.Arbitrary<Json> = fc.letrec<{ json: Json }>(tie => ({
  json: fc.oneof(
    { maxDepth: 4 },
    fc.constant(null),
    fc.boolean(),
    fc.maxSafeInteger(),
    fc.bigInt(),
    fc.string({ unit: 'binary' }),
    fc.integer().map(value => new JsonReal(value / 256)),
    fc.array(tie('json')),
    fc
      .dictionary(fc.oneof(fc.string(), fc.nat().map(String)), tie('json'))
      .map(object => new Map(Object.entries(object))),
  ),
})).json;

test('what is printed reads as the same value, and prints again as the same text', () => {
  fc.assert(
    fc.property(anyJson, value => {
      const text = stringifyJson(value);
      assert.is(stringifyJson(parseJson(text)), text);
      assert.is(stringifyJson(parseJson(prettyJson(value))), text);
    }),
    { numRuns: scaled(1000, 20_000) },
  );
});

test('integers beyond 2^53 are bigints, others numbers; both print without loss', () => {
  assert.equal(parseJson('[9007199254740991,9007199254740992,-9007199254740993,18446744073709551615,-0]'), [
    9007199254740991,
    9007199254740992n,
    -9007199254740993n,
    18446744073709551615n,
    0,
  ]);
  assert.is(stringifyJson([900000000000000000000n, 1]), '[900000000000000000000,1]');
});

test('a dot or an exponent makes a real, even where the value is whole', () => {
  for (const text of ['1.0', '1e0', '1E2', '-0.0']) assert.instance(parseJson(text), JsonReal);
  assert.is(typeof parseJson('1'), 'number');
});

test('integers are limited to 64 bits where the caller says so, and to 1000 digits anywhere', () => {
  assert.is(parseJson('-9223372036854775808', { only64Bit: true }), -(2n ** 63n));
  assert.match(syntaxErrorOf('18446744073709551616', true).message, '-2^63 and 2^64-1');
  assert.match(syntaxErrorOf('-9223372036854775809', true).message, '-2^63 and 2^64-1');
  assert.match(syntaxErrorOf('1'.repeat(1001)).message, '1000 digits');
  assert.match(syntaxErrorOf('1e400').message, 'too large');
});

test('the first of equal keys wins', () => {
  assert.equal({ ...(parseJson('{"a":1,"b":2,"a":3}') as object) }, { a: 1, b: 2 });
});

test('keys that look like numbers keep their place', () => {
  const text = '{"b":1,"10":2,"9":3,"a":4,"1":{"2":1,"1":2}}';
  assert.is(stringifyJson(parseJson(text)), text);
  assert.equal(
    [...jsonEntries(parseJson(text) as JsonObject)].map(([key]) => key),
    ['b', '10', '9', 'a', '1'],
  );
});

test('names of the object prototype are ordinary keys', () => {
  const value = parseJson('{"__proto__":{"polluted":true},"constructor":1}') as JsonObject;
  assert.is(({} as { polluted?: boolean }).polluted, undefined);
  assert.is(value.constructor, 1);
  assert.is(value.toString, undefined);
  assert.is(stringifyJson(value), '{"__proto__":{"polluted":true},"constructor":1}');
});

test('text after the first value is an error, or ignored where the caller says so', () => {
  assert.equal(parseJson(' [1] xyz', { trailing: 'ignore' }), [1]);
  const error = syntaxErrorOf('[1]\n  xyz');
  assert.equal([error.line, error.column], [2, 3]);
});

test('errors tell line, column and what was expected', () => {
  const cases: [string, number, number, string][] = [
    ['', 1, 1, 'a value is expected'],
    ['{"a":1,}', 1, 8, 'member name'],
    ['{"a" 1}', 1, 6, 'colon'],
    ['{"a":1\n "b":2}', 2, 2, 'comma'],
    ['[1 2]', 1, 4, 'comma'],
    ['[1,\n\n]', 3, 1, 'value'],
    ['"abc', 1, 5, 'not closed'],
    ['"a\tb"', 1, 3, 'control character'],
    ['"\\q"', 1, 2, 'escape'],
    ['"\\u12g4"', 1, 2, '4 hex digits'],
    ['"\\x1"', 1, 2, '2 hex digits'],
    ['01', 1, 2, 'nothing more'],
    ['nul', 1, 1, 'value'],
    ["{'a':1}", 1, 2, 'member name'],
  ];
  for (const [text, line, column, reason] of cases) {
    const error = syntaxErrorOf(text);
    assert.equal([text, error.line, error.column], [text, line, column]);
    assert.match(error.reason, reason);
  }
});

test('\\xHH is an escape beside the standard ones', () => {
  assert.is(parseJson('"\\x41\\u00e9\\/\\n"'), 'Aé/\n');
});

test('nesting is limited to 512 and refused in good order', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
  assert.is(stringifyJson(parseJson(nested(512))), nested(512));
  assert.match(syntaxErrorOf(nested(513)).reason, 'deeper than 512');
  assert.match(syntaxErrorOf('{"a":'.repeat(100_000)).reason, 'deeper than 512');
});

test('reals print with eight decimals, never with an exponent, a tie to the even digit', () => {
  const cases: [number, string][] = [
    [0, '0.00000000'],
    [-1, '-1.00000000'],
    [1e21, '1000000000000000000000.00000000'],
    [-1.5e22, '-15000000000000000000000.00000000'],
    [0.1, '0.10000000'],
    [1 / 512, '0.00195312'],
    [3 / 512, '0.00585938'],
    [-1 / 512, '-0.00195312'],
    [1e-9, '0.00000000'],
    [123456.789, '123456.78900000'],
  ];
  for (const [value, text] of cases) assert.is(stringifyJson(new JsonReal(value)), text);
});

test('control characters print as capitals, a slash as it is', () => {
  assert.is(
    stringifyJson('\b\f\n\r\t\u0001\u001f\u007f/"\\é中\u0085'),
    '"\\b\\f\\n\\r\\t\\u0001\\u001F\\u007F/\\"\\\\é中\u0085"',
  );
  assert.is(stringifyJson('\ud800'), '"\\uD800"');
});

test('byte strings print as text where they are UTF-8, other bytes one by one (decision D26)', () => {
  assert.is(stringifyJson(Buffer.from('é"\n中😀')), '"é\\"\\n中😀"');
  assert.is(
    stringifyJson(Uint8Array.of(0x41, 0xff, 0xc3, 0xa9, 0xc3, 0x00, 0xed, 0xa0, 0x80)),
    '"A\\u00FFé\\u00C3\\u0000\\u00ED\\u00A0\\u0080"',
  );
  assert.is(stringifyJson(new Uint8Array()), '""');
});

test('maps and objects print in order, undefined members are left out', () => {
  const map: Json = new Map<string, Json>([
    ['2', 1],
    ['1', { a: undefined, b: null }],
  ]);
  assert.is(stringifyJson(map), '{"2":1,"1":{"b":null}}');
});

test('a number that would lose digits is refused', () => {
  for (const value of [0.5, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY]) {
    assert.throws(
      () => stringifyJson([value]),
      (e: unknown) => e instanceof TypeError,
    );
  }
  assert.throws(() => stringifyJson(new JsonReal(Number.NaN)), /no decimal form/);
  assert.throws(() => stringifyJson([undefined] as unknown as Json), /not JSON/);
});

test('indented JSON has four blanks a level and two lines for what is empty', () => {
  const value: Json = {
    txid: 'ab',
    list: [1, [], {}],
    none: undefined,
    map: new Map([['k', new JsonReal(1)]]),
  };
  assert.is(
    prettyJson(value),
    `{
    "txid" : "ab",
    "list" : [
        1,
        [
        ],
        {
        }
    ],
    "map" : {
        "k" : 1.00000000
    }
}`,
  );
});

test('no more values are read than are allowed, arrays and objects counted as one each', () => {
  const text = '[1, {"a": [], "b": "c"},\n null]';
  assert.ok(parseJson(text, { maxValues: 6 }));
  assert.throws(
    () => parseJson(text, { maxValues: 5 }),
    (error: unknown) =>
      error instanceof JsonTooManyValues && error.message === 'line 2, column 2: more than 5 values',
  );
});

test('a real that means an integer of 64 bits is read as it, where that is asked for; any other stays a real', () => {
  const read = (text: string) => parseJson(text, { wholeRealsAreIntegers: true, only64Bit: true });
  assert.is(read('1.0'), 1);
  assert.is(read('1e8'), 100_000_000);
  assert.is(read('-25.00e2'), -2500);
  assert.is(read('1.8446744073709551615e19'), 2n ** 64n - 1n);
  for (const text of ['0.5', '1e-3', '1.5e0', '-1e+21', '1.8446744073709551616e19', '1e300']) {
    assert.instance(read(text), JsonReal, text);
  }
  assert.instance(parseJson('1.0'), JsonReal);
});

test('amounts in whole coins keep all their digits beyond 2^53', () => {
  const cases: readonly (readonly [bigint, string])[] = [
    [0n, '0.00000000'],
    [1n, '0.00000001'],
    [-150_000_000n, '-1.50000000'],
    [2n ** 53n + 1n, '90071992.54740993'],
    [2n ** 64n - 1n, '184467440737.09551615'],
  ];
  for (const [units, text] of cases) {
    assert.is(stringifyJson(new JsonDecimal(units)), text);
    assert.is(stringifyJson([{ balance: new JsonDecimal(units) }]), `[{"balance":${text}}]`);
    assert.ok(prettyJson({ balance: new JsonDecimal(units) }).includes(text));
  }
});

test('what is read in steps is the same, with pauses in a long text', () => {
  const text = stringifyJson(Array.from({ length: 5000 }, (_, i) => ({ i, nested: [[], {}, `${i}`] })));
  const steps = parseJsonInSteps(text);
  let pauses = 0;
  let step = steps.next();
  for (; !step.done; step = steps.next()) pauses++;
  assert.is(stringifyJson(step.value), text);
  assert.ok(pauses >= 20);
});

test('a text or a name of many escapes is read in steps too, and its parts are one', () => {
  const written = '\\n\\u6f22x'.repeat(60_000);
  const read = '\n漢x'.repeat(60_000);
  for (const [text, value] of [
    [`["${written}"]`, [read]],
    [`{"${written}":1,"b":2}`, { [read]: 1, b: 2 }],
  ] as const) {
    const steps = parseJsonInSteps(text);
    let pauses = 0;
    let step = steps.next();
    for (; step.done !== true; step = steps.next()) pauses++;
    assert.ok(pauses >= 2, `${pauses} pauses`);
    assert.equal({ ...(step.value as object) }, { ...value });
  }
});

test('an array that is the whole text is given up at the first element too many, and others are not', () => {
  assert.throws(
    () => parseJson('[1,[1,2,3],{"a":[1,2,3]},4,', { maxElements: 3 }),
    (error: Error) => error instanceof JsonTooManyElements,
  );
  assert.is(stringifyJson(parseJson('[[1,2,3,4],2,3]', { maxElements: 3 })), '[[1,2,3,4],2,3]');
});

test.run();
