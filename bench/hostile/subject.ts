import type { BenchmarkResult } from '../result.js';

/** One half of the benchmark `hostile`: a kind of hostile code. */
export interface HostileSubject {
  readonly name: string;
  measure(): BenchmarkResult | Promise<BenchmarkResult>;
}
