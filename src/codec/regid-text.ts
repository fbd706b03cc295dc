/** Why a text is no regid, with the position of what is wrong: height-index in decimal digits (spec 01 §3.1). */
export function regIdTextProblem(text: string): string {
  const [form] = /^\d{0,10}(?:-\d{0,10})?/.exec(text) ?? [''];
  if (form.length < text.length) return characterAt(text, form.length);
  if (!/-\d/.test(text)) return `it ends at position ${text.length}, a regid is height-index`;
  return /^0+-0+$/.test(text) ? '0-0 is nobody' : 'a regid is at most 4294967295-65535';
}

/** What stands at a position of a text, for messages. */
export function characterAt(text: string, position: number): string {
  return `character ${position} is ${JSON.stringify(text[position])}`;
}
