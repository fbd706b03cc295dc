import { useEffect, useRef, useState } from 'preact/hooks';
import { useLive } from './live.js';

/** What a view shows of something that is being loaded. An earlier answer stays while the next one comes. */
export interface Loaded<T> {
  readonly value: T | undefined;
  readonly error: Error | undefined;
  readonly isLoading: boolean;
  reload(): void;
}

/**
 * Loads what a view shows, again when what it depends on changes, and, where it is live, with each block.
 * Answers that come late, for what is not shown any more, are dropped. Nothing is loaded while nobody looks.
 */
export function useAnswer<T>(load: () => Promise<T>, depends: readonly unknown[], isLive = false): Loaded<T> {
  const { version, connection } = useLive();
  const [turn, setTurn] = useState(0);
  const [state, setState] = useState<{ value?: T; error?: Error; key: string }>({ key: '' });
  const [isLoading, setLoading] = useState(true);
  const busy = useRef(false);
  const missed = useRef(false);
  const key = JSON.stringify(depends, (_name, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  const current = useRef(key);
  current.current = key;
  const tick = isLive ? `${version} ${connection}` : '';

  useEffect(() => {
    // One request at a time: on a quick chain blocks come faster than answers.
    if (busy.current && state.key === key) {
      missed.current = true;
      return;
    }
    busy.current = true;
    setLoading(true);
    load()
      .then(
        value => current.current === key && setState({ value, key }),
        (error: Error) =>
          current.current === key &&
          setState(old => ({
            ...(old.key === key && old.value !== undefined && { value: old.value }),
            error,
            key,
          })),
      )
      .finally(() => {
        busy.current = false;
        if (current.current === key) setLoading(false);
        if (missed.current) {
          missed.current = false;
          setTurn(count => count + 1);
        }
      });
  }, [key, turn, tick]);

  const shown = state.key === key ? state : undefined;
  return { value: shown?.value, error: shown?.error, isLoading, reload: () => setTurn(count => count + 1) };
}
