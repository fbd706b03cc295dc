import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Choices } from './choices.js';
import { Logo } from './logo.js';
import { type Session, type SignInProblem, signInByPassword } from './session.js';
import { t } from './texts/language.js';

/** How to sign in: with the link of the node, or with user and password. */
export function SignIn({
  problem,
  onSignedIn,
}: {
  readonly problem: SignInProblem | undefined;
  readonly onSignedIn: (session: Session) => void;
}): JSX.Element {
  const [user, setUser] = useState('');
  const [password, setPassword] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [failed, setFailed] = useState(problem);

  const signIn = async (event: Event): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    const answer = await signInByPassword(user, password).catch(() => ({ problem: 'failed' as const }));
    setBusy(false);
    if ('session' in answer) onSignedIn(answer.session);
    else setFailed(answer.problem);
  };

  return (
    <main class="frame">
      <div class="sign-in stack">
        <div class="heading">
          <span class="brand">
            <Logo /> coind
          </span>
          <span style={{ flex: 1 }} />
          <Choices />
        </div>
        <section class="panel stack">
          <h1>{t('signIn.title')}</h1>
          <p class="soft">{t('signIn.link')}</p>
          {failed !== undefined && (
            <div class="note bad" role="alert">
              {t(`signIn.problem.${failed}`)}
            </div>
          )}
          <form onSubmit={event => void signIn(event)}>
            <div class="field">
              <label for="user">{t('signIn.user')}</label>
              <input
                id="user"
                autocomplete="username"
                value={user}
                onInput={event => setUser(event.currentTarget.value)}
              />
            </div>
            <div class="field">
              <label for="password">{t('signIn.password')}</label>
              <input
                id="password"
                type="password"
                autocomplete="current-password"
                value={password}
                onInput={event => setPassword(event.currentTarget.value)}
              />
              <small>{t('signIn.hint')}</small>
            </div>
            <button type="submit" class="main" disabled={isBusy || user === ''}>
              {t('signIn.button')}
            </button>
          </form>
        </section>
      </div>
    </main>
  );
}
