import { randomBytes } from 'node:crypto';
import { saltedHash } from '../rpc/http/users.js';
import type { CommandResult, Terminal } from './terminal.js';

const SALT_BYTES = 16;
const PASSWORD_BYTES = 32;

/**
 * Makes a line of the option `rpcauth` for a user, with a password that is made up and shown once: the command
 * `coind rpcauth NAME`.
 *
 * @throws Error for a name that cannot stand in a line
 */
export function makeRpcAuth([name, ...rest]: readonly string[], terminal: Terminal): CommandResult {
  if (name === undefined || rest.length > 0) throw new Error('give one name: coind rpcauth NAME');
  if (!/^[^\s:,#]{1,64}$/.test(name)) {
    throw new Error(
      `${JSON.stringify(name)} cannot be a user: names have 1 to 64 characters, none of them a blank, a colon, a comma or #`,
    );
  }
  const password = randomBytes(PASSWORD_BYTES).toString('base64url');
  const salt = randomBytes(SALT_BYTES).toString('hex');
  terminal.output(`rpcauth=${name}:${salt}$${saltedHash(salt, password)}\n`);
  terminal.errors(
    `The line is for coind.conf. The password of ${name}, which is stored nowhere, is\n${password}\n`,
  );
  return 0;
}
