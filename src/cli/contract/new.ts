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
/** Contracts to start from, each with its tests beside it (docs/gallery.md). */
const GALLERY = join('contracts', 'gallery');
const SOURCE = '.lua';
const TEST = join('test', '__name__.test.ts');

/** A file of a project: where its text comes from, where it is put, and what of the text is the project's name. */
interface ProjectFile {
  readonly source: string;
  readonly place: string;
  readonly renamed?: string;
}

/**
 * `coind contract new <name> [--wasm | --template <contract>]`: makes the folder of a project with a contract, its tests
 * and settings for editors. No file of it names a place of this machine: this program is linked in `node_modules`, which
 * belongs to no repository.
 *
 * @throws UsageError for a name that cannot be one, and for a template that there is not; Error where something of that
 *   name exists
 */
export async function runNew(words: readonly string[], { terminal }: CommandContext): Promise<CommandResult> {
  const { values, positionals } = parseWords(words, {
    wasm: { type: 'boolean' },
    template: { type: 'string' },
  });
  const [directory, ...others] = positionals;
  if (directory === undefined || others.length > 0) throw new UsageError('one name is expected');
  const name = basename(directory);
  if (!NAME.test(name)) {
    throw new UsageError(`"${name}" cannot be a name: small letters, digits and dashes, a letter first`);
  }
  if (existsSync(directory)) throw new Error(`${directory} exists already`);
  const kind = values.wasm === true ? 'wasm' : 'lua';
  for (const { source, place, renamed } of filesOf(kind, knownTemplate(values.template, kind))) {
    const target = join(directory, filled(place, name));
    const text = filled(readFileSync(source, 'utf8'), name);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(
      target,
      renamed === undefined ? text : text.replaceAll(`'${renamed}'`, `'${name}${SOURCE}'`),
    );
    terminal.output(`${target}\n`);
  }
  const types = await contractTypes(join(directory, filled(CONTRACTS[kind], name)));
  writeTypes(types);
  terminal.output(`${types.file}\n`);
  linkPackages(directory);
  terminal.output(`\nNext: cd ${directory} && coind contract test\n`);
  return 0;
}

/** @throws UsageError for a template that there is not, or that is in another language */
function knownTemplate(template: string | undefined, kind: 'lua' | 'wasm'): string | undefined {
  if (template === undefined) return undefined;
  if (kind === 'wasm') throw new UsageError('the templates are contracts in Lua: --template or --wasm');
  const known = readdirSync(join(packageRoot(), GALLERY))
    .filter(file => file.endsWith(SOURCE))
    .map(file => basename(file, SOURCE));
  if (known.includes(template)) return template;
  throw new UsageError(`there is no template "${template}"; there are ${known.sort().join(', ')}`);
}

/** The files of a project. */
function filesOf(kind: 'lua' | 'wasm', template: string | undefined): ProjectFile[] {
  const root = packageRoot();
  const folder = join(root, TEMPLATES, kind);
  const files = filesBelow(folder).map(
    (source): ProjectFile => ({ source, place: dotted(relative(folder, source)) }),
  );
  if (kind === 'wasm') return [...files, { source: join(root, SAVINGS), place: CONTRACTS.wasm }];
  if (template === undefined) return files;
  const renamed = `${template}${SOURCE}`;
  return [
    ...files.filter(({ place }) => place !== CONTRACTS.lua && place !== TEST),
    { source: join(root, GALLERY, renamed), place: CONTRACTS.lua },
    { source: join(root, GALLERY, `${template}.test.ts`), place: TEST, renamed },
  ];
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
