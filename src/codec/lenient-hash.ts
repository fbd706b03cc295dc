import { required } from './required.js';

const DIGITS = 64;
const LENIENT = /^[ \t\n\v\f\r]*(?:0[xX])?([0-9a-fA-F]*)/;

/**
 * Reads a hash as leniently as the reference does (spec 01 §2.2, `uint256S`; spec 02 §3.4): leading
 * white space and one `0x` are skipped, digits count up to the first character that is not hex,
 * missing digits are zero and surplus digits on the left are dropped. Every text has a result.
 *
 * @returns 64 lower-case hex digits in display order
 */
export function parseLenientHash(text: string): string {
  return required(LENIENT.exec(text), 'the digits of the text')[1]!
    .slice(-DIGITS)
    .padStart(DIGITS, '0')
    .toLowerCase();
}
