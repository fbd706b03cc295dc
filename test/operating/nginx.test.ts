import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { freePort } from '../support/nodes/free-port.js';
import { startTestNode } from '../support/nodes/node.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

const NAME = 'node.example';

function isInstalled(program: string, ...words: string[]): boolean {
  return spawnSync(program, words).error === undefined;
}

/** The settings of docs/operating as a whole configuration, on other ports and with a certificate of their own. */
function configuration(directory: string, port: number, nodePort: string): string {
  const settings = readFileSync('docs/operating/nginx.conf', 'utf8')
    .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
    .replace('127.0.0.1:18900', `127.0.0.1:${nodePort}`)
    .replaceAll('/etc/ssl/', `${directory}/`);
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `daemon off;
pid ${directory}/nginx.pid;
error_log stderr;
events {}
http {
access_log off;
${folders.map(name => `${name}_temp_path ${directory}/${name};`).join('\n')}
${settings}
}
`;
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

function ask(port: number, path: string, options: { credentials?: string; body?: string }): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { credentials, body } = options;
    const asked = request(
      {
        host: '127.0.0.1',
        port,
        path,
        method: body === undefined ? 'GET' : 'POST',
        servername: NAME,
        // The certificate is one that this test has made.
        rejectUnauthorized: false,
        auth: credentials,
        headers: { host: NAME, 'content-type': 'application/json' },
      },
      answer => {
        let text = '';
        answer.on('data', chunk => {
          text += chunk;
        });
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
      },
    );
    asked.on('error', reject);
    asked.end(body);
  });
}

/** Asks until the proxy listens. */
async function firstAnswer(port: number, ended: Promise<string>): Promise<Answer> {
  const end = ended.then(output => ({ output }));
  for (;;) {
    const answer = await Promise.race([ask(port, '/health/live', {}).catch(() => undefined), end]);
    if (answer === undefined) continue;
    if ('output' in answer) throw new Error(`nginx has ended: ${answer.output}`);
    return answer;
  }
}

const proxy = suite('nginx');

proxy(
  'the settings of docs/operating serve a node over TLS, with its rights and without its metrics',
  async () => {
    if (!isInstalled('nginx', '-v') || !isInstalled('openssl', 'version')) {
      console.log('left out: nginx and openssl are not installed');
      return;
    }
    const directory = temporaryDirectory();
    const certificate = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', `/CN=${NAME}`];
    const files = ['-keyout', join(directory, `${NAME}.key`), '-out', join(directory, `${NAME}.pem`)];
    execFileSync('openssl', ['req', ...certificate, ...files], { stdio: 'pipe' });
    const node = await startTestNode({ switches: [`-rpcallowhost=${NAME}`] });
    const port = await freePort();
    const file = join(directory, 'nginx.conf');
    writeFileSync(file, configuration(directory, port, new URL(node.endpoint).port));
    const nginx = spawn('nginx', ['-p', directory, '-c', file], { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [nginx.stdout, nginx.stderr]) {
      stream.on('data', chunk => {
        output += chunk;
      });
    }
    const ended = new Promise<string>(resolve => nginx.on('close', () => resolve(output)));
    try {
      assert.is((await firstAnswer(port, ended)).status, 200);
      const body = '{"jsonrpc":"2.0","id":1,"method":"getblockcount","params":[]}';
      const { credentials } = node;
      assert.is((await ask(port, '/', { credentials, body })).status, 200);
      assert.match((await ask(port, '/rpc', { credentials, body })).text, /"result": ?\d+/);
      assert.is((await ask(port, '/rpc', { credentials: 'a:b', body })).status, 401);
      assert.is((await ask(port, '/metrics', { credentials })).status, 404);
      // Who comes through a proxy is not the operator at this machine.
      const wallet = body.replace('getblockcount', 'dumpwallet').replace('[]', '["/tmp/keys-of-the-node"]');
      assert.match((await ask(port, '/', { credentials, body: wallet })).text, /"error": ?\{/);
    } finally {
      nginx.kill();
      await ended;
      await node.stop();
    }
  },
);

proxy.run();
