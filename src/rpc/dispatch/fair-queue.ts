/**
 * What waits, by client: clients take turns, and what one client has comes in the order of its arrival.
 */
export class FairQueue<T> {
  /** The client comes next whose name stands first. */
  readonly #waiting = new Map<string, T[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  sizeOf(client: string): number {
    return this.#waiting.get(client)?.length ?? 0;
  }

  add(client: string, item: T): void {
    const own = this.#waiting.get(client);
    if (own === undefined) this.#waiting.set(client, [item]);
    else own.push(item);
    this.#size++;
  }

  /**
   * Takes out what comes next.
   * @param fits - whether an item may come now; one that may not lets later ones of its client pass. Default: each may
   */
  next(fits: (item: T) => boolean = () => true): T | undefined {
    for (const [client, own] of this.#waiting) {
      const index = own.findIndex(fits);
      if (index === -1) continue;
      const [item] = own.splice(index, 1);
      this.#size--;
      // Who had a turn stands last.
      this.#waiting.delete(client);
      if (own.length > 0) this.#waiting.set(client, own);
      return item;
    }
    return undefined;
  }

  /** Takes an item out that nobody wants any more. */
  remove(client: string, item: T): void {
    const own = this.#waiting.get(client);
    const index = own?.indexOf(item) ?? -1;
    if (own === undefined || index === -1) return;
    own.splice(index, 1);
    this.#size--;
    if (own.length === 0) this.#waiting.delete(client);
  }
}
