/* The harness as the tests of contracts import it, `coind/testing`: a file beside the process that runs them. */
export * from '../../../testing/index.js';
