/**
 * Random Lua programs: well formed, ending by themselves, touching every instruction and most of the
 * library, with errors caught and not. What a program does is shown by the text it returns.
 */

/** A small generator of numbers with a seed, the same on every machine. */
export class Random {
  constructor(private state: number) {}

  /** 0 .. n - 1. */
  below(n: number): number {
    this.state = (Math.imul(this.state, 1664525) + 1013904223) | 0;
    return Math.floor(((this.state >>> 8) / 16777216) * n);
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!;
  }
}

const NUMBERS = [
  '0',
  '1',
  '2',
  '3',
  '-1',
  '7',
  '10',
  '255',
  '65536',
  '2147483647',
  '2147483648',
  '-2147483648',
  '4294967296',
  '9007199254740991',
  '9007199254740992',
  '-9007199254740991',
  '9223372036854775807',
  'math.mininteger',
  '0x7fffffff00000000',
  '0.5',
  '1.5',
  '-0.0',
  '3.0',
  '1e15',
  '2^53',
  '1e308',
  '-1e-300',
  '0/0',
  '1/0',
  '-(0/0)',
] as const;
const STRINGS = [
  '""',
  '"a"',
  '"10"',
  '"0x10"',
  '"1e2"',
  '" 7 "',
  '"abc"',
  '"\\0x"',
  '("x"):rep(41)',
  '"k"',
] as const;
const ARITHMETIC = ['+', '-', '*', '/', '//', '%', '^'] as const;
const BITWISE = ['&', '|', '~', '<<', '>>'] as const;
const COMPARISON = ['==', '~=', '<', '<=', '>', '>='] as const;
const FIELDS = ['a', 'b', 'c', 'n', 'x'] as const;

/** What every program starts with: the trace, and values with metamethods. */
const PRELUDE = `
local out, size = {}, 0
local function show(v)
  local t = type(v)
  if t == "table" or t == "function" then return t end
  return t .. ":" .. tostring(v) .. (math.type(v) or "")
end
local function emit(...)
  for i = 1, select("#", ...) do
    size = size + 1
    if size <= 200 then out[size] = show((select(i, ...))) end
  end
end
local M = {}
M.__index = function(t, k) return k end
M.__newindex = function(t, k, v) rawset(t, k, v) end
M.__add = function(a, b) return 11 end
M.__concat = function(a, b) return "cat" end
M.__eq = function(a, b) return true end
M.__lt = function(a, b) return false end
M.__len = function(t) return 5 end
M.__call = function(self, ...) return select("#", ...), ... end
M.__unm = function(a) return "neg" end
local function object() return setmetatable({ n = 1 }, M) end
local G = 3
`;

/**
 * Writes one program.
 *
 * @param portable - leaves out what Lua 5.3.1 and 5.3.6 do differently (spec 03 §6.10) and what
 *   depends on addresses
 */
export function generateProgram(seed: number, portable = false): string {
  return new Generator(new Random(seed), portable).program();
}

class Generator {
  private locals: string[] = ['G'];
  private functions: string[] = [];
  private depth = 0;
  private names = 0;
  private budget = 60;
  private inVararg = true;
  private inLoop = 0;

  constructor(
    private readonly random: Random,
    private readonly portable: boolean,
  ) {}

  program(): string {
    // Parts that an error ends alone, and a last one whose error ends the program.
    const parts: string[] = [];
    for (let n = 2 + this.random.below(6); n > 0; n--) {
      this.budget = 12;
      parts.push(`emit(pcall(function(...)\n${this.block(4)}\nend, 7, "z"))`);
    }
    this.budget = 6;
    if (this.random.below(3) === 0) parts.push(this.block(3));
    return `${PRELUDE}${parts.join('\n')}\nreturn table.concat(out, ",", 1, math.min(size, 200)), size\n`;
  }

  private block(statements: number): string {
    const locals = this.locals.length;
    const functions = this.functions.length;
    const lines: string[] = [];
    for (let n = 1 + this.random.below(statements); n > 0; n--) lines.push(this.statement());
    this.locals.length = locals;
    this.functions.length = functions;
    return lines.join('\n');
  }

  private newName(): string {
    return `v${this.names++}`;
  }

  private declare(): string {
    const name = this.newName();
    // Lua allows 200 locals for each function.
    if (this.locals.length < 60) this.locals.push(name);
    return name;
  }

