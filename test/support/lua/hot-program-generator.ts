/**
 * Random Lua programs for comparing the interpreter with the JIT: functions that are called and turn so
 * often that they are compiled, with everything in their bodies that the language has. Errors, endless
 * loops and storage are welcome: whatever happens must happen in every mode.
 */
import { Random } from './lua-generator.js';

const EDGES = [
  '0',
  '1',
  '-1',
  '2',
  '3',
  '7',
  '64',
  '63',
  '2147483647',
  '-2147483648',
  '4294967296',
  '9007199254740991',
  '-9007199254740991',
  '9007199254740992',
  'math.maxinteger',
  'math.mininteger',
  '0.0',
  '-0.0',
  '0.5',
  '3.0',
  '1e15',
  '2^53',
  '2^63',
  '-2^63',
  '1e308',
  '1/0',
  '-1/0',
  '0/0',
  '-(0/0)',
] as const;
const TEXTS = [
  '""',
  '"a"',
  '"10"',
  '" 7 "',
  '"0x1p4"',
  '"1e1"',
  '"b,c"',
  '("x"):rep(45)',
  '"%d"',
  '"\\0"',
  '"nan"',
] as const;
const ARITHMETIC = ['+', '-', '*', '/', '//', '%', '^', '&', '|', '~', '<<', '>>'] as const;
const COMPARISON = ['==', '~=', '<', '<=', '>', '>='] as const;
const KEYS = ['a', 'b', 'n', '1', '2', '"k"', '1.0', '-1', '2^53', 'nil', '0/0', 'true'] as const;

/** Traces what happens in a bounded text, and offers values with metamethods of every kind. */
const PRELUDE = `mylib = require "mylib"
local out, size, sum = {}, 0, 0
local function show(v)
  local t = type(v)
  if t == "string" then return "s" .. #v .. ":" .. v:sub(1, 60) end
  if t == "number" then return tostring(v) .. (math.type(v) or "") end
  if t == "table" or t == "function" then return t end
  return tostring(v)
end
local function emit(...)
  for i = 1, select("#", ...) do
    local text = show((select(i, ...)))
    size = size + 1
    sum = (sum * 31 + #text) % 1000003
    if size <= 60 then out[size] = text end
  end
end
local B = { ${Array.from({ length: 80 }, (_, i) => (i + 1) % 7).join(', ')} }
local M = {
  __index = function(t, k) return rawget(t, "n") end, __newindex = function(t, k, v) rawset(t, k, v) end,
  __call = function(self, ...) return select("#", ...), ... end, __len = function() return 3 end,
  __eq = function(a, b) return a.n == b.n end, __lt = function(a, b) return false end,
  __le = function(a, b) return true end, __unm = function() return -9 end, __bnot = function() return 5 end,
  __concat = function(a, b) return "cat" end, __tostring = function() return "object" end,
  __pairs = function(t) return next, { 4, 5 }, nil end,
}
for _, name in ipairs({ "add", "sub", "mul", "div", "mod", "pow", "idiv", "band", "bor", "bxor", "shl", "shr" }) do
  M["__" .. name] = function(a, b) return #name end
end
local BAD = { __add = function() error("bad add") end, __index = function(t, k) error({ k }) end,
  __lt = function() return nil + 1 end, __call = 7, __concat = function() mylib.DeleteData("k") return "freed" end,
  __eq = function() mylib.WriteData({ key = "k", length = 3, value = B }) return true end,
  __len = function() return "7" end, __newindex = { } }
local CHAIN = { __index = setmetatable({ a = 1 }, { __index = { b = 2 } }) }
local function object() return setmetatable({ n = 1 }, M) end
local function bad() return setmetatable({ n = 2 }, BAD) end
local function chained() return setmetatable({}, CHAIN) end
local class = {} class.__index = class
function class.new(n) return setmetatable({ n = n }, class) end
function class:get(d) return self.n + (d or 0) end
function class:set(n, ...) self.n = n return self, ... end
local function shown() return table.concat(out, ",", 1, math.min(size, 60)), size, sum end
`;
const LOCALS = 'local G, H, depth = 3, "up", 0\n';
const GIVEN = 'emit, shown, object, bad, chained, class, B, M, CHAIN';

