/** A name of a type from any text: `my-box` becomes `MyBox`. */
export function typeName(text: string): string {
  const words = text.split(/[^A-Za-z0-9]+/).filter(word => word !== '');
  const name = words.map(word => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  return /^[A-Z]/.test(name) ? name : `Contract${name}`;
}

/** The names of the types that one file declares: each is given once. */
export class TypeNames {
  readonly #taken: Set<string>;

  /** @param taken - names that stand for something else there */
  constructor(taken: readonly string[]) {
    this.#taken = new Set(taken);
  }

  /** Keeps a name for something else. */
  reserve(name: string): void {
    this.#taken.add(name);
  }

  /** The name for a text, with a number behind it where another text has it. */
  take(text: string): string {
    const wanted = typeName(text);
    let name = wanted;
    for (let count = 2; this.#taken.has(name); count++) name = `${wanted}${count}`;
    this.#taken.add(name);
    return name;
  }
}

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

/** A name as that of a member of a type. */
export function memberName(name: string): string {
  return IDENTIFIER.test(name) ? name : JSON.stringify(name);
}

/** Whether names can stand in front of the types of a tuple or of parameters. */
export function isIdentifier(name: string): boolean {
  return IDENTIFIER.test(name);
}

/** A text of one line for a comment, which it cannot end. */
export function commentText(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').replaceAll('*/', '* /');
}
