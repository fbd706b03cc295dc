import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { DecodeError } from '../../../src/codec/errors.js';
import {
  CDPS_BY_OWNER,
  CDPS_BY_RATIO,
  CDPS_CLOSED_BY,
  CLOSED_CDPS,
  cdpClosedBy,
  cdpsOf,
  cdpsUpToRatio,
  cdpTotals,
} from '../../../src/state/tables/cdps.js';
import { memoryState } from '../../support/stores/memory-state.js';

const PAIR = { bcoinSymbol: 'WICC', scoinSymbol: 'WUSD' };
const id = (digit: string) => digit.repeat(64);
const MAX_U64 = 2n ** 64n - 1n;

test('positions come by ratio, then by height, then by the bytes of their ids in wire order', () => {
  const state = memoryState().overlay();
  const first = `${'00'.repeat(31)}01`;
  const second = `01${'00'.repeat(31)}`;
  const entries = [
    [MAX_U64, 1, id('1')],
    [2n ** 32n, 1, id('2')],
    [5n, 300, id('3')],
    [5n, 7, id('4')],
    [5n, 7, second],
    [5n, 7, first],
  ] as const;
  for (const [ratio, height, each] of entries) {
    state.put(CDPS_BY_RATIO, ['WICC', 'WUSD', ratio, height, each], true);
  }
  state.put(CDPS_BY_RATIO, ['WICCX', 'WUSD', 0n, 1, id('9')], true);
  state.put(CDPS_BY_RATIO, ['WIC', 'WUSD', 0n, 1, id('8')], true);
  assert.equal([...cdpsUpToRatio(state, PAIR, MAX_U64)], [second, first, id('4'), id('3'), id('2'), id('1')]);
  assert.equal([...cdpsUpToRatio(state, PAIR, 5n)], [second, first, id('4'), id('3')]);
  assert.equal([...cdpsUpToRatio(state, PAIR, 5n, 2)], [second, first]);
  assert.equal([...cdpsUpToRatio(state, PAIR, 4n)], []);
});

test('an account finds its positions by the length of the collateral’s symbol, then by the symbol, and nobody else’s', () => {
  const state = memoryState().overlay();
  state.put(CDPS_BY_OWNER, [{ height: 5, index: 2 }, 'WICC', 'WUSD'], id('2'));
  state.put(CDPS_BY_OWNER, [{ height: 5, index: 2 }, 'AAAAAA', 'WUSD'], id('1'));
  state.put(CDPS_BY_OWNER, [{ height: 5, index: 3 }, 'AAAAAA', 'WUSD'], id('3'));
  assert.equal(cdpsOf(state, { height: 5, index: 2 }), [id('2'), id('1')]);
  assert.equal(cdpsOf(state, { height: 5, index: 1 }), []);
});

test('a pair without positions owes nothing', () => {
  assert.equal(cdpTotals(memoryState(), PAIR), { staked: 0n, owed: 0n });
});

test('a transaction that closed several positions leads to one of them, another to none', () => {
  const state = memoryState().overlay();
  state.put(CDPS_CLOSED_BY, [id('a'), id('2')], true);
  state.put(CDPS_CLOSED_BY, [id('a'), id('1')], true);
  assert.is(cdpClosedBy(state, id('a')), id('1'));
  assert.is(cdpClosedBy(state, id('b')), undefined);
});

test('how a position was closed is one byte, and only the known ones are read', () => {
  const types = ['redeem', 'manual_liquidate', 'force_liquidate'] as const;
  for (const [code, type] of types.entries()) {
    const bytes = CLOSED_CDPS.value.encode({ txid: id('a'), type });
    assert.is(bytes.at(-1), code);
    assert.equal(CLOSED_CDPS.value.decode(bytes), { txid: id('a'), type });
  }
  assert.throws(
    () => CLOSED_CDPS.value.decode(Buffer.from(`${id('a')}03`, 'hex')),
    (error: unknown) => error instanceof DecodeError,
  );
});

test.run();
