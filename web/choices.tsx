import type { JSX } from 'preact';
import { chooseLanguage, LANGUAGES, language, t } from './texts/language.js';
import { chooseTheme, isDark } from './theme.js';

/** Language and colours. */
export function Choices(): JSX.Element {
  const other = language() === 'en' ? 'zh' : 'en';
  return (
    <span class="buttons">
      <button type="button" class="plain" lang={other} onClick={() => chooseLanguage(other)}>
        {LANGUAGES[other].name}
      </button>
      <button
        type="button"
        class="plain"
        aria-label={t(isDark() ? 'theme.light' : 'theme.dark')}
        onClick={() => chooseTheme(isDark() ? 'light' : 'dark')}
      >
        {isDark() ? '☀' : '☾'}
      </button>
    </span>
  );
}
