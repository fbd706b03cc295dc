import { stringifyJson } from '../../../src/codec/json.js';
import type { Json } from '../../../src/codec/json-value.js';
import { AREAS } from '../../../src/rpc/areas.js';
import { MethodRegistry } from '../../../src/rpc/declaration/registry.js';
import { fuzzedBytes } from '../../support/random/fuzzed-bytes.js';
import type { SeededRandom } from '../../support/random/seeded-random.js';

/** Methods that end the node, are slow or wait on purpose, or take blocks back and make them. */
const LEFT_OUT = new Set([
  ...['stop', 'encryptwallet', 'walletpassphrase', 'walletpassphrasechange', 'dumpwallet', 'importwallet'],
  ...['generate', 'setgenerate', 'disconnectblock', 'invalidateblock', 'reconsiderblock', 'submitblock'],
  ...['setautomine', 'setblocktime', 'waitfornewblock', 'waitforconfirmation'],
  'dumpdb', // It prints the whole state where no file is named.
]);
/** Methods that take a hundred times as long as others: one of ten calls that would be theirs is made. */
const HEAVY = new Set([
  ...['startheapprofiler', 'stopheapprofiler', 'dumpheapprofiler', 'getheapprofiler', 'getmetrics'],
  ...['rpc.discover', 'backupchain', 'dumpsnapshot', 'verifychain', 'restorewallet', 'getnewaddr'],
  ...['importprivkey', 'dropminermainkeys'],
]);
const ONE_OF = 10;
/** How the methods begin that move a development chain through time and state. */
const MOVES_THE_CHAIN = 'dev_';

/** Heads of requests that work, without how the connection goes on. */
const HEADS: readonly string[] = [
  'POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: LENGTH',
  'POST /rpc HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: LENGTH',
  'GET /metrics HTTP/1.1\r\nHost: localhost',
  'GET /health/ready HTTP/1.1\r\nHost: [::1]',
  'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Encoding: gzip\r\nContent-Length: LENGTH',
  'POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked',
  'POST / HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: LENGTH',
  'POST / HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\nSec-Fetch-Site: same-origin\r\nContent-Length: LENGTH',
  'OPTIONS / HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\nAccess-Control-Request-Method: POST',
  'GET /events HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
];

/** Values where numbers, texts, objects and hex go over an edge. */
const ODD_VALUES: readonly string[] = [
  ...['null', 'true', '0', '-1', '1.5', '1e400', '-0.0', '9223372036854775807', '18446744073709551615'],
  ...['18446744073709551616', '-9223372036854775809', '4294967296', '2147483648', '[]', '{}', '""', '"0"'],
  ...['"0-0"', '"0-13"', '"4294967296-1"', '"WICC:1:wi"', '"WICC:-1"', '":"', '"\\u0000"', '"\\ud800"'],
  ...['"__proto__"', '{"__proto__":1}', '{"constructor":{"prototype":1}}', '"é漢字😀"', '"zz"', '"abc"'],
  ...[
    `"${'00'.repeat(32)}"`,
    `"${'ff'.repeat(33)}"`,
    `"${'a'.repeat(5000)}"`,
    `${'['.repeat(200)}1${']'.repeat(200)}`,
  ],
];

/** The requests that follow each other on one connection without waiting for answers, at most. */
const MOST_PIPELINED = 4;

/** Makes requests out of the examples of every method. */
export class FuzzedRequests {
  readonly #calls: readonly { readonly method: string; readonly params: readonly Json[] }[];
  readonly #authorization: string;

  /** @param credentials - `user:password` */
  constructor(credentials: string) {
    this.#authorization = `Authorization: Basic ${Buffer.from(credentials).toString('base64')}`;
    this.#calls = new MethodRegistry(AREAS).methods
      .filter(({ name }) => !LEFT_OUT.has(name) && !name.startsWith(MOVES_THE_CHAIN))
      .flatMap(({ name, declaration }) =>
        declaration.examples.map(({ params }) => ({ method: name, params })),
      );
  }

  /** A call or a batch of which values are odd, or the bytes are spoilt. */
  body(random: SeededRandom): Buffer {
    const kind = random.integer(0, 9);
    if (kind === 0) {
      const batch = Array.from({ length: random.integer(0, 6) }, () => this.#call(random));
      return Buffer.from(`[${batch.join(',')}]`);
    }
    const body = Buffer.from(this.#call(random));
    return kind < 5 ? fuzzedBytes(body, random) : body;
  }

  /** Some requests that follow each other on a connection, which ends with the last: heads are fuzzed too. */
  connection(random: SeededRandom): Buffer {
    const count = random.integer(0, 2) === 0 ? random.integer(2, MOST_PIPELINED) : 1;
    const spoilt = random.integer(0, count - 1);
    return Buffer.concat(
      Array.from({ length: count }, (_, i) => this.#request(random, i === spoilt, i === count - 1)),
    );
  }

  /** A request of which everything but the password may be fuzzed. */
  #request(random: SeededRandom, isSpoilt: boolean, isLast: boolean): Buffer {
    const body = this.body(random);
    const plain = HEADS[random.integer(0, HEADS.length - 1)]!.replace('LENGTH', String(body.length));
    const ending = isLast ? `${plain}\r\nConnection: ${/Upgrade/.test(plain) ? 'upgrade' : 'close'}` : plain;
    const head = isSpoilt ? fuzzedBytes(Buffer.from(ending), random).toString('latin1') : ending;
    const [first = '', ...others] = head.split('\r\n');
    const lines = [first, this.#authorization, ...others, '', ''];
    return Buffer.concat([Buffer.from(lines.join('\r\n'), 'latin1'), body]);
  }

  /** A call with some of its parameters replaced, left out or added. */
  #call(random: SeededRandom): string {
    let chosen = this.#calls[random.integer(0, this.#calls.length - 1)]!;
    while (HEAVY.has(chosen.method) && random.integer(1, ONE_OF) > 1) {
      chosen = this.#calls[random.integer(0, this.#calls.length - 1)]!;
    }
    const { method, params } = chosen;
    const texts = params.map(value => (random.integer(0, 2) === 0 ? odd(random) : stringifyJson(value)));
    if (random.integer(0, 5) === 0) texts.push(odd(random));
    if (random.integer(0, 8) === 0) texts.pop();
    return `{"id":${random.integer(0, 9)},"method":"${method}","params":[${texts.join(',')}]}`;
  }
}

function odd(random: SeededRandom): string {
  return ODD_VALUES[random.integer(0, ODD_VALUES.length - 1)]!;
}
