import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve as resolvePath } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { freePort } from '../support/nodes/free-port.js';
import { startTestNode } from '../support/nodes/node.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

const ALERTS = resolvePath('docs/operating/alerts.yml');
/** It is asked for two scrapes, a second apart: what has no data after that long gets none. */
const LONGEST_WAIT_MS = 120_000;
const hasPrometheus = ['promtool', 'prometheus'].every(
  program => spawnSync(program, ['--version']).error === undefined,
);
if (!hasPrometheus) console.log('left out: prometheus and promtool are not installed');

const monitoring = suite('prometheus');

monitoring('promtool finds no fault in the rules of docs/operating', () => {
  if (!hasPrometheus) return;
  const { status, stdout, stderr } = spawnSync('promtool', ['check', 'rules', ALERTS], { encoding: 'utf8' });
  assert.is(status, 0, stdout + stderr);
  assert.match(stdout, /SUCCESS: \d+ rules found/);
});

monitoring(
  'Prometheus scrapes a node, knows its rules, and each query of the dashboard has data',
  async () => {
    if (!hasPrometheus) return;
    const directory = temporaryDirectory();
    const node = await startTestNode({ directory: temporaryDirectory() });
    const { host } = new URL(node.endpoint);
    const [user = '', password = ''] = node.credentials.split(':');
    writeFileSync(join(directory, 'coind-password'), password);
    const settings = readFileSync('docs/operating/prometheus.yml', 'utf8')
      .replace('15s', '1s')
      .replace('alerts.yml', ALERTS)
      .replace('username: monitoring', `username: ${user}`)
      .replace('127.0.0.1:18900', host);
    const file = join(directory, 'prometheus.yml');
    writeFileSync(file, settings);
    const endpoint = `127.0.0.1:${await freePort()}`;
    const options = [`--config.file=${file}`, `--storage.tsdb.path=${directory}/data`];
    const prometheus = spawn('prometheus', [...options, `--web.listen-address=${endpoint}`], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let output = '';
    prometheus.stderr.on('data', chunk => {
      output += chunk;
    });
    let hasEnded = false;
    const ended = new Promise<void>(resolve => prometheus.on('close', () => resolve()));
    void ended.then(() => {
      hasEnded = true;
    });

    /** Asks until there is an answer that is wanted. */
    async function found<T>(path: string, isWanted: (data: T) => boolean): Promise<T> {
      for (const end = Date.now() + LONGEST_WAIT_MS; ; await delay(100)) {
        if (Date.now() > end) throw new Error(`nothing for ${path}`);
        if (hasEnded) throw new Error(`prometheus has ended: ${output}`);
        const response = await fetch(`http://${endpoint}/api/v1/${path}`).catch(() => undefined);
        const { data } = response?.ok ? ((await response.json()) as { data: T }) : {};
        if (data !== undefined && isWanted(data)) return data;
      }
    }

    try {
      const [, to] = (await node.call<{ addr: string }[]>('listaddr')).map(({ addr }) => addr);
      // What is counted by kind has no rate before it has happened.
      const happen = async (coins: number): Promise<void> => {
        await node.call('submitsendtx', '0-13', to!, `WICC:${coins}:wi`);
        await node.call('submittx', '0-13', '0-800', 'transfer', [
          '0-13',
          '0-14',
          `${coins}.00000000 WICC`,
          '',
        ]);
        await node.call('generate', 1);
        await node.fail('submitsendtx', '0-13', to!, 'WICC:1:sawi');
        await node.fail('getaccountinfo', 'nobody');
      };
      await happen(1);
      interface Targets {
        readonly activeTargets: readonly { readonly health: string }[];
      }
      await found<Targets>('targets', ({ activeTargets }) =>
        activeTargets.some(({ health }) => health === 'up'),
      );
      await happen(2);
      interface Rules {
        readonly groups: readonly { readonly rules: readonly { readonly health: string }[] }[];
      }
      await found<Rules>('rules', ({ groups }) =>
        groups.some(({ rules }) => rules.length > 10 && rules.every(({ health }) => health === 'ok')),
      );
      const dashboard = JSON.parse(readFileSync('docs/operating/dashboard.json', 'utf8')) as {
        panels: { targets: { expr: string }[] }[];
      };
      const queries = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
      for (const query of queries) {
        const expression = query.replaceAll('$instance', '.+');
        await found<{ readonly result: readonly unknown[] }>(
          `query?query=${encodeURIComponent(expression)}`,
          ({ result }) => result.length > 0,
        );
      }
    } finally {
      prometheus.kill();
      await ended;
      await node.stop();
    }
  },
);

monitoring.run();
