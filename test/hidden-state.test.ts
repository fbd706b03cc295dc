import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { codeOf, sourceFiles } from './support/sources/code-of.js';

/*
 * What decides about blocks must have no memory of its own: the same call gives the same answer, whatever
 * the process has done before. So no module of the rooms below keeps anything but what is listed here, and
 * of these each can only make an answer come sooner.
 */

const test = suite('hidden state');
const ROOMS = ['src/codec', 'src/crypto', 'src/tx', 'src/state', 'src/ledger', 'vm'];

const LOADED = 'a module that is loaded when it is first needed; the same in every process';
const BOUNDED = 'answers of a pure function, a bounded number of them';
const OF_RECORD =
  'what a pure function makes of a contract record, kept as long as the record, which never changes';

const ALLOWED: Readonly<Record<string, string>> = {
  'src/codec/codec.ts spare': 'an empty buffer for the next encoding; cleared before it is kept',
  'src/crypto/address.ts addresses': BOUNDED,
  'src/crypto/address.ts keyIds': BOUNDED,
  'src/crypto/backend.ts loaded': LOADED,
  'src/tx/action-name.ts texts': BOUNDED,
  'vm/lua/compile/fengari.ts modules': LOADED,
  'vm/lua/compile/fengari.ts watch': 'the observer of the compilation that is running; unset when it ends',
  'vm/lua/contract.ts cache': BOUNDED,
  'vm/lua/run-contract.ts compiled': OF_RECORD,
  'vm/lua/value/string.ts constants':
    'one object for each text that this program names; never a text of a contract',
  'vm/universal/asset-contract.ts loaded': LOADED,
  'vm/universal/contract-abi.ts schemas': OF_RECORD,
  'vm/universal/wasm-code.ts codes': OF_RECORD,
  'vm/wasm/single-pass.ts isSet':
    'that V8 was told once, before it compiles the first module, how to compile',
  'vm/wasm/single-pass.ts isProven':
    'that this process was found once to have WebAssembly and the stack for the deepest calls; otherwise it throws',
};

const MODULE_STATE =
  /^(?:export )?(?:let (\w+)|const (\w+)(?:: (?!Readonly)[^=;]*?)? = new (?:WeakMap|WeakSet|Map|Set|LRUCache)\b(?:<[^()]*>)?\((?=\)|\{))/gm;
const CLASS_STATE =
  /^ +(?:(?:private|public|protected) )?static (?!readonly \w+(?:: \w+)? = (?!new (?:Map|Set|Weak)))(?:readonly )?(#?\w+)(?:: [^=;(]*)? = /gm;

/** The names in a source that can hold something from one call to the next. */
function stateIn(code: string): string[] {
  return [...code.matchAll(MODULE_STATE), ...code.matchAll(CLASS_STATE)].map(
    ([, first, second]) => first ?? second ?? '',
  );
}

test('module state is found in each of its forms, and constants are none', () => {
  const code = codeOf(`
let a = 1;
export let b: number | undefined;
const c = new Map<string, Set<number>>();
const d: WeakMap<object, string> = new WeakMap();
export const e = new Set();
const f = new LRUCache({ max: 10 });
const g = new WeakMap<
  readonly string[],
  { readonly round: number }
>();
class K {
  static readonly h = new Map<string, number>();
  static #i = 0;
  static readonly NONE = new K();
}
// let comment = 1;
const FIXED = new Set(['let text = 1']);
const EMPTY: ReadonlyMap<string, string> = new Map();
function f1() {
  let local = 1;
}`);
  assert.equal(stateIn(code).sort(), ['#i', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']);
});

test('no module of a deterministic room keeps anything but what is listed with its reason', () => {
  const found = sourceFiles(...ROOMS).flatMap(({ path, code }) =>
    stateIn(code).map(name => `${path} ${name}`),
  );
  assert.equal(found.sort(), Object.keys(ALLOWED).sort());
});

test.run();
