import { useEffect, useState } from 'preact/hooks';

/** The address of a view: behind the `#`, so that the node serves one file and never sees it. */
export interface Route {
  /** Such as `['tx', '5e4b…']`; empty for the overview. */
  readonly path: readonly string[];
}

function parsed(hash: string): Route {
  const path = hash
    .replace(/^#\/?/, '')
    .split('/')
    .filter(part => part !== '');
  return { path: path.map(decoded) };
}

/** A link that somebody typed need not be well encoded. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The link to a view. */
export function linkTo(...path: readonly (string | number | bigint)[]): string {
  return `#/${path.map(part => encodeURIComponent(String(part))).join('/')}`;
}

export function goTo(...path: readonly (string | number | bigint)[]): void {
  location.hash = linkTo(...path);
}

/** The current route; the component is drawn again when it changes. */
export function useRoute(): Route {
  const [route, setRoute] = useState(() => parsed(location.hash));
  useEffect(() => {
    const follow = (): void => setRoute(parsed(location.hash));
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return route;
}
