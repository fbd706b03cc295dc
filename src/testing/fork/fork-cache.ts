import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { JsonSyntaxError, parseJson, stringifyJson } from '../../codec/json.js';
import { isJsonObject, type Json, type JsonObject } from '../../codec/json-value.js';
import type { ForkRead } from './fork-options.js';

/** The block of a node after which a fork begins. */
export interface ForkedBlock {
  /** Value of the option `nettype` of the node. */
  readonly network: string;
  readonly height: number;
  /** 64 hex digits. */
  readonly hash: string;
  /** Seconds since 1970. */
  readonly time: number;
  /** Regid of its producer. */
  readonly producer: string;
  readonly fuelRate: number;
}

/** Changes when what older versions have written cannot be used any more. */
const FORMAT = 1;

/**
 * What was read of one block's state, in a file of a folder: a line for the block, then one for each call with its
 * answer. Several processes can add to one file, as each line is written at once; a line that was cut off is not there.
 */
export class ForkCache {
  readonly #answers: Map<string, Json>;

  private constructor(
    /** Path of the file. */
    readonly file: string,
    readonly block: ForkedBlock,
    answers: Map<string, Json>,
  ) {
    this.#answers = answers;
  }

  /** The caches of a node's blocks of a height. @throws what the file system says */
  static ofHeight(folder: string, url: string, height: number): ForkCache[] {
    if (!existsSync(folder)) return [];
    const beginning = `${nameOf(url)}-${height}-`;
    const names = readdirSync(folder).filter(name => name.startsWith(beginning) && name.endsWith('.jsonl'));
    return names.flatMap(name => ForkCache.#read(join(folder, name)) ?? []);
  }

  /** The cache of a block, made where there is none. @throws what the file system says */
  static of(folder: string, url: string, block: ForkedBlock): ForkCache {
    const known = ForkCache.ofHeight(folder, url, block.height).find(
      ({ block: { hash } }) => hash === block.hash,
    );
    if (known !== undefined) return known;
    mkdirSync(folder, { recursive: true });
    const file = join(folder, `${nameOf(url)}-${block.height}-${block.hash.slice(0, 16)}.jsonl`);
    appendFileSync(file, `${stringifyJson({ format: FORMAT, ...block })}\n`);
    return new ForkCache(file, block, new Map());
  }

  get(call: ForkRead): Json | undefined {
    return this.#answers.get(keyOf(call));
  }

  put(call: ForkRead, answer: Json): void {
    this.#answers.set(keyOf(call), answer);
    appendFileSync(this.file, `${stringifyJson([keyOf(call), answer])}\n`);
  }

  /** @returns undefined for a file that another version has written, or nobody */
  static #read(file: string): ForkCache | undefined {
    const text = readFileSync(file, 'utf8');
    // What is added must not go on a line that was cut off.
    if (text !== '' && !text.endsWith('\n')) appendFileSync(file, '\n');
    const [first, ...lines] = text.split('\n').map(parsedLine);
    if (!isJsonObject(first) || Number(first.format) !== FORMAT) return undefined;
    const answers = new Map<string, Json>();
    for (const line of lines) {
      if (Array.isArray(line) && line.length === 2) answers.set(String(line[0]), line[1] as Json);
    }
    return new ForkCache(file, blockOfJson(first), answers);
  }
}

function blockOfJson({ network, height, hash, time, producer, fuelRate }: JsonObject): ForkedBlock {
  return {
    network: String(network),
    height: Number(height),
    hash: String(hash),
    time: Number(time),
    producer: String(producer),
    fuelRate: Number(fuelRate),
  };
}

/** @returns undefined for a line that was cut off */
function parsedLine(line: string): Json | undefined {
  try {
    return parseJson(line);
  } catch (error) {
    if (error instanceof JsonSyntaxError) return undefined;
    throw error;
  }
}

/** Host and port, as a part of a file's name. */
function nameOf(url: string): string {
  return new URL(url).host.replace(/[^\w.-]/g, '_');
}

function keyOf({ method, params }: ForkRead): string {
  return `${method} ${stringifyJson(params as readonly Json[])}`;
}
