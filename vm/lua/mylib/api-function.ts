import { index } from '../interpreter/operations/fields.js';
import { SCRIPT_RUN } from '../machine/environment.js';
import { isInteger } from '../value/arithmetic.js';
import { describeWithType } from '../value/describe.js';
import type { BuiltinCode, LuaRuntime } from '../value/runtime.js';
import { constantString } from '../value/string.js';
import { LuaTable } from '../value/table.js';
import type { Integer, Value } from '../value/value.js';
import { BYTE_WORK } from './api-work.js';
import type { ContractRun } from './contract-run.js';
import { toUint8 } from './number-conversion.js';
import { MAX_BYTES, numberOf, TableReader, textOf, textProblem } from './table-reader.js';

const SCRIPT_RUN_NAME = 'VmScriptRun';

/**
 * What a function of `mylib` returns: undefined is no result at all, bytes are one integer result
 * each, anything else is one result.
 */
export type ApiResult = Value | Uint8Array;

/** A function of the contract API (spec 03 §8). */
export interface ApiFunction {
  readonly name: string;
  /** An older name of the same function. */
  readonly alias?: string;
  /** Whether it works only while the global `VmScriptRun` is what it was (spec 03 §6.1). */
  readonly needsRun: boolean;
  /** Units of work of a call, beside those of the bytes that it reads and gives (spec 03 §7.8). */
  readonly work: number;
  /** Wrong arguments have no result and cost no fuel; only fuel and metamethods end the run. */
  call(api: ApiCall): ApiResult;
}

/** One call of a function: its arguments, what it may reach, and what it costs. */
export class ApiCall {
  constructor(
    readonly machine: LuaRuntime<ContractRun>,
    private readonly base: number,
    private readonly count: number,
    private readonly name: string,
  ) {}

  get run(): ContractRun {
    return this.machine.context;
  }

  // --- arguments -----------------------------------------------------------------------------

  /** All arguments as bytes: 1 to 500 numbers or numeric strings. */
  bytes(): Uint8Array | undefined {
    const { machine, base, count } = this;
    if (count < 1) return this.refuse(() => 'no argument is given; bytes are expected');
    if (count > MAX_BYTES)
      return this.refuse(() => `${count} bytes are given, at most ${MAX_BYTES} are taken`);
    machine.work(BYTE_WORK * count);
    const bytes = new Uint8Array(count);
    for (let i = 0; i < count; i++) {
      const n = numberOf(machine, machine.stack[base + i]);
      if (n === undefined) {
        const given = describeWithType(machine.stack[base + i]);
        return this.refuse(() => `argument ${i + 1} is ${given}; a byte is expected`);
      }
      bytes[i] = toUint8(n);
    }
    return bytes;
  }

  /** All arguments as exactly this many bytes. */
  bytesOf(...sizes: readonly number[]): Uint8Array | undefined {
    const bytes = this.bytes();
    if (bytes === undefined || sizes.includes(bytes.length)) return bytes;
    return this.refuse(() => `${bytes.length} bytes are given, ${sizes.join(' or ')} are expected`);
  }

  /** The last argument, where there is one. */
  private last(): Value {
    return this.count > 0 ? this.machine.stack[this.base + this.count - 1] : undefined;
  }

  /** The last argument, if it is of integer subtype. */
  integer(): Integer | undefined {
    const v = this.last();
    if (isInteger(v)) return v;
    return this.refuse(() => `the argument is ${describeWithType(v)}; an integer is expected`);
  }

  /** The arguments, if they are exactly two integers. */
  twoIntegers(): readonly [Integer, Integer] | undefined {
    const { stack } = this.machine;
    const a = stack[this.base];
    const b = stack[this.base + 1];
    if (this.count === 2 && isInteger(a) && isInteger(b)) return [a, b];
    const given = (): string =>
      stack
        .slice(this.base, this.base + this.count)
        .map(describeWithType)
        .join(', ');
    return this.refuse(() => `${given() || 'nothing'} is given; two integers are expected`);
  }

