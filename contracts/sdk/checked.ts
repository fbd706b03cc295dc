import { fail } from "./failure";

// Arithmetic that ends the transaction where the result does not fit into the type: +, - and * of the language wrap.

/** a + b. */
export function checkedAdd<T>(a: T, b: T): T {
  const sum = <T>(a + b);
  const fits = isSigned<T>() ? (b >= <T>0 ? sum >= a : sum < a) : sum >= a;
  if (!fits) fail("the sum does not fit");
  return sum;
}

/** a - b. */
export function checkedSub<T>(a: T, b: T): T {
  const difference = <T>(a - b);
  const fits = isSigned<T>() ? (b >= <T>0 ? difference <= a : difference > a) : b <= a;
  if (!fits) fail("the difference does not fit");
  return difference;
}

/** a * b. */
export function checkedMul<T>(a: T, b: T): T {
  const product = <T>(a * b);
  if (a == <T>0) return product;
  if (isSigned<T>() && a == <T>-1) {
    // Dividing the least number by -1 would end the run without a reason.
    if (b != <T>0 && product == b) fail("the product does not fit");
    return product;
  }
  if (<T>(product / a) != b) fail("the product does not fit");
  return product;
}
