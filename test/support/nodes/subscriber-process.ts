import { closeSync, existsSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { EventFilter } from '../../../src/client/events.generated.js';
import { createClient, EventsRefused, type NodeEvent } from '../../../src/client/index.js';
import { stringifyJson } from '../../../src/codec/json.js';
import type { JsonObject } from '../../../src/codec/json-value.js';

/*
 * A subscriber that is killed at any time: each event is a line of its journal, the newest of which says where to go
 * on. Run as a program: PATH URL CREDENTIALS FILTERS.
 */

/** A line: an event, or from which height on a node has events that has none for the cursor. */
export type JournalLine = (NodeEvent & { readonly cursor?: string }) | { readonly restartedAt: number };

/** The lines of a journal; one that a kill has cut short counts as not written. */
export function journalOf(path: string): { readonly lines: JournalLine[]; readonly bytes: number } {
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  const lines = whole.split('\n').filter(line => line !== '');
  return { lines: lines.map(line => JSON.parse(line) as JournalLine), bytes: Buffer.byteLength(whole) };
}

async function subscribe(
  path: string,
  url: string,
  credentials: string,
  filters: readonly EventFilter[],
): Promise<void> {
  const { lines, bytes } = journalOf(path);
  const last = lines.at(-1);
  let from: string | number = 0;
  if (last !== undefined) from = 'restartedAt' in last ? last.restartedAt : (last.cursor ?? 0);
  const file = openSync(path, 'a');
  ftruncateSync(file, bytes);
  const add = (line: JournalLine): void => {
    writeSync(file, `${stringifyJson(line as unknown as JsonObject)}\n`);
  };
  try {
    for await (const event of createClient({ url, credentials }).events(filters, { from })) add(event);
  } catch (error) {
    if (!(error instanceof EventsRefused) || error.lowest === undefined) throw error;
    add({ restartedAt: error.lowest });
    closeSync(file);
    await subscribe(path, url, credentials, filters);
  }
}

const [, program, path, url, credentials, filters] = process.argv;
if (program !== undefined && import.meta.url === pathToFileURL(program).href) {
  await subscribe(path!, url!, credentials!, JSON.parse(filters!) as EventFilter[]);
}
