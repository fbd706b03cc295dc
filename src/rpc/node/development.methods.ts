import { defineMethods } from '../declaration/method.js';
import * as p from '../declaration/parameters/index.js';
import * as r from '../declaration/result-types/index.js';

const FED_PRICES = r.object({
  prices: r.array(
    r.object({ coin_symbol: r.text(), price_symbol: r.text(), price: r.amount('x 10^8') }),
    'in the order in which they were set',
  ),
  problem: r.either(r.text('what kept a price out of the newest block'), r.nothing),
});

/** Methods that only development networks have. */
export const methods = defineMethods({
  dev_setPrice: {
    summary: 'Makes the node feed a price in every block from now on.',
    description:
      'The producer of each block reports it. The median price follows after more than half of the blocks of its window, which are six unless governance has changed that. A price set here is fed until the node stops; the option price sets it from the start on.',
    params: [
      {
        name: 'price',
        type: p.string,
        summary: 'a pair of getfeedcoinpairs and the price of one coin, such as WICC:USD=0.2',
      },
    ],
    result: FED_PRICES,
    errors: [
      [
        'INVALID_PARAMETER',
        'the text is no price, its pair cannot be fed, or this is no development network',
      ],
    ],
    examples: [{ params: ['WICC:USD=0.2'] }],
    touches: ['development'],
  },

  dev_stopPrice: {
    summary: 'Ends what dev_setPrice or the option price has begun; the median price stays as it is.',
    params: [{ name: 'pair', type: p.string, summary: 'such as WICC:USD' }],
    result: FED_PRICES,
    errors: [['INVALID_PARAMETER', 'the price of the pair is not fed']],
    examples: [{ params: ['WICC:USD'] }],
    touches: ['development'],
  },

  dev_getPrices: {
    summary: 'Lists the prices that the node feeds.',
    params: [],
    result: FED_PRICES,
    errors: [],
    examples: [{ params: [] }],
    touches: ['reads', 'node'],
  },
});
