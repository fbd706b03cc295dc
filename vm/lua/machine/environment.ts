/**
 * The environment of a contract when it starts: the libraries and globals of spec 03 §6.1 and §6.3,
 * and the strings that exist then. Built once, copied for every run.
 */

import { required } from '../../../src/codec/required.js';
import { baseLibrary, next } from '../lib/base.js';
import { mathConstants, mathLibrary } from '../lib/math.js';
import { stringLibrary } from '../lib/string.js';
import { tableLibrary } from '../lib/table.js';
import { Builtin } from '../value/function.js';
import { METAMETHOD_NAMES } from '../value/metamethods.js';
import type { BuiltinCode, Library } from '../value/runtime.js';
import { constantString } from '../value/string.js';
import { LuaTable } from '../value/table.js';
import type { Memory } from '../value/table-slots.js';
import { LightUserdata, LuaFloat, type Value } from '../value/value.js';
import { KnownStrings } from './known-strings.js';

/** Words of the language, whose strings exist before everything else. */
const RESERVED_WORDS = [
  'and',
  'break',
  'do',
  'else',
  'elseif',
  'end',
  'false',
  'for',
  'function',
  'goto',
  'if',
  'in',
  'local',
  'nil',
  'not',
  'or',
  'repeat',
  'return',
  'then',
  'true',
  'until',
  'while',
] as const;

/** Further strings that the reference makes while it opens the libraries. */
const OTHER_STRINGS = [
  'number',
  'boolean',
  '_ENV',
  'not enough memory',
  'userdata',
  'thread',
  '_LOADED',
] as const;

/** Functions that the reference lacks: their names are not among the strings that exist when it starts. */
const BEYOND_REFERENCE = ['CallContract'] as const;

/** Bytes that opening all libraries with the full `mylib`, `contract` and `VmScriptRun` allocates. */
export const BASELINE_BYTES = 14_459;

/** Opening is paid as one sum, `BASELINE_BYTES`. */
const FREE: Memory = { chargeMemory() {}, hold() {}, work() {} };

/** `contract[0]`, which the reference leaves in the table (spec 03 §6.1). */
const CONTRACT_ZERO = new LuaFloat(-1);
/** The value of `VmScriptRun`. */
export const SCRIPT_RUN = new LightUserdata(1);

/** The global table and the modules of one run. */
export interface Globals {
  readonly table: LuaTable;
  /** What `require` returns: the modules of the host. */
  readonly modules: ReadonlyMap<string, LuaTable>;
  readonly stringMetatable: LuaTable;
}

/** @typeParam Host - what a run offers to the functions of the host's modules */
export class Environment<Host = undefined> {
  /** The short strings that exist before a run. */
  readonly knownStrings: KnownStrings;
  /** The function that `pairs` returns. */
  readonly next: Builtin<Host>;
  /** The identity of the first object that a run makes. */
  readonly firstId: number;
  private readonly globals: LuaTable;
  private readonly libraries = new Map<string, LuaTable>();
  private readonly hostModuleNames: readonly string[];
  private lastId = 0;

  /** @param hostModules - modules of the host by name, such as `mylib` */
  constructor(hostModules: Readonly<Record<string, Library<Host>>>) {
    this.hostModuleNames = Object.keys(hostModules);
    const strings = new Set<string>([...RESERVED_WORDS, ...OTHER_STRINGS]);
    for (const name of METAMETHOD_NAMES) strings.add(name.bytes);
    const set = (table: LuaTable, name: string, value: Value): void => {
      strings.add(name);
      table.set(constantString(name), value, FREE);
    };
    const globals = this.newTable();
    this.globals = globals;
    const { print, require, ...basic } = baseLibrary;
    const builtins = this.fill(globals, 'base', basic, set);
    set(globals, '_G', globals);
    strings.add('Lua 5.3');
    set(globals, '_VERSION', constantString('Lua 5.3'));
    set(globals, 'base', globals);
    this.next = required(builtins.get(next), 'the function next');
    this.addModule('table', tableLibrary, {}, set);
    this.addModule('math', mathLibrary, mathConstants, set);
    this.addModule('string', stringLibrary, {}, set);
    this.fill(globals, 'base', { print, require }, set);
    for (const [name, library] of Object.entries(hostModules)) this.addModule(name, library, {}, set);
    set(globals, 'contract', undefined);
    set(globals, 'VmScriptRun', SCRIPT_RUN);
    for (const name of BEYOND_REFERENCE) strings.delete(name);
    this.knownStrings = new KnownStrings(strings);
    this.firstId = this.lastId + 16;
  }

  private newTable(): LuaTable {
    return new LuaTable(++this.lastId);
  }

  /** Makes functions of a library and puts them into a table. */
  private fill(
    table: LuaTable,
    module: string,
    library: Library<Host>,
    set: (table: LuaTable, name: string, value: Value) => void,
  ): Map<BuiltinCode<Host>, Builtin<Host>> {
    const builtins = new Map<BuiltinCode<Host>, Builtin<Host>>();
    for (const [name, code] of Object.entries(library)) {
      const builtin = new Builtin(`${module}.${name}`, code, ++this.lastId);
      builtins.set(code, builtin);
      set(table, name, builtin);
    }
    return builtins;
  }

  private addModule(
    name: string,
    library: Library<Host>,
    constants: Readonly<Record<string, Value>>,
    set: (table: LuaTable, name: string, value: Value) => void,
  ): void {
    const table = this.newTable();
    table.resize(0, Object.keys(library).length + Object.keys(constants).length, FREE);
    this.fill(table, name, library, set);
    for (const [field, value] of Object.entries(constants)) set(table, field, value);
    this.libraries.set(name, table);
    set(this.globals, name, table);
  }

  /**
   * Fresh copies for a run, with nothing shared that a contract could change.
   *
   * @param memory - of the run; default: of no run
   */
  open(memory: Memory = FREE): Globals {
    const table = this.globals.clone(memory);
    const modules = new Map<string, LuaTable>();
    for (const [name, template] of this.libraries) {
      const copy = template.clone(memory);
      if (this.hostModuleNames.includes(name)) modules.set(name, copy);
      table.set(constantString(name), copy, FREE);
    }
    table.set(constantString('_G'), table, FREE);
    table.set(constantString('base'), table, FREE);
    const stringMetatable = new LuaTable(this.lastId + 1, memory);
    stringMetatable.set(constantString('__index'), table.getString(constantString('string')), FREE);
    return { table, modules, stringMetatable };
  }

  /**
   * The table `contract`: the argument bytes from index 1 on.
   *
   * @param memory - pays for what the arguments add to the baseline
   */
  contractTable(bytes: Uint8Array, memory: Memory): LuaTable {
    const table = new LuaTable(this.lastId + 2, memory);
    table.set(0, CONTRACT_ZERO, FREE);
    bytes.forEach((byte, index) => {
      table.set(index + 1, byte, memory);
    });
    return table;
  }
}
