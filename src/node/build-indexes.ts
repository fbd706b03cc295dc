import type { ChainIndexes } from '../chain/indexes/chain-indexes.js';
import { TaskCancelled, type Tasks } from '../chain/tasks.js';

/** Milliseconds that a start waits for its indexes: enough for a short chain, whose listings work at once then. */
const AT_START = 100;

export interface BuildIndexesParts {
  readonly indexes: ChainIndexes;
  readonly tasks: Tasks;
  /** Gets what goes wrong: the indexes stay incomplete then, and say so. */
  readonly onProblem: (error: Error) => void;
}

/** Builds what the indexes of a node lack, beside everything else. Resolves when a short chain is done. */
export async function buildIndexes({ indexes, tasks, onProblem }: BuildIndexesParts): Promise<void> {
  const began = performance.now();
  const building = tasks.run('index', 'parts', async task => {
    for (let parts = 1; !indexes.areComplete; parts++) {
      await indexes.build();
      task.report(parts, 0);
      await (performance.now() - began < AT_START ? undefined : task.turn());
      task.check();
    }
  });
  const ended = building.catch((error: unknown) => {
    if (error instanceof TaskCancelled) return;
    onProblem(new Error('the indexes of the chain could not be built', { cause: error }));
  });
  let timer: NodeJS.Timeout | undefined;
  const waited = new Promise<void>(resolve => {
    timer = setTimeout(resolve, AT_START);
  });
  await Promise.race([ended, waited]);
  clearTimeout(timer);
}
