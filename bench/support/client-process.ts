/**
 * The client that a benchmark measures with, in a process of its own: answers each {@link ClientTask}
 * with one {@link ClientReport}.
 */
import { performance } from 'node:perf_hooks';
import { HttpConnection, postRequest } from '../../test/support/nodes/http-connection.js';
import type { ClientReport, ClientTask } from './client.js';

const SUCCESS = '"error":null';

async function run({
  port,
  credentials,
  bodies,
  connections,
  succeeding,
}: ClientTask): Promise<ClientReport> {
  const requests = bodies.map(body => postRequest(credentials, body));
  const opened = await Promise.all(Array.from({ length: connections }, () => HttpConnection.open(port)));
  const latencies: number[] = [];
  let next = 0;
  let successes = 0;
  let failure: string | undefined;
  async function work(connection: HttpConnection): Promise<void> {
    while (next < requests.length) {
      const request = requests[next++]!;
      const start = performance.now();
      const reply = await connection.send(request);
      latencies.push(performance.now() - start);
      const parts = reply.split(SUCCESS).length - 1;
      successes += parts;
      if (parts < succeeding) failure ??= reply.slice(0, 500);
    }
  }
  const before = process.cpuUsage();
  const start = performance.now();
  await Promise.all(opened.map(work));
  const milliseconds = performance.now() - start;
  const { user, system } = process.cpuUsage(before);
  for (const connection of opened) connection.close();
  return { milliseconds, processorMilliseconds: (user + system) / 1000, latencies, successes, failure };
}

process.on('message', (task: ClientTask) => {
  void run(task).then(report => process.send!(report));
});
process.send!('ready');
