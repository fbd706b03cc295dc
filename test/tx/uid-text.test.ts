import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { uidText, uidType } from '../../src/codec/uid.js';
import { parseUid } from '../../src/tx/uid-text.js';
import { readExact } from '../support/answers/exact-json.js';
import { checkAllRows } from '../support/vectors/all-rows.js';

interface Vectors {
  readonly parse_uid: readonly {
    readonly input: string;
    readonly id_type: string | null;
    readonly text: string | null;
  }[];
}

const vectors = readExact<Vectors>('reference-transactions');
const REGTEST = 135;

const KEY_ID = '1c758724cc60db35dd387bcf619a478ec3c065f2';
const REVERSED = 'f265c0c38e479a61cf7b38dd35db60cc2487751c';

/** Texts that this node reads otherwise than the reference: decision and result. */
const OVERRULED: Readonly<Record<string, { decision: string; text: string | null }>> = {
  '123': { decision: 'D27', text: null },
  '1-65536': { decision: 'D27', text: null },
  '4294967296-1': { decision: 'D27', text: null },
  [KEY_ID]: { decision: 'D10', text: KEY_ID },
  ' wNDue1jHcgRSioSDL4o1AzXz3D72gCMkP6 ': { decision: 'spec 02 §3.3', text: null },
  [REVERSED]: { decision: 'D10', text: REVERSED },
};

test('a text names the uid that the reference reads, but where a decision overrules it', () => {
  checkAllRows(
    'uid texts',
    vectors.parse_uid,
    19,
    row => JSON.stringify(row.input),
    row => {
      const overruled = OVERRULED[row.input];
      if (overruled) assert.is.not(row.text, overruled.text, `${overruled.decision} overrules nothing here`);
      const expected = overruled ? overruled.text : row.text;
      const uid = parseUid(row.input, REGTEST);
      assert.is(uid ? uidText(uid) : null, expected);
      if (uid) assert.is(uidType(uid), row.id_type);
    },
  );
  for (const [input, { decision }] of Object.entries(OVERRULED))
    console.log(`overruled by ${decision}: ${input}`);
  const inputs = new Set(vectors.parse_uid.map(row => row.input));
  assert.ok(Object.keys(OVERRULED).every(input => inputs.has(input)));
});

test('hex digits are read in either case and kept in lower case', () => {
  assert.equal(parseUid(KEY_ID.toUpperCase(), REGTEST), { kind: 'keyid', keyId: KEY_ID });
  const publicKey = '0376de6a21f63c35a053c849a339598016a0261d6bdc5567adeda0af78b750c4cc';
  assert.equal(parseUid(publicKey.toUpperCase(), REGTEST), { kind: 'pubkey', publicKey });
});

test('a public key must be a compressed point on the curve', () => {
  const x = '76de6a21f63c35a053c849a339598016a0261d6bdc5567adeda0af78b750c4cc';
  assert.is(parseUid(`04${x}`, REGTEST), undefined);
  assert.is(parseUid(`02${'ff'.repeat(32)}`, REGTEST), undefined);
  assert.is(parseUid(`02${x}`, REGTEST)?.kind, 'pubkey');
});

test('an address of another network and a nickid name nobody', () => {
  assert.is(parseUid('wNDue1jHcgRSioSDL4o1AzXz3D72gCMkP6', 73), undefined);
  assert.is(parseUid('wayki.nick1', REGTEST), undefined);
});

test.run();
