/*
 * Makes the page, `dist/page/`: scripts and styles with a hash of their content in their names, and packed forms beside
 * them, so that a node only has to send them. What a view alone needs is loaded with the view.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const OUTPUT = 'dist/page';
const HTML = 'web/index.html';
const PACKED = new Set(['.js', '.css', '.html', '.svg']);

rmSync(OUTPUT, { recursive: true, force: true });
mkdirSync(OUTPUT, { recursive: true });
const { metafile } = await build({
  entryPoints: { page: 'web/main.tsx', style: 'web/style/index.css', theme: 'web/theme-at-once.ts' },
  outdir: OUTPUT,
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  assetNames: '[name]-[hash]',
  publicPath: '/page/',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'browser',
  target: ['chrome109', 'firefox115', 'safari16.4'],
  jsx: 'automatic',
  jsxImportSource: 'preact',
  tsconfig: 'web/tsconfig.json',
  alias: {
    // What the client of Node.js takes from there, as browsers have it.
    'node:timers/promises': './web/platform/timers.ts',
    'node:buffer': './web/platform/buffer.ts',
  },
  external: ['ws'],
  minify: true,
  metafile: true,
  legalComments: 'none',
  logLevel: 'warning',
});

/** The output of an entry point. */
function outputOf(entry) {
  const [path] = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === entry) ?? [];
  if (path === undefined) throw new Error(`${entry} was not built`);
  return basename(path);
}

/** What is part of the page; their licences ask to be passed on with it. */
const LICENSES = ['preact', 'uplot'].map(name => {
  const [file] = readdirSync(`node_modules/${name}`).filter(entry => /^licen[cs]e/i.test(entry));
  return `${name}\n\n${readFileSync(`node_modules/${name}/${file}`, 'utf8')}`;
});
writeFileSync(join(OUTPUT, 'LICENSES.txt'), LICENSES.join('\n\n'));

const html = readFileSync(HTML, 'utf8').replace(
  /\{\{([^}]+)\}\}/g,
  (_all, entry) => `/page/${outputOf(entry)}`,
);
writeFileSync(join(OUTPUT, 'index.html'), html);
for (const name of readdirSync(OUTPUT)) {
  if (!PACKED.has(extname(name))) continue;
  const bytes = readFileSync(join(OUTPUT, name));
  writeFileSync(join(OUTPUT, `${name}.gz`), gzipSync(bytes, { level: 9 }));
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  writeFileSync(join(OUTPUT, `${name}.br`), brotliCompressSync(bytes, { params }));
}
