import { en } from './en.js';
import { zh } from './zh.js';

/** The languages of the page, by the code that `lang` of HTML has. */
export const LANGUAGES = { en: { name: 'English', texts: en }, zh: { name: '中文', texts: zh } } as const;

export type Language = keyof typeof LANGUAGES;
export type TextKey = keyof typeof en;

const KEY = 'coind.language';
let current: Language = initial();
document.documentElement.lang = current;

/** The one that was chosen, else that of the browser. */
function initial(): Language {
  const stored = localStorage.getItem(KEY) ?? navigator.language.slice(0, 2);
  return stored === 'zh' ? 'zh' : 'en';
}

export function language(): Language {
  return current;
}

export function chooseLanguage(chosen: Language): void {
  localStorage.setItem(KEY, chosen);
  current = chosen;
  document.documentElement.lang = chosen;
  window.dispatchEvent(new Event('languagechange'));
}

/** A text in the chosen language. @param values - what stands in the place of `{name}` */
export function t(key: TextKey, values: Readonly<Record<string, string | number | bigint>> = {}): string {
  const text: string = LANGUAGES[current].texts[key];
  return text.replace(/\{(\w+)\}/g, (_all, name: string) => String(values[name] ?? ''));
}

/** Whether there is a text of a name that is made up of parts. */
export function isTextKey(key: string): key is TextKey {
  return Object.hasOwn(en, key);
}
