import type * as lua from 'luaparse';
import { required } from '../../../../codec/required.js';
import type { ApiSignature } from '../api.js';
import type { Rule } from '../rule.js';
import { descendants, isCall } from '../syntax-tree.js';

const CONSEQUENCE: Readonly<Record<NonNullable<ApiSignature['mayFail']>, string>> = {
  moves: 'answers nothing where the money has not moved',
  changes: 'answers false where the key does not exist, and has then changed nothing',
  verifies: 'only answers whether the signature is valid',
};

/** Calls whose result alone shows that they did nothing, and whose result is ignored. */
export const uncheckedResult: Rule = ({ chunk, analysis, names }, report) => {
  for (const node of descendants(chunk)) {
    const expression =
      node.type === 'CallStatement'
        ? node.expression
        : node.type === 'LocalStatement'
          ? unreadValue(node)
          : undefined;
    const api = expression && analysis.apiOf(expression);
    const failure = api?.signature.mayFail;
    if (failure === undefined) continue;
    report(
      required(expression, 'the call'),
      `mylib.${required(api, 'the call').name} ${CONSEQUENCE[failure]}: put it into assert(...)`,
    );
  }

  /** The call whose answer goes into a variable that nothing reads. */
  function unreadValue({ variables, init }: lua.LocalStatement): lua.Expression | undefined {
    const [variable] = variables;
    const [value] = init;
    if (variable === undefined || value === undefined || !isCall(value)) return undefined;
    const reads = names.variableOf(variable)?.reads ?? [];
    return variables.length === 1 && init.length === 1 && reads.length === 0 ? value : undefined;
  }
};
