import { refuseSource } from './diagnostics.js';
import type { Mark, MarkedMethod, ParsedClass, ParsedSource, TypedName } from './parse-source.js';

/** A class with a mark and everything that it has, its inheritance included. */
export interface MarkedClass extends Omit<ParsedClass, 'mark' | 'fields' | 'methods'> {
  readonly mark: Mark;
  /** Those of its bases first. */
  readonly fields: readonly TypedName[];
  readonly methods: readonly MarkedMethod[];
}

/** A source whose marked classes are complete. */
export interface CompletedSource extends Omit<ParsedSource, 'classes'> {
  readonly classes: readonly MarkedClass[];
}

/** A class of the SDK at the end of a chain of bases. */
const SDK_BASES: ReadonlySet<string> = new Set(['Contract', 'Packed']);

interface Found {
  readonly source: ParsedSource;
  readonly found: ParsedClass;
}

/**
 * Gives the marked classes of a contract what they inherit: fields of rows and structs, actions of the contract.
 * Nothing that an author wrote is left out: what cannot be supported is refused.
 *
 * @throws ContractBuildError
 */
export function completeClasses(sources: readonly ParsedSource[]): readonly CompletedSource[] {
  const withActions = new Set<ParsedClass>();
  const completed = sources.map(source => ({
    ...source,
    classes: source.classes.flatMap(found => {
      if (found.mark === undefined) return [];
      const lineage = lineageOf({ source, found }, sources);
      if (found.mark.name === 'contract') for (const each of lineage) withActions.add(each.found);
      return [completedClass(found, found.mark, lineage, source.file)];
    }),
  }));
  for (const { classes } of sources) {
    for (const found of classes) {
      const [method] = withActions.has(found) ? [] : found.methods;
      if (method === undefined) continue;
      refuseSource(
        method.file,
        method.line,
        `@${method.mark.name} ${method.name} would never be called: ${found.name} is neither the class marked @contract nor one that it extends`,
      );
    }
  }
  return completed;
}

/** A class and those that it extends, the outermost first. */
function lineageOf(start: Found, sources: readonly ParsedSource[]): readonly Found[] {
  const lineage: Found[] = [];
  for (let next: Found | undefined = start; next !== undefined; next = baseOf(next, sources)) {
    if (lineage.some(({ found }) => found === next?.found)) break; // The compiler says that it extends itself.
    lineage.unshift(next);
  }
  return lineage;
}

function baseOf({ source, found }: Found, sources: readonly ParsedSource[]): Found | undefined {
  const { base, line } = found;
  if (base === undefined) return undefined;
  const here = source.classes.find(({ name }) => name === base);
  if (here !== undefined) return { source, found: here };
  for (const { file, path, names } of source.imports) {
    const foreign = names.get(base);
    if (foreign === undefined) continue;
    if (file === undefined && path === 'sdk' && SDK_BASES.has(foreign)) return undefined;
    const other = sources.find(each => [`${file}.ts`, `${file}/index.ts`].includes(each.path));
    const there = other?.classes.find(({ name }) => name === foreign);
    if (other !== undefined && there !== undefined) return { source: other, found: there };
  }
  return refuseSource(
    source.file,
    line,
    `${found.name} extends ${base}, which is no class of the sources of this contract: what it has cannot be seen; extend Packed, Contract or a class of your own without type parameters`,
  );
}

function completedClass(
  found: ParsedClass,
  mark: Mark,
  lineage: readonly Found[],
  file: string,
): MarkedClass {
  const { name, line } = found;
  const refuse = (why: string): never => refuseSource(file, line, `@${mark.name} class ${name} ${why}`);
  if (lineage.some(each => each.found.hasTypeParameters)) refuse('has type parameters');
  const fields = lineage.flatMap(each => each.found.fields);
  if (mark.name !== 'contract') {
    const isMadePlainly = lineage.findLast(each => each.found.isMadePlainly !== undefined)?.found
      .isMadePlainly;
    if (isMadePlainly === false) {
      refuse(
        'has a constructor that needs arguments: it is made without any when it is read; give them defaults, or set the fields after `new`',
      );
    }
    const twice = fields.find(({ name: field }, i) => fields.findIndex(other => other.name === field) < i);
    if (twice !== undefined) refuse(`has "${twice.name}" twice, here and in a class that it extends`);
  }
  if (mark.name === 'table' && fields.length === 0) {
    refuse(
      'has no fields, and a row without any would not be stored: give it one, such as `exists: bool = true`',
    );
  }
  // Whoever overrides a marked method need not mark it again.
  const methods = new Map<string, MarkedMethod>();
  for (const each of lineage) for (const method of each.found.methods) methods.set(method.name, method);
  return { ...found, mark, fields, methods: [...methods.values()] };
}
