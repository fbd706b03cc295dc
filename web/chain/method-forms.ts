import { JsonSyntaxError, parseJson, stringifyJson } from '../../src/codec/json.js';
import type { Json } from '../../src/codec/json-value.js';

/** A parameter as the OpenRPC document of a node describes it. */
export interface ParameterForm {
  readonly name: string;
  readonly summary?: string;
  readonly description?: string;
  readonly required?: boolean;
  readonly schema: { readonly type?: string | readonly string[]; readonly enum?: readonly string[] };
}

/** A method as that document describes it. */
export interface MethodForm {
  readonly name: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags?: readonly { readonly name: string }[];
  readonly params: readonly ParameterForm[];
  readonly 'x-touches'?: readonly string[];
  readonly 'x-role'?: string;
  readonly examples?: readonly {
    readonly params: readonly { readonly name: string; readonly value: unknown }[];
  }[];
}

/** A value of a form, or why it is none. */
export type FormValue =
  | { readonly value: Json }
  | { readonly wrong: 'integer' | 'json' | 'boolean' | 'required' };

function typesOf({ schema: { type } }: ParameterForm): readonly string[] {
  return type === undefined ? [] : typeof type === 'string' ? [type] : type;
}

/** What a text in a field means for a parameter; undefined where it is left out. */
export function valueFor(parameter: ParameterForm, text: string): FormValue | undefined {
  const types = typesOf(parameter);
  const takes = (type: string): boolean => types.includes(type);
  if (text === '') {
    if (parameter.required !== true) return undefined;
    return { wrong: 'required' };
  }
  if (takes('integer') && /^-?\d+$/.test(text)) return { value: BigInt(text) };
  if (takes('boolean') && /^(true|false)$/.test(text)) return { value: text === 'true' };
  if (takes('array') || takes('object') || takes('number') || types.length === 0) {
    try {
      return { value: parseJson(text) };
    } catch (error) {
      if (!(error instanceof JsonSyntaxError)) throw error;
      if (!takes('string') && types.length > 0) return { wrong: 'json' };
    }
  }
  if (takes('string') || types.length === 0) return { value: text };
  return { wrong: takes('boolean') ? 'boolean' : takes('integer') ? 'integer' : 'json' };
}

/** The parameters of a call, up to the last that is given; those between that are left out are the names of what is missing. */
export function callOf(
  form: MethodForm,
  texts: Readonly<Record<string, string>>,
): { readonly params: readonly Json[] } | { readonly problems: Readonly<Record<string, string>> } {
  const values = form.params.map(parameter => valueFor(parameter, texts[parameter.name] ?? ''));
  const last = values.findLastIndex(value => value !== undefined);
  const problems: Record<string, string> = {};
  const params: Json[] = [];
  for (const [index, parameter] of form.params.slice(0, last + 1).entries()) {
    const value = values[index];
    if (value === undefined) {
      if (typesOf(parameter).includes('string')) params.push('');
      else problems[parameter.name] = 'required';
    } else if ('wrong' in value) problems[parameter.name] = value.wrong;
    else params.push(value.value);
  }
  return Object.keys(problems).length > 0 ? { problems } : { params };
}

/** The same call for other tools. */
export function sameCall(
  method: string,
  params: readonly Json[],
  origin: string,
): Readonly<Record<'curl' | 'coind' | 'typescript', string>> {
  const body = stringifyJson({ jsonrpc: '2.0', id: 1, method, params });
  const words = params.map(param => shellWord(typeof param === 'string' ? param : stringifyJson(param)));
  return {
    curl: `curl --user "$(cat ~/.coind/regtest/.cookie)" --header 'Content-Type: application/json' \\\n  --data ${shellWord(body)} ${origin}/rpc`,
    coind: ['coind', method, ...words].join(' '),
    typescript: `import { createClient } from 'coind/client';\n\nconst node = createClient({ url: '${origin}', credentials: 'user:password' });\nconsole.log(await node[${JSON.stringify(method)}](${params.map(param => stringifyJson(param)).join(', ')}));`,
  };
}

/** A word that no shell looks into. */
function shellWord(text: string): string {
  return /^[\w.:/@%+,=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