/** A chunk that gives the programs of `generateHotBody` what they all use. */
export const SHARED_PRELUDE = `${PRELUDE}return ${GIVEN}`;

/** Writes the program of a seed. */
export function generateHotProgram(seed: number): string {
  return `${PRELUDE}${LOCALS}${hotBody(seed, WHOLE)}`;
}

/**
 * A small program that takes what it needs from the chunk `SHARED_PRELUDE`, which `StorageWorld` offers, so that
 * it need not be compiled again with each program.
 */
export function generateSmallHotProgram(seed: number): string {
  return `local ${GIVEN} = require("shared").prelude()()\n${LOCALS}${hotBody(seed, SMALL)}`;
}

function hotBody(seed: number, size: ProgramSize): string {
  return new HotProgramGenerator(new Random(Math.imul(seed, 2654435761) ^ 0x5bd1e995), size).program();
}

interface ProgramSize {
  readonly functions: number;
  /** Statements of a function: least, and how many more there may be. */
  readonly statements: readonly [least: number, more: number];
  /** How often a function is called. */
  readonly calls: readonly number[];
}

const WHOLE: ProgramSize = { functions: 2, statements: [6, 14], calls: [2, 5, 12, 52] };
/** One function that does a few things: a million of these meet more than some thousands that do everything. */
const SMALL: ProgramSize = { functions: 1, statements: [2, 7], calls: [1, 2, 4, 6] };

class HotProgramGenerator {
  private scopes: string[][] = [['G', 'H']];
  private functions: string[] = [];
  private names = 0;
  private budget = 0;
  private depth = 0;
  private isVararg = false;
  private breakable = false;

  constructor(
    private readonly random: Random,
    private readonly size: ProgramSize,
  ) {}

  program(): string {
    const parts: string[] = [];
    const { functions, statements, calls } = this.size;
    const count = 1 + this.random.below(functions);
    for (let n = 0; n < count; n++) {
      this.budget = statements[0] + this.random.below(statements[1]);
      parts.push(this.hotFunction(`f${n}`));
      this.functions.push(`f${n}`);
      parts.push(
        `for i = 1, ${this.random.pick(calls)} do emit(pcall(f${n}, ${this.values(3)})) emit(pcall(f${n}, i, ${this.values(1)})) end`,
      );
    }
    if (this.random.below(4) === 0) parts.push(`emit(f0(${this.values(2)}))`);
    return `${parts.join('\n')}\nreturn shown()\n`;
  }

  /** Constants that a driver passes. */
  private values(count: number): string {
    const value = () =>
      this.random.pick([
        ...EDGES,
        ...TEXTS,
        'nil',
        'true',
        'false',
        'object()',
        'bad()',
        'chained()',
        '{ 1, 2, 3 }',
        '{}',
        'class.new(4)',
        'print',
        'next',
        'B',
      ]);
    return Array.from({ length: 1 + this.random.below(count) }, value).join(', ');
  }

  private hotFunction(name: string): string {
    const vararg = this.random.below(2) === 0;
    const parameters = Array.from({ length: this.random.below(3) }, () => this.newName());
    const outer = [this.isVararg, this.breakable] as const;
    [this.isVararg, this.breakable] = [vararg, false];
    this.scopes.push([...parameters]);
    const body = this.statements(5);
    const end = this.returning();
    this.scopes.pop();
    [this.isVararg, this.breakable] = outer;
    const list = [...parameters, ...(vararg ? ['...'] : [])].join(', ');
    return `local function ${name}(${list})\n${body}\n${end}\nend`;
  }

  private newName(): string {
    return `v${this.names++}`;
  }

  private declare(name = this.newName()): string {
    this.scopes[this.scopes.length - 1]!.push(name);
    return name;
  }

  private local(): string {
    let at = this.random.below(this.scopes.reduce((count, names) => count + names.length, 0));
    for (const names of this.scopes) {
      if (at < names.length) return names[at]!;
      at -= names.length;
    }
    throw new Error('there are no local variables');
  }

