import { OPTION_GROUPS, type OptionDeclaration } from './options.js';

const WIDTH = 30;

/** All options with their values and defaults, for `coind --help`. */
export function optionsHelp(): string {
  const groups = Object.entries(OPTION_GROUPS).map(([title, group]) => {
    const lines = Object.entries<OptionDeclaration>(group).map(([name, declaration]) =>
      optionLine(name, declaration),
    );
    return `${title}:\n${lines.join('\n')}`;
  });
  return groups.join('\n\n');
}

function optionLine(name: string, { type, default: value, summary }: OptionDeclaration): string {
  const words = type.isFlag ? `  -${name}` : `  -${name}=${type.form}`;
  const shownDefault = defaultText(value);
  const text = shownDefault === '' ? summary : `${summary} (default ${shownDefault})`;
  return words.length < WIDTH ? `${words.padEnd(WIDTH)}${text}` : `${words}\n${' '.repeat(WIDTH)}${text}`;
}

/** A default as it is shown; empty where there is none. */
export function defaultText(value: unknown): string {
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return '';
  return typeof value === 'boolean' ? String(Number(value)) : String(value);
}