  private nested(statements: number): string {
    this.depth++;
    const text = this.block(this.depth > 4 ? 1 : statements);
    this.depth--;
    return text;
  }

  private statement(): string {
    if (this.budget-- < 0 || this.depth > 5) return `emit(${this.expression(1)})`;
    switch (this.random.below(20)) {
      case 0:
      case 1:
        return this.localStatement();
      case 2:
      case 3:
        return `${this.target()} = ${this.expression(2)}`;
      case 4:
        return `if ${this.expression(2)} then\n${this.nested(3)}\nelse\n${this.nested(2)}\nend`;
      case 5:
        return this.numericLoop();
      case 6:
        return this.genericLoop();
      case 7:
        return this.whileLoop();
      case 8:
      case 9:
        return this.functionStatement();
      case 10:
        return `emit(pcall(function(...)\n${this.functionBody()}\nend, ${this.expression(1)}))`;
      case 11:
        return `emit(${this.call()})`;
      case 12:
        return `do\n${this.nested(3)}\nend`;
      case 13:
        return this.gotoLoop();
      case 14:
        return `${this.random.pick(this.locals)}, ${this.target()} = ${this.expression(1)}, ${this.call()}`;
      case 15:
        if (this.inLoop > 0) return `if ${this.expression(1)} then break end`;
        return `emit(${this.expression(2)})`;
      default:
        return `emit(${this.expression(3)})`;
    }
  }

  private localStatement(): string {
    const value = this.random.below(4) === 0 ? this.call() : this.expression(3);
    if (this.random.below(3) > 0) return `local ${this.declare()} = ${value}`;
    const first = this.newName();
    const text = `local ${first}, ${this.declare()} = ${this.expression(1)}, ${value}`;
    this.locals.push(first);
    return text;
  }

  private target(): string {
    switch (this.random.below(4)) {
      case 0:
        return `t_global.${this.random.pick(FIELDS)}`;
      case 1:
        return 'g_global';
      default:
        return this.random.pick(this.locals);
    }
  }

  private numericLoop(): string {
    const name = this.newName();
    const step = this.random.pick(['', ', 1', ', 2', ', -1', ', 0.5', this.portable ? '' : ', G']);
    const from = this.random.pick([
      '1',
      '0',
      '-2',
      '1.0',
      '9007199254740990',
      'math.maxinteger - 2',
      this.portable ? '1' : 'G',
    ]);
    const to = this.random.pick(['3', '5', `${from} + 2`, `${from} - 2`, '2.5']);
    const counter = this.newName();
    this.locals.push(name);
    this.inLoop++;
    const body = this.nested(3);
    this.inLoop--;
    this.locals = this.locals.filter(local => local !== name);
    return `do local ${counter} = 0 for ${name} = ${from}, ${to}${step} do\n${counter} = ${counter} + 1 if ${counter} > 6 then break end\n${body}\nend end`;
  }

  private genericLoop(): string {
    const [k, v] = [this.newName(), this.newName()];
    this.locals.push(k, v);
    this.inLoop++;
    const body = this.nested(2);
    this.inLoop--;
    this.locals = this.locals.filter(local => local !== k && local !== v);
    const list = this.random.pick([
      '{1, 2, nil, 4}',
      this.portable ? '{7}' : '{a = 1, b = 2}',
      '{5, 6, x = 7}',
      'object()',
      '{}',
    ]);
    return `for ${k}, ${v} in ${this.random.pick(['pairs', 'ipairs'])}(${list}) do\nif size > 150 then break end\n${body}\nend`;
  }

  private whileLoop(): string {
    const counter = this.newName();
    this.inLoop++;
    const body = this.nested(3);
    this.inLoop--;
    if (this.random.below(2) === 0) {
      return `do local ${counter} = 0 while ${counter} < 4 do ${counter} = ${counter} + 1\n${body}\nend end`;
    }
    return `do local ${counter} = 0 repeat ${counter} = ${counter} + 1\n${body}\nuntil ${counter} > 3 or ${this.expression(1)} end`;
  }

  private gotoLoop(): string {
    const counter = this.newName();
    const label = this.newName();
    const loops = this.inLoop;
    this.inLoop = 0;
    const body = this.nested(2);
    this.inLoop = loops;
    return `do local ${counter} = 0 ::${label}:: ${counter} = ${counter} + 1\ndo\n${body}\nend\nif ${counter} < 3 then goto ${label} end end`;
  }

