import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { METRIC_NAMES } from '../../src/node/metrics.js';
import { startTestNode } from '../support/nodes/node.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

interface Value {
  readonly name: string;
  readonly labels: string;
  readonly value: number;
}

/** The values of a text in the form of Prometheus. */
function valuesOf(text: string): Value[] {
  return text
    .split('\n')
    .filter(line => line !== '' && !line.startsWith('#'))
    .map(line => {
      const [, name = '', labels = '', value = ''] = /^([a-zA-Z_:][\w:]*)(\{.*\})? (\S+)$/.exec(line) ?? [];
      assert.ok(name !== '', line);
      return { name, labels, value: Number(value) };
    });
}

/** Names of metrics in an expression of PromQL; `up` comes from Prometheus itself. */
function namesIn(expression: string): string[] {
  return expression.match(/\b(?:coind|process|nodejs)_\w+/g) ?? [];
}

const hasLibrary = (() => {
  try {
    createRequire(import.meta.url).resolve('prom-client');
    return true;
  } catch {
    console.log('left out: the package prom-client is not installed');
    return false;
  }
})();

const metrics = suite('metrics');
const directory = temporaryDirectory();
const node = await startTestNode({ directory });
metrics.after(() => node.stop());

async function scraped(): Promise<string> {
  const response = await fetch(new URL('/metrics', node.endpoint), {
    headers: { authorization: `Basic ${Buffer.from(node.credentials).toString('base64')}` },
  });
  assert.is(response.status, 200);
  assert.match(response.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/);
  return response.text();
}

metrics('metrics need a password, and only GET is served', async () => {
  const url = new URL('/metrics', node.endpoint);
  assert.is((await fetch(url)).status, 401);
  const authorization = `Basic ${Buffer.from(node.credentials).toString('base64')}`;
  assert.is((await fetch(url, { method: 'POST', headers: { authorization } })).status, 405);
});

metrics('what happens is counted', async () => {
  if (!hasLibrary) return;
  const [, to] = (await node.call<{ addr: string }[]>('listaddr')).map(({ addr }) => addr);
  const before = valuesOf(await scraped());
  await node.call('submitsendtx', '0-13', to!, 'WICC:1:wi');
  await node.call('submittx', '0-13', '0-800', 'transfer', ['0-13', '0-14', '1.00000000 WICC', '']);
  await node.call('generate', 2);
  await node.fail('submitsendtx', '0-13', to!, 'WICC:1:sawi');
  await node.fail('getaccountinfo', 'nobody');
  await node.call('disconnectblock', 1);
  const values = valuesOf(await scraped());
  const value = (name: string, labels = ''): number =>
    values.find(found => found.name === name && found.labels.includes(labels))?.value ?? Number.NaN;
  assert.is(value('coind_block_height'), await node.call<number>('getblockcount'));
  const blocksBefore = before.find(({ name }) => name === 'coind_blocks_total')?.value ?? Number.NaN;
  assert.is(value('coind_blocks_total') - blocksBefore, 2);
  assert.is(value('coind_blocks_disconnected_total'), 1);
  assert.is(value('coind_transactions_total', 'UCOIN_TRANSFER_TX'), 1);
  assert.is(value('coind_transactions_refused_total', 'code="33"'), 1);
  assert.is(value('coind_rpc_calls_total', 'method="getaccountinfo",code="-5"'), 1);
  assert.is(value('coind_rpc_duration_seconds_count', 'method="submitsendtx"'), 2);
  assert.is(value('coind_rpc_duration_seconds_bucket', 'le="+Inf",method="submitsendtx"'), 2);
  // At least once to estimate the fee, to be admitted, and in its block.
  assert.ok(value('coind_contract_runs_total', 'kind="wasm",end="done"') >= 3);
  assert.ok(value('coind_contract_run_fuel_total', 'kind="wasm"') > 0);
  assert.ok(value('coind_fuel_total') > 0 && value('coind_work_total') > 0);
  assert.ok(value('coind_log_sync_seconds_count') >= 3);
  assert.is(value('coind_log_sync_seconds_bucket', 'le="+Inf"'), value('coind_log_sync_seconds_count'));
  assert.is(value('coind_wrong_passwords_total'), 0);
  assert.ok(value('process_resident_memory_bytes') > 1e6);
  assert.ok(value('coind_disk_free_bytes') > 0);
});

metrics('every metric has data, its kind and an explanation', async () => {
  if (!hasLibrary) return;
  const text = await scraped();
  const names = new Set(valuesOf(text).map(({ name }) => name.replace(/_(?:bucket|sum|count)$/, '')));
  for (const name of METRIC_NAMES) {
    assert.ok(names.has(name), `${name} has no value`);
    assert.match(text, new RegExp(`^# HELP ${name} .+$`, 'm'));
    const [, kind = ''] = new RegExp(`^# TYPE ${name} (\\w+)$`, 'm').exec(text) ?? [];
    assert.is(kind === 'counter', name.endsWith('_total'), `${name} is a ${kind}`);
  }
});

metrics('all that the dashboard and the alerts ask for is there', async () => {
  if (!hasLibrary) return;
  const names = new Set(valuesOf(await scraped()).map(({ name }) => name));
  const dashboard = JSON.parse(readFileSync('docs/operating/dashboard.json', 'utf8')) as {
    panels: { title: string; targets: { expr: string }[] }[];
  };
  const queries = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  const alerts = [...readFileSync('docs/operating/alerts.yml', 'utf8').matchAll(/^ {8}expr: '(.+)'$/gm)];
  const expressions = [...queries, ...alerts.map(([, expression = '']) => expression)];
  assert.ok(queries.length > 20 && alerts.length > 10);
  for (const expression of expressions) {
    const asked = namesIn(expression);
    assert.ok(asked.length > 0 || expression.startsWith('up{'), expression);
    for (const name of asked) assert.ok(names.has(name), `${name} of ${expression} is not there`);
  }
  const shown = new Set(expressions.flatMap(namesIn).map(name => name.replace(/_(?:bucket|sum|count)$/, '')));
  for (const name of METRIC_NAMES) assert.ok(shown.has(name), `nobody looks at ${name}`);
});

metrics.run();
