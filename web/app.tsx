import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Frame } from './frame.js';
import { followChain } from './live.js';
import { node } from './node.js';
import { goTo, useRoute } from './router.js';
import { currentSession, type Session, type SignInProblem, signInByToken } from './session.js';
import { SignIn } from './sign-in.js';
import { onSignedOut } from './signed-out.js';
import { t } from './texts/language.js';

/** The whole page: who is signed in sees the views, everybody else how to sign in. */
export function App(): JSX.Element {
  const route = useRoute();
  const [session, setSession] = useState<Session | 'unknown' | undefined>('unknown');
  const [problem, setProblem] = useState<SignInProblem>();
  const [, redraw] = useState(0);
  const [first, second] = route.path;
  const token = first === 'sign-in' ? second : undefined;

  useEffect(() => {
    const again = (): void => redraw(count => count + 1);
    addEventListener('languagechange', again);
    addEventListener('themechange', again);
    const endWatching = onSignedOut(() => setSession(undefined));
    return () => {
      removeEventListener('languagechange', again);
      removeEventListener('themechange', again);
      endWatching();
    };
  }, []);

  useEffect(() => {
    const begin = async (): Promise<void> => {
      if (token === undefined) {
        setSession(await currentSession());
        return;
      }
      // The token leaves the address at once: it must not stay in the history.
      history.replaceState(undefined, '', location.pathname);
      const answer = await signInByToken(token);
      if ('session' in answer) setSession(answer.session);
      else {
        const known = await currentSession();
        if (known === undefined) setProblem(answer.problem);
        setSession(known);
      }
      goTo();
    };
    begin().catch(() => {
      setProblem('failed');
      setSession(undefined);
    });
  }, [token]);

  const isSignedIn = session !== undefined && session !== 'unknown';
  useEffect(
    () => (isSignedIn ? followChain(async () => Number(await node.getblockcount())) : undefined),
    [isSignedIn],
  );

  if (session === 'unknown') return <div class="loading" role="status" aria-label={t('loading')} />;
  if (session === undefined) return <SignIn problem={problem} onSignedIn={setSession} />;
  return <Frame session={session} route={route} onSignedOut={() => setSession(undefined)} />;
}
