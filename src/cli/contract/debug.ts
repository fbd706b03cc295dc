import type { CommandContext } from '../command.js';
import { UsageError } from '../sub-command.js';
import type { CommandResult } from '../terminal.js';
import { DebugAdapter } from './debug/debug-adapter.js';
import { type DebugRequest, framed, MessageReader } from './debug/protocol.js';

/**
 * `coind contract debug`: a debug adapter on standard input and output, which editors start.
 * @throws UsageError for words: what is debugged comes from the editor
 */
export async function runDebug(
  words: readonly string[],
  { terminal }: CommandContext,
): Promise<CommandResult> {
  if (words.length > 0) {
    throw new UsageError('an editor starts this command, and says in its settings what is debugged');
  }
  const reader = new MessageReader();
  let hasEnded = false;
  const adapter = new DebugAdapter(
    message => terminal.output(framed(message)),
    () => {
      hasEnded = true;
    },
  );
  try {
    for await (const chunk of process.stdin) {
      for (const message of reader.read(chunk as Buffer)) adapter.receive(message as DebugRequest);
      if (hasEnded) break;
    }
  } finally {
    adapter.close();
  }
  return 0;
}
