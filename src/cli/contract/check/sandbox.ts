import { Environment } from '../../../../vm/lua/machine/environment.js';
import { MYLIB } from '../../../../vm/lua/mylib/index.js';
import { constantString, LuaString } from '../../../../vm/lua/value/string.js';
import { LuaTable } from '../../../../vm/lua/value/table.js';

/** The environment of a contract when it starts. */
export interface Sandbox {
  /** Names of its globals. */
  readonly globals: ReadonlySet<string>;
  /** Names in its libraries, by the name of the library. */
  readonly libraries: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Globals that every name of is a value of its own; they hold no library. */
const NOT_LIBRARIES = new Set(['_G', 'base']);

let made: Sandbox | undefined;

/** Asks the engine itself, so that the answer is never older than it. */
export function sandbox(): Sandbox {
  made ??= readSandbox();
  return made;
}

function readSandbox(): Sandbox {
  const { table } = new Environment({ mylib: MYLIB }).open();
  const globals = new Set(namesIn(table)).add('contract').add('VmScriptRun');
  const libraries = [...globals].flatMap(name => {
    const value = table.getString(constantString(name));
    return value instanceof LuaTable && !NOT_LIBRARIES.has(name)
      ? [[name, new Set(namesIn(value))] as const]
      : [];
  });
  return { globals, libraries: new Map(libraries) };
}

function namesIn(table: LuaTable): string[] {
  return table.keys.flatMap(key => (key instanceof LuaString ? [key.bytes] : []));
}
