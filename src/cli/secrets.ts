import { readSmallFile } from '../config/small-file.js';
import type { MethodRegistry } from '../rpc/declaration/registry.js';

/** Where secrets come from that do not stand on a command line. */
export interface SecretSources {
  /** Lines of standard input, where an option says that secrets are there. */
  readonly lines?: LinesOfInput | undefined;
  /** A file with the passphrase of the wallet. */
  readonly passphraseFile: string;
  /** The passphrase of the wallet, from the environment. */
  readonly passphrase: string | undefined;
  /** Asks a person, who does not see what he types. Undefined where nobody is there. */
  readonly prompt?: ((text: string) => Promise<string>) | undefined;
}

/** The text of standard input, line by line. */
export class LinesOfInput {
  readonly #lines: string[];

  constructor(text: string) {
    this.#lines = text.replace(/\r?\n$/, '').split(/\r?\n/);
  }

  /** @throws Error where there is no line left */
  next(what: string): string {
    const line = this.#lines.shift();
    if (line === undefined) throw new Error(`standard input has no line left for ${what}`);
    return line;
  }

  /** All that are left, which then none are. */
  rest(): string[] {
    return this.#lines.splice(0);
  }
}

/** What a parameter is that chooses a secret, instead of naming one that exists. */
const CHOOSES_SECRET: ReadonlySet<string> = new Set([
  'encryptwallet passphrase',
  'walletpassphrasechange newpassphrase',
]);

/**
 * The words of a call with its secrets, where the command line has left them out: `walletpassphrase 60` gets its
 * passphrase, as the first parameter, from elsewhere.
 *
 * @throws Error where a source does not have what is needed
 */
export async function withSecrets(
  method: string,
  words: readonly string[],
  registry: MethodRegistry,
  sources: SecretSources,
): Promise<readonly string[]> {
  const params = registry.find(method)?.declaration.params ?? [];
  const required = params.filter(({ optional }) => optional !== true);
  const secrets = required.filter(({ type }) => type.secret === true);
  // As many words as there are parameters that are no secrets, and too few for all.
  if (
    secrets.length === 0 ||
    words.length < required.length - secrets.length ||
    words.length >= required.length
  ) {
    return words;
  }
  const rest = [...words];
  const complete: string[] = [];
  for (const { name, type } of params) {
    if (type.secret === true) {
      const secret = await secretFor(method, name, sources);
      if (secret === undefined) return words;
      complete.push(secret);
    } else if (rest.length > 0) complete.push(rest.shift() as string);
  }
  return complete;
}

async function secretFor(method: string, name: string, sources: SecretSources): Promise<string | undefined> {
  const { lines, passphraseFile, passphrase, prompt } = sources;
  if (lines !== undefined) return lines.next(name);
  const isPassphrase = name === 'passphrase' || name === 'oldpassphrase';
  if (isPassphrase && passphraseFile !== '') return firstLine(passphraseFile);
  if (isPassphrase && passphrase !== undefined) return passphrase;
  if (prompt === undefined) return undefined;
  const secret = await prompt(`${name}: `);
  if (CHOOSES_SECRET.has(`${method} ${name}`) && (await prompt(`${name} again: `)) !== secret) {
    throw new Error('the two are not the same; nothing was done');
  }
  return secret;
}

/** @throws Error where the file cannot be read */
function firstLine(path: string): string {
  return readSmallFile(path).split(/\r?\n/, 1)[0] ?? '';
}
