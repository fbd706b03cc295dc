/**
 * Decodes base64 as the reference does for message signatures (spec 01 §7): digits count up to the
 * first character that is not one; what follows must be the padding that completes the last group,
 * and after a complete group anything may follow.
 *
 * @returns `undefined` when the padding is malformed: a group of one digit, padding that is missing
 * or too long, or bits set that no byte uses.
 */
export function decodeLenientBase64(text: string): Buffer | undefined {
  const digits = /^[A-Za-z0-9+/]*/.exec(text)?.[0] ?? '';
  const rest = text.slice(digits.length);
  const lastGroup = digits.length % 4;
  const decoded = Buffer.from(digits, 'base64');
  if (lastGroup === 0) return decoded;
  // A digit cannot follow the padding: it would be data that was never decoded.
  if (lastGroup === 1 || !(lastGroup === 2 ? /^==(?![A-Za-z0-9+/])/ : /^=(?![A-Za-z0-9+/])/).test(rest)) {
    return undefined;
  }
  const hasUnusedBits = decoded.toString('base64').slice(0, digits.length) !== digits;
  return hasUnusedBits ? undefined : decoded;
}
