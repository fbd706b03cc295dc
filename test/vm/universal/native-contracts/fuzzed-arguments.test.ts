import * as fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Json } from '../../../../src/codec/json-value.js';
import { regIdInteger } from '../../../../src/codec/regid.js';
import { TransactionRejected } from '../../../../src/tx/reject.js';
import { MODULE_CONTRACTS } from '../../../../vm/universal/native-contracts/index.js';
import { objectIdOf } from '../../../../vm/universal/object-id.js';
import type { AbiSchema, ResolvedType } from '../../../../vm/wasm/abi/schema.js';
import { CdpLedger, idOf } from '../../../support/ledgers/cdp-ledger.js';
import { ALICE, BOB, HEIGHT } from '../../../support/ledgers/scratch-ledger.js';
import { action, rawAction, regIdOfActor, universalTx } from '../../../support/ledgers/universal.js';
import { charge, output } from '../../../support/ledgers/utxo-ledger.js';
import { scaled } from '../../../support/random/scale.js';

/*
 * Arguments of any bytes, most of them of the right types: an action takes effect or is refused, and
 * nothing else is ever thrown.
 */

const COIN = 100_000_000n;
const CDP = idOf('c');

const ledger = new CdpLedger();
for (const symbol of ['WGRT', 'WUSD']) ledger.setToken(ALICE.keyId, symbol, { free: 100_000n * COIN });
ledger.place(CDP, ALICE, { staked: 4_000n * COIN, owed: 100n * COIN, height: HEIGHT - 50 });
const outputId = charge(ledger, [output()]);
const orderId = placeOrder();

/** An order of ALICE. */
function placeOrder(): string {
  const args: Json = [regIdOfActor(ALICE), '10.00000000 WICC', 'WUSD', COIN, 0, ''];
  const { prepared } = ledger.execute(
    universalTx(ALICE, [action(ledger, '0-300', 'selllimit', args, [ALICE])], { validHeight: HEIGHT - 2 }),
    HEIGHT - 1,
  );
  return objectIdOf(prepared.txid, 0);
}

const u64 = (value: bigint): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(value);
  return bytes;
};
const symbolOf = (code: string): Buffer => Buffer.from(code.padEnd(8, '\0'), 'latin1');
const wire = (hash: string): Buffer => Buffer.from(hash, 'hex').reverse();

const amount = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(1n, COIN, 20n * COIN, 1000n * COIN) },
  { weight: 1, arbitrary: fc.constantFrom(0n, 2n ** 63n - 1n, 2n ** 63n, 2n ** 64n - 1n) },
  { weight: 1, arbitrary: fc.bigInt(0n, 2n ** 64n - 1n) },
);
const coin = fc.constantFrom('WICC', 'WICC', 'WUSD', 'WUSD', 'WGRT', 'NOCOIN', '', 'a b');
const odd = fc.uint8Array({ maxLength: 40 }).map(bytes => Buffer.from(bytes));
const withLength = (bytes: Buffer): Buffer => Buffer.concat([Buffer.of(bytes.length), bytes]);
const numberOf = (size: number) =>
  fc.constantFrom(0n, 0n, 1n, 255n, 2n ** 64n - 1n).map(value => u64(value).subarray(0, size));

/** Bytes of each built-in type: most of them mean something on the ledger. */
const BUILTIN: Readonly<Record<string, fc.Arbitrary<Buffer>>> = {
  regid: fc
    .constantFrom(ALICE.regId, ALICE.regId, BOB.regId, { height: 9, index: 9 })
    .map(id => u64(regIdInteger(id))),
  asset: fc
    .tuple(amount, fc.constantFrom(8, 8, 8, 8, 4, 255), coin)
    .map(([value, precision, code]) =>
      Buffer.concat([u64(value), Buffer.of(precision), symbolOf(code).subarray(0, 7)]),
    ),
  symbol_code: coin.map(symbolOf),
  uint8: numberOf(1),
  uint16: numberOf(2),
  uint32: numberOf(4),
  uint64: amount.map(u64),
  hash256: fc.constantFrom(CDP, outputId, orderId, '00'.repeat(32)).map(wire),
  checksum160: fc
    .constantFrom('00'.repeat(20), BOB.keyId, 'ab'.repeat(20))
    .map(hex => Buffer.from(hex, 'hex')),
  string: fc.constantFrom('', '', 'memo', 'x'.repeat(101)).map(text => withLength(Buffer.from(text))),
  bytes: odd.map(withLength),
};

/** Bytes of a type of an ABI. */
function bytesOf(schema: AbiSchema, type: ResolvedType): fc.Arbitrary<Buffer> {
  switch (type.kind) {
    case 'builtin':
      return BUILTIN[type.name] ?? fc.constant(Buffer.alloc(0));
    case 'optional':
      return fc
        .option(bytesOf(schema, type.value))
        .map(value => (value === null ? Buffer.of(0) : Buffer.concat([Buffer.of(1), value])));
    case 'array':
      return fc
        .array(bytesOf(schema, type.element), { maxLength: 3 })
        .map(values => Buffer.concat([Buffer.of(values.length), ...values]));
    case 'struct':
      return fc
        .tuple(...schema.fieldsOf(type.struct).map(field => bytesOf(schema, schema.resolve(field.type))))
        .map(values => Buffer.concat(values));
  }
}

/** The arguments of an action, at times cut off or with bytes in front of a part. */
function dataOf(schema: AbiSchema, action: string): fc.Arbitrary<Buffer> {
  const whole = bytesOf(schema, schema.resolve(schema.actionType(action)));
  const broken = fc
    .tuple(whole, fc.nat({ max: 200 }), odd)
    .map(([bytes, at, more]) =>
      Buffer.concat([bytes.subarray(0, at), more, bytes.subarray(at + more.length)]),
    );
  return fc.oneof({ weight: 6, arbitrary: whole }, { weight: 1, arbitrary: broken });
}

const calls = fc.oneof(
  ...[...MODULE_CONTRACTS].flatMap(([id, { actions, schema }]) =>
    actions.map(({ name }) => dataOf(schema, name).map(data => [`0-${id}`, name, data] as const)),
  ),
);

test('whatever bytes an action of a module gets, it takes effect or is refused', () => {
  const met = { done: 0, refused: 0, byRule: 0 };
  fc.assert(
    fc.property(calls, ([contract, name, data]) => {
      const execution = ledger.begin();
      try {
        execution.execute(ledger.prepare(universalTx(ALICE, [rawAction(contract, name, data, [ALICE])])));
        met.done++;
      } catch (error) {
        if (!(error instanceof TransactionRejected)) throw error;
        met.refused++;
        if (/native_contract_assert_exception/.test(error.reason)) met.byRule++;
      } finally {
        execution.state.discard();
      }
    }),
    { numRuns: scaled(20_000, 1_000_000) },
  );
  console.log(`${met.done} took effect, ${met.refused} refused, ${met.byRule} of them by the module's rules`);
  assert.ok(met.byRule > 1000 && met.done > 100);
});

test.run();
