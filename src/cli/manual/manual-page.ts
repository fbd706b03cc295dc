import { OPTION_GROUPS, type OptionDeclaration } from '../../config/options.js';
import { defaultText } from '../../config/options-help.js';
import { packageVersion } from '../../config/package-version.js';
import { OPTION_RULES, usageForms } from '../usage.js';

const FILES = [
  ['~/.coind/coind.conf', 'the configuration file'],
  [
    '~/.coind/<network>/blocks',
    'the log of blocks, from which everything else of the chain can be made anew',
  ],
  ['~/.coind/<network>/chain', 'the database'],
  ['~/.coind/<network>/wallet.dat', 'the keys'],
  ['~/.coind/<network>/.cookie', 'the credentials of this run, where no others were given'],
] as const;

const EXIT_STATUS = [
  ['0', 'done'],
  ['1', 'the program could not do what it should, and says why; the error -1 of a node'],
  ['74', 'the result could not be written, as on a full disk'],
  ['124', 'a time limit has passed'],
  ['other', 'the absolute value of the code of an error of the node, modulo 256'],
] as const;

/** The manual page coind(1), in the form of man(7). */
export function manualPage(): string {
  const forms = usageForms().map(([words, summary]) => entry(`coind ${words}`, summary));
  const groups = Object.entries(OPTION_GROUPS).map(([title, group]) =>
    [`.SS ${escaped(title)}`, ...Object.entries<OptionDeclaration>(group).map(optionEntry)].join('\n'),
  );
  return `${[
    `.TH COIND 1 "" "coind ${packageVersion()}" "User commands"`,
    '.SH NAME',
    'coind \\- a blockchain node, and the client of its JSON-RPC interface',
    '.SH SYNOPSIS',
    ...forms,
    '.SH DESCRIPTION',
    'Without a method a node is started; with one, the method of a running node is called and its answer printed.',
    ...OPTION_RULES.map(escaped),
    'A unit of systemd, rules for alerts and the settings of a reverse proxy are in docs/operating of the package.',
    '.SH OPTIONS',
    ...groups,
    '.SH EXIT STATUS',
    ...EXIT_STATUS.map(([status, meaning]) => entry(status, meaning)),
    '.SH FILES',
    ...FILES.map(([path, meaning]) => entry(path, meaning)),
    '.SH SIGNALS',
    entry('SIGTERM, SIGINT', 'stop the node: what waits is written, and the database closed'),
    entry('SIGHUP', 'opens the file of the log again'),
  ].join('\n')}\n`;
}

function optionEntry([name, { type, default: value, summary }]: [string, OptionDeclaration]): string {
  const words = type.isFlag ? `-${name}` : `-${name}=${type.form}`;
  const shownDefault = defaultText(value);
  return entry(words, shownDefault === '' ? summary : `${summary} (default ${shownDefault})`);
}

function entry(words: string, meaning: string): string {
  return `.TP\n.B ${escaped(words)}\n${escaped(meaning)}`;
}

/** Text that stands for itself: no line is a request, and a dash can be copied into a shell. */
function escaped(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^(['.])/, '\\&$1')
    .replace(/[^\x20-\x7e]/gu, character => `\\[u${hexCodePoint(character)}]`);
}

function hexCodePoint(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
}
