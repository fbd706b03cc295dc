import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parseSymbol, parseSymbolCode } from '../../../../vm/wasm/abi/symbol.js';
import { GuestMemory } from '../../../../vm/wasm/host/guest-memory.js';
import type { HostFunction, Kind } from '../../../../vm/wasm/host/host-function.js';
import { ALL_FUNCTIONS } from '../../../../vm/wasm/host/host-functions.js';
import { assertThrows } from '../../../support/wasm/contract-exception.js';
import { HostCaller } from '../../../support/wasm/host-call.js';
import { MemoryHost } from '../../../support/wasm/memory-host.js';
import { MemorySystem } from '../../../support/wasm/memory-system.js';

const test = suite('pointers of host functions');
const PAGE = 65_536;
const POINTER_KINDS: ReadonlySet<Kind> = new Set(['pointer', 'input', 'cString', 'output']);
/** Bytes that each argument names; the whole lies outside although the address does not. */
const SIZE = 16;
const FILLED = 0x61;
const OUTSIDE = [PAGE, PAGE - 1, 0x7fff_ffff, -1, -0x8000_0000];

/** A host on which every function has something to read and to write. */
function fullHost(): MemoryHost {
  const host = new MemoryHost();
  host.isQuery = true;
  host.producers = [1n, 2n];
  host.prices.set('WICC/WICC', 1n);
  host.rows.set(FILLED.toString(16).repeat(SIZE), 'ff'.repeat(SIZE));
  const system = new MemorySystem(host.accounts);
  system.assets.set('WICC', { owner: 1n, totalSupply: 1n, mintable: true, name: '', icon: '' });
  host.system = system;
  return host;
}

/** Arguments that are all right, but for the one address that is put in the place of one of them. */
function argumentsOf(declared: HostFunction, wrong: number, address: number): (number | bigint)[] {
  const wide = declared.module === 'sys' ? parseSymbolCode('WICC') : parseSymbol('8,WICC');
  return declared.parameters.flatMap((kind, i): (number | bigint)[] => {
    const pointer = i === wrong ? address : i * 1024;
    switch (kind) {
      case 'pointer':
      case 'cString':
        return [pointer];
      case 'input':
      case 'output':
        return [pointer, SIZE];
      case 'u128':
        return [1n, 0n];
      case 'i64':
      case 'u64':
        return [wide];
      case 'u32':
        return [SIZE];
      case 'i32':
        // Assertions read their message where the test is 0.
        return [0];
      default:
        return [1];
    }
  });
}

test('every address that a host function takes is checked, wherever it points to', () => {
  let pointers = 0;
  for (const declared of ALL_FUNCTIONS) {
    for (const [i, kind] of declared.parameters.entries()) {
      if (!POINTER_KINDS.has(kind)) continue;
      pointers++;
      for (const address of OUTSIDE) {
        const caller = new HostCaller(fullHost(), Buffer.alloc(SIZE));
        caller.bytes.fill(FILLED); // no text ends anywhere
        try {
          assertThrows(
            () => declared.invoke(caller.call, argumentsOf(declared, i, address)),
            'wasm_memory_exception',
            /access violation/,
          );
        } catch (error) {
          throw new Error(`${declared.name}, parameter ${i}, address ${address}: ${error}`);
        }
      }
    }
  }
  console.log(`addresses: ${pointers} parameters of ${ALL_FUNCTIONS.length} functions`);
  assert.is(pointers, 79);
});

test('a module without memory has no address', () => {
  const caller = new HostCaller(new MemoryHost());
  caller.call.memory = new GuestMemory(undefined);
  assertThrows(() => caller.invoke('prints_l', 0, 1), 'wasm_memory_exception');
});

test('a text without end runs over the end of the memory', () => {
  const caller = new HostCaller(new MemoryHost());
  caller.bytes.fill(0x61);
  assertThrows(() => caller.invoke('prints', 0), 'wasm_memory_exception');
});

test('an argument has at most 1 MiB, whatever the memory has', () => {
  const caller = new HostCaller(new MemoryHost());
  caller.memory.grow(32);
  assert.is(caller.invoke('prints_l', 0, 1_048_576), undefined);
  assertThrows(() => caller.invoke('prints_l', 0, 1_048_577), 'wasm_api_data_size_exceeds_exception');
  assertThrows(() => caller.invoke('db_store', 0n, 0, -1, 0, 0), 'wasm_api_data_size_exceeds_exception');
});

test('grown memory is seen at once', () => {
  const caller = new HostCaller(new MemoryHost());
  assertThrows(() => caller.invoke('prints_l', PAGE, 4), 'wasm_memory_exception');
  caller.memory.grow(1);
  caller.invoke('prints_l', PAGE, 4);
});

test.run();
