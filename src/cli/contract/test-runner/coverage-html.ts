import type { FileCoverage } from '../../../testing/coverage/collector.js';
import { percentage, sumOf } from './coverage-table.js';

const STYLE = `
  body { font: 14px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; color: #1c2024; background: #fff; }
  table { border-collapse: collapse; }
  .sum td, .sum th { padding: 0.2rem 1rem 0.2rem 0; text-align: right; }
  .sum td:first-child, .sum th:first-child { text-align: left; }
  .source { font: 13px/1.45 ui-monospace, monospace; width: 100%; }
  .source td { white-space: pre-wrap; padding: 0 0.6rem; }
  .source td:nth-child(-n + 2) { text-align: right; color: #6b7280; white-space: nowrap; width: 1%; user-select: none; }
  .reached { background: #e6f4ea; }
  .missed { background: #fce8e6; }
  @media (prefers-color-scheme: dark) {
    body { color: #e6e8eb; background: #15181b; }
    .reached { background: #16331f; }
    .missed { background: #451d1a; }
  }`;

/**
 * One page with the coverage of every file: a table of sums, then the sources with the hits of each line.
 *
 * @param read - returns the text of a file
 */
export function coverageHtml(coverage: readonly FileCoverage[], read: (file: string) => string): string {
  const rows = coverage.map((file, i) => {
    const sum = sumOf(file);
    return `<tr><td><a href="#file-${i}">${escaped(file.file)}</a></td><td>${sum.lines}</td><td>${sum.covered}</td><td>${percentage(sum)}</td></tr>`;
  });
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>Coverage of contracts</title><style>${STYLE}\n</style></head><body>`,
    '<h1>Coverage of contracts</h1>',
    '<table class="sum"><tr><th>file</th><th>lines</th><th>reached</th><th></th></tr>',
    ...rows,
    '</table>',
    ...coverage.map((file, i) => sourceSection(file, i, read(file.file))),
    '</body></html>\n',
  ].join('\n');
}

function sourceSection({ file, lines }: FileCoverage, index: number, text: string): string {
  const hits = new Map(lines);
  const rows = text.split(/\r?\n/).map((line, i) => {
    const count = hits.get(i + 1);
    const kind = count === undefined ? '' : ` class="${count > 0 ? 'reached' : 'missed'}"`;
    return `<tr${kind}><td>${i + 1}</td><td>${count ?? ''}</td><td>${escaped(line)}</td></tr>`;
  });
  return `<h2 id="file-${index}">${escaped(file)}</h2>\n<table class="source">\n${rows.join('\n')}\n</table>`;
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
