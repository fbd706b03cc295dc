import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { SeededRandom } from '../../support/random/seeded-random.js';

/** Where a file is, where its older copy is, and what decides the place of the damage. */
interface Damaged {
  readonly path: string;
  readonly older: string;
  readonly random: SeededRandom;
}

/** A way in which a file is not what it was. */
interface Damage {
  /** Whether it can hit many places of a file. */
  readonly hasPlaces: boolean;
  readonly apply: (damaged: Damaged) => void;
}

export const DAMAGES = {
  'one bit changed': {
    hasPlaces: true,
    apply: ({ path, random }) =>
      change(path, bytes => {
        const at = random.integer(0, bytes.length - 1);
        bytes[at] = bytes[at]! ^ (1 << random.integer(0, 7));
      }),
  },
  'zeros of 4 KiB': {
    hasPlaces: true,
    apply: ({ path, random }) =>
      change(path, bytes => {
        const from = random.integer(0, bytes.length - 1);
        bytes.fill(0, from, Math.min(from + 4096, bytes.length));
      }),
  },
  'cut off': {
    hasPlaces: true,
    apply: ({ path, random }) => truncateSync(path, random.integer(0, statSync(path).size - 1)),
  },
  removed: { hasPlaces: false, apply: ({ path }) => rmSync(path) },
  'an older copy in its place': {
    hasPlaces: false,
    apply: ({ path, older }) => {
      if (existsSync(older)) cpSync(older, path);
      else rmSync(path);
    },
  },
} satisfies Record<string, Damage>;

export type DamageName = keyof typeof DAMAGES;
export const DAMAGE_NAMES = Object.keys(DAMAGES) as readonly DamageName[];

function change(path: string, damage: (bytes: Buffer) => void): void {
  const bytes = readFileSync(path);
  damage(bytes);
  writeFileSync(path, bytes);
}

/** What says nothing about the contents: locks, and what engines note for people. */
const LEFT_OUT = /(^|\/)(LOCK|LOG(\.old(\..*)?)?)$|\.torn-at-/;

/** Files of a network that are not empty, by kind: the path with its numbers left out. */
export function filesByKind(directory: string): ReadonlyMap<string, readonly string[]> {
  const kinds = new Map<string, string[]>();
  for (const file of readdirSync(directory, { recursive: true, encoding: 'utf8' }).sort()) {
    const entry = statSync(join(directory, file));
    if (!entry.isFile() || entry.size === 0 || LEFT_OUT.test(file)) continue;
    const kind = file.replace(/\d{3,}/g, 'N');
    kinds.set(kind, [...(kinds.get(kind) ?? []), file]);
  }
  return kinds;
}
