/** Characters of answers that are kept as texts; then they become bytes, so that the end of a long batch is no long turn. */
const PIECE = 65_536;

/** The answer to a batch while it grows, as it is sent: a JSON array and a line break. */
export class BatchAnswer {
  readonly #pieces: Uint8Array[] = [];
  #texts: string[] = [];
  #length = 0;

  /** Adds the answer to an element, as JSON. */
  add(text: string): void {
    this.#texts.push(text);
    this.#length += text.length;
    if (this.#length >= PIECE) this.#pack();
  }

  get isEmpty(): boolean {
    return this.#pieces.length === 0 && this.#texts.length === 0;
  }

  /** The whole as text, or a long one as its bytes in UTF-8. Nothing may be added afterwards. */
  body(): string | Uint8Array<ArrayBuffer> {
    if (this.#pieces.length === 0) return `[${this.#texts.join(',')}]\n`;
    if (this.#texts.length > 0) this.#pack();
    const end = new TextEncoder().encode(']\n');
    const bytes = new Uint8Array(this.#pieces.reduce((sum, piece) => sum + piece.length, end.length));
    let offset = 0;
    for (const piece of [...this.#pieces, end]) {
      bytes.set(piece, offset);
      offset += piece.length;
    }
    return bytes;
  }

  #pack(): void {
    const begin = this.#pieces.length === 0 ? '[' : ',';
    this.#pieces.push(new TextEncoder().encode(begin + this.#texts.join(',')));
    this.#texts = [];
    this.#length = 0;
  }
}
