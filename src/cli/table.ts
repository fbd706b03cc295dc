import { stringifyJson } from '../codec/json.js';
import { isJsonObject, type Json, type JsonObject, JsonReal } from '../codec/json-value.js';

/**
 * A result as a table for people: a line for each element of an array of objects, with a column for each member
 * that any of them has; a line for each member of an object; a line for each element of any other array.
 * What nests deeper is JSON in its cell.
 */
export function tableOf(result: Json): string {
  if (Array.isArray(result)) {
    return result.length > 0 && result.every(isJsonObject)
      ? rowsOfObjects(result)
      : result.map(value => `${cellOf(value)}\n`).join('');
  }
  if (!isJsonObject(result)) return result === null || result === '' ? '' : `${cellOf(result)}\n`;
  return aligned(Object.entries(result).map(([name, value]) => [plainText(name), value ?? null]));
}

function rowsOfObjects(rows: readonly JsonObject[]): string {
  const columns = [...new Set(rows.flatMap(row => Object.keys(row)))];
  return aligned(
    rows.map(row => columns.map(column => row[column] ?? null)),
    columns.map(plainText),
  );
}

/** Rows in columns of equal width; a column of numbers is aligned to the right, with its title. */
function aligned(rows: readonly (readonly Json[])[], titles?: readonly string[]): string {
  const texts = rows.map(row => row.map(cellOf));
  const lines = titles === undefined ? texts : [titles, ...texts];
  const columns = (rows[0] ?? []).map((_, column) => ({
    width: Math.max(...lines.map(line => line[column]?.length ?? 0)),
    isOfNumbers: rows.every(row => row[column] === null || isNumber(row[column])),
  }));
  return lines
    .map(line => {
      const cells = columns.map(({ width, isOfNumbers }, column) =>
        isOfNumbers ? line[column]?.padStart(width) : line[column]?.padEnd(width),
      );
      return `${cells.join('  ').trimEnd()}\n`;
    })
    .join('');
}

function cellOf(value: Json): string {
  if (value === null) return '';
  return typeof value === 'string' ? plainText(value) : stringifyJson(value);
}

/** Text in one line: what a terminal would take for a command is written as JSON writes it. */
function plainText(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function isNumber(value: Json | undefined): boolean {
  return typeof value === 'number' || typeof value === 'bigint' || value instanceof JsonReal;
}
