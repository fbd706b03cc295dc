import type { FilterKeys } from './event-keys.js';

/** Who asks for events with certain keys. */
interface Wish<T> {
  readonly owner: T;
  /** Further keys that the event must have. */
  readonly others: readonly string[];
}

/**
 * Finds who wants an event. The work depends on the keys of the event and on who asks for one of them, not on how many
 * ask for anything.
 */
export class FilterIndex<T> {
  readonly #wishes = new Map<string, Set<Wish<T>>>();

  /** @param filters - at least one of them has to fit an event */
  add(owner: T, filters: readonly FilterKeys[]): void {
    for (const keys of filters) {
      // The last condition is the rarest: what a filter is listed under must be in as few events as possible.
      const listed = keys.at(-1) ?? '';
      const wishes = this.#wishes.get(listed) ?? new Set();
      wishes.add({ owner, others: keys.slice(0, -1) });
      this.#wishes.set(listed, wishes);
    }
  }

  /** Removes all wishes of an owner that were added with these filters. */
  remove(owner: T, filters: readonly FilterKeys[]): void {
    for (const keys of filters) {
      const listed = keys.at(-1) ?? '';
      const wishes = this.#wishes.get(listed);
      if (wishes === undefined) continue;
      for (const wish of wishes) if (wish.owner === owner) wishes.delete(wish);
      if (wishes.size === 0) this.#wishes.delete(listed);
    }
  }

  /** Who wants an event, each once. */
  ownersOf(keys: readonly string[]): Set<T> {
    const owners = new Set<T>();
    for (const key of keys) {
      const wishes = this.#wishes.get(key);
      if (wishes === undefined) continue;
      for (const { owner, others } of wishes) {
        if (others.length === 0 || others.every(other => keys.includes(other))) owners.add(owner);
      }
    }
    return owners;
  }
}
