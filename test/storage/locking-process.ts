import { lockPath } from '../../src/storage/path-lock.js';

/* Tries to lock a path, says whether it has it, and stays until it is killed or its parent has ended. */

process.on('disconnect', () => process.exit());
setInterval(() => {}, 1000);
try {
  await lockPath(process.argv[2]!, 'the file');
  process.send!('locked');
} catch (error) {
  process.send!(error instanceof Error ? error.message : String(error));
}
