/** What a benchmark reports. */
export interface BenchmarkResult {
  /** One line of the table each: what was measured, and its columns. */
  readonly rows: readonly Readonly<Record<string, string | number>>[];
  /** The figures by name, for programs; per second, in microseconds or as a ratio, as their names say. */
  readonly figures: Readonly<Record<string, number | Readonly<Record<string, number>>>>;
}
