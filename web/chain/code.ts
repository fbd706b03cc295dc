/** Bytes of hex; undefined for what is no hex. */
export function bytesOf(hex: string): Uint8Array | undefined {
  if (hex.length % 2 !== 0 || /[^0-9a-fA-F]/.test(hex)) return undefined;
  return Uint8Array.from(hex.match(/../g) ?? [], pair => Number.parseInt(pair, 16));
}

/** Text of bytes in hex; what is no UTF-8 is shown as a replacement. */
export function sourceOf(hex: string): string {
  return new TextDecoder().decode(bytesOf(hex) ?? new Uint8Array());
}

export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('');
}
