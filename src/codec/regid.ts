import { type Codec, varint16, varint32 } from './codec.js';

/** A registered id: the height and the position in its block of the transaction that gave it. */
export interface RegId {
  readonly height: number;
  readonly index: number;
}

/** The id that stands for "none"; it never resolves to an account. */
export const NO_REGID: RegId = Object.freeze({ height: 0, index: 0 });

const MAX_HEIGHT = 0xffffffff;
const MAX_INDEX = 0xffff;

/** REGID of spec 01 §3.1: VARINT height, VARINT index. */
export const regId: Codec<RegId> = {
  read: r => ({ height: varint32.read(r), index: varint16.read(r) }),
  write(w, v) {
    varint32.write(w, v.height);
    varint16.write(w, v.index);
  },
};

export function isNoRegId(id: RegId): boolean {
  return id.height === 0 && id.index === 0;
}

export function sameRegId(a: RegId, b: RegId): boolean {
  return a.height === b.height && a.index === b.index;
}

/** `<height>-<index>`, decimal. */
export function regIdText(id: RegId): string {
  return `${id.height}-${id.index}`;
}

/**
 * The regid that a text names, or undefined: `digits-digits`, at most ten digits each, within
 * 32 and 16 bits (spec 01 §3.1; out of range is no regid, decision D27).
 */
export function parseRegId(text: string): RegId | undefined {
  const match = /^(\d{1,10})-(\d{1,10})$/.exec(text);
  if (!match) return undefined;
  const height = Number(match[1]);
  const index = Number(match[2]);
  return height <= MAX_HEIGHT && index <= MAX_INDEX ? { height, index } : undefined;
}

/** The six bytes of spec 01 §3.1 (raw): u32 height and u16 index, little-endian. */
export function regIdRaw(id: RegId): Buffer {
  const raw = Buffer.allocUnsafe(6);
  raw.writeUInt32LE(id.height, 0);
  raw.writeUInt16LE(id.index, 4);
  return raw;
}

/** The regid of six raw bytes. */
export function regIdFromRaw(raw: Buffer): RegId {
  return { height: raw.readUInt32LE(0), index: raw.readUInt16LE(4) };
}

/** The integer form (height << 20) + index of universal transactions and system parameters. */
export function regIdInteger(id: RegId): bigint {
  return (BigInt(id.height) << 20n) + BigInt(id.index);
}

/** The regid of an integer form; the index is cut to 16 bits as in the reference (spec 01 §3.1). */
export function regIdFromInteger(value: bigint): RegId {
  return { height: Number((value >> 20n) & 0xffffffffn), index: Number(value & 0xffffn) };
}

/**
 * As {@link regIdFromInteger}, for integers that contracts and transactions choose: undefined where
 * the integer is not exactly the form of a regid. Otherwise one account would have several
 * integers, and code that compares integers would treat it as several accounts.
 */
export function regIdOfInteger(value: bigint): RegId | undefined {
  const id = regIdFromInteger(value);
  return regIdInteger(id) === value ? id : undefined;
}

/**
 * An integer as text, whether or not it is the form of a regid: for what contracts and transactions choose.
 * Different integers have different texts, so that what is no regid is not shown as one (0-66336, not 0-800).
 */
export function regIdIntegerText(value: bigint): string {
  return `${value >> 20n}-${value & 0xfffffn}`;
}

/**
 * Whether a regid can no longer be lost by a reorganisation (spec 07 §8.4).
 * @param tipHeight height of the newest block
 * @param maturity blocks that a regid needs, 100 on the reference's networks
 */
export function isMatureRegId(id: RegId, tipHeight: number, maturity: number): boolean {
  return id.height === 0 ? id.index !== 0 : tipHeight > id.height + maturity;
}
