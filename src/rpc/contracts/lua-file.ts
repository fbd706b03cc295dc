import { realpath } from 'node:fs/promises';
import { compileChunk, LuaSyntaxError } from '../../../vm/lua/compile/compile.js';
import { MAX_CODE_SIZE } from '../../../vm/native/contract/lua-deployment.js';
import { openOrdinary } from '../../storage/ordinary-file.js';
import { RpcError } from '../declaration/errors.js';
import type { GivenPath } from '../declaration/parameters/paths.js';
import { LUA_DIRECTORY } from '../files/path-rules.js';

/** How a method words its refusals of a file. */
export interface LuaFileMessages {
  readonly missing: string;
  readonly outside: string;
  readonly empty: string;
  readonly tooLarge: string;
}

const DEPLOYMENT_MESSAGES: LuaFileMessages = {
  missing: 'Lua Script file not exist',
  outside: 'Lua Script file not inside /tmp/lua dir or its subdir',
  empty: 'Failed to acquire contract script',
  tooLarge: 'Failed to acquire contract script',
};

/** For the methods that only try a script out (spec 03 §11.3). */
export const TRIAL_MESSAGES: LuaFileMessages = {
  missing: 'Lua Script file not exist!',
  outside: 'Lua Script file not inside /tmp/lua dir or its subdir!',
  empty: 'File is empty',
  tooLarge: 'File size exceeds 64 KB limit',
};

/**
 * Reads a contract from a file below `/tmp/lua/`, whoever calls, links resolved, whose syntax is right (spec 03 §4.1,
 * spec 02 §3.7).
 *
 * @returns 1 to 65,536 bytes
 * @throws RpcError -3002, -3001, -8; a syntax error names the line
 */
export async function readLuaFile(
  { text }: GivenPath<'lua-file'>,
  messages = DEPLOYMENT_MESSAGES,
): Promise<Uint8Array> {
  const canonical = await realpath(text).catch(() => undefined);
  if (canonical === undefined)
    throw new RpcError('SCRIPT_FILEPATH_NOT_EXIST', messages.missing, { about: text });
  if (!canonical.startsWith(`${LUA_DIRECTORY}/`)) {
    throw new RpcError('SCRIPT_FILEPATH_INVALID', messages.outside, { about: text });
  }
  const code = await firstBytes(canonical, MAX_CODE_SIZE + 1);
  if (code === undefined || code.length === 0)
    throw new RpcError('INVALID_PARAMETER', messages.empty, { about: text });
  if (code.length > MAX_CODE_SIZE)
    throw new RpcError('INVALID_PARAMETER', messages.tooLarge, { about: text });
  checkSyntax(code, canonical);
  return code;
}

/**
 * At most this many bytes of a regular file; undefined for anything else and for files that cannot
 * be read.
 */
async function firstBytes(path: string, count: number): Promise<Uint8Array | undefined> {
  const file = await openOrdinary(path).catch(() => undefined);
  if (file === undefined) return undefined;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(count), 0, count, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** @throws RpcError -8 with Lua's message, `<path>:<line>: ...` */
export function checkSyntax(code: Uint8Array, path: string): void {
  try {
    compileChunk(code, `@${path}`);
  } catch (error) {
    if (!(error instanceof LuaSyntaxError)) throw error;
    const message = Buffer.from(error.message, 'latin1').toString('utf8');
    throw new RpcError('INVALID_PARAMETER', message, { cause: error });
  }
}
