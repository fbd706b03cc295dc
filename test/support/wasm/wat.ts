import wabt from 'wabt';

const assembler = await wabt();

/** The binary of a module in text form. */
export function assemble(text: string): Buffer {
  const module = assembler.parseWat('test.wat', text, {
    bulk_memory: true,
    multi_value: true,
    reference_types: true,
    sat_float_to_int: true,
    sign_extension: true,
    simd: true,
    tail_call: true,
  });
  try {
    return Buffer.from(module.toBinary({ write_debug_names: true }).buffer);
  } finally {
    module.destroy();
  }
}
