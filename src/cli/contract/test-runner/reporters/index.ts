import { jsonReporter } from './json.js';
import { junitReporter } from './junit.js';
import { prettyReporter } from './pretty.js';
import type { Reporter } from './reporter.js';
import { tapReporter } from './tap.js';

/** Reporters by the name that `--reporter` takes. */
export const REPORTERS: Readonly<Record<string, (kinds: boolean) => Reporter>> = {
  pretty: prettyReporter,
  tap: tapReporter,
  junit: junitReporter,
  json: jsonReporter,
};
