import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Caller } from '../declaration/caller.js';
import { ROLE_NAMES, type Role } from '../declaration/touches.js';

const SCHEME = 'Basic ';
/** A key for names that no user has, so that an answer takes as long as one of a name that is there. */
const NO_SALT = '0'.repeat(32);

/** What a password is compared with: itself, or what HMAC-SHA256 makes of it with a salt as the key. */
export type Secret =
  | { readonly password: string }
  /** Both in hex; the key is the text of the salt, as in lines of Bitcoin Core. */
  | { readonly salt: string; readonly hash: string };

/** A user of the interface. Plain data: it passes between threads. */
export interface User extends Pick<Caller, 'user' | 'role' | 'methods'> {
  readonly secret: Secret;
  /** Whether the password is so long and random that guessing it is hopeless. */
  readonly unguessable?: boolean;
}

/** The options that name users besides the one of -rpcuser or the cookie. */
export interface UserOptions {
  readonly rpcauth: readonly string[];
  readonly rpcrole: readonly string[];
  readonly rpcwhitelist: readonly string[];
}

/**
 * All users of a node.
 *
 * @param operator - `user:password` of -rpcuser and -rpcpassword, or of the cookie
 * @param isCookie - whether the password was made up for this run
 * @throws RangeError for a line that is malformed, names a user twice, or one that is not there
 */
export function configuredUsers(operator: string, isCookie: boolean, options: UserOptions): readonly User[] {
  const [name, password] = split(operator);
  const users = new Map<string, User>([
    [name, { user: name, role: 'dev', secret: { password }, unguessable: isCookie }],
  ]);
  for (const line of options.rpcauth) {
    const user = parseRpcAuth(line);
    if (users.has(user.user)) throw new RangeError(`rpcauth: there are two users of the name ${user.user}`);
    users.set(user.user, user);
  }
  for (const line of options.rpcrole) {
    const [user, role] = named(line, 'rpcrole', users);
    if (!isRole(role)) {
      throw new RangeError(`rpcrole=${line}: ${role} is no role; there are ${ROLE_NAMES.join(', ')}`);
    }
    users.set(user.user, { ...user, role });
  }
  for (const line of options.rpcwhitelist) {
    const [user, list] = named(line, 'rpcwhitelist', users);
    const methods = list.split(',').map(method => method.trim());
    // As in Bitcoin Core: of several lines for one user, what is on all of them is allowed.
    const both = user.methods === undefined ? methods : methods.filter(one => user.methods?.includes(one));
    users.set(user.user, { ...user, methods: both });
  }
  return [...users.values()];
}

function isRole(text: string): text is Role {
  return (ROLE_NAMES as readonly string[]).includes(text);
}

/** Such as `alice:read`: the user, and what follows. */
function named(line: string, option: string, users: ReadonlyMap<string, User>): [user: User, rest: string] {
  const [name, rest] = split(line);
  const user = users.get(name);
  if (user === undefined || !line.includes(':')) {
    throw new RangeError(
      `${option}=${line} begins with no user and a colon; the users are ${[...users.keys()].join(', ')}`,
    );
  }
  return [user, rest];
}

/** A user with all rights until a role says otherwise, as in Bitcoin Core. */
function parseRpcAuth(line: string): User {
  const match = /^([^:]+):([0-9a-fA-F]+)\$([0-9a-fA-F]{64})$/.exec(line);
  if (match === null) {
    // What is wrong may be a password: it is not repeated.
    throw new RangeError(
      'a line of rpcauth is not NAME:SALT$HASH with salt and hash in hex; `coind rpcauth NAME` makes one',
    );
  }
  const [, user = '', salt = '', hash = ''] = match;
  return { user, role: 'dev', secret: { salt, hash: hash.toLowerCase() } };
}

/** What stands in a line of rpcauth for a password, in hex. */
export function saltedHash(salt: string, password: string): string {
  return createHmac('sha256', salt).update(password, 'utf8').digest('hex');
}

/**
 * Finds the user of an Authorization header, in a time that reveals neither how much of a password is right nor
 * whether there is a user of that name.
 */
export class Users {
  readonly #users: ReadonlyMap<string, User>;

  constructor(users: readonly User[]) {
    this.#users = new Map(users.map(user => [user.user, user]));
  }

  /** The user whose credentials a header carries; the scheme's name is case-sensitive (spec 02 §1.2). */
  find(header: string): User | undefined {
    if (!header.startsWith(SCHEME)) return undefined;
    const [name, password] = split(
      Buffer.from(header.slice(SCHEME.length).trim(), 'base64').toString('utf8'),
    );
    const user = this.#users.get(name);
    const salted = saltedHash(
      user !== undefined && 'salt' in user.secret ? user.secret.salt : NO_SALT,
      password,
    );
    if (user === undefined) return undefined;
    const isRight =
      'salt' in user.secret ? isSame(salted, user.secret.hash) : isSame(password, user.secret.password);
    return isRight ? user : undefined;
  }
}

/** Hashing makes both sides the same length, as the comparison demands. */
function isSame(one: string, other: string): boolean {
  return timingSafeEqual(digest(one), digest(other));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text, 'utf8').digest();
}

/** What stands before the first colon and behind it. */
function split(text: string): [before: string, behind: string] {
  const colon = text.indexOf(':');
  return colon === -1 ? [text, ''] : [text.slice(0, colon), text.slice(colon + 1)];
}
