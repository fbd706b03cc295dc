import { lua } from './lua.js';
import type { HostileSubject } from './subject.js';

/** What is measured, one file for each subject. */
export const SUBJECTS: readonly HostileSubject[] = [lua];
