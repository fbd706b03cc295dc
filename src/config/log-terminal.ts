import { levels } from 'pino';

const TIME_OF_DAY = { from: 'YYYY-MM-DDT'.length, to: 'YYYY-MM-DDThh:mm:ss.mmm'.length };
const LEVEL_WIDTH = 5;

/** Turns the log's JSON lines into lines for people: `12:34:56.789 INFO  block made height=5`. */
export class TerminalFormat {
  constructor(readonly output: { write(text: string): unknown }) {}

  write(line: string): void {
    const { level, time, msg, err, ...details } = JSON.parse(line) as LogRecord;
    const name = (levels.labels[level] ?? String(level)).toUpperCase().padEnd(LEVEL_WIDTH);
    const members = Object.entries(details).map(([key, value]) => ` ${key}=${shown(value)}`);
    const head = `${time.slice(TIME_OF_DAY.from, TIME_OF_DAY.to)} ${name} ${msg ?? ''}`;
    this.output.write(`${head}${members.join('')}\n${err?.stack === undefined ? '' : `${err.stack}\n`}`);
  }
}

interface LogRecord {
  readonly level: number;
  readonly time: string;
  readonly msg?: string;
  readonly err?: { readonly stack?: string };
  readonly [detail: string]: unknown;
}

function shown(value: unknown): string {
  return typeof value === 'string' && /^\S+$/.test(value) ? value : JSON.stringify(value);
}
