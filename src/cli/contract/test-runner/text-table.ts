/** Lays out rows of text in columns: the first one to the left, all others to the right. */
export function textTable(rows: readonly (readonly string[])[]): string {
  const columns = Math.max(...rows.map(row => row.length));
  const widths = Array.from({ length: columns }, (_, i) =>
    Math.max(...rows.map(row => (row[i] ?? '').length)),
  );
  return rows
    .map(row =>
      widths
        .map((width, i) => (i === 0 ? (row[i] ?? '').padEnd(width) : (row[i] ?? '').padStart(width)))
        .join('  ')
        .trimEnd(),
    )
    .map(line => `${line}\n`)
    .join('');
}
