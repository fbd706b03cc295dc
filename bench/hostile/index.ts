import { lua } from './lua.js';
import { node } from './node.js';
import type { HostileSubject } from './subject.js';
import { wasm } from './wasm.js';

/** What is measured, one file for each subject. */
export const SUBJECTS: readonly HostileSubject[] = [lua, wasm, node];
