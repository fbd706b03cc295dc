/** One instruction as text: every one that is not how a block ends. */
import { aOf, axOf, bOf, bxOf, cOf, decodeSize, Op, opcodeOf } from '../bytecode/opcodes.js';
import type { Operands } from './operands.js';
import { writeBinary, writeUnary } from './write-arithmetic.js';
import { writeForPreparation } from './write-numeric-for.js';
import { writeGetIndex, writeSetIndex } from './write-table-access.js';
import { writeCall, writeIteratorCall, writeSetList, writeVararg } from './write-value-lists.js';

export function writeInstruction(operands: Operands, pc: number): string {
  const { code } = operands.proto;
  const i = code[pc]!;
  const opcode = opcodeOf(i);
  const a = aOf(i);
  const to = operands.register(a);
  switch (opcode) {
    case Op.MOVE:
      return `${to} = ${operands.register(bOf(i))};`;
    case Op.LOADK:
      return `${to} = ${operands.typedConstant(bxOf(i))};`;
    case Op.LOADKX:
      return `${to} = ${operands.constant(axOf(code[pc + 1]!))};`;
    case Op.LOADBOOL:
      return `${to} = ${bOf(i) !== 0};`;
    case Op.LOADNIL:
      return operands
        .registers(a, bOf(i) + 1)
        .map(r => `${r} = undefined;`)
        .join(' ');
    case Op.GETUPVAL:
      return `${to} = ${operands.upvalueValue(bOf(i))};`;
    case Op.GETTABUP:
      return writeGetIndex(operands, pc, to, operands.upvalueValue(bOf(i)), cOf(i));
    case Op.GETTABLE:
      return writeGetIndex(operands, pc, to, operands.register(bOf(i)), cOf(i));
    case Op.SELF: {
      const object = `s = ${operands.register(bOf(i))}; ${operands.register(a + 1)} = s;`;
      return `${object} ${writeGetIndex(operands, pc, to, 's', cOf(i))}`;
    }
    case Op.SETTABUP:
      return writeSetIndex(operands, pc, operands.upvalueValue(a), bOf(i), cOf(i));
    case Op.SETTABLE:
      return writeSetIndex(operands, pc, to, bOf(i), cOf(i));
    case Op.SETUPVAL: {
      const u = operands.upvalue(bOf(i));
      return `if (${u}.index < 0) ${u}.value = ${to}; else m.stack[${u}.index] = ${to};`;
    }
    case Op.NEWTABLE:
      return `${to} = newTableAt(m, ${operands.place(pc)}, ${decodeSize(bOf(i))}, ${decodeSize(cOf(i))});`;
    case Op.UNM:
    case Op.BNOT:
      return writeUnary(operands, pc, to, opcode, bOf(i));
    case Op.NOT: {
      const x = operands.register(bOf(i));
      return `${to} = ${x} === undefined || ${x} === false;`;
    }
    case Op.LEN: {
      const x = operands.register(bOf(i));
      const isPlain = `${x} instanceof LuaTable && ${x}.metatable === undefined`;
      return `${to} = ${isPlain} ? ${x}.length() : lengthAt(m, ${operands.place(pc)}, ${x});`;
    }
    case Op.CONCAT:
      return writeConcat(operands, pc, to);
    case Op.CALL:
      return writeCall(operands, pc);
    case Op.TFORCALL:
      return writeIteratorCall(operands, pc);
    case Op.FORPREP:
      return writeForPreparation(operands, pc);
    case Op.SETLIST:
      return writeSetList(operands, pc);
    case Op.CLOSURE:
      return writeClosure(operands, pc, to, bxOf(i));
    case Op.VARARG:
      return writeVararg(operands, pc);
    default:
      return writeBinary(operands, pc, to, opcode, bOf(i), cOf(i));
  }
}

function writeConcat(operands: Operands, pc: number, to: string): string {
  const i = operands.proto.code[pc]!;
  const first = bOf(i);
  const values = operands.registers(first, cOf(i) - first + 1);
  const stores = values.map((x, n) => `s[base + ${first + n}] = ${x};`).join(' ');
  return `s = m.stack; ${stores} ${to} = concatAt(m, ${operands.place(pc)}, base + ${first}, ${values.length});`;
}

function writeClosure(operands: Operands, pc: number, to: string, index: number): string {
  const inner = operands.innerFunction(index);
  const upvalues = operands.proto.protos[index]!.upvalues.map(u =>
    u.inStack ? `c${u.index}` : operands.upvalue(u.index),
  );
  return `${to} = newClosureAt(m, ${operands.place(pc)}, ${inner}, [${upvalues.join(', ')}]);`;
}
