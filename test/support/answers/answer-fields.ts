import * as assert from 'uvu/assert';
import type { Json, JsonObject } from '../../../src/codec/json-value.js';

/** Asserts something of a value; the name says in a failure where it stands. */
export type Check = (value: Json | undefined, name: string) => void;
/** What is asserted of the members of an object; others may be there too. */
export type Fields = Readonly<Record<string, Check>>;

export const string: Check = (value, name) => assert.type(value, 'string', name);
export const matching =
  (pattern: RegExp): Check =>
  (value, name) => {
    string(value, name);
    assert.match(value as string, pattern, name);
  };
export const integer: Check = (value, name) =>
  assert.ok(
    Number.isInteger(value) || typeof value === 'bigint',
    `${name} is an integer, got ${typeof value}`,
  );
export const boolean: Check = (value, name) => assert.type(value, 'boolean', name);
export const arrayOf =
  (element: Check): Check =>
  (value, name) => {
    assert.ok(Array.isArray(value), `${name} is an array`);
    for (const [i, item] of (value as Json[]).entries()) element(item, `${name}[${i}]`);
  };
export const object =
  (fields: Fields): Check =>
  (value, name) => {
    assert.ok(typeof value === 'object' && value !== null && !Array.isArray(value), `${name} is an object`);
    for (const [key, check] of Object.entries(fields)) check((value as JsonObject)[key], `${name}.${key}`);
  };
export const mapOf =
  (element: Check): Check =>
  (value, name) => {
    for (const [key, item] of Object.entries(value as JsonObject)) element(item, `${name}.${key}`);
  };

/** Asserts that a value is an object with certain members. */
export function has(value: Json, fields: Fields, name: string): void {
  object(fields)(value, name);
}

export const REGID = /^\d+-\d+$/;
export const ADDRESS = /^w[1-9A-HJ-NP-Za-km-z]{33}$/;
export const HASH = /^[0-9a-f]{64}$/;
export const HEX = /^([0-9a-f]{2})+$/;
