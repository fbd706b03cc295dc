import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, relative } from 'node:path';
import { encodeAbi } from '../../vm/wasm/abi/definition.js';
import { abiFromJson } from '../../vm/wasm/abi/json-form.js';
import { parseJson } from '../codec/json.js';
import type { Json } from '../codec/json-value.js';
import { notifyCompiled } from './observer.js';
import { sourcePath } from './source-path.js';
import { inPlaceOf, type SourceReplacement, sourceReplacement } from './source-replacement.js';

/** Where a Lua contract comes from: a file, or its text with a name for messages. */
export type LuaSource<File extends string = string> =
  | { readonly file: File; readonly text?: undefined; readonly name?: string }
  | { readonly text: string; readonly file?: undefined; readonly name?: string };

/** Where a WebAssembly contract comes from. */
export interface WasmSource<File extends string = string> {
  /** `.ts`: AssemblyScript, which is compiled; `.wasm`: a module. */
  readonly file: File;
  /** ABI of a `.wasm` file in JSON; default: the file `<name>.abi.json` in the same folder. */
  readonly abi?: Json;
  readonly name?: string;
}

/** A contract as it is deployed. */
export interface LoadedContract {
  readonly name: string;
  /** Path as messages show it: from the working directory where it is below that. */
  readonly file: string | undefined;
  readonly code: Uint8Array;
}

/** @throws TypeError for options without a source, Error for a file that does not exist */
export function loadLua(source: LuaSource): LoadedContract {
  const { file, text, name } = source;
  if (file !== undefined) {
    const path = sourcePath(file);
    return { name: name ?? basename(path), file: shown(path), code: inPlaceOf(readFileSync(path)) };
  }
  // Tests are run without a type check.
  if (typeof text !== 'string') {
    const given = Object.keys(source).join(', ');
    throw new TypeError(`a Lua contract needs \`file\` or \`text\`; the options have ${given || 'nothing'}`);
  }
  return { name: name ?? 'contract.lua', file: undefined, code: inPlaceOf(Buffer.from(text, 'utf8')) };
}

/**
 * Reads a module and its ABI, or compiles a source.
 * @throws ContractBuildError of the compiler, which names file and line; Error for files that are missing
 */
export async function loadWasm(source: WasmSource): Promise<LoadedContract & { readonly abi: Uint8Array }> {
  if (typeof source.file !== 'string') {
    throw new TypeError(
      `a WebAssembly contract needs \`file\`; the options have ${Object.keys(source).join(', ')}`,
    );
  }
  const file = sourcePath(source.file);
  const { name = basename(file) } = source;
  const { wasm, abi } = file.endsWith('.ts') ? await compiled(file) : readModule({ ...source, file });
  return { name, file: shown(file), code: wasm, abi };
}

interface Module {
  readonly wasm: Uint8Array;
  readonly abi: Uint8Array;
}

/** What was compiled in this process, with the time of its source. */
const compiledFiles = new Map<string, CompiledFile>();

interface CompiledFile {
  readonly modified: number;
  /** What stood for a source then. */
  readonly replacement: SourceReplacement | undefined;
  readonly module: Promise<Module>;
}

/** Sources that a contract imports are taken as they were when its own file was compiled last. */
function compiled(file: string): Promise<Module> {
  const modified = statSync(file).mtimeMs;
  const known = compiledFiles.get(file);
  const replacement = sourceReplacement();
  if (known?.modified === modified && known.replacement === replacement) return known.module;
  const module = compile(file, replacement);
  compiledFiles.set(file, { modified, replacement, module });
  return module;
}

async function compile(file: string, replacement: SourceReplacement | undefined): Promise<Module> {
  // The compiler is large: tests of Lua contracts never load it.
  const { buildContract } = await import('../contract-build/compile.js');
  const replaced = replacement && new Map([[replacement.path, replacement.replacement]]);
  const { wasm, abi } = await buildContract(file, { replaced });
  await notifyCompiled(shown(file), wasm);
  return { wasm, abi: encodeAbi(abi) };
}

function readModule({ file, abi }: WasmSource): Module {
  const abiFile = file.replace(/\.wasm$/, '.abi.json');
  if (abi === undefined && !existsSync(abiFile)) {
    throw new Error(`${file} has no ABI: put it into ${abiFile}, or give it as \`abi\``);
  }
  return { wasm: readFileSync(file), abi: encodeAbi(abiFromJson(abi ?? parseJson(readFileSync(abiFile)))) };
}

function shown(file: string): string {
  const path = relative(process.cwd(), file);
  return path.startsWith('..') ? file : path;
}
