import type { Role } from '../src/rpc/declaration/touches.js';

/** Who is signed in. */
export interface Session {
  readonly user: string;
  readonly role: Role;
}

/** Why somebody could not sign in. */
export type SignInProblem = 'token' | 'password' | 'later' | 'failed';

export type SignIn = { readonly session: Session } | { readonly problem: SignInProblem };

const SESSION = '/page/session';

async function ask(request: RequestInit): Promise<SignIn | undefined> {
  const response = await fetch(SESSION, { method: 'POST', credentials: 'same-origin', ...request });
  const answer = (await response.json()) as Session & { readonly error?: SignInProblem };
  if (response.ok && answer.user === undefined) return undefined;
  return response.ok ? { session: answer } : { problem: answer.error ?? 'failed' };
}

/** Who the cookie of this browser says it is; undefined for nobody. */
export async function currentSession(): Promise<Session | undefined> {
  const answer = await ask({});
  return answer !== undefined && 'session' in answer ? answer.session : undefined;
}

/** With the token of the link that a node prints when it starts. */
export async function signInByToken(token: string): Promise<SignIn> {
  return (await ask({ body: `token=${token}` })) ?? { problem: 'token' };
}

export async function signInByPassword(user: string, password: string): Promise<SignIn> {
  const credentials = String.fromCharCode(...new TextEncoder().encode(`${user}:${password}`));
  return (await ask({ headers: { authorization: `Basic ${btoa(credentials)}` } })) ?? { problem: 'password' };
}

export async function signOut(): Promise<void> {
  await fetch(`${SESSION}/end`, { method: 'POST', credentials: 'same-origin' });
}