  private functionBody(): string {
    const [loops, vararg] = [this.inLoop, this.inVararg];
    this.inLoop = 0;
    this.inVararg = true;
    const body = this.nested(3);
    const result = this.random.pick([
      '',
      `return ${this.expression(2)}`,
      `return ${this.expression(1)}, ${this.expression(1)}`,
      `return ${this.call()}`,
      'return ...',
      `return (${this.call()})`,
      this.portable ? `error({${this.expression(1)}})` : `error(${this.expression(1)})`,
    ]);
    [this.inLoop, this.inVararg] = [loops, vararg];
    return `${body}\n${result}`;
  }

  private functionStatement(): string {
    const name = this.newName();
    const parameter = this.newName();
    const vararg = this.random.below(2) === 0;
    const locals = this.locals.length;
    this.locals.push(parameter);
    const outerVararg = this.inVararg;
    this.inVararg = vararg;
    const [loops] = [this.inLoop];
    this.inLoop = 0;
    const body = this.nested(3);
    const result = this.random.pick([
      '',
      `return ${this.expression(2)}`,
      `return ${this.call()}`,
      `if size < 100 and type(${parameter}) == "number" and ${parameter} > 0 and ${parameter} < 5 then return ${name}(${parameter} - 1) end return ${parameter}`,
      `return ${this.expression(1)}, ${parameter}`,
    ]);
    this.inLoop = loops;
    this.inVararg = outerVararg;
    this.locals.length = locals;
    this.functions.push(name);
    return `local ${name} ${name} = function(${parameter}${vararg ? ', ...' : ''})\n${body}\n${result}\nend`;
  }

  private call(): string {
    const args = Array.from({ length: this.random.below(3) }, () => this.expression(1));
    if (this.inVararg && this.random.below(4) === 0) args.push('...');
    if (this.functions.length > 0 && this.random.below(3) > 0) {
      return `${this.random.pick(this.functions)}(${args.join(', ')})`;
    }
    const one = args[0] ?? 'G';
    return this.random.pick([
      `object()(${args.join(', ')})`,
      this.portable ? `math.type(${one})` : `tostring(${one})`,
      `tonumber(${one})`,
      `select("#", ${args.concat('nil').join(', ')})`,
      `table.unpack({${args.join(', ')}})`,
      `math.floor(tonumber(${one}) or 2.5)`,
      `("%d|%s|%g"):format(3, ${this.portable ? `type(${one})` : one}, 1.5)`,
      `pcall(error, ${this.portable ? `{${one}}` : one})`,
      `string.byte("hello", 1, 3)`,
      `math.max(1, tonumber(${one}) or 0)`,
      `rawequal(${one}, G)`,
      `("a,b"):gsub(",", "%0%0")`,
      `type(${one})`,
    ]);
  }

  private expression(depth: number): string {
    if (depth <= 0) return this.atom();
    const a = (): string => this.expression(depth - 1);
    switch (this.random.below(14)) {
      case 0:
      case 1:
      case 2:
        return `(${a()} ${this.random.pick(ARITHMETIC)} ${a()})`;
      case 3:
        return `(${a()} ${this.random.pick(BITWISE)} ${a()})`;
      case 4:
        return `(${a()} ${this.random.pick(COMPARISON)} ${a()})`;
      case 5:
        return `(${a()} ${this.random.pick(['and', 'or'])} ${a()})`;
      case 6:
        return `(${this.random.pick(['-', 'not ', '#', '~'])}${a()})`;
      case 7:
        // Long digit strings are numbers that wrap only in 5.3.1.
        return this.portable ? `("s" .. ${a()} .. ${a()})` : `(${a()} .. ${a()})`;
      case 8:
        return `({${a()}, ${a()}, a = ${a()}}).${this.random.pick(FIELDS)}`;
      case 9:
        return `({${a()}, ${a()}})[${a()}]`;
      case 10:
        return `(${this.call()})`;
      case 11:
        return `(function(...) return ${a()} end)(${a()})`;
      default:
        return this.atom();
    }
  }

  private atom(): string {
    switch (this.random.below(8)) {
      case 0:
      case 1:
      case 2:
        return this.random.pick(this.locals);
      case 3:
        return this.random.pick(STRINGS);
      case 4:
        return this.random.pick(['nil', 'true', 'false', 'object()', '{}', 'print', 'g_global']);
      default:
        return `(${this.random.pick(NUMBERS)})`;
    }
  }
}
