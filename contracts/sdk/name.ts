import { fail } from "./failure";
import { Name, Regid } from "./types";

/** The integer form of a name: twelve characters of five bits from the top, a thirteenth of four. */
export function name(text: string): Name {
  if (text.length > 13) fail("a name has at most 13 characters");
  let value: u64 = 0;
  for (let i = 0; i < 12; i++) {
    value = (value << 5) | (i < text.length ? digit(text.charCodeAt(i)) : 0);
  }
  const last: u64 = text.length == 13 ? digit(text.charCodeAt(12)) : 0;
  if (last > 15) fail("the 13th character of a name is one of _ 1-5 a-j");
  return (value << 4) | last;
}

/** `_`, 1 to 5, a to z are 0 to 31. */
function digit(character: i32): u64 {
  if (character == 0x5f) return 0;
  if (character >= 0x31 && character <= 0x35) return <u64>(character - 0x30);
  if (character >= 0x61 && character <= 0x7a) return <u64>(character - 0x61 + 6);
  fail("a name consists of _ 1-5 a-z");
  return 0;
}

/** An account or contract by the height and the position of the transaction that made it. */
@inline export function regid(height: u32, index: u16): Regid {
  return (<u64>height << 20) | <u64>index;
}
