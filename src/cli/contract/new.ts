import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { packageRoot } from '../../config/package-root.js';
import { contractTypes, writeTypes } from '../../contract-build/types/contract-types-file.js';
import type { CommandContext } from '../command.js';
import { UsageError } from '../sub-command.js';
import type { CommandResult } from '../terminal.js';
import { parseWords } from '../words.js';
import { linkPackages } from './link-packages.js';

/** Names of folders, of files and of packages (npm's rule, without scopes). */
const NAME = /^[a-z][a-z0-9-]{0,63}$/;
/** Where templates and samples are, from the folder of this program. */
const TEMPLATES = join('contracts', 'templates');
const SAVINGS = join('contracts', 'example', 'index.ts');
/** Where the contract of a project is, by the folder of its template. */
const CONTRACTS = { lua: '__name__.lua', wasm: join('contract', '__name__.ts') } as const;
/** Of a template by its folder: the sample that a project starts with, and where it is put. */
const SAMPLES: Readonly<Record<string, readonly [source: string, target: string] | undefined>> = {
  wasm: [SAVINGS, CONTRACTS.wasm],
};

/**
 * `coind contract new <name> [--wasm]`: makes the folder of a project with a contract, its tests and
 * settings for editors. No file of it names a place of this machine: this program is linked in `node_modules`, which
 * belongs to no repository.
 *
 * @throws UsageError for a name that cannot be one; Error where something of that name exists
 */
export async function runNew(words: readonly string[], { terminal }: CommandContext): Promise<CommandResult> {
  const { values, positionals } = parseWords(words, { wasm: { type: 'boolean' } });
  const [directory, ...others] = positionals;
  if (directory === undefined || others.length > 0) throw new UsageError('one name is expected');
  const name = basename(directory);
  if (!NAME.test(name)) {
    throw new UsageError(`"${name}" cannot be a name: small letters, digits and dashes, a letter first`);
  }
  if (existsSync(directory)) throw new Error(`${directory} exists already`);
  const root = packageRoot();
  const kind = values.wasm === true ? 'wasm' : 'lua';
  for (const [source, place] of filesOf(root, kind)) {
    const target = join(directory, filled(place, name));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, filled(readFileSync(source, 'utf8'), name));
    terminal.output(`${target}\n`);
  }
  const types = await contractTypes(join(directory, filled(CONTRACTS[kind], name)));
  writeTypes(types);
  terminal.output(`${types.file}\n`);
  linkPackages(directory);
  terminal.output(`\nNext: cd ${directory} && coind contract test\n`);
  return 0;
}

/** The files of a project: where each comes from, and its place in the project. */
function filesOf(root: string, kind: 'lua' | 'wasm'): (readonly [source: string, place: string])[] {
  const template = join(root, TEMPLATES, kind);
  const files = filesBelow(template).map(file => [file, dotted(relative(template, file))] as const);
  const sample = SAMPLES[kind];
  if (sample === undefined) return files;
  const [source, place] = sample;
  return [...files, [join(root, source), place] as const];
}

function filesBelow(directory: string): string[] {
  return readdirSync(directory, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap(entry => {
      const path = join(directory, entry.name);
      return entry.isDirectory() ? filesBelow(path) : [path];
    });
}

/** Packages leave out files like .gitignore, so templates have an underscore in the place of the dot. */
function dotted(path: string): string {
  return path.replace(/(^|\/)_(?!_)/g, '$1.');
}

function filled(text: string, name: string): string {
  return text.replaceAll('__name__', name);
}
