import { createHash, timingSafeEqual } from 'node:crypto';

const SCHEME = 'Basic ';

/**
 * Checks the Authorization header against one user and password, in a time that does not reveal how
 * much of a guess is right.
 */
export class Credentials {
  readonly #expected: Buffer;

  /** @param userAndPassword - `user:password` */
  constructor(userAndPassword: string) {
    this.#expected = digest(Buffer.from(userAndPassword, 'utf8'));
  }

  /** Whether a header carries these credentials; the scheme's name is case-sensitive (spec 02 §1.2). */
  match(header: string): boolean {
    if (!header.startsWith(SCHEME)) return false;
    const given = Buffer.from(header.slice(SCHEME.length).trim(), 'base64');
    return timingSafeEqual(digest(given), this.#expected);
  }
}

/** The user that a header names whose credentials are right. */
export function userOf(header: string): string {
  const given = Buffer.from(header.slice(SCHEME.length).trim(), 'base64').toString('utf8');
  return given.slice(0, given.indexOf(':'));
}

/** Hashing makes both sides the same length, as the comparison demands. */
function digest(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}

/** What an operator configured, checked. */
export interface CredentialOptions {
  readonly user: string;
  readonly password: string;
  /** Weak credentials are allowed on development chains only. */
  readonly development: boolean;
}

/**
 * `user:password` as configured, or undefined when nothing is configured and the node should make
 * up credentials for the run.
 *
 * @throws RangeError for credentials that are as good as none, except on development chains (spec 02 §1.2)
 */
export function configuredCredentials(options: CredentialOptions): string | undefined {
  const { user, password, development } = options;
  if (user === '' && password === '') return undefined;
  if (!development) {
    if (user === '') throw new RangeError('rpcpassword is set, but rpcuser is not: set both or neither');
    if (password === '') throw new RangeError('rpcuser is set, but rpcpassword is not: set both or neither');
    if (user === password) throw new RangeError('rpcpassword must differ from rpcuser');
  }
  return `${user}:${password}`;
}
