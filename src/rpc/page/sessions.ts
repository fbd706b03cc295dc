import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { User } from '../http/users.js';

/** Bytes of tokens and of ids of sessions: guessing them is hopeless. */
const SECRET_BYTES = 32;
/** People who are signed in at a time; the one who signed in first goes when there is another. */
const MOST_SESSIONS = 256;
const SESSION_MS = 7 * 24 * 60 * 60_000;
const OWNER_ONLY = 0o600;

/** Somebody who is signed in, as it is kept: never the id itself, which only the browser has. */
interface Session {
  /** SHA-256 of the id, in hex. */
  readonly id: string;
  readonly user: string;
  /** Of what the user's password is compared with: another password ends the session. */
  readonly proof: string;
  /** Milliseconds since 1970. */
  readonly expires: number;
}

export interface SessionOptions {
  readonly users: readonly User[];
  /** Signs in the first of the users, once. */
  readonly token: string;
  /** Where sessions outlive the process; without it they end with it. */
  readonly file?: string | undefined;
  readonly now?: () => number;
}

/** A token for {@link Sessions}, to be put into a link. */
export function madeUpToken(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

/**
 * Who is signed in on the page of this node. An id is made here whenever somebody signs in, whatever the browser
 * brought along; what is written down cannot be used to sign in.
 */
export class Sessions {
  readonly #users: ReadonlyMap<string, User>;
  readonly #first: User | undefined;
  readonly #file: string | undefined;
  readonly #now: () => number;
  readonly #sessions: Map<string, Session>;
  #token: Buffer | undefined;

  /** @throws what the file system says of a file that is there and cannot be read; SyntaxError for a broken one */
  constructor({ users, token, file, now = Date.now }: SessionOptions) {
    this.#users = new Map(users.map(user => [user.user, user]));
    this.#first = users[0];
    this.#file = file;
    this.#now = now;
    this.#token = digest(token);
    this.#sessions = new Map(kept(file).map(session => [session.id, session]));
  }

  /** The user for whom the token was made, who then needs another way to sign in; undefined for any other token. */
  redeem(token: string): User | undefined {
    if (this.#token === undefined || !timingSafeEqual(this.#token, digest(token))) return undefined;
    this.#token = undefined;
    return this.#first;
  }

  /** Signs a user in. @returns the id of the session, which is kept nowhere */
  begin({ user }: Pick<User, 'user'>): string {
    const known = this.#users.get(user);
    if (known === undefined) throw new RangeError(`there is no user ${user}`);
    const id = randomBytes(SECRET_BYTES).toString('base64url');
    const [oldest] = this.#sessions.keys();
    if (this.#sessions.size >= MOST_SESSIONS && oldest !== undefined) this.#sessions.delete(oldest);
    const session = { id: keyOf(id), user, proof: proofOf(known), expires: this.#now() + SESSION_MS };
    this.#sessions.set(session.id, session);
    this.#write();
    return id;
  }

  /** The user who has signed in with an id, with the rights that the user has now. */
  find(id: string): User | undefined {
    const session = this.#sessions.get(keyOf(id));
    if (session === undefined || session.expires <= this.#now()) return undefined;
    const user = this.#users.get(session.user);
    return user !== undefined && proofOf(user) === session.proof ? user : undefined;
  }

  /** Signs out. */
  end(id: string): void {
    if (this.#sessions.delete(keyOf(id))) this.#write();
  }

  #write(): void {
    for (const [key, { expires }] of this.#sessions) {
      if (expires <= this.#now()) this.#sessions.delete(key);
    }
    if (this.#file === undefined) return;
    const unfinished = `${this.#file}.${randomBytes(8).toString('hex')}.new`;
    writeFileSync(unfinished, `${JSON.stringify([...this.#sessions.values()])}\n`, {
      mode: OWNER_ONLY,
      flag: 'wx',
    });
    renameSync(unfinished, this.#file);
  }
}

function kept(file: string | undefined): Session[] {
  if (file === undefined) return [];
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Session[];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw new Error(`${file} cannot be read: ${(error as Error).message}; without it people sign in again`, {
      cause: error,
    });
  }
}

/** A password that is made up for each run says nothing about whether the user is still the same. */
function proofOf({ secret, unguessable }: User): string {
  return unguessable === true ? 'made up' : digest(JSON.stringify(secret)).toString('hex');
}

function keyOf(id: string): string {
  return digest(id).toString('hex');
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text, 'utf8').digest();
}
