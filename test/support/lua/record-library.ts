/**
 * `node dist/test/support/lua/record-library.js`: runs the programs of `library-programs.ts` on the `lua5.3`
 * of this machine (Debian's 5.3.6) and writes their results to test/vectors. The test needs no Lua.
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { vectorDirectory } from '../vectors/vectors.js';
import { libraryPrograms } from './library-programs.js';
import { plainNames, RECORDED_LIBRARY, type RecordedProgram } from './recorded-library.js';
import { showOutcome } from './run-lua.js';

/**
 * Where 5.3.1 differs (spec 03 §6.10), found by reading its sources: what this engine gives for these
 * programs when they are recorded is kept. For all others both versions must agree.
 */
const DIFFERENCES: readonly (readonly [what: string, programs: RegExp])[] = [
  ['a number as an error value gets a position', /error|assert/],
  ['an empty match behind another one', /gsub|gmatch/],
  ['texts are cut at a zero byte in %s', /format.*\\0/],
  ['%q takes strings and numbers, which it quotes', /format.*q\]?"/],
  ['fixed-size strings are not padded', /pack.*c\d/],
  ['pairs and the iterator of ipairs take tables only', /pairs/],
  ['unpack takes tables only', /unpack/],
  ['decimal numbers wrap', /777777777777/],
  ['the text about long chains', /__(new)?index = t\}/],
  ['compiled code is neither given nor taken (O-5)', /string\.dump|:dump|load\("\\27"/],
  ['concat asks for the length only when it needs it', /table\.concat.*__len/],
];

/** What depends on the machine or on the driver below. */
const UNREPEATABLE = /0x[0-9a-f]{12}|\(command line\)|\[C\]/;

/** Programs that run longer on the real one are left out: they would burn out. */
const MAX_INSTRUCTIONS = 1_000_000;

/** Reads programs as lengths and bytes; writes a line for each, results apart by byte 1. */
const DRIVER = `
  local names = "_VERSION assert error getmetatable ipairs load math next pairs pcall rawequal rawget rawlen rawset " ..
    "select setmetatable string table tonumber tostring type xpcall"
  local sethook = debug.sethook
  local function fresh()
    local env = {}
    for name in names:gmatch("%S+") do env[name] = _G[name] end
    env._G = env
    return env
  end
  local format, gsub, byte = string.format, string.gsub, string.byte
  local function escaped(s)
    return (gsub(s, "[^\\x20-\\x7e]", function(c) return format("\\\\x%02x", byte(c)) end))
  end
  local function show(v)
    local kind = math.type(v) or type(v)
    if kind == "integer" then return format("integer:%d", v) end
    if kind == "float" then return format("float:%.17g", v) end
    if kind == "string" then return "string:" .. escaped(gsub(v, "\\\\", "\\\\\\\\")) end
    if kind == "boolean" then return "boolean:" .. tostring(v) end
    return kind
  end
  for count in io.lines(nil, "n") do
    io.read(1)
    local source = count == 0 and "" or io.read(count)
    local f, message = load(source, "line", "t", fresh())
    local line
    if not f then
      line = "loaderror:" .. escaped(gsub(message, "\\\\", "\\\\\\\\"))
    else
      local expired = false
      sethook(function() expired = true error("expired", 0) end, "", ${MAX_INSTRUCTIONS})
      local results = table.pack(pcall(f))
      sethook()
      if expired then line = "expired"
      elseif results[1] then
        for i = 2, results.n do results[i] = show(results[i]) end
        line = table.concat(results, "\\1", 2, results.n)
      else
        local value = results[2]
        local shown = type(value) == "string" and value or type(value) == "number" and tostring(value) or "unknown"
        line = "error:" .. escaped(gsub(shown, "\\\\", "\\\\\\\\"))
      end
    end
    io.write(line, "\\n")
  end`;

function record(programs: readonly string[]): RecordedProgram[] {
  const input = Buffer.concat(
    programs.flatMap(source => {
      const bytes = Buffer.from(source);
      return [Buffer.from(`${bytes.length}\n`), bytes, Buffer.from('\n')];
    }),
  );
  const { status, stdout, stderr, error } = spawnSync('lua5.3', ['-e', DRIVER], {
    input,
    maxBuffer: 1 << 28,
  });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(stderr.toString());
  const lines = stdout.toString('latin1').split('\n');
  return programs.flatMap((source, n): RecordedProgram[] => {
    const line = lines[n];
    if (line === undefined || line === 'expired' || UNREPEATABLE.test(line)) return [];
    // Debian's build has the old name of this function too.
    const lua536 = line === '' ? [] : line.replaceAll("'math.atan2'", "'math.atan'").split('\x01');
    if (!DIFFERENCES.some(([, programs]) => programs.test(source))) return [[source, lua536]];
    const lua531 = plainNames(showOutcome(Buffer.from(source)));
    return [lua531.join() === lua536.join() ? [source, lua536] : [source, lua536, lua531]];
  });
}

const recorded = record(libraryPrograms());
const file = join(vectorDirectory, RECORDED_LIBRARY);
writeFileSync(file, gzipSync(JSON.stringify(recorded), { level: 9 }));
console.log(`${file}: ${recorded.length} programs`);
