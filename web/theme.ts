/** What the user has chosen; `auto` follows the system. */
export type Theme = 'auto' | 'dark' | 'light';

const KEY = 'coind.theme';
const THEMES: readonly Theme[] = ['auto', 'dark', 'light'];

export function storedTheme(): Theme {
  const stored = localStorage.getItem(KEY);
  return THEMES.find(theme => theme === stored) ?? 'auto';
}

export function applyTheme(theme: Theme): void {
  if (theme === 'auto') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

export function chooseTheme(theme: Theme): void {
  localStorage.setItem(KEY, theme);
  applyTheme(theme);
  window.dispatchEvent(new Event('themechange'));
}

/** Whether dark colours are shown. */
export function isDark(): boolean {
  const { theme } = document.documentElement.dataset;
  return theme === undefined ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark';
}
