import type { ResultType } from './result-type.js';

const INDENT = '  ';

/** How the lines show types that have a name. */
export interface LineOptions {
  /** What to write instead of the members of a type that has a name; undefined: its members. */
  readonly reference?: (name: string) => string;
}

/**
 * A type as lines for people: the type first, then its members below each other.
 *
 * @param indent - what every line begins with
 */
export function typeLines(type: ResultType, indent = '', options: LineOptions = {}): string[] {
  const summary = type.summary === '' ? '' : `: ${type.summary}`;
  return [`${indent}${typeName(type, options)}${summary}`, ...memberLines(type, indent + INDENT, options)];
}

/** The lines of the members alone. */
export function memberLines(type: ResultType, indent: string, options: LineOptions): string[] {
  switch (type.kind) {
    case 'object':
      if (type.name !== undefined && options.reference) return [];
      return [
        ...Object.entries(type.members).flatMap(([name, member]) => oneMember(name, member, indent, options)),
        ...(type.further === undefined ? [] : [`${indent}… ${type.further}`]),
      ];
    case 'array':
      return memberLines(type.items, indent, options);
    case 'map':
      return memberLines(type.values, indent, options);
    case 'either':
      return optionLines(type.options, indent, options);
    default:
      return [];
  }
}

/** The members of the only option that has any; of several, each below what it is. */
function optionLines(types: readonly ResultType[], indent: string, options: LineOptions): string[] {
  const shown = types
    .map(type => ({ type, lines: memberLines(type, indent + INDENT, options) }))
    .filter(({ lines }) => lines.length > 0);
  const [first, ...rest] = shown;
  if (first === undefined) return [];
  if (rest.length === 0) return memberLines(first.type, indent, options);
  return shown.flatMap(({ type, lines }) => {
    const summary = type.summary === '' ? '' : `: ${type.summary}`;
    return [`${indent}${typeLabel(type)}${summary}`, ...lines];
  });
}

/** How an option is distinguished from the others: its name, where it has one. */
function typeLabel(type: ResultType): string {
  return type.kind === 'object' && type.name !== undefined ? type.name : typeName(type);
}

function oneMember(name: string, type: ResultType, indent: string, options: LineOptions): string[] {
  const need = type.optional ? ', not always' : '';
  const summary = type.summary === '' ? '' : `: ${type.summary}`;
  return [
    `${indent}${memberName(name)} (${typeName(type, options)}${need})${summary}`,
    ...memberLines(type, indent + INDENT, options),
  ];
}

/** The type in a few words, such as `array of text`. */
function typeName(type: ResultType, options: LineOptions = {}): string {
  switch (type.kind) {
    case 'array':
      return `array of ${typeName(type.items, options)}`;
    case 'map':
      return `object of ${typeName(type.values, options)} by ${type.key}`;
    case 'object':
      return type.name !== undefined && options.reference ? options.reference(type.name) : 'object';
    case 'either':
      return [...new Set(type.options.map(option => typeName(option, options)))].join(' or ');
    case 'text':
      return type.values === undefined ? 'text' : type.values.map(value => `"${value}"`).join(' | ');
    case 'amount':
    case 'balance':
      return 'integer';
    default:
      return type.kind;
  }
}

function memberName(name: string): string {
  return /^\w+$/.test(name) ? name : `"${name}"`;
}
