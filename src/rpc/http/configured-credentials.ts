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
