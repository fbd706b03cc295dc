import type { Integer } from '../src/client/methods.generated.js';

const SAWI = 100_000_000n;
const DECIMALS = 8;

/** Groups digits of a whole number by thousands. */
export function grouped(value: Integer): string {
  const text = String(value);
  const [, sign = '', digits = ''] = /^(-?)(\d+)$/.exec(text) ?? ['', '', text];
  return sign + digits.replace(/\B(?=(\d{3})+$)/g, ',');
}

/** An amount of sawi in coins: all digits that count, and no others. */
export function coinsOf(sawi: Integer): string {
  const value = BigInt(sawi);
  const magnitude = value < 0n ? -value : value;
  const fraction = String(magnitude % SAWI)
    .padStart(DECIMALS, '0')
    .replace(/0+$/, '');
  return `${value < 0n ? '-' : ''}${grouped(magnitude / SAWI)}${fraction === '' ? '' : `.${fraction}`}`;
}

/** Sawi of a text in coins such as `1,000.5`; undefined for anything else. */
export function sawiOf(text: string): bigint | undefined {
  const match = /^(\d{1,12})(?:\.(\d{1,8}))?$/.exec(text.replaceAll(',', '').trim());
  if (match === null) return undefined;
  return BigInt(match[1] ?? '0') * SAWI + BigInt((match[2] ?? '').padEnd(DECIMALS, '0'));
}

/** For plots, where a digit more or less is not seen. */
export function approximately(sawi: Integer): number {
  return Number(sawi) / Number(SAWI);
}

/** A share such as 0.1234 as a percentage. */
export function percent(share: number, digits = 2): string {
  return `${(share * 100).toFixed(digits)} %`;
}

/** The beginning and the end of an id. */
export function shortened(id: string, head = 8, tail = 6): string {
  return id.length <= head + tail + 1 ? id : `${id.slice(0, head)}…${id.slice(-tail)}`;
}

/** Bytes with a unit. */
export function bytesText(bytes: Integer): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  let value = Number(bytes);
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${unit === 0 ? value : value.toFixed(1)} ${units[unit]}`;
}

/** Such as `2026-11-29 10:44:35`, in the time of whoever looks. */
export function timeText(seconds: Integer): string {
  const date = new Date(Number(seconds) * 1000);
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}
