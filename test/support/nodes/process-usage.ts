import { readFileSync } from 'node:fs';

/** Length of the ticks in which Linux tells processor times. */
const TICK_MILLISECONDS = 10;
/** Positions in `/proc/<pid>/stat` after the name of the program: time in user and in system mode. */
const [USER, SYSTEM] = [11, 12];

/** Processor time that a process has used so far, all threads together; undefined where nobody tells. */
export function processorMilliseconds(pid: number): number | undefined {
  const text = readProcessFile(pid, 'stat');
  if (text === undefined) return undefined;
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[USER]) + Number(fields[SYSTEM])) * TICK_MILLISECONDS;
}

/** Resident memory of a process in MiB; undefined where nobody tells. */
export function residentMebibytes(pid: number): number | undefined {
  const match = /^VmRSS:\s+(\d+) kB/m.exec(readProcessFile(pid, 'status') ?? '');
  return match ? Number(match[1]) / 1024 : undefined;
}

/** The most resident memory that a process has had, in MiB; undefined where nobody tells. */
export function peakMebibytes(pid: number): number | undefined {
  const match = /^VmHWM:\s+(\d+) kB/m.exec(readProcessFile(pid, 'status') ?? '');
  return match ? Number(match[1]) / 1024 : undefined;
}

/** A file about a process, where the system has such files. */
function readProcessFile(pid: number, name: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'latin1');
  } catch {
    return undefined;
  }
}
