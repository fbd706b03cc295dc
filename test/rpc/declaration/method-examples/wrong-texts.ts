import type { Json, JsonObject } from '../../../../src/codec/json-value.js';
import { scaled } from '../../../support/random/scale.js';

/** Where a text stands in the parameters of a call. */
type Path = readonly (string | number)[];

/** What makes of a text one that is none of its kind any more. */
const SPOILED: Readonly<Record<string, (text: string) => string>> = {
  'a blank before it': text => ` ${text}`,
  'a blank behind it': text => `${text} `,
  'a line break behind it': text => `${text}\n`,
  '0x before it': text => `0x${text}`,
  'something behind it': text => `${text}zz`,
};
const CUT = { 'the last digit left out': (text: string) => text.slice(0, -1) };

let turn = 0;

const HEX = /^(?:[0-9a-f]{2}){8,}$/;
const REGID = /^\d+-\d+$/;
const ADDRESS = /^w[1-9A-HJ-NP-Za-km-z]{33}$/;

/**
 * Every way to spoil the ids, addresses, regids and hex of a call, whatever its declaration says of them.
 * @param params - of a call that works
 * @returns what is spoiled, and what makes the spoiled parameters of the real ones
 */
export function wrongTexts(
  params: readonly Json[],
): readonly (readonly [written: string, wrong: (actual: readonly Json[]) => Json[]])[] {
  return textsIn(params, []).flatMap(([path, text]) => {
    const ways = Object.entries(HEX.test(text) ? { ...SPOILED, ...CUT } : SPOILED);
    // The ways take turns; at the long volume each text is spoiled in all of them.
    const some = Array.from({ length: scaled(1, ways.length) }, () => ways[turn++ % ways.length]!);
    return some.map(
      ([way, spoil]) =>
        [
          `parameter ${path.join('.')} with ${way}`,
          actual => changed(actual, path, spoil) as Json[],
        ] as const,
    );
  });
}

/** Texts that are none of a byte a character: another alphabet, and half of a character. */
const UNUSUAL = ['漢', '\ud800'];

/**
 * The parameters of a call with each of its texts replaced by unusual ones in turn, and with each part of a text that has
 * colons in it.
 */
export function unusualTexts(params: readonly Json[]): Json[][] {
  return allTextsIn(params, []).flatMap(([path, text]) =>
    UNUSUAL.flatMap(unusual => {
      const parts = text.split(':');
      const texts = [unusual, `${text}${unusual}`];
      if (parts.length > 1) texts.push(...parts.map((_, i) => parts.with(i, unusual).join(':')));
      return texts.map(one => changed(params, path, () => one) as Json[]);
    }),
  );
}

/** The texts that name something exactly, with their places. */
function textsIn(params: Json, path: Path): readonly (readonly [Path, string])[] {
  return allTextsIn(params, path).filter(([, text]) => [HEX, REGID, ADDRESS].some(form => form.test(text)));
}

function allTextsIn(value: Json, path: Path): readonly (readonly [Path, string])[] {
  if (typeof value === 'string') return [[path, value]];
  if (Array.isArray(value)) return value.flatMap((element, i) => allTextsIn(element, [...path, i]));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value as JsonObject).flatMap(([name, member]) =>
    allTextsIn(member ?? null, [...path, name]),
  );
}

function changed(value: Json, [step, ...rest]: Path, spoil: (text: string) => string): Json {
  if (step === undefined) return spoil(String(value));
  if (Array.isArray(value))
    return value.map((element, i) => (i === step ? changed(element, rest, spoil) : element));
  return Object.fromEntries(
    Object.entries(value as JsonObject).map(([name, member]) => [
      name,
      name === step ? changed(member ?? null, rest, spoil) : member,
    ]),
  );
}
