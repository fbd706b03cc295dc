import { OPTION_GROUPS, OPTIONS, type OptionDeclaration, type OptionName } from './options.js';

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

/** The options that differ from their defaults, as they may be logged: secrets are masked. */
export function loggableOptions(values: { readonly [N in OptionName]: unknown }): Record<string, unknown> {
  const shown: Record<string, unknown> = {};
  for (const [name, declaration] of OPTIONS) {
    const value = values[name as OptionName];
    if (value === declaration.default || (Array.isArray(value) && value.length === 0)) continue;
    shown[name] = declaration.secret === true ? '***' : value;
  }
  return shown;
}

function optionLine(name: string, { type, default: value, summary }: OptionDeclaration): string {
  const words = type.isFlag ? `  -${name}` : `  -${name}=${type.form}`;
  const shownDefault = defaultText(value);
  const text = shownDefault === '' ? summary : `${summary} (default ${shownDefault})`;
  return words.length < WIDTH ? `${words.padEnd(WIDTH)}${text}` : `${words}\n${' '.repeat(WIDTH)}${text}`;
}

function defaultText(value: unknown): string {
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return '';
  return typeof value === 'boolean' ? String(Number(value)) : String(value);
}
