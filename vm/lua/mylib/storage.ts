import { type RegId, regIdFromRaw } from '../../../src/codec/regid.js';
import { CONTRACT_DATA } from '../../../src/state/tables/contracts.js';
import type { CallTreeObserver } from '../../call-tree.js';
import { REGID_SIZE } from './account-name.js';
import type { ApiCall, ApiFunction } from './api-function.js';
import { LOOKUP_WORK } from './api-work.js';
import { MAX_BYTES } from './table-reader.js';

/** What contracts store under keys of their own (spec 03 §8.6), and what that costs (spec 03 §7.3). */

const NEW_FUEL_PER_BYTE = 600;
const CHANGED_FUEL_PER_BYTE = 150;
const REFUND_PER_BYTE = 450;
const READ_FUEL_PER_BYTE = 6;
/** Looking for a key that is not there (spec 03 O-9). */
const UNCHANGED_FUEL = 3;

/** Fuel and refund of giving a key a value of another size; 0 is no value. */
export function storeCost(
  key: number,
  before: number,
  after: number,
): { readonly fuel: number; readonly refund: number } {
  if (before === 0 && after > 0) return { fuel: (key + after) * NEW_FUEL_PER_BYTE, refund: 0 };
  const kept = Math.min(before, after) * CHANGED_FUEL_PER_BYTE;
  if (after > before) return { fuel: (after - before) * NEW_FUEL_PER_BYTE + kept, refund: 0 };
  return { fuel: kept, refund: (before - after) * REFUND_PER_BYTE };
}

function stored(api: ApiCall, contract: RegId, key: string): Uint8Array | undefined {
  return api.run.context.state.get(CONTRACT_DATA, [contract, key]);
}

/** Sets or, with undefined, deletes a value of the running contract. */
function store(api: ApiCall, key: string, value: Uint8Array | undefined): void {
  const { context, call } = api.run;
  const known = stored(api, call.contract, key);
  const before = known?.length ?? 0;
  if (context.observer?.callTree !== undefined) tell(api, context.observer.callTree, key, known, value);
  if (value !== undefined) context.state.put(CONTRACT_DATA, [call.contract, key], value);
  else if (before > 0) context.state.delete(CONTRACT_DATA, [call.contract, key]);
  const { fuel, refund } = storeCost(key.length, before, value?.length ?? 0);
  api.machine.chargeHost('store', fuel, 'lua_BurnStoreSet', refund);
}

/** Tells whoever observes the run what it stores, and on which line. */
function tell(
  api: ApiCall,
  observer: CallTreeObserver,
  key: string,
  before: Uint8Array | undefined,
  after: Uint8Array | undefined,
): void {
  const line = api.machine.callingPlace()?.line;
  observer.stored({
    key: Buffer.from(key, 'latin1').toString('hex'),
    before: hexOf(before),
    after: hexOf(after),
    line,
  });
}

function hexOf(bytes: Uint8Array | undefined): string | undefined {
  return bytes && Buffer.from(bytes).toString('hex');
}

function burnUnchanged(api: ApiCall): void {
  api.machine.chargeHost('store', UNCHANGED_FUEL, 'lua_BurnStoreUnchanged');
}

function read(api: ApiCall, contract: RegId, key: string): Uint8Array | undefined {
  const value = stored(api, contract, key);
  if (value === undefined) {
    burnUnchanged(api);
    return undefined;
  }
  const fuel = (key.length + value.length) * READ_FUEL_PER_BYTE;
  api.machine.chargeHost('store', fuel, 'lua_BurnStoreGet');
  return value.subarray(0, MAX_BYTES);
}

/** A key as messages show it. */
function shownKey(key: string): string {
  return JSON.stringify(/^[ -~]*$/.test(key) ? key : Buffer.from(key, 'latin1').toString('hex'));
}

/** The key and value that the fields `key`, `length` and `value` give. */
function keyAndValue(api: ApiCall): readonly [key: string, value: Uint8Array] | undefined {
  const fields = api.fields();
  const key = fields?.text('key');
  const length = fields?.uint16('length');
  if (fields === undefined || key === undefined || length === undefined) return undefined;
  const value = fields.bytes('value', length);
  return value && [key, value];
}

export const writeData: ApiFunction = {
  name: 'WriteData',
  needsRun: true,
  work: LOOKUP_WORK,
  call(api) {
    const entry = keyAndValue(api);
    if (entry === undefined) return undefined;
    store(api, ...entry);
    return true;
  },
};

/** Only where the key exists. */
export const modifyData: ApiFunction = {
  name: 'ModifyData',
  needsRun: true,
  work: LOOKUP_WORK,
  call(api) {
    const entry = keyAndValue(api);
    if (entry === undefined) return undefined;
    const exists = stored(api, api.run.call.contract, entry[0]) !== undefined;
    if (exists) store(api, ...entry);
    else {
      api.refuse(() => `nothing is stored under ${shownKey(entry[0])}, so nothing is modified`);
      burnUnchanged(api);
    }
    return exists;
  },
};

export const readData: ApiFunction = {
  name: 'ReadData',
  needsRun: true,
  work: LOOKUP_WORK,
  call(api) {
    const key = api.text();
    return key === undefined ? undefined : read(api, api.run.call.contract, key);
  },
};

export const deleteData: ApiFunction = {
  name: 'DeleteData',
  needsRun: true,
  work: LOOKUP_WORK,
  call(api) {
    const key = api.text();
    if (key === undefined) return undefined;
    if (api.run.notes !== undefined && stored(api, api.run.call.contract, key) === undefined) {
      api.refuse(() => `nothing is stored under ${shownKey(key)}, so nothing is deleted`);
    }
    store(api, key, undefined);
    return true;
  },
};

/** A value of another contract. */
export const getContractData: ApiFunction = {
  name: 'GetContractData',
  alias: 'GetScriptData',
  needsRun: true,
  work: LOOKUP_WORK,
  call(api) {
    const fields = api.fields();
    const id = fields?.bytes('id', REGID_SIZE);
    if (fields === undefined || id === undefined) return undefined;
    const key = fields.text('key');
    return key === undefined ? undefined : read(api, regIdFromRaw(Buffer.from(id)), key);
  },
};
