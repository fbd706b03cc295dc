import { COMMANDS } from './commands.js';

/** The ways to call the program, with what each does. */
export function usageForms(): readonly (readonly [words: string, summary: string])[] {
  return [
    ['[options]', 'start a node'],
    ['[options] <method> [parameters]', 'call a method of a running node'],
    ['<method> --help', 'explain a method'],
    ...COMMANDS.map(({ name, parameters, summary }) => [`${name} ${parameters}`, summary] as const),
  ];
}

/** How options and parameters are written. */
export const OPTION_RULES = [
  'Options are written -key=value or -key value, or -key and -nokey for those that are on or off; -- ends them.',
  'They can also stand in the environment as COIND_KEY, and in the configuration file as key=value.',
  'A parameter - is read from standard input; after -- in front of the parameters every word is taken as it is.',
] as const;
