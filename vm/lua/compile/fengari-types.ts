/** The objects of Fengari that are used here: its modules are not typed. */

/** A tagged value of Fengari: a constant, or a key of the scanner's table. */
export interface FengariValue {
  readonly type: number;
  readonly value: unknown;
  ttisinteger(): boolean;
  ttisfloat(): boolean;
  ttisstring(): boolean;
  ttisnil(): boolean;
  ttisboolean(): boolean;
  svalue(): Uint8Array;
  setivalue(value: number | bigint): void;
  setfltvalue(value: number): void;
}

export interface FengariString {
  getstr(): Uint8Array;
}

interface FengariInstruction {
  readonly code: number;
  readonly opcode: number;
  readonly A: number;
  readonly B: number;
  readonly C: number;
  readonly Bx: number;
  readonly sBx: number;
  readonly Ax: number;
}

export interface FengariProto {
  readonly source: FengariString;
  readonly linedefined: number;
  readonly numparams: number;
  readonly is_vararg: boolean;
  readonly maxstacksize: number;
  readonly code: readonly FengariInstruction[];
  readonly k: readonly FengariValue[];
  readonly p: readonly FengariProto[];
  readonly upvalues: readonly { name: FengariString | null; instack: boolean; idx: number }[];
  readonly lineinfo: readonly number[];
  readonly locvars: readonly { varname: FengariString; startpc: number; endpc: number }[];
}

/** A function that is being compiled, inside another one. */
interface FengariFunction {
  readonly f: FengariProto;
  readonly prev: FengariFunction | null;
}

/** The lexer's state: it leads to the innermost function that is being compiled, once there is one. */
export interface FengariLexer {
  readonly fs?: FengariFunction | null;
}

/** Growing lists of the parser: active variables, pending gotos, labels. */
export interface FengariDyndata {
  actvar: { n: number; arr: unknown[] };
  gt: { n: number; arr: unknown[] };
  label: { n: number; arr: unknown[] };
}

export interface FengariState {
  nCcalls: number;
  top: number;
  stack: FengariValue[];
}
