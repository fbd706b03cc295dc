import { latin1 } from '../value/string.js';
import type { ApiFunction } from './api-function.js';
import { CALL_WORK } from './api-work.js';
import { toInt32 } from './number-conversion.js';
import { MAX_BYTES } from './table-reader.js';

const FUEL = 375;
const FUEL_PER_BYTE = 8;

/** Writes text, or bytes as hex, to the log of the node (spec 03 §8.3). */
export const logPrint: ApiFunction = {
  name: 'LogPrint',
  needsRun: false,
  work: CALL_WORK,
  call(api) {
    const fields = api.fields();
    const key = fields?.number('key');
    const given = fields?.uint16('length');
    if (fields === undefined || key === undefined || given === undefined) return undefined;
    if (given === 0) return api.refuse(() => 'field "length" is 0, 1 is the least');
    const length = Math.min(given, MAX_BYTES);
    const isHex = toInt32(key) !== 0;
    const value = isHex ? fields.bytes('value', length) : fields.text('value');
    if (value === undefined) return undefined;
    if (value.length !== length) {
      return api.refuse(() => `field "value" has ${value.length} bytes, field "length" says ${given}`);
    }
    api.burnData(FUEL, length, 1, FUEL_PER_BYTE);
    // The lower byte says how it is shown, the whole number how it is read.
    const shownAsHex = (toInt32(key) & 0xff) !== 0;
    const text = typeof value === 'string' ? value : latin1(value);
    api.machine.log(shownAsHex ? Buffer.from(text, 'latin1').toString('hex') : text);
    return undefined;
  },
};
