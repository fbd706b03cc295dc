import { CoverageCollector } from '../../../testing/coverage/collector.js';
import { observeDevnets } from '../../../testing/observer.js';

/** Counts the lines that contracts reach on all development chains of this process from now on. */
export function collectCoverage(): CoverageCollector {
  const counting = new CoverageCollector();
  observeDevnets({
    deployed: code => {
      if (code.vm === 'lua') counting.addLua(code);
    },
    compiled: async (file, module) => {
      const { buildCountingContract } = await import('../../../contract-build/counting-build.js');
      counting.addWasm(module, await buildCountingContract(file));
    },
    runs: { log() {}, ended() {}, coverage: counting },
  });
  return counting;
}
