import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../src/config/package-root.js';

/** A keyword or sign after which a slash begins a regular expression and does not divide. */
const BEFORE_EXPRESSION =
  /(?:[([{,;:=!&|?+\-*%<>~^]|\b(?:return|typeof|case|in|of|do|else|void|await|yield|throw))\s*$/;
const REGULAR_EXPRESSION = /\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/[a-z]*/y;
const QUOTED = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/y;
const COMMENT = /\/\/[^\n]*|\/\*[\s\S]*?\*\//y;

/**
 * The code of a TypeScript source: comments, and what is in texts, templates and regular expressions,
 * are replaced by spaces, so that a search finds code only. What stands in `${}` of a template is code.
 * Lines and columns stay as they are.
 */
export function codeOf(source: string): string {
  let code = '';
  let at = 0;
  /** For each template that is open, the number of braces that are open in its `${}`. */
  const braces: number[] = [];
  const blank = (text: string) => text.replace(/[^\n]/g, ' ');
  const take = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const [text] = pattern.exec(source) ?? [];
    if (text === undefined) return false;
    // The quotes stay: a text is still an operand.
    code += pattern === COMMENT ? blank(text) : text[0] + blank(text.slice(1, -1)) + text.at(-1);
    at += text.length;
    return true;
  };
  /** Takes the text of a template up to its end or the next `${`. */
  const takeTemplate = (): void => {
    for (; at < source.length; at++) {
      if (source[at] === '\\') {
        code += '  ';
        at++;
      } else if (source[at] === '`') {
        code += source[at++];
        return;
      } else if (source.startsWith('${', at)) {
        code += '${';
        at += 2;
        braces.push(0);
        return;
      } else code += blank(source[at] ?? '');
    }
  };
  while (at < source.length) {
    if (take(COMMENT) || take(QUOTED)) continue;
    if (source[at] === '/' && BEFORE_EXPRESSION.test(code) && take(REGULAR_EXPRESSION)) continue;
    const character = source[at++] ?? '';
    code += character;
    const open = braces.at(-1);
    if (character === '`') takeTemplate();
    else if (open !== undefined && character === '{') braces[braces.length - 1] = open + 1;
    else if (open !== undefined && character === '}') {
      if (open > 0) braces[braces.length - 1] = open - 1;
      else {
        braces.pop();
        takeTemplate();
      }
    }
  }
  return code;
}

/** A source file and its code. */
export interface SourceFile {
  /** From the root of the repository, such as `src/tx/block.ts`. */
  readonly path: string;
  readonly source: string;
  readonly code: string;
}

/** The TypeScript sources below some folders of the repository. */
export function sourceFiles(...folders: readonly string[]): SourceFile[] {
  return folders.flatMap(folder =>
    readdirSync(join(packageRoot(), folder), { recursive: true, encoding: 'utf8' })
      // What benchmarks compare with is installed below them.
      .filter(name => name.endsWith('.ts') && !name.endsWith('.d.ts') && !name.includes('node_modules'))
      .sort()
      .map(name => {
        const path = join(folder, name);
        const source = readFileSync(join(packageRoot(), path), 'utf8');
        return { path, source, code: codeOf(source) };
      }),
  );
}
