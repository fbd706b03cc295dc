/*
 * A Lua contract gets bytes, and nothing on the chain knows what they mean. Its author says so in a table of comments,
 * which run at no cost and are on the chain with the source:
 *
 *   -- @methods
 *   --   deposit    f0 11                                takes the coins of the call
 *   --   send       f0 16 <to: address> <amount: u64>    to an address, in sawi
 *
 * A line is a name, the bytes, and behind two or more blanks what it does. Bytes are two hex digits each, or an
 * argument in angle brackets. `()` stands for none at all. The table ends with the first line that is no such comment.
 */

/** Types of arguments whose number of bytes is fixed. Numbers have their lowest byte first. */
const FIXED_TYPES = ['u8', 'u16', 'u32', 'u64', 'i64', 'bool', 'address', 'regid'] as const;
type FixedType = (typeof FIXED_TYPES)[number];

/** The type of an argument: of `text` and `bytes` the size in bytes, undefined for the rest of the call. */
export type ArgumentType =
  | { readonly kind: FixedType }
  | { readonly kind: 'text' | 'bytes'; readonly size: number | undefined };

export interface DeclaredArgument {
  readonly name: string;
  readonly type: ArgumentType;
}

/** A method: its name, and what a call of it consists of, in the order of the bytes. */
export interface DeclaredMethod {
  readonly name: string;
  readonly parts: readonly (number | DeclaredArgument)[];
  /** The parts as they are written. */
  readonly layout: string;
  /** What it does, empty where nothing is said. */
  readonly summary: string;
}

/** A table of methods that cannot be read. */
export class LuaMethodsError extends Error {
  override readonly name = 'LuaMethodsError';

  /** @param line - of the source, from 1 */
  constructor(
    readonly line: number,
    readonly problem: string,
  ) {
    super(`line ${line}: ${problem}`);
  }
}

const START = /^--\s*@methods\s*$/;
const ROW = /^--\s{2,}(\S.*)$/;
const NAMED = /^([A-Za-z_]\w*)\s+(.*)$/;
const HEX_BYTE = /^[0-9a-fA-F]{2}$/;
const PART = /^(?:[0-9a-fA-F]{2}|<[^<>]*>)(?= |$)/;
const ARGUMENT = /^<([A-Za-z_]\w*): *([a-z0-9]+)(?:\[(\d{1,4})\])?>$/;
const NO_BYTES = '()';

/**
 * The methods that a source declares, undefined where it has no table of them.
 * @throws LuaMethodsError for a table that cannot be read
 */
export function declaredMethods(source: string): DeclaredMethod[] | undefined {
  const lines = source.split(/\r?\n/);
  const start = lines.findIndex(line => START.test(line));
  if (start < 0) return undefined;
  const methods = new Map<string, DeclaredMethod>();
  for (let i = start + 1; i < lines.length; i++) {
    const row = ROW.exec(lines[i] ?? '')?.[1];
    if (row === undefined) break;
    const method = methodOf(row.trimEnd(), i + 1);
    if (methods.has(method.name))
      throw new LuaMethodsError(i + 1, `the method ${method.name} stands there twice`);
    methods.set(method.name, method);
  }
  if (methods.size === 0) {
    throw new LuaMethodsError(
      start + 1,
      'no methods follow: a line is "--   name f0 11 <amount: u64>   what it does"',
    );
  }
  const second = lines.findIndex((line, i) => i > start && START.test(line));
  if (second >= 0) throw new LuaMethodsError(second + 1, 'there is a table of methods above already');
  return [...methods.values()];
}

function methodOf(row: string, line: number): DeclaredMethod {
  const [, name, rest] = NAMED.exec(row) ?? [];
  if (name === undefined || rest === undefined) {
    throw new LuaMethodsError(
      line,
      `"${row}" is no method: a name and its bytes are expected, such as "pay f0 11"`,
    );
  }
  const { texts, summary } = split(rest, line);
  const parts = texts.map(text => partOf(text, line));
  checkArguments(parts, line);
  return { name, parts, layout: texts.join(' '), summary };
}

/** The bytes, one blank between them, and what stands behind them. */
function split(rest: string, line: number): { readonly texts: string[]; readonly summary: string } {
  const texts: string[] = [];
  let left = rest;
  if (left === NO_BYTES || left.startsWith(`${NO_BYTES}  `)) left = left.slice(NO_BYTES.length);
  else {
    for (let part = PART.exec(left)?.[0]; part !== undefined; part = PART.exec(left)?.[0]) {
      texts.push(part);
      left = left.slice(part.length).replace(/^ (?! )/, '');
    }
    if (texts.length === 0)
      throw new LuaMethodsError(line, `"${rest}" does not begin with bytes: two hex digits, or <name: type>`);
  }
  if (left !== '' && !left.startsWith('  ')) {
    throw new LuaMethodsError(line, `"${left}" is neither bytes, nor are there two blanks in front of it`);
  }
  const summary = left.trim();
  if (PART.test(summary)) {
    throw new LuaMethodsError(line, `"${summary}" begins with bytes: between bytes there is one blank`);
  }
  return { texts, summary };
}

function partOf(text: string, line: number): number | DeclaredArgument {
  if (HEX_BYTE.test(text)) return Number.parseInt(text, 16);
  const [, name, kind, size] = ARGUMENT.exec(text) ?? [];
  if (name === undefined)
    throw new LuaMethodsError(line, `"${text}" is no argument, which is written <amount: u64>`);
  if (kind === 'text' || kind === 'bytes') {
    return { name, type: { kind, size: size === undefined ? undefined : Number(size) } };
  }
  const fixed = FIXED_TYPES.find(each => each === kind);
  if (fixed === undefined || size !== undefined) {
    const known = [...FIXED_TYPES, 'text', 'text[8]', 'bytes', 'bytes[8]'].join(', ');
    throw new LuaMethodsError(line, `"${text}": the types of arguments are ${known}`);
  }
  return { name, type: { kind: fixed } };
}

function checkArguments(parts: DeclaredMethod['parts'], line: number): void {
  const names = new Set<string>();
  for (const [i, part] of parts.entries()) {
    if (typeof part === 'number') continue;
    if (names.has(part.name)) throw new LuaMethodsError(line, `two arguments are called ${part.name}`);
    names.add(part.name);
    const isOpen = 'size' in part.type && part.type.size === undefined;
    if (isOpen && i < parts.length - 1) {
      throw new LuaMethodsError(
        line,
        `${part.name} takes all bytes that are left, so nothing can stand behind it`,
      );
    }
  }
}
