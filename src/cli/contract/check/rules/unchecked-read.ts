import type { Rule } from '../rule.js';
import { argumentsOf, descendants, isCall } from '../syntax-tree.js';

const READS = new Set(['ReadData', 'GetContractData', 'GetScriptData']);

/** Stored bytes that become a number at once: where nothing is stored there is no number. */
export const uncheckedRead: Rule = ({ chunk, analysis }, report) => {
  for (const node of descendants(chunk)) {
    if (!isCall(node) || analysis.apiOf(node)?.name !== 'ByteToInteger') continue;
    const [argument, ...others] = argumentsOf(node);
    if (argument === undefined || others.length > 0 || !isCall(argument)) continue;
    const name = analysis.apiOf(argument)?.name;
    if (name === undefined || !READS.has(name)) continue;
    report(
      node,
      `mylib.${name} answers nothing where nothing is stored, and mylib.ByteToInteger then answers nothing too: ` +
        'put the bytes into a table, and look whether it is empty',
    );
  }
};