  private statements(most: number): string {
    return Array.from({ length: 1 + this.random.below(most) }, () => this.statement()).join('\n');
  }

  private block(most = 3): string {
    this.scopes.push([]);
    this.depth++;
    const text = this.depth > 5 ? this.simple() : this.statements(most);
    this.depth--;
    this.scopes.pop();
    return text;
  }

  private loopBody(): string {
    const outer = this.breakable;
    this.breakable = true;
    const text = this.block();
    this.breakable = outer;
    return text;
  }

  private simple(): string {
    return `emit(${this.expression(1)})`;
  }

  private statement(): string {
    if (this.budget-- < 0) return this.simple();
    const kinds: readonly (() => string)[] = [
      () => `local ${this.declareBehind(() => this.expression(3))}`,
      () => `local ${this.newPair()}`,
      () => `${this.target()} = ${this.expression(3)}`,
      () => `${this.target()}, ${this.target()} = ${this.expression(2)}, ${this.call()}`,
      () => this.swap(),
      () =>
        `if ${this.condition()} then\n${this.block()}\nelseif ${this.condition()} then\n${this.block()}\nelse\n${this.block()}\nend`,
      () => `if ${this.condition()} then ${this.exit()} end`,
      () => this.numericLoop(),
      () => this.numericLoop(),
      () => this.genericLoop(),
      () => this.whileLoop(),
      () => this.repeatLoop(),
      () => this.gotoLoop(),
      () => this.jumpIntoLoop(),
      () => this.continueLoop(),
      () => this.closuresInLoop(),
      () => `emit(pcall(function(...)\n${this.protectedBody()}\nend, ${this.expression(1)}))`,
      () =>
        `emit(xpcall(function()\n${this.protectedBody()}\nend, function(e) return "handled " .. tostring(e) end))`,
      () => this.nestedFunction(),
      () => this.storage(),
      () => this.list(),
      () => `emit(${this.call()})`,
      () => `emit(${this.expression(3)})`,
      () => `do\n${this.block()}\nend`,
    ];
    // A parenthesis at the start of a line would call what the line before ends with.
    return this.random.pick(kinds)().replace(/^\(/, ';(');
  }

  /** What a function without `...` may contain. */
  private withoutVarargs(write: () => string): string {
    const outer = this.isVararg;
    this.isVararg = false;
    const text = write();
    this.isVararg = outer;
    return text;
  }

  private declareBehind(value: () => string): string {
    const text = value();
    return `${this.declare()} = ${text}`;
  }

  private newPair(): string {
    const text = `${this.expression(1)}, ${this.random.pick([this.call(), this.expression(2), this.varargs()])}`;
    return `${this.declare()}, ${this.declare()}, ${this.declare()} = ${text}`;
  }

  private swap(): string {
    const [a, b] = [this.local(), this.local()];
    return `${a}, ${b} = ${b}, ${a}`;
  }

  private target(): string {
    const { random } = this;
    return random.pick([
      this.local(),
      this.local(),
      'g_global',
      `B[${random.pick(['1', '2', '81', '#B'])}]`,
      'class.extra',
      `(${this.local()}).${random.pick(['a', 'n'])}`,
      `(${this.expression(1)})[${random.pick(KEYS)}]`,
    ]);
  }

  /** Ends a loop, the function, or everything. */
  private exit(): string {
    const ends = [
      'return',
      `return ${this.expression(1)}`,
      `do ${this.returning()} end`,
      `error(${this.errorValue()})`,
    ];
    return this.random.pick(this.breakable ? ['break', 'break', ...ends] : ends);
  }

  private errorValue(): string {
    return this.random.pick([
      '"text"',
      `${this.expression(1)}, ${this.random.pick(['0', '1', '2', '3'])}`,
      '{ 1 }',
      'nil',
      this.expression(1),
      'object()',
    ]);
  }

  private returning(): string {
    return this.random.pick([
      '',
      'return',
      `return ${this.expression(2)}`,
      `return ${this.expression(1)}, ${this.expression(1)}`,
      `return ${this.call()}`,
      `return ${this.call()}`,
      `return (${this.call()})`,
      `return ${this.expression(1)}, ${this.call()}`,
      `return ${this.varargs()}`,
      `return table.unpack({ ${this.expression(1)}, ${this.varargs()} })`,
      this.functions.length > 0
        ? `if depth < 4 then depth = depth + 1 return ${this.random.pick(this.functions)}(${this.expression(1)}) end depth = 0`
        : '',
    ]);
  }

  private protectedBody(): string {
    const outer = [this.isVararg, this.breakable] as const;
    [this.isVararg, this.breakable] = [false, false];
    const text = `${this.block(2)}\n${this.random.pick([this.returning(), `error(${this.errorValue()})`, `local _ = ${this.failing()}`])}`;
    [this.isVararg, this.breakable] = outer;
    return text;
  }

  /** Expressions that raise an error most of the time. */
  private failing(): string {
    const [a, b] = [this.local(), this.expression(1)];
    return this.random.pick([
      `nil .. ${b}`,
      `(nil).x`,
      `${a}.x.y`,
      `${b} + {}`,
      `#${b}`,
      `${a} < ${b}`,
      `{} < {}`,
      `1 < "1"`,
      `1 // 0`,
      `1 % 0`,
      `2^53 | 0.5`,
      `1.5 & 1`,
      `"a" | 1`,
      `${a}()`,
      `(${b})(1)`,
      `g_nothing.x`,
      `string.rep("x", -1):bad()`,
      `-{}`,
      `~"1.5"`,
      `setmetatable(1, {})`,
      `("x"):rep(1e10)`,
      `string.char(256)`,
      `select(0)`,
      `tostring()`,
      `ipairs()`,
      `next({}, 1)`,
      `table.concat({ {} })`,
      `math.floor("x")`,
      `string.format("%d", 1.5)`,
      `rawset({}, nil, 1)`,
      `({})[nil]`,
      `load("x x")()`,
      `bad() + 1`,
      `bad().x`,
      `bad() < bad()`,
      `bad()()`,
      `assert(false, "no")`,
      `assert(nil)`,
      `error()`,
      `string.unpack("<I9", "x")`,
      `("x"):find("[")`,
      `table.sort({ 3, 1, "x" })`,
      `mylib.WriteData(1)`,
      `mylib.ReadData()`,
    ]);
  }

  private step(): string {
    const a = this.local();
    return this.random.pick([
      '',
      '',
      ', 1',
      ', 2',
      ', -1',
      ', 0.5',
      ', 0',
      `, ${a} or 1`,
      `, (${a} and -1 or 1)`,
      `, ${a} and 1`,
      `, (${this.condition()}) and 2 or -3`,
      `, not ${a} and 1 or -1`,
      ', tonumber("1")',
      ', math.maxinteger',
      ', math.mininteger',
      `, ${a}`,
      ', "1"',
      ', 1.0',
      ', -(1)',
    ]);
  }

  private numericLoop(): string {
    const from = this.random.pick([
      '1',
      '0',
      '3',
      '-2',
      '1.0',
      'math.maxinteger - 1',
      'math.mininteger',
      '9007199254740990',
      this.local(),
      '"1"',
    ]);
    const to = this.random.pick([
      '3',
      '12',
      '0',
      '40',
      `${from} + 2`,
      `${from} - 2`,
      '2.5',
      'math.huge',
      '-math.huge',
      this.local(),
      `#B`,
      `${this.local()} or 4`,
    ]);
    const step = this.step();
    const [name, counter] = [this.newName(), this.newName()];
    if (this.random.below(6) === 0) return `for ${name} = 1, ${this.random.pick(['0', '9', '70'])} do end`;
    this.scopes.push([name]);
    const body = this.loopBody();
    this.scopes.pop();
    return `do local ${counter} = 0 for ${name} = ${from}, ${to}${step} do ${counter} = ${counter} + 1 if ${counter} > 12 then break end\n${body}\nend end`;
  }

  private genericLoop(): string {
    const [k, v] = [this.newName(), this.newName()];
    const a = this.local();
    const source = this.random.pick([
      'pairs(B)',
      'ipairs(B)',
      'pairs({ 1, nil, 3, a = 4 })',
      'pairs(object())',
      'ipairs(object())',
      `pairs(${a})`,
      `ipairs(${a})`,
      `next, { 1, 2, x = 3 }, ${this.random.pick(['nil', '0', '1', '2', '-5', '"x"', '9', '1.0', 'true', a])}`,
      `next, ${a}`,
      `(ipairs({})), { 5, 6 }, ${this.random.pick(['0', '1', '-1', '1.5', '"1"', 'math.maxinteger', '2^53', a])}`,
      '("a,b,c"):gmatch("[^,]+")',
      `function(s, c) if c < 3 then return c + 1, s end end, ${a}, 0`,
      'object(), 1, nil',
      `${a}`,
      `select, "#", 1`,
    ]);
    this.scopes.push([k, v]);
    const body = this.loopBody();
    this.scopes.pop();
    const counter = this.newName();
    return `do local ${counter} = 0 for ${k}, ${v} in ${source} do ${counter} = ${counter} + 1 if ${counter} > 9 then break end\n${body}\nend end`;
  }

  private whileLoop(): string {
    const counter = this.newName();
    this.scopes.push([counter]);
    const body = this.loopBody();
    this.scopes.pop();
    return `do local ${counter} = 0 while ${counter} < ${this.random.pick(['4', '11'])} and ${this.condition()} do ${counter} = ${counter} + 1\n${body}\nend end`;
  }

  /** The condition sees the locals of the body, which may be captured. */
  private repeatLoop(): string {
    const [counter, inner, f] = [this.newName(), this.newName(), this.newName()];
    const outer = this.breakable;
    this.breakable = true;
    this.scopes.push([counter, inner]);
    const body = this.block(2);
    this.scopes.pop();
    this.breakable = outer;
    return `do local ${counter} = 0 repeat local ${inner} = ${counter} local ${f} = function() ${inner} = ${inner} + 1 return ${inner} end ${counter} = ${counter} + 1
do\n${body}\nend emit(${f}()) until ${counter} > 5 or ${f}() > 4 and ${inner} > 3 end`;
  }

  private gotoLoop(): string {
    const [counter, label, captured] = [this.newName(), this.newName(), this.newName()];
    const outer = this.breakable;
    this.breakable = false;
    const body = this.block(2);
    this.breakable = outer;
    return `do local ${counter} = 0 ::${label}:: local ${captured} = ${counter} ${counter} = (function() return ${captured} + 1 end)()
do\n${body}\nend if ${counter} < 5 then goto ${label} end end`;
  }

  /** A loop made of gotos that is entered in its middle. */
  private jumpIntoLoop(): string {
    const [counter, top, middle] = [this.newName(), this.newName(), this.newName()];
    const outer = this.breakable;
    this.breakable = false;
    const [first, second] = [this.block(2), this.block(2)];
    this.breakable = outer;
    return `do local ${counter} = 0 if ${this.condition()} then goto ${middle} end
::${top}:: do\n${first}\nend ::${middle}:: do\n${second}\nend ${counter} = ${counter} + 1 if ${counter} < 4 then goto ${top} end end`;
  }

  private continueLoop(): string {
    const [i, j, label, done] = [this.newName(), this.newName(), this.newName(), this.newName()];
    this.scopes.push([i, j]);
    const conditions = [this.condition(), this.condition()];
    const body = this.block(2);
    this.scopes.pop();
    return `do for ${i} = 1, 4 do for ${j} = ${i}, 3 do if ${conditions[0]} then goto ${label} end if ${conditions[1]} then goto ${done} end
do\n${body}\nend ::${label}:: end end ::${done}:: end`;
  }

  private closuresInLoop(): string {
    const [list, i] = [this.newName(), this.newName()];
    this.scopes.push([i]);
    const value = this.withoutVarargs(() => this.expression(2));
    this.scopes.pop();
    const change = this.random.pick([`${i} = ${i} + 1 `, '', `G = ${i} `]);
    return `do local ${list} = {} for ${i} = 1, ${this.random.pick(['3', '8'])} do ${list}[#${list} + 1] = function() ${change}return ${i}, ${value} end end
for ${i} = 1, #${list} do emit(${list}[${i}]()) emit(${list}[${i}]()) end end`;
  }

  private nestedFunction(): string {
    const name = this.newName();
    const text = this.hotFunction(name);
    this.declare(name);
    return `${text}\nfor _ = 1, ${this.random.pick(['1', '3', '12'])} do emit(pcall(${name}, ${this.values(2)})) end`;
  }

  private storage(): string {
    const key = this.random.pick(['"k"', '"k"', '"m"', `tostring(${this.local()})`, '""']);
    const length = this.random.pick(['1', '40', '80', '3', '#B', '81']);
    return this.random.pick([
      `emit(mylib.WriteData({ key = ${key}, length = ${length}, value = B }))`,
      `emit(mylib.DeleteData(${key}))`,
      `emit(mylib.DeleteData(${key}))`,
      `emit(mylib.ModifyData({ key = ${key}, length = ${length}, value = B }))`,
      `emit((mylib.ReadData(${key})))`,
      `emit(select("#", mylib.ReadData(${key})))`,
      `emit(mylib.Sha256Once and 1, (mylib.ByteToInteger(1, 0, 0, 0)))`,
    ]);
  }

  private list(): string {
    const many = Array.from({ length: this.random.pick([3, 51, 60, 103]) }, (_, n) => String(n)).join(', ');
    const name = this.newName();
    const text = this.random.pick([
      `local ${name} = { ${many}, ${this.call()} }`,
      `local ${name} = { ${this.expression(1)}, x = ${this.expression(1)}, ${this.varargs()} }`,
      `local ${name} = { ${this.call()}, [${this.random.pick(KEYS)}] = 1 }`,
    ]);
    this.declare(name);
    return text;
  }

  private varargs(): string {
    return this.isVararg
      ? this.random.pick(['...', '(...)', 'select("#", ...)', 'select(2, ...)'])
      : this.call();
  }

  private condition(): string {
    const a = () => this.expression(1);
    return this.random.pick([
      `${this.local()}`,
      `not ${this.local()}`,
      `${a()} ${this.random.pick(COMPARISON)} ${a()}`,
      `${a()} and ${a()}`,
      `${a()} or ${a()}`,
      `(${a()} and ${a()}) or not ${a()}`,
      `type(${a()}) == "number"`,
      'true',
      'G',
      `${a()} == nil`,
    ]);
  }

  private call(): string {
    const args = Array.from({ length: this.random.below(3) }, () => this.expression(1));
    if (this.isVararg && this.random.below(4) === 0) args.push('...');
    const list = args.join(', ');
    const a = args[0] ?? this.local();
    if (this.functions.length > 0 && this.random.below(4) === 0)
      return `${this.random.pick(this.functions)}(${list})`;
    return this.random.pick([
      `object()(${list})`,
      `class.new(${a}):get(1)`,
      `class.new(1):set(${args.concat('2').join(', ')})`,
      `(${this.local()}):get()`,
      `tostring(${a})`,
      `tonumber(${a})`,
      `tonumber(${a}, 16)`,
      `type(${a})`,
      `select("#", ${args.concat('1').join(', ')})`,
      `select(-1, 1, ${a})`,
      `table.unpack({ ${list} })`,
      `table.unpack(B, 1, 4)`,
      `table.pack(${list}).n`,
      `table.concat({ 1, 2, ${this.random.pick(['3', '"x"', 'nil'])} }, ",")`,
      `table.insert({}, ${a})`,
      `table.remove({ 1, ${a} })`,
      `#table.move({ 1, 2 }, 1, 2, 2)`,
      `table.sort({ 2, 1, 3 })`,
      `math.max(1, ${this.number()})`,
      `math.min(${this.number()}, 2)`,
      `math.floor(${this.number()})`,
      `math.ceil(${this.number()})`,
      `math.abs(${this.number()})`,
      `math.fmod(${this.number()}, 3)`,
      `math.modf(${this.number()})`,
      `math.tointeger(${a})`,
      `math.type(${a})`,
      `math.ult(1, 2)`,
      `math.sqrt(2.25)`,
      `("x,y"):gsub(",", ${this.random.pick(['"%0"', '{ [","] = 1 }', 'function(c) return c .. c end', 'nil'])})`,
      `("abc"):find("b", 1, ${a})`,
      `("key=v"):match("(%w+)=(%w+)")`,
      `("abc"):byte(1, -1)`,
      `string.char(65, 66)`,
      `("ab"):rep(3, "-")`,
      `("abc"):sub(2)`,
      `("aBc"):upper()`,
      `("aBc"):lower()`,
      `("abc"):reverse()`,
      `("abc"):len()`,
      `string.format("%d %s %5.2f %q", 3, ${this.random.pick(['"s"', 'nil', a])}, 1.5, "q")`,
      `string.pack("<i4z", 7, "z")`,
      `string.unpack("<i2", "ab")`,
      `string.packsize("<i4")`,
      `rawequal(${a}, ${this.local()})`,
      `rawlen(B)`,
      `rawget(B, 1)`,
      `rawset({}, 1, ${a})`,
      `getmetatable(${a})`,
      `setmetatable({}, ${this.random.pick(['M', 'nil', 'CHAIN'])})`,
      `next({ ${a} })`,
      `pcall(error, ${a})`,
      `pcall(${this.local()})`,
      `assert(${args.concat('1').join(', ')})`,
      `load("return ...")(${list})`,
      `load("local a = 1 for i = 1, 3 do a = a + i end return a")()`,
      `(function(...) return ... end)(${list})`,
      `(function(...) local a, b = ... return b, a end)(${list})`,
      `print(${list})`,
      `${this.local()}(${list})`,
    ]);
  }

  private number(): string {
    return this.random.pick([this.random.pick(EDGES), this.local(), `(tonumber(${this.local()}) or 1)`]);
  }

  private expression(depth: number): string {
    if (depth <= 0) return this.atom();
    const a = () => this.expression(depth - 1);
    switch (this.random.below(16)) {
      case 0:
      case 1:
        return `(${this.number()} ${this.random.pick(ARITHMETIC)} ${this.number()})`;
      case 2:
        return `(${a()} ${this.random.pick(ARITHMETIC)} ${a()})`;
      case 3:
        return `(${a()} ${this.random.pick(COMPARISON)} ${a()})`;
      case 4:
        return `(${a()} ${this.random.pick(['and', 'or'])} ${a()})`;
      case 5:
        return `(${this.random.pick(['-', 'not ', '#', '~', '- -', 'not not '])}${this.atom()})`;
      case 6:
        return `(${a()} .. ${this.atom()} .. ${this.atom()})`;
      case 7:
        return `({ ${a()}, ${a()}, a = ${a()} })[${this.random.pick(KEYS)}]`;
      case 8:
        return `(${this.local()})[${a()}]`;
      case 9:
        return `(${this.local()}).${this.random.pick(['a', 'n', 'extra'])}`;
      case 10:
        return `(${this.call()})`;
      case 11:
        return `(function() return ${this.withoutVarargs(a)} end)()`;
      case 12:
        return this.random.pick([
          `object()`,
          `bad()`,
          `chained().${this.random.pick(['a', 'b', 'c'])}`,
          `object() + ${this.number()}`,
          `object() < object()`,
          `object() == ${this.local()}`,
          `-object()`,
          `#object()`,
          `object() .. "x"`,
        ]);
      case 13:
        return this.varargs();
      default:
        return this.atom();
    }
  }

  private atom(): string {
    switch (this.random.below(9)) {
      case 0:
        return this.random.pick(TEXTS);
      case 1:
        return this.random.pick(['nil', 'true', 'false', 'g_global', 'B', 'print', 'class']);
      case 2:
      case 3:
        return `(${this.random.pick(EDGES)})`;
      default:
        return this.local();
    }
  }
}
