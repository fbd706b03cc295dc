import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestNode } from './node.js';

/** A command of a walk, with the output that the page shows; undefined where it shows none. */
export interface WalkStep {
  readonly command: string;
  readonly shown: string | undefined;
}

/** Matches anything in the output that a page shows. */
const ANYTHING = '…';
const PROMPT = '$ ';
const CONTINUATION = '> ';
const PROGRAM = join(import.meta.dirname, '../../../program/coind.js');

/**
 * The commands of a page of the documentation: in blocks marked as `console`, each after a prompt,
 * with its output in the lines below.
 *
 * @param path - below the current directory
 */
export function readWalk(path: string): readonly WalkStep[] {
  const page = readFileSync(path, 'utf8');
  return Array.from(page.matchAll(/^```console\n(.*?)^```$/gms), ([, block]) => block!).flatMap(block =>
    block
      .split(/^(?=\$ )/m)
      .filter(step => step.startsWith(PROMPT))
      .map(stepOf),
  );
}

/** The options with which a page starts its node. @throws Error when it does not say */
export function readSwitches(path: string): readonly string[] {
  const [, switches] = /^ {4}coind (-.*)$/m.exec(readFileSync(path, 'utf8')) ?? [];
  if (switches === undefined) throw new Error(`${path} does not say how to start a node`);
  return switches.split(' ');
}

/** The lines of a command after the prompt and its continuations, then those of its output. */
function stepOf(text: string): WalkStep {
  const [first, ...others] = text.slice(PROMPT.length).trimEnd().split('\n');
  const end = others.findIndex(line => !line.startsWith(CONTINUATION));
  const more = end < 0 ? others : others.slice(0, end);
  const shown = others.slice(more.length).join('\n');
  return {
    command: [first, ...more.map(line => line.slice(CONTINUATION.length))].join('\n'),
    shown: shown === '' ? undefined : shown,
  };
}

/**
 * Runs the commands of a walk one after the other in one shell, where `coind` talks to a node.
 * @returns their outputs
 * @throws Error with what was printed when a command fails
 */
export async function runWalk(node: TestNode, steps: readonly WalkStep[]): Promise<string[]> {
  const separator = `--- ${Date.now()} ---`;
  const [user, password] = node.credentials.split(':');
  const { port } = new URL(node.endpoint);
  const script = [
    `coind() { '${process.execPath}' '${PROGRAM}' -rpcport=${port} -rpcuser=${user} -rpcpassword=${password} "$@"; }`,
    ...steps.flatMap(({ command }) => [`echo '${separator}'`, command]),
  ].join('\n');
  const output = await outputOf(script);
  return output
    .split(`${separator}\n`)
    .slice(1)
    .map(text => text.trimEnd());
}

function outputOf(script: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const shell = spawn('bash', ['-euo', 'pipefail', '-c', script]);
    let output = '';
    let errors = '';
    shell.stdout.on('data', chunk => {
      output += chunk;
    });
    shell.stderr.on('data', chunk => {
      errors += chunk;
    });
    shell.on('error', reject);
    shell.on('close', code => {
      if (code === 0) resolve(output);
      else reject(new Error(`a command of the walk failed with ${code}: ${errors}\nbefore it:\n${output}`));
    });
  });
}

/** Whether an output is what a page shows. */
export function isAsShown(output: string, shown: string): boolean {
  const pattern = shown.split(ANYTHING).map(escaped).join('[^]*?');
  return new RegExp(`^${pattern}$`).test(output);
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
