import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  CONTRACT_FUNCTIONS,
  CONTRACT_IMPORTS,
  SYSTEM_IMPORTS,
} from '../../../../vm/wasm/host/host-functions.js';
import { typeText, type ValueType } from '../../../../vm/wasm/module/value-type.js';
import { checkAllRows } from '../../../support/vectors/all-rows.js';

const test = suite('host function signatures');

/** Spec 04 §12.1 to §12.6: parameters, then the result; i, I, f, F are i32, i64, f32, f64. */
const SIGNATURES = `
abort - -; wasm_exit i -; wasm_assert ii -; wasm_assert_code iI -; wasm_assert_message iii -; current_time - I
action_data_size - i; read_action_data ii i; current_receiver - I; require_auth I -; require_auth2 II -; has_auth I i
is_account I i; notify_recipient I -; send_inline ii -; get_active_producers ii i; get_txid i i; get_maintainer I I
get_system_asset_price IIii i; emit_result iiiiii -
sha1 iii -; sha256 iii -; sha512 iii -; ripemd160 iii -
assert_sha1 iii -; assert_sha256 iii -; assert_sha512 iii -; assert_ripemd160 iii -
db_store Iiiii i; db_update Iiiii i; db_remove Iii i; db_get iiii i
memcpy iii i; memmove iii i; memset iii i; memcmp iii i
prints i -; prints_l ii -; printi I -; printui I -; printi128 i -; printui128 i -; printn I -; printhex ii -
printsf f -; printdf F -; printqf i -
__ashlti3 iIIi -; __lshlti3 iIIi -; __lshrti3 iIIi -; __ashrti3 iIIi -
__multi3 iIIII -; __divti3 iIIII -; __udivti3 iIIII -; __modti3 iIIII -; __umodti3 iIIII -
__addtf3 iIIII -; __subtf3 iIIII -; __multf3 iIIII -; __divtf3 iIIII -; __negtf2 iII -
__extendsftf2 if -; __extenddftf2 iF -; __trunctfdf2 II F; __trunctfsf2 II f
__fixtfsi II i; __fixtfdi II I; __fixunstfsi II i; __fixunstfdi II I
__fixtfti iII -; __fixunstfti iII -; __fixsfti if -; __fixunssfti if -; __fixdfti iF -; __fixunsdfti iF -
__floatsidf i F; __floatsitf ii -; __floatditf iI -; __floatunsitf ii -; __floatunditf iI -
__floattidf II F; __floatuntidf II F
__eqtf2 IIII i; __netf2 IIII i; __letf2 IIII i; __cmptf2 IIII i; __getf2 IIII i; __gttf2 IIII i; __lttf2 IIII i
__unordtf2 IIII i
require_recipient I -; eosio_assert ii -; eosio_assert_code iI -`
  .split(/[;\n]/)
  .map(text => text.trim())
  .filter(text => text !== '')
  .map(text => text.split(' ') as [name: string, parameters: string, result: string]);

const LETTERS: Readonly<Record<string, ValueType[]>> = {
  i: ['i32'],
  I: ['i64'],
  f: ['f32'],
  F: ['f64'],
  '-': [],
};
const typesOf = (letters: string): ValueType[] => [...letters].flatMap(letter => LETTERS[letter]!);

test('contracts import exactly the functions of spec 04 §12, with its types', () => {
  checkAllRows(
    'host functions',
    SIGNATURES,
    93,
    row => row[0],
    ([name, parameters, result]) => {
      const expected = { parameters: typesOf(parameters), results: typesOf(result) };
      const declared = CONTRACT_IMPORTS('env', name);
      assert.is(declared && typeText(declared.type), typeText(expected));
    },
  );
  assert.is(CONTRACT_FUNCTIONS.length, SIGNATURES.length);
});

test('only contracts of the system import from sys', () => {
  assert.is(CONTRACT_IMPORTS('sys', 'move_balance'), undefined);
  assert.is.not(SYSTEM_IMPORTS('sys', 'move_balance'), undefined);
  assert.is(SYSTEM_IMPORTS('env', 'move_balance'), undefined);
});

test.run();
