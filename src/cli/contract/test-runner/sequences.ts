/* Random sequences of calls as tests import them, `coind/testing/sequences`. */
export * from '../../../testing/sequences.js';
