import type { LuaFrame, LuaVariable, PausedRun } from '../../../../vm/lua/tracing/stepping-machine.js';
import { describeValue } from '../../../../vm/lua/value/describe.js';
import { Builtin } from '../../../../vm/lua/value/function.js';
import { typeName } from '../../../../vm/lua/value/metamethods.js';
import { LuaString } from '../../../../vm/lua/value/string.js';
import { LuaTable } from '../../../../vm/lua/value/table.js';
import type { Value } from '../../../../vm/lua/value/value.js';
import type { SteppedCall } from '../../../../vm/stepping.js';
import { regIdText } from '../../../codec/regid.js';
import { inCoins } from '../../../rpc/node/amounts.js';
import { storedValues } from '../../../testing/contract-data.js';

/** A variable as the protocol shows it. */
export interface ShownVariable {
  readonly name: string;
  readonly value: string;
  readonly type?: string;
  /** Asks for what it consists of; 0 for nothing. */
  readonly variablesReference: number;
}

/** A group of variables of a frame. */
export interface ShownScope {
  readonly name: string;
  readonly presentationHint?: string;
  readonly variablesReference: number;
  readonly expensive: boolean;
}

/** Entries of a table that are listed. */
const MAX_ENTRIES = 1000;
const PRINTABLE = /^[\x20-\x7e]*$/;

/** The variables that an editor can ask for while a run waits; each stop has numbers of its own. */
export class ShownVariables {
  readonly #lists: (() => ShownVariable[])[] = [];

  /** What is behind a number. @returns nothing for a number of an earlier stop */
  list(reference: number): ShownVariable[] {
    return this.#lists[reference - 1]?.() ?? [];
  }

  /** The groups of a frame, those that change most first. */
  scopesOf(run: PausedRun<SteppedCall>, frame: LuaFrame): ShownScope[] {
    const { locals, upvalues, varargs } = frame;
    const scope = (
      name: string,
      list: () => ShownVariable[],
      rest: Partial<ShownScope> = {},
    ): ShownScope => ({
      name,
      variablesReference: this.#add(list),
      expensive: false,
      ...rest,
    });
    const own = (): ShownVariable[] => [
      ...locals.map(each => this.#variable(each)),
      ...(varargs ?? []).map((value, i) => this.#variable({ name: `...[${i + 1}]`, value })),
    ];
    return [
      scope('Locals', own, { presentationHint: 'locals' }),
      scope('Upvalues', () =>
        upvalues.filter(({ name }) => name !== '_ENV').map(each => this.#variable(each)),
      ),
      scope('Storage', () => storageOf(run.context)),
      scope('Call', () => callOf(run)),
      scope('Globals', () => this.#globals(run.globals), { expensive: true }),
    ];
  }

  /** A value, with a number for what it consists of. */
  shown(value: Value): Omit<ShownVariable, 'name'> {
    return {
      value: describeValue(value),
      type: typeName(value),
      variablesReference: value instanceof LuaTable ? this.#add(() => this.#entries(value)) : 0,
    };
  }

  #variable({ name, value }: LuaVariable): ShownVariable {
    return { name, ...this.shown(value) };
  }

  #entries(table: LuaTable): ShownVariable[] {
    const shown: ShownVariable[] = [];
    for (let at = 0; at < table.positions && shown.length < MAX_ENTRIES; at++) {
      const value = table.valueAt(at);
      if (value === undefined) continue;
      const key = table.keyAt(at);
      const name =
        key instanceof LuaString && /^[A-Za-z_]\w*$/.test(key.bytes) ? key.bytes : `[${describeValue(key)}]`;
      shown.push(this.#variable({ name, value }));
    }
    return shown;
  }

  /** Those that the contract has set itself: functions and libraries of the node are left out. */
  #globals(globals: LuaTable): ShownVariable[] {
    const isLibrary = (value: Value): boolean =>
      value instanceof Builtin ||
      (value instanceof LuaTable && someEntry(value, each => each instanceof Builtin));
    const shown: ShownVariable[] = [];
    for (let at = 0; at < globals.positions; at++) {
      const [key, value] = [globals.keyAt(at), globals.valueAt(at)];
      if (value === undefined || !(key instanceof LuaString) || value === globals || isLibrary(value))
        continue;
      shown.push(this.#variable({ name: key.bytes, value }));
    }
    return shown;
  }

  #add(list: () => ShownVariable[]): number {
    return this.#lists.push(list);
  }
}

function someEntry(table: LuaTable, holds: (value: Value) => boolean): boolean {
  for (let at = 0; at < table.positions; at++) if (holds(table.valueAt(at))) return true;
  return false;
}

/** What the contract has stored, with what this call has changed already. */
function storageOf({ context: { state }, call: { contract } }: SteppedCall): ShownVariable[] {
  return storedValues(state, contract).map(({ key, value }) => {
    const text = value.toString('latin1');
    const hex = value.toString('hex');
    return {
      name: shownKey(key),
      value: text !== '' && PRINTABLE.test(text) ? `${hex} ${JSON.stringify(text)}` : hex,
      variablesReference: 0,
    };
  });
}

function shownKey(key: Buffer): string {
  const text = key.toString('latin1');
  return PRINTABLE.test(text) ? JSON.stringify(text) : key.toString('hex');
}

/** Who has called what, and what it has cost so far. */
function callOf({ fuel, limit, context: { call, context } }: PausedRun<SteppedCall>): ShownVariable[] {
  const values = {
    fuel: String(fuel),
    'fuel limit': String(limit),
    contract: regIdText(call.contract),
    caller: regIdText(context.sender().regId),
    arguments: Buffer.from(call.arguments).toString('hex'),
    coins: `${inCoins(call.amount)} ${call.symbol}`,
    height: String(context.block.height),
  };
  return Object.entries(values).map(([name, value]) => ({ name, value, variablesReference: 0 }));
}
