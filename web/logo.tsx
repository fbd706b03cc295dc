import type { JSX } from 'preact';

export function Logo(): JSX.Element {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="#0d9488" />
      <path d="M21 11a7 7 0 1 0 0 10" fill="none" stroke="#fff" stroke-width="3.4" stroke-linecap="round" />
    </svg>
  );
}
