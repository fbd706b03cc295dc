import { execFileSync } from 'node:child_process';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

/** What a fresh process prints after importing a module of the room and running a statement with it. */
function inNewProcess(module: string, statement: string): string {
  const url = new URL(`../../src/crypto/${module}.js`, import.meta.url);
  const program = `
    import nodeModule from 'node:module';
    const room = await import(${JSON.stringify(url.href)});
    ${statement};
    console.log(Object.keys(nodeModule._cache).some(path => path.includes('secp256k1')));
  `;
  return execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' }).trim();
}

for (const module of ['address', 'wif', 'keys', 'signature', 'message', 'wallet-cipher', 'verify-pool']) {
  test(`importing ${module} does not load the native library`, () => {
    assert.is(inNewProcess(module, ''), 'false');
  });
}

test('making a private key does not load the native library; a public key, verification and signing do', () => {
  assert.is(inNewProcess('keys', 'room.generatePrivateKey()'), 'false');
  assert.is(inNewProcess('keys', 'room.publicKeyOf(room.generatePrivateKey())'), 'true');
  assert.is(
    inNewProcess('signature', 'room.sign(Buffer.alloc(32, 1), Buffer.alloc(32, 1), { grind: true })'),
    'true',
  );
  assert.is(inNewProcess('signature', 'room.verifier()'), 'true');
});

test.run();
