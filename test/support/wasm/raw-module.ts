import { ModuleWriter } from '../../../vm/wasm/module/module-writer.js';

/**
 * A contract that calls a function of given instructions, made byte by byte: the assembler does not
 * come to an end with blocks hundreds deep.
 *
 * @param instructions - without the `end` of the function
 * @param functions - how often the function is there; one is called
 * @param locals - declarations of locals, encoded
 */
export function rawModule(
  instructions: Uint8Array,
  functions = 1,
  locals: Uint8Array = Uint8Array.of(0),
): Buffer {
  const body = new ModuleWriter().bytes(locals).bytes(instructions).u8(0x0b).written;
  const out = new ModuleWriter().u8(0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00);
  out.section(1, Uint8Array.of(2, 0x60, 3, 0x7e, 0x7e, 0x7e, 0, 0x60, 0, 0));
  const types = new ModuleWriter().u32(functions + 1).u8(0);
  const code = new ModuleWriter().u32(functions + 1).u8(4, 0, 0x10, 1, 0x0b);
  for (let i = 0; i < functions; i++) {
    types.u8(1);
    code.u32(body.length).bytes(body);
  }
  out.section(3, types.written);
  out.section(5, Uint8Array.of(1, 0, 1));
  out.section(7, new ModuleWriter().u32(1).text('apply').u8(0, 0).written);
  out.section(10, code.written);
  return Buffer.from(out.written);
}

/** Bytes so many times over. */
export function repeated(count: number, ...bytes: readonly number[]): Uint8Array {
  const all = new Uint8Array(count * bytes.length);
  for (let i = 0; i < count; i++) all.set(bytes, i * bytes.length);
  return all;
}