  /** The last argument, if it is a string or number: its bytes up to the first zero byte, at most 500. */
  text(): string | undefined {
    const v = this.last();
    return textOf(this.machine, v) ?? this.refuse(() => `the argument ${textProblem(v)}`);
  }

  /** The last argument, if it is a table. */
  table(): LuaTable | undefined {
    const v = this.last();
    if (v instanceof LuaTable) return v;
    return this.refuse(() => `the argument is ${describeWithType(v)}; a table is expected`);
  }

  /** The fields of the last argument, if it is a table. */
  fields(): TableReader | undefined {
    const table = this.table();
    return table && this.fieldsOf(table);
  }

  /** The fields of a table among the arguments. */
  fieldsOf(table: LuaTable): TableReader {
    return new TableReader(this.machine, table, this.run.notes);
  }

  // --- refusals ------------------------------------------------------------------------------

  /** Notes why the call does nothing, where somebody wants to know; returns no result. */
  refuse(reason: () => string): undefined {
    return this.run.notes?.note(reason());
  }

  /** What has queued an operation for the end of the script, for whoever observes the run. */
  get queuedBy(): { readonly name: string; readonly line: number } | undefined {
    if (this.run.notes === undefined) return undefined;
    return { name: this.name, line: this.machine.callingPlace()?.line ?? 0 };
  }

  // --- fuel (spec 03 §7.3, §8) ---------------------------------------------------------------

  burnCall(fuel: number): void {
    this.machine.chargeHost('func', fuel, `lua_BurnFuncCall ${this.name}`);
  }

  /** Burns a fixed amount, and a further one for every started unit of data. */
  burnData(fuel: number, size: number, unit: number, perUnit: number): void {
    const total = fuel + Math.ceil(size / unit) * perUnit;
    this.machine.chargeHost('func', total, `lua_BurnFuncData ${this.name}`);
  }

  burnAccount(fuel: number): void {
    this.machine.chargeHost('account', fuel, `lua_BurnAccount ${this.name}()`);
  }

  burnAccountOperations(fuel: number): void {
    this.machine.chargeHost('account', fuel, `lua_BurnAccountOperate ${this.name}()`);
  }

  // --- results -------------------------------------------------------------------------------

  /** A table `{symbol, amount}`. */
  asset(symbol: string, amount: Integer): LuaTable {
    const { machine } = this;
    const table = machine.newTable(0, 2);
    const fields: readonly (readonly [string, Value])[] = [
      ['symbol', machine.string(symbol)],
      ['amount', amount],
    ];
    for (const [name, value] of fields) {
      machine.internShort(name);
      table.set(constantString(name), value, machine);
    }
    return table;
  }

  /** Returns a result to the script. */
  give(result: ApiResult): Value {
    const { machine } = this;
    if (result === undefined) return machine.none();
    if (!(result instanceof Uint8Array)) return machine.one(result);
    const fits = machine.tryReserve(this.base + this.count, result.length);
    if (!fits) this.refuse(() => `the stack has no room for ${result.length} results`);
    if (!fits || result.length === 0) return machine.none();
    machine.work(BYTE_WORK * result.length);
    const values: Value[] = [];
    for (let i = 0; i < result.length; i++) values.push(result[i]);
    return machine.many(values);
  }
}

/** Whether the global `VmScriptRun` is still what the node has put there. */
function hasRun(machine: LuaRuntime): boolean {
  return index(machine, machine.globals, constantString(SCRIPT_RUN_NAME)) === SCRIPT_RUN;
}

/** A function as the engine calls it. */
export function builtinOf({ name, needsRun, work, call }: ApiFunction): BuiltinCode<ContractRun> {
  return (machine, base, count) => {
    const { notes } = machine.context;
    if (needsRun && !hasRun(machine)) {
      notes?.note(`the contract has changed the global ${SCRIPT_RUN_NAME}`);
      notes?.ended(machine, name);
      return machine.none();
    }
    machine.work(work);
    const api = new ApiCall(machine, base, count, name);
    const result = api.give(call(api));
    notes?.ended(machine, name);
    return result;
  };
}
