/** The quicksort of the reference: the order of equal elements and of the comparisons shows (spec 03 §6.7). */

import { less } from '../interpreter/operations/comparison-operators.js';
import { isTrue } from '../interpreter/operations/convert.js';
import type { LuaRuntime } from '../value/runtime.js';
import type { Value } from '../value/value.js';
import type { ListAccess } from './list-access.js';

/** Work of a comparison, with the reading and writing of elements around it. */
const COMPARISON_WORK = 6;

/**
 * Sorts the elements 1 to n.
 *
 * @param order - function that tells whether its first argument comes first; nil for `<`
 */
export function sort(machine: LuaRuntime, list: ListAccess, n: number, order: Value): void {
  const precedes = (a: Value, b: Value): boolean => {
    machine.work(COMPARISON_WORK);
    return order === undefined ? less(machine, a, b) : isTrue(machine.callForOne(order, 2, a, b));
  };
  const swapIfOut = (low: number, high: number): void => {
    const a = list.get(low);
    const b = list.get(high);
    if (!precedes(b, a)) return;
    list.set(low, b);
    list.set(high, a);
  };

  const sortRange = (first: number, last: number): void => {
    let low = first;
    let high = last;
    while (low < high) {
      swapIfOut(low, high);
      if (high - low === 1) return;
      const middle = Math.floor((low + high) / 2);
      const m = list.get(middle);
      const l = list.get(low);
      if (precedes(m, l)) {
        list.set(middle, l);
        list.set(low, m);
      } else {
        const h = list.get(high);
        if (precedes(h, m)) {
          list.set(middle, h);
          list.set(high, m);
        }
      }
      if (high - low === 2) return;
      const border = partition(low, high, middle);
      // The smaller side first, so that the depth stays logarithmic.
      if (border - low < high - border) {
        sortRange(low, border - 1);
        low = border + 1;
      } else {
        sortRange(border + 1, high);
        high = border - 1;
      }
    }
  };

  const partition = (low: number, high: number, middle: number): number => {
    const pivot = list.get(middle);
    list.set(middle, list.get(high - 1));
    list.set(high - 1, pivot);
    let i = low;
    let j = high - 1;
    for (;;) {
      let a = list.get(++i);
      while (precedes(a, pivot)) {
        if (i >= high) machine.libraryError('invalid order function for sorting');
        a = list.get(++i);
      }
      let b = list.get(--j);
      while (precedes(pivot, b)) {
        if (j <= low) machine.libraryError('invalid order function for sorting');
        b = list.get(--j);
      }
      if (j < i) break;
      list.set(i, b);
      list.set(j, a);
    }
    const last = list.get(high - 1);
    list.set(high - 1, list.get(i));
    list.set(i, last);
    return i;
  };

  sortRange(1, n);
}
