import type * as lua from 'luaparse';
import type { Analysis } from '../analysis.js';
import type { Rule } from '../rule.js';
import { argumentsOf, type Call, descendants, isCall, type Node } from '../syntax-tree.js';

/** Fields that name who is paid. */
const RECEIVERS = new Set(['toAddress', 'accountIdTbl']);

/**
 * Contracts that pay their own coins, or write down an owner, without looking at who calls: paying the caller, whoever
 * that is, is no look at him.
 */
export const anyCaller: Rule = ({ chunk, analysis }, report) => {
  const nodes = [...descendants(chunk)];
  if (nodes.some(node => isLookAtCaller(node, analysis, receiversIn(nodes)))) return;
  for (const node of nodes) {
    if (!isCall(node)) continue;
    const name = analysis.apiOf(node)?.name;
    if (name === 'TransferAccountAsset' && paysOwnCoins(node, analysis)) {
      report(
        node,
        'pays coins of the contract, and nothing in the contract looks at who calls: anybody gets them',
      );
    }
    if (name === 'WriteData' && /owner|admin/i.test(keyOf(node, analysis))) {
      report(
        node,
        'writes down an owner, and nothing in the contract looks at who calls: anybody becomes it',
      );
    }
  }
};

/** Everything inside of a field that names a receiver, and what variables there stand for. */
function receiversIn(nodes: readonly Node[]): ReadonlySet<Node> {
  const found = new Set<Node>();
  for (const node of nodes) {
    if (node.type !== 'TableKeyString' || !RECEIVERS.has(node.key.name)) continue;
    for (const inner of descendants(node.value)) found.add(inner);
  }
  return found;
}

function isLookAtCaller(node: Node, analysis: Analysis, receivers: ReadonlySet<Node>): boolean {
  if (!isCall(node) || analysis.apiOf(node)?.name !== 'GetCurTxAccount' || receivers.has(node)) return false;
  return !isOnlyPaid(node, analysis, receivers);
}

/** Whether the caller goes into a variable that is read as a receiver only. */
function isOnlyPaid(call: Call, { names }: Analysis, receivers: ReadonlySet<Node>): boolean {
  const variables = [...names.locals, ...names.globals.values()];
  const holder = variables.find(({ values }) =>
    values.some(value => value !== undefined && [...descendants(value)].includes(call)),
  );
  return holder?.reads.every(read => receivers.has(read)) ?? false;
}

function fieldsOf(call: Call, analysis: Analysis): lua.TableKeyString[] {
  const [given] = argumentsOf(call);
  const table = given && analysis.tableOf(given);
  return table?.fields.filter(field => field.type === 'TableKeyString') ?? [];
}

function paysOwnCoins(call: Call, analysis: Analysis): boolean {
  const field = fieldsOf(call, analysis).find(({ key }) => key.name === 'isContractAccount');
  return field?.value.type === 'BooleanLiteral' && field.value.value;
}

function keyOf(call: Call, analysis: Analysis): string {
  const field = fieldsOf(call, analysis).find(({ key }) => key.name === 'key');
  return String((field && analysis.constant(field.value)) ?? '');
}
