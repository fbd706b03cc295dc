/**
 * Compares the answers of this node with recorded transcripts of the reference node.
 *
 *   node dist/test/conformance/main.js              all transcripts
 *   node dist/test/conformance/main.js 20 wallet    those whose name contains one of these
 */
import { printReport } from './report.js';
import { type ComparedExchange, runSession } from './run-session.js';
import { SESSIONS } from './sessions.js';

const filters = process.argv.slice(2);
const compared: ComparedExchange[] = [];
for (const session of SESSIONS) {
  const wanted = (name: string): boolean =>
    filters.length === 0 || filters.some(filter => name.includes(filter));
  if (!session.transcripts.some(wanted)) continue;
  compared.push(...(await runSession(session)).filter(({ transcript }) => wanted(transcript)));
}
if (compared.length === 0) {
  const names = SESSIONS.flatMap(({ transcripts }) => transcripts).join(', ');
  console.error(`no transcript is named like ${filters.join(' or ')}; there are ${names}`);
  process.exit(1);
}
process.exitCode = printReport(compared, line => console.log(line)) ? 0 : 1;
