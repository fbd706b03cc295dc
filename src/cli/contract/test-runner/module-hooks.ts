import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { InitializeHook, LoadHook, ResolveHook } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { MessagePort } from 'node:worker_threads';
import { transform } from '@swc/wasm-typescript';

/*
 * How the modules of tests are found and read, in a process that `coind contract test` starts. Node.js
 * runs these hooks in a thread of their own.
 */

/** Packages that tests find without installing anything: those that come with this program. */
const PROVIDED = /^(uvu|fast-check)(\/|$)/;
/** The harness is always that of the running program, whose reports it feeds. */
const HARNESS = 'coind/testing';
/** The functions that define tests are ours, whichever copy of the package a project has. */
const TEST_FUNCTIONS = 'uvu';
/** Random sequences of calls, a separate module. */
const SEQUENCES = 'coind/testing/sequences';

/** Parameter of a module's URL that makes it another module: the same files run again in the same process. */
export const RUN_PARAMETER = 'run';

/** What the thread is started with. */
export interface HookData {
  /** URL of the harness. */
  readonly harness: string;
  /** URL of what stands for `uvu`. */
  readonly functions: string;
  /** URL of a module of this program, from which its packages are resolved. */
  readonly program: string;
  /** Gets the URL of each copy of fast-check that is loaded. */
  readonly loaded: MessagePort;
}

let data: HookData;
/** URL of the folder of this program. */
let programFolder: string;

export const initialize: InitializeHook<HookData> = given => {
  data = given;
  programFolder = new URL('.', given.program).href;
};

/** Finds the harness, the packages above where a project has none of its own, and `x.ts` for `./x.js`. */
export const resolve: ResolveHook = async (specifier, context, nextResolve) => {
  const found = inRunOf(context.parentURL, await find(specifier, context, nextResolve));
  if (specifier === 'fast-check') data.loaded.postMessage(found.url);
  return found;
};

/** What a module of a further run imports from its project belongs to that run, too. */
function inRunOf(
  parent: string | undefined,
  found: Awaited<ReturnType<ResolveHook>>,
): Awaited<ReturnType<ResolveHook>> {
  const run = parent?.startsWith('file:') ? new URL(parent).searchParams.get(RUN_PARAMETER) : null;
  if (run === null || !found.url.startsWith('file:')) return found;
  const url = new URL(found.url);
  if (url.pathname.includes('/node_modules/') || found.url.startsWith(programFolder)) return found;
  url.searchParams.set(RUN_PARAMETER, run);
  return { ...found, url: url.href };
}

const find: ResolveHook = async (specifier, context, nextResolve) => {
  if (specifier === HARNESS) return { url: data.harness, format: 'module', shortCircuit: true };
  if (specifier === TEST_FUNCTIONS) return { url: data.functions, format: 'module', shortCircuit: true };
  if (specifier === SEQUENCES) {
    return { url: new URL('./sequences.js', data.harness).href, format: 'module', shortCircuit: true };
  }
  try {
    return await nextResolve(specifier, context);
  } catch (error) {
    if (PROVIDED.test(specifier)) return nextResolve(specifier, { ...context, parentURL: data.program });
    const source = typeScriptOf(specifier, context.parentURL);
    if (source === undefined) throw error;
    return { url: source, format: 'module', shortCircuit: true };
  }
};

/** The source that stands for a module of the same name, as TypeScript writes its imports. */
function typeScriptOf(specifier: string, parent: string | undefined): string | undefined {
  if (parent === undefined || !/^\.{0,2}\/.*\.m?js$/.test(specifier)) return undefined;
  const url = new URL(specifier.replace(/js$/, 'ts'), parent);
  return existsSync(url) ? url.href : undefined;
}

/** Removes the types from sources in TypeScript; every other character keeps its line and column. */
export const load: LoadHook = async (url, context, nextLoad) => {
  if (!/^file:[^?]*\.m?ts(?:\?|$)/.test(url)) return nextLoad(url, context);
  const file = fileURLToPath(url);
  const text = await readFile(file, 'utf8');
  try {
    const { code } = await transform(text, { filename: file, mode: 'strip-only' });
    return { format: 'module', source: code, shortCircuit: true };
  } catch (error) {
    throw new SyntaxError(`${file}: ${reasonOf(error)}`);
  }
};

/**
 * The message of the type stripper: it throws objects with a text of several lines, the first of
 * which is the message.
 */
function reasonOf(error: unknown): string {
  const message = (error as { readonly message?: unknown } | undefined)?.message ?? error;
  return String(message).trim();
}
