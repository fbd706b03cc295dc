import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Choices } from './choices.js';
import { grouped } from './format.js';
import { dismissReorganization, useLive } from './live.js';
import { Logo } from './logo.js';
import { goTo, linkTo, type Route } from './router.js';
import { type Session, signOut } from './session.js';
import { isTextKey, language, t } from './texts/language.js';
import { NAVIGATION, View } from './views/index.js';

/** Characters of an address that the title of the window shows. */
const TITLE_LENGTH = 64;

/** Heading, navigation and the current view. */
export function Frame({
  session,
  route,
  onSignedOut,
}: {
  readonly session: Session;
  readonly route: Route;
  readonly onSignedOut: () => void;
}): JSX.Element {
  const { connection, blocks, reorganized } = useLive();
  const main = useRef<HTMLElement>(null);
  const [isMenuOpen, setMenuOpen] = useState(false);
  const [tip] = blocks;
  const [first = ''] = route.path;
  const address = route.path.join('/');

  // Who uses a keyboard or a screen reader begins at the top of a new view.
  useEffect(() => {
    scrollTo(0, 0);
    setMenuOpen(false);
    const [, second = ''] = route.path;
    const name = NAVIGATION.find(({ views }) => views.includes(first))?.name;
    const what = isTextKey(first) ? t(first) : name === undefined ? '' : t(name);
    document.title = [`${what} ${second.slice(0, TITLE_LENGTH)}`.trim(), 'coind']
      .filter(part => part !== '')
      .join(' · ');
    if (address !== '') main.current?.focus({ preventScroll: true });
  }, [address, language()]);

  const leave = async (): Promise<void> => {
    await signOut();
    onSignedOut();
  };

  return (
    <>
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        {t('skip')}
      </button>
      <div class="top">
        <header class="top-inner">
          <a class="brand" href={linkTo()}>
            <Logo /> coind
          </a>
          <span class="state" role="status">
            <span class={`dot ${connection}`} />
            {tip === undefined ? (
              t(`connection.${connection}`)
            ) : (
              <>
                <span class="number">{grouped(tip.height)}</span>
                <span>{t(`connection.${connection}`)}</span>
              </>
            )}
          </span>
          <Search />
          <button
            type="button"
            class="menu-button"
            aria-expanded={isMenuOpen}
            aria-controls="menu"
            onClick={() => setMenuOpen(!isMenuOpen)}
          >
            {t('nav.menu')}
          </button>
        </header>
        <div id="menu" class={`menu${isMenuOpen ? ' open' : ''}`}>
          <nav class="nav" aria-label={t('nav.label')}>
            {NAVIGATION.filter(({ isShown }) => isShown(session)).map(({ name, path, views }) => (
              <a href={linkTo(...path)} {...(views.includes(first) && { 'aria-current': 'page' as const })}>
                {t(name)}
              </a>
            ))}
          </nav>
          <Choices />
          <button
            type="button"
            class="plain"
            onClick={() => void leave()}
            title={`${session.user} (${session.role})`}
          >
            {t('signOut')}
          </button>
        </div>
      </div>
      <div class="frame">
        <main id="content" tabIndex={-1} ref={main}>
          {reorganized !== undefined && (
            <div class="banner" role="alert">
              {t('reorganized', { height: reorganized.height, n: reorganized.blocks })}
              <button type="button" class="plain" onClick={dismissReorganization}>
                {t('close')}
              </button>
            </div>
          )}
          <View route={route} session={session} />
        </main>
      </div>
    </>
  );
}

/** Finds anything; the key `/` leads here. */
function Search(): JSX.Element {
  const [text, setText] = useState('');
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const focus = (event: KeyboardEvent): void => {
      const { tagName } = event.target as HTMLElement;
      if (event.key !== '/' || ['INPUT', 'TEXTAREA', 'SELECT'].includes(tagName)) return;
      event.preventDefault();
      input.current?.focus();
    };
    addEventListener('keydown', focus);
    return () => removeEventListener('keydown', focus);
  }, []);
  return (
    <search class="search">
      <form
        onSubmit={event => {
          event.preventDefault();
          if (text.trim() !== '') goTo('search', text.trim());
          setText('');
        }}
      >
        <input
          ref={input}
          type="search"
          value={text}
          onInput={event => setText(event.currentTarget.value)}
          placeholder={t('search.placeholder')}
          aria-label={t('search.label')}
          spellcheck={false}
          maxLength={256}
        />
      </form>
    </search>
  );
}
