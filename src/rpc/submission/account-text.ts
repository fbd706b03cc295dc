import { characterAt, regIdTextProblem } from '../../codec/regid-text.js';

/** Characters of an address of any network. */
const ADDRESS_LENGTH = 34;
/** Hex digits of a key id and of a public key. */
const HEX_LENGTHS: readonly number[] = [40, 66];
const BASE58 = /[^1-9A-HJ-NP-Za-km-z]/;

/**
 * Why a text names no account, with the position of what is wrong (spec 02 §3.3). It is a regid, an address of this
 * network, a key id in 40 hex digits or a public key in 66.
 *
 * @param text - for which `parseUid` has found nothing
 */
export function accountTextProblem(text: string): string {
  if (text === '') return 'it is empty';
  const blank = text.search(/\s/);
  if (blank !== -1) return characterAt(text, blank);
  if (/^\d+-/.test(text)) return regIdTextProblem(text);
  if (/^0x/i.test(text)) return characterAt(text, 1);
  if (/^[0-9a-fA-F]+$/.test(text) && text.length > ADDRESS_LENGTH) return hexProblem(text);
  const bad = text.search(BASE58);
  if (bad !== -1) return characterAt(text, bad);
  if (text.length > ADDRESS_LENGTH) return `there is more from position ${ADDRESS_LENGTH} on`;
  return text.length < ADDRESS_LENGTH
    ? `it ends at position ${text.length}, an address has ${ADDRESS_LENGTH} characters`
    : 'one of its characters is another, or it is of another network';
}

function hexProblem({ length }: string): string {
  const fitting = HEX_LENGTHS.find(size => length <= size);
  if (fitting === length) return 'it is no point on the curve';
  return fitting === undefined
    ? `there is more from position ${HEX_LENGTHS.at(-1)} on`
    : `it ends at position ${length}, ${HEX_LENGTHS.join(' or ')} hex digits are an account`;
}
