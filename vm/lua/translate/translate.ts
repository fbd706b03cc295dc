/** Decides when a function is worth translating, and makes it a JavaScript function. */
import type { Proto, TranslatedCode, TranslatedVarargCode } from '../proto.js';
import { support } from './support.js';
import { writeFunction } from './write.js';

/** Calls and loop turns after which a function is translated. */
const HOT = 50;
const SUPPORT_NAMES = Object.keys(support);

/** The translated form of a function, made when it has become hot; undefined while there is none. */
export function translateWhenHot(proto: Proto): TranslatedCode | TranslatedVarargCode | undefined {
  if (proto.translated !== null) return proto.translated;
  if (++proto.heat < HOT) return undefined;
  translate(proto);
  return proto.translated ?? undefined;
}

/** Translates a function now, if its control flow allows it. */
export function translate(proto: Proto): void {
  const translation = writeFunction(proto, SUPPORT_NAMES);
  if (translation === undefined) {
    proto.translated = undefined;
    return;
  }
  proto.fuelBehind = translation.fuelBehind;
  proto.stepsBehind = translation.stepsBehind;
  const make = new Function('K', 'P', 'S', translation.text) as (
    constants: Proto['constants'],
    protos: Proto['protos'],
    names: typeof support,
  ) => TranslatedCode | TranslatedVarargCode;
  proto.translated = make(proto.constants, proto.protos, support);
}
