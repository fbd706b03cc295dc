/** `_`, `1` to `5`, `a` to `z` in the order of their five-bit values (spec 01 §3.4). */
const ALPHABET = '_12345abcdefghijklmnopqrstuvwxyz';
const LENGTH = 13;

/**
 * The integer form of an action or permission name: twelve characters of five bits from the top,
 * a thirteenth of four. Undefined when the text is no name.
 */
export function parseActionName(text: string): bigint | undefined {
  if (text.length > LENGTH) return undefined;
  let value = 0n;
  for (let i = 0; i < LENGTH; i++) {
    const digit = i < text.length ? ALPHABET.indexOf(text[i]!) : 0;
    const bits = i === LENGTH - 1 ? 4n : 5n;
    if (digit < 0 || digit >= 1 << Number(bits)) return undefined;
    value = (value << bits) | BigInt(digit);
  }
  return value;
}

/** Many transactions use the same few names; a full cache is emptied. */
const NAMES_IN_MEMORY = 1024;
const texts = new Map<bigint, string>();

/** The text of a name; characters after the last non-zero one are omitted. */
export function actionName(value: bigint): string {
  const known = texts.get(value);
  if (known !== undefined) return known;
  if (texts.size >= NAMES_IN_MEMORY) texts.clear();
  const text = textOf(value);
  texts.set(value, text);
  return text;
}

function textOf(value: bigint): string {
  let text = ALPHABET[Number(value & 0xfn)]!;
  let rest = value >> 4n;
  for (let i = 0; i < LENGTH - 1; i++) {
    text = ALPHABET[Number(rest & 0x1fn)] + text;
    rest >>= 5n;
  }
  return text.replace(/_+$/, '');
}
