import type { HttpAnswer } from './http-app.js';

/** Characters of an answer from which on it is sent as bytes, whose memory goes to the other thread without a copy. */
const LONG_ANSWER = 65_536;

/** An answer in the form in which it goes to another thread, and the memory that changes hands with it. */
export function packedAnswer<T extends HttpAnswer | undefined>(
  answer: T,
): { readonly answer: T | HttpAnswer; readonly transfer: readonly ArrayBuffer[] } {
  if (answer === undefined || answer.body.length < LONG_ANSWER) return { answer, transfer: [] };
  const body = typeof answer.body === 'string' ? new TextEncoder().encode(answer.body) : answer.body;
  return { answer: { status: answer.status, body }, transfer: [body.buffer] };
}
