import { describeDifference } from '../../src/replay/json-difference.js';
import { RULES } from './rules.js';
import type { ComparedExchange, Outcome } from './run-session.js';

const KINDS = ['identical', 'equal by rule', 'not buildable', 'different'] as const;
const NAME_WIDTH = 18;
const FIGURE_WIDTH = 14;

/**
 * Prints what was compared: a line a transcript, the rules with how often each was needed, the
 * requests that could not be put, and every difference.
 * @returns whether nothing differs without an explanation
 */
export function printReport(compared: readonly ComparedExchange[], print: (line: string) => void): boolean {
  const transcripts = [...new Set(compared.map(({ transcript }) => transcript))];
  print(row('transcript', ['requests', ...KINDS]));
  for (const name of transcripts)
    printFigures(
      name,
      compared.filter(({ transcript }) => transcript === name),
    );
  if (transcripts.length > 1) printFigures('all', compared);

  print('\nRules:');
  for (const { id, reason, source } of RULES) {
    const needed = compared.filter(
      ({ outcome }) => outcome.kind === 'equal by rule' && outcome.rules.has(id),
    );
    if (needed.length > 0) print(`${String(needed.length).padStart(5)}  ${id}: ${reason} (${source})`);
  }

  print('\nNot buildable:');
  for (const [reason, count] of reasons(compared)) print(`${String(count).padStart(5)}  ${reason}`);

  const different = compared.filter(({ outcome }) => outcome.kind === 'different');
  for (const { transcript, exchange, call, outcome } of different) {
    print(
      `\n${transcript} ${exchange.seq} ${exchange.label ?? ''}: ${call.method} ${exchange.body ?? ''}`.slice(
        0,
        400,
      ),
    );
    if (outcome.kind !== 'different') continue;
    for (const difference of outcome.differences) print(`    ${describeDifference(difference)}`);
  }
  return different.length === 0;

  function printFigures(name: string, of: readonly ComparedExchange[]): void {
    const figures = KINDS.map(kind => of.filter(({ outcome }) => outcome.kind === kind).length);
    print(row(name, [of.length, ...figures]));
  }
}

function row(name: string, figures: readonly (string | number)[]): string {
  return name.padEnd(NAME_WIDTH) + figures.map(figure => String(figure).padStart(FIGURE_WIDTH)).join('');
}

function reasons(compared: readonly ComparedExchange[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { outcome } of compared as readonly { readonly outcome: Outcome }[]) {
    if (outcome.kind === 'not buildable') counts.set(outcome.reason, (counts.get(outcome.reason) ?? 0) + 1);
  }
  return new Map([...counts].sort());
}
