import { OPTIONS } from '../../config/options.js';
import { AREAS } from '../../rpc/areas.js';
import { MethodRegistry } from '../../rpc/declaration/registry.js';
import type { Command } from '../command.js';

/** A word that a command line can have, and what it means. */
export interface CompletionWord {
  readonly word: string;
  readonly summary: string;
}

/** An option, and what its value can be. */
export interface CompletionOption extends CompletionWord {
  readonly isFlag: boolean;
  readonly values: readonly string[] | 'path' | undefined;
}

/** Values of a parameter that has only a few. */
export interface CompletionParameter {
  readonly method: string;
  /** From 1 on. */
  readonly position: number;
  readonly values: readonly string[];
}

/** All that a shell can complete, from the declarations of options, commands and methods. */
export interface CompletionWords {
  readonly options: readonly CompletionOption[];
  readonly methods: readonly CompletionWord[];
  readonly commands: readonly CompletionWord[];
  readonly parameters: readonly CompletionParameter[];
}

/** Collects the words. */
export async function completionWords(commands: readonly Command[]): Promise<CompletionWords> {
  const registry = new MethodRegistry(AREAS);
  const methods = registry
    .names()
    .filter(name => !commands.some(command => command.name === name))
    .map(name => ({ word: name, summary: registry.find(name)?.declaration.summary ?? '' }))
    .sort((a, b) => (a.word < b.word ? -1 : 1));
  return {
    options: [
      ...[...OPTIONS].map(([name, { type, summary }]) => ({
        word: name,
        summary,
        isFlag: type.isFlag,
        values: type.completion,
      })),
      { word: 'help', summary: 'Explain the program and its options', isFlag: true, values: undefined },
      { word: 'version', summary: 'Show the version', isFlag: true, values: undefined },
    ],
    methods,
    commands: commands.map(({ name, summary }) => ({ word: name, summary })),
    parameters: [
      ...(await Promise.all(commands.map(async command => firstWordsOf(command, methods)))).flat(),
      ...registry.names().flatMap(name => parametersOf(name, registry)),
    ],
  };
}

async function firstWordsOf(
  { name, firstWords }: Command,
  methods: readonly CompletionWord[],
): Promise<CompletionParameter[]> {
  if (firstWords === undefined) return [];
  const values = firstWords === 'methods' ? methods.map(({ word }) => word) : await firstWords();
  return [{ method: name, position: 1, values }];
}

function parametersOf(method: string, registry: MethodRegistry): CompletionParameter[] {
  return (registry.find(method)?.declaration.params ?? []).flatMap(({ type }, index) => {
    const values = type.commandLine === 'boolean' ? ['true', 'false'] : type.schema.enum;
    return Array.isArray(values) ? [{ method, position: index + 1, values: values.map(String) }] : [];
  });
}
