import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startTestNode, type TestNode } from './node.js';

const LOG_FILE = 'errors.log';

/** A node in this process that notes every error of its own: what no request should be able to cause. */
export interface WatchedNode {
  readonly node: TestNode;
  /** The errors so far, each once: what failed, why and where. */
  errors(): string[];
}

interface LogRecord {
  readonly msg: string;
  readonly err?: { readonly message: string; readonly stack: string };
}

/** Characters of a message that are enough to know it again. */
const MESSAGE_SIZE = 160;
/** Lines of a stack that are enough to find the place. */
const STACK_LINES = 4;

function summaryOf(line: string): string {
  const { msg, err } = JSON.parse(line) as LogRecord;
  const places = err?.stack.split('\n').filter(text => text.trimStart().startsWith('at ')) ?? [];
  return [`${msg}: ${err?.message.slice(0, MESSAGE_SIZE)}`, ...places.slice(0, STACK_LINES)].join('\n');
}

/** Starts a node as `startTestNode` does, which keeps everything in memory but its log. */
export async function startWatchedNode(switches: readonly string[] = []): Promise<WatchedNode> {
  const node = await startTestNode({ switches: ['-loglevel=error', `-logfile=${LOG_FILE}`, ...switches] });
  const path = join(node.directory, LOG_FILE);
  return {
    node,
    errors() {
      const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
      return [...new Set(lines.filter(line => line !== '').map(summaryOf))];
    },
  };
}
