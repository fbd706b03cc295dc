import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import asc from 'assemblyscript/asc';
import type { AbiDefinition } from '../../vm/wasm/abi/definition.js';
import { AbiSchema } from '../../vm/wasm/abi/schema.js';
import { CONTRACT_IMPORTS, SYSTEM_IMPORTS } from '../../vm/wasm/host/host-functions.js';
import { instrumentModule } from '../../vm/wasm/module/instrument.js';
import { packageRoot } from '../config/package-root.js';
import { ContractBuildError, describeDiagnostics, type ShownSource } from './diagnostics.js';
import { completeSource } from './generate.js';
import { type ContractSource, type ReplacedSources, readContract } from './read-contract.js';

/** A compiled contract. */
export interface BuiltContract {
  readonly wasm: Uint8Array;
  readonly abi: AbiDefinition;
  /** Its queries, with the ABI type of what each answers. */
  readonly views: ReadonlyMap<string, string>;
  /** The contract's own sources by their paths from its folder. */
  readonly sources: ReadonlyMap<string, ContractSource>;
  /** Source map of the module in JSON, whose sources are named by those paths; of the target `coverage` only. */
  readonly sourceMap: string | undefined;
}

export interface BuildOptions {
  /** Target of asconfig.json: `release`, the default, `debug`, or `coverage`, whose memory has room for counters. */
  readonly target?: 'release' | 'debug' | 'coverage';
  /** Whether the contract may import what only contracts of the system can. */
  readonly system?: boolean;
  readonly replaced?: ReplacedSources | undefined;
}

const OUTPUT = 'contract.wasm';
/** "Only variables, functions and enums become WebAssembly module exports." */
const CLASS_IS_NOT_EXPORTED = '235';
/** What the compiler calls where the language fails; without it modules would import another `abort`. */
const ABORT = '~lib/sdk/failure/onAbort';

/**
 * Compiles a contract in AssemblyScript and derives its ABI from the classes and methods that are
 * marked in it. The same sources give the same bytes, wherever they are.
 *
 * @param file - the source with the class marked `@contract`; it imports the SDK as "sdk"
 * @throws ContractBuildError for sources with faults, ContractException for a module that could not
 *   be deployed
 */
export async function buildContract(file: string, options: BuildOptions = {}): Promise<BuiltContract> {
  const root = packageRoot();
  const { abi, views, sources, types, structs } = readContract(file, options.replaced);
  const completed = new Map(
    [...sources].map(([path, { source, text }]) => [path, completeSource(text, source, types, structs)]),
  );
  const outputs = new Map<string, Uint8Array | string>();
  const { error, stderr } = await asc.main(
    [
      basename(file),
      ...['--config', 'asconfig.json', '--target', options.target ?? 'release'],
      ...['--lib', 'contracts', '--use', `abort=${ABORT}`],
      // Where the environment has CI the compiler colours what it prints, and no message would be recognized.
      ...['--outFile', OUTPUT, '--noColors'],
      // A message about every exported class, as that of a contract: unrelated to the fault.
      ...['--disableWarning', CLASS_IS_NOT_EXPORTED],
    ],
    {
      readFile: (name, baseDirectory) =>
        (baseDirectory === '.' ? completed.get(name) : undefined) ??
        readOptional(join(root, baseDirectory, name)),
      writeFile: (name, contents) => {
        outputs.set(name, contents);
      },
      listFiles: () => [],
    },
  );
  if (error !== null) {
    const shown = (path: string): ShownSource => {
      const known = sources.get(path);
      return known === undefined ? { file: path } : { file: known.source.file, text: known.text };
    };
    throw new ContractBuildError(describeDiagnostics(stderr.toString(), shown) || error.message);
  }
  const wasm = outputs.get(OUTPUT) as Uint8Array;
  new AbiSchema(abi);
  instrumentModule(wasm, options.system === true ? SYSTEM_IMPORTS : CONTRACT_IMPORTS);
  return { wasm, abi, views, sources, sourceMap: outputs.get(`${OUTPUT}.map`) as string | undefined };
}

/** A file of the SDK or the compiler's configuration; the compiler asks for some that do not exist. */
function readOptional(path: string): string | null {
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
}
