import { inspect } from 'node:util';
import { compare } from 'uvu/diff';
import { CallFailed } from '../../../testing/call-failed.js';

/** Frames of Node.js itself, which are of no use. */
const INTERNAL = /^\s*at.*(?:\(|\s)(?:node:|internal\/)/;

/** What an assertion of `uvu/assert` says of itself. */
interface AssertionLike {
  readonly details?: string | false;
  readonly operator?: string;
  readonly actual?: unknown;
  readonly expected?: unknown;
}

/** A failure of a test as it is shown: its name, the message, what differs, and where. */
export function failureText(suite: string, name: string, error: unknown): string {
  const title = `   FAIL  ${suite === '' ? '' : `${suite} `}"${name}"`;
  if (!(error instanceof Error)) return `${title}\n    ${inspect(error)}\n`;
  const { operator = '' } = error as AssertionLike;
  const message = `    ${error.message}${operator === '' ? '' : `  (${operator})`}`;
  return [title, message, callTreeOf(error), detailsOf(error), framesOf(error)]
    .filter(part => part !== '')
    .join('\n');
}

/** The calls of a contract that has failed, with what each has done. */
function callTreeOf(error: Error): string {
  const tree = error instanceof CallFailed ? error.callTree() : '';
  return tree === '' ? '' : `call tree:\n${tree.replace(/^(?=.)/gm, '  ').trimEnd()}`;
}

function detailsOf(error: Error & AssertionLike): string {
  const { operator = '', name } = error;
  const isAssertion = name.startsWith('Assertion') && !operator.includes('not');
  const details = isAssertion ? compare(error.actual, error.expected) : error.details;
  return typeof details === 'string' && details !== '' ? `${details.replace(/^/gm, '        ')}` : '';
}

function framesOf({ stack = '', message }: Error): string {
  const start = stack.includes(message) ? stack.indexOf(message) + message.length : stack.indexOf('\n');
  const frames = (start < 0 ? '' : stack.slice(start)).split('\n').filter(line => /^\s*at /.test(line));
  return frames
    .filter(line => !INTERNAL.test(line))
    .map(line => `    ${line.trim()}\n`)
    .join('');
}
