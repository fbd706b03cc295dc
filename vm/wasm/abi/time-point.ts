import { ContractException } from '../exception.js';

/** Date and time with or without separators, a fraction of a second if there is one; UTC (spec 04 §3.6). */
const TIME = /^(\d{4})-?(\d{2})-?(\d{2})[T ](\d{2}):?(\d{2}):?(\d{2})(?:\.(\d{1,6}))?Z?$/;

const MICROSECONDS = 1000n;
/** The years 0 to 9999, which have a text of four digits, in milliseconds. */
const FIRST = -62_167_219_200_000n;
const LAST = 253_402_300_799_999n;

/**
 * Microseconds since 1970 of an ISO text.
 * @throws ContractException `abi_parse_exception`
 */
export function parseTimePoint(text: string): bigint {
  const match = TIME.exec(text);
  if (match !== null) {
    const [, year, month, day, hour, minute, second, fraction = ''] = match;
    const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
    const milliseconds = Date.parse(`${iso}Z`);
    // A day that the month does not have would become another date; the parsed date must equal the
    // text.
    if (!Number.isNaN(milliseconds) && new Date(milliseconds).toISOString().startsWith(iso)) {
      return BigInt(milliseconds) * MICROSECONDS + BigInt(fraction.padEnd(6, '0'));
    }
  }
  throw new ContractException(
    'abi_parse_exception',
    `"${text}" is not a time: YYYY-MM-DDTHH:MM:SS.mmm in UTC is expected`,
    'wasm/abi/time_point',
  );
}

/**
 * The text of a time, to milliseconds.
 * @throws ContractException `unpack_exception` for a time that has none
 */
export function timePointText(microseconds: bigint): string {
  const roundedDown = microseconds % MICROSECONDS < 0n ? 1n : 0n;
  const milliseconds = microseconds / MICROSECONDS - roundedDown;
  if (milliseconds < FIRST || milliseconds > LAST) {
    throw new ContractException(
      'unpack_exception',
      `${microseconds} microseconds are no time of the years 0 to 9999`,
      'wasm/abi/time_point',
    );
  }
  return new Date(Number(milliseconds)).toISOString().slice(0, -1);
}
