/** From the compiler's function objects to our own immutable ones. */

import { shownChunkName } from '../bytecode/debug-names.js';
import { Proto } from '../bytecode/proto.js';
import { fromBigInt } from '../value/int64.js';
import { knownConstant, LuaString, latin1 } from '../value/string.js';
import { LuaFloat, type Value } from '../value/value.js';
import type { FengariProto, FengariString, FengariValue } from './fengari-types.js';

/** Converts a chunk; strings with equal content become one object. */
export function convertProto(main: FengariProto): Proto {
  const strings = new Map<string, LuaString>();

  function text(string: FengariString): string {
    return latin1(string.getstr());
  }

  function luaString(content: string): LuaString {
    let string = strings.get(content) ?? knownConstant(content);
    if (string === undefined) {
      string = new LuaString(content);
      strings.set(content, string);
    }
    return string;
  }

  function constant(v: FengariValue): Value {
    if (v.ttisnil()) return undefined;
    if (v.ttisboolean()) return v.value as boolean;
    if (v.ttisstring()) return luaString(latin1(v.svalue()));
    if (v.ttisfloat()) return new LuaFloat(v.value as number);
    return typeof v.value === 'bigint' ? fromBigInt(v.value) : (v.value as number);
  }

  const source = luaString(text(main.source));
  const shownSource = shownChunkName(source.bytes);

  function convert(proto: FengariProto): Proto {
    return new Proto({
      source,
      shownSource,
      lineDefined: proto.linedefined,
      parameterCount: proto.numparams,
      isVararg: Boolean(proto.is_vararg),
      maxStackSize: proto.maxstacksize,
      code: Int32Array.from(proto.code, instruction => instruction.code),
      constants: proto.k.map(constant),
      protos: proto.p.map(convert),
      upvalues: proto.upvalues.map(({ name, instack, idx }) => ({
        name: name === null ? '?' : text(name),
        inStack: Boolean(instack),
        index: idx,
      })),
      lines: Int32Array.from(proto.lineinfo),
      locals: proto.locvars.map(({ varname, startpc, endpc }) => ({
        name: text(varname),
        start: startpc,
        end: endpc,
      })),
    });
  }

  return convert(main);
}
