import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Json } from '../../../src/codec/json-value.js';
import { RpcError } from '../../../src/rpc/declaration/errors.js';
import * as p from '../../../src/rpc/declaration/parameters/index.js';
import { numeric, type OrderMethod, orderForm } from '../../../src/rpc/dex/dex-order-forms.js';
import { checkAllRows } from '../../support/vectors/all-rows.js';
import { readVectors } from '../../support/vectors/vectors.js';

interface Form {
  readonly method: OrderMethod;
  readonly params: readonly Json[];
  readonly normalized: Readonly<Record<string, Json>>;
}

const { rpc_forms: forms } = readVectors<{ rpc_forms: readonly Form[] }>('dex-examples');

/** The parameters as the vectors write them, with the defaults filled in. */
function normalized({ method, params }: Form): Record<string, Json> {
  const form = orderForm(method, params);
  if (form === undefined) return { error: 'usage' };
  const isMarketBuy = method === 'submitdexbuymarketordertx';
  try {
    p.comboMoney('WICC').convert(isMarketBuy ? form.coin : form.asset, { index: 0, name: 'money' });
  } catch (error) {
    if (error instanceof RpcError) return { error: error.message };
    throw error;
  }
  return {
    form: form.form,
    sender: form.sender,
    ...(isMarketBuy
      ? { coin: form.coin, asset_symbol: form.asset }
      : { coin_symbol: form.coin, asset: form.asset }),
    ...(method.includes('limit') && { price: form.price ?? null }),
    dex_id: form.dexId ?? 0,
    fee: form.fee ?? null,
    memo: form.memo ?? '',
  };
}

test('all three forms of the parameters are told apart', () => {
  checkAllRows(
    'parameter forms',
    forms,
    28,
    ({ params }) => JSON.stringify(params),
    row => {
      assert.equal(normalized(row), row.normalized);
    },
  );
});

test('a parameter that is left out before others keeps its place: the fee is no operator', () => {
  const [sender, fee] = ['0-13', 'WICC:20000:sawi'];
  const limit = orderForm('submitdexbuylimitordertx', [sender, 'WUSD', 'WICC:1:wi', 5, undefined, fee]);
  assert.equal([limit?.form, limit?.dexId, limit?.fee], ['current', undefined, fee]);
  const market = orderForm('submitdexsellmarketordertx', [
    sender,
    'WUSD',
    'WICC:1:wi',
    undefined,
    undefined,
    'm',
  ]);
  assert.equal([market?.dexId, market?.fee, market?.memo], [undefined, undefined, 'm']);
});

test('a number may be written as a text of digits, and nothing else becomes one', () => {
  assert.equal(
    ['12', '1e3', '1.5', 'WICC', '', 'true', '[1]', '"5"', 7].map(value => numeric(value)).map(v => typeof v),
    ['number', 'number', 'object', 'string', 'string', 'string', 'string', 'string', 'number'],
  );
});

test.run();
