import { readFileSync } from 'node:fs';

/** How many files this process may have open at once; undefined where the system does not say. */
export function openFilesLimit(): number | undefined {
  const linux = limitOfProc();
  if (linux !== undefined) return linux;
  const report = process.report?.getReport() as
    | { readonly userLimits?: { readonly open_files?: { readonly soft?: number | string } } }
    | undefined;
  const soft = report?.userLimits?.open_files?.soft;
  return typeof soft === 'number' ? soft : undefined;
}

/** As Linux says it, which takes no time. */
function limitOfProc(): number | undefined {
  try {
    const match = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'));
    return match?.[1] === undefined ? undefined : Number(match[1]);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
