import {
  BinaryExpression,
  CallExpression,
  IdentifierExpression,
  IntegerLiteralExpression,
  type Node,
  PropertyAccessExpression,
  VariableDeclaration,
} from 'assemblyscript';
import type { RuleName } from '../finding.js';
import {
  type CheckedContract,
  calledName,
  descendants,
  type EntryPoint,
  lastPart,
  nameOf,
  type Report,
} from './checked-contract.js';

/** Looks for one kind of mistake. */
type Rule = (contract: CheckedContract, report: Report) => void;

/** Methods that change rows, or send something. */
const CHANGES = new Set(['set', 'remove', 'add', 'send']);
const AUTHORITY = new Set(['requireAuth', 'hasAuth']);
const WHOLE = /^(?:[iu](?:8|16|32|64)|Regid|Name)$/;
const MONEY = /^[iu]64$/;
const FLOAT = /^f(?:32|64)$/;
/** What everybody who makes a block, or sees one, can choose or foresee. */
const FORESEEN = new Set(['transactionHash', 'now', 'timeNow', 'activeProducers']);

/** An action that changes rows or sends coins, and looks at nobody's authority. */
const anyCaller: Rule = ({ entryPoints }, report) => {
  for (const { mark, name, node, nodes } of entryPoints) {
    if (mark !== 'action') continue;
    const calls = callsIn(nodes);
    if (calls.some(call => AUTHORITY.has(lastPart(calledName(call))))) continue;
    const change = calls.find(
      call => calledName(call).includes('.') && CHANGES.has(lastPart(calledName(call))),
    );
    if (change === undefined) continue;
    report(
      node.name,
      `${name} calls ${calledName(change)} for anybody who asks: requireAuth(owner) says who may`,
    );
  }
};

/** Arithmetic of 64 bits whose result callers choose, without a look at it before. */
const integerWrap: Rule = ({ entryPoints, fields }, report) => {
  for (const { nodes, parameters, mark } of entryPoints) {
    if (mark === 'view') continue;
    const compared = new Set<string>();
    for (const node of nodes) {
      if (!(node instanceof BinaryExpression)) continue;
      const sign = signOf(node);
      if (/^[<>]=?$/.test(sign)) {
        for (const side of [node.left, node.right]) compared.add(side.range.toString());
        continue;
      }
      const typeOf = (side: Node): string | undefined =>
        side instanceof PropertyAccessExpression
          ? fields.get(side.property.text)
          : side instanceof IdentifierExpression
            ? parameters.get(side.text)
            : undefined;
      const isMoney = (side: Node): boolean => MONEY.test(typeOf(side) ?? '');
      const [left, right] = [node.left, node.right];
      if (sign === '*' || sign === '*=') {
        if (left instanceof IntegerLiteralExpression || right instanceof IntegerLiteralExpression) continue;
        if (isMoney(left) || isMoney(right))
          report(node, 'the product can wrap around: write mulDiv, U128.product or checkedMul');
      } else if (sign === '-' || sign === '-=') {
        if (typeOf(left) !== 'u64' || compared.has(left.range.toString())) continue;
        report(node, 'the difference can wrap around below zero: check it before, or write checkedSub');
      } else if (sign === '+' || sign === '+=') {
        const given = [left, right].find(
          side => side instanceof IdentifierExpression && isMoney(side) && !compared.has(side.text),
        );
        if (given !== undefined)
          report(
            node,
            `${given.range.toString()} is what the caller gives, and the sum can wrap around: write checkedAdd`,
          );
      }
    }
  }
};

/** Numbers of money that are no whole numbers. */
const floatAmount: Rule = ({ entryPoints, declarations }, report) => {
  const why = 'a float rounds: amounts and prices are whole numbers of the smallest unit (mulDiv for shares)';
  for (const field of declarations) {
    if (FLOAT.test(field.type?.range.toString() ?? '')) report(field.name, `"${field.name.text}": ${why}`);
  }
  for (const { node, nodes } of entryPoints) {
    for (const { name, type } of node.signature.parameters) {
      if (FLOAT.test(type.range.toString())) report(name, `"${name.text}": ${why}`);
    }
    for (const variable of nodes) {
      if (!(variable instanceof VariableDeclaration)) continue;
      if (FLOAT.test(variable.type?.range.toString() ?? ''))
        report(variable.name, `"${variable.name.text}": ${why}`);
    }
  }
};

/** A choice by what callers and producers know before. */
const predictableRandomness: Rule = ({ entryPoints }, report) => {
  for (const { nodes } of entryPoints) {
    const tainted = new Set<string>();
    const isForeseen = (node: Node): boolean =>
      [...descendants(node)].some(
        part =>
          (part instanceof CallExpression && FORESEEN.has(lastPart(calledName(part)))) ||
          (part instanceof IdentifierExpression && tainted.has(part.text)),
      );
    for (const node of nodes) {
      if (node instanceof VariableDeclaration && node.initializer !== null && isForeseen(node.initializer))
        tainted.add(node.name.text);
      if (node instanceof BinaryExpression && /^%=?$/.test(signOf(node)) && isForeseen(node.left)) {
        report(
          node,
          'callers and producers know, or choose, what this is: let the players commit to hashes and reveal what is behind them',
        );
      }
    }
  }
};

/** An amount that is used without a look at its coin. */
const uncheckedCoin: Rule = ({ entryPoints }, report) => {
  for (const { parameters, nodes, mark } of entryPoints) {
    if (mark === 'view') continue;
    for (const [name, type] of parameters) {
      if (type !== 'Asset') continue;
      const uses = nodes.filter(
        (node): node is PropertyAccessExpression =>
          node instanceof PropertyAccessExpression && nameOf(node.expression) === name,
      );
      const amount = uses.find(({ property }) => property.text === 'amount');
      const looksAtCoin =
        uses.some(({ property }) => ['symbol', 'code'].includes(property.text)) ||
        nodes.some(
          node =>
            node instanceof BinaryExpression &&
            /^(?:[-+]=?|[<>]=?)$/.test(signOf(node)) &&
            [node.left, node.right].some(side => nameOf(side) === name),
        );
      if (amount !== undefined && !looksAtCoin)
        report(
          amount,
          `nothing looks at the coin of ${name}: an amount of any coin, worthless ones too, counts`,
        );
    }
  }
};

/** What another contract tells, without a look at who does, or whom it is about. */
const anyNotification: Rule = ({ entryPoints }, report) => {
  for (const { mark, node, name, nodes, notifiedOf = '' } of entryPoints) {
    if (mark !== 'notify') continue;
    const reads = (member: string): boolean =>
      nodes.some(part => part instanceof PropertyAccessExpression && nameOf(part) === `this.${member}`);
    if (notifiedOf.startsWith('*::') && !reads('contract')) {
      report(
        node.name,
        `${name} believes every contract: name the one that it is about, such as @notify("0-800::transfer"), or look at this.contract`,
      );
    }
    if (notifiedOf.endsWith('::transfer') && !reads('receiver')) {
      report(
        node.name,
        `${name} is told of what this contract pays out, too: compare the receiver of the coins with this.receiver`,
      );
    }
  }
};

/** A row that may be there already, made anew under an id that the caller chooses. */
const reusedId: Rule = ({ entryPoints }, report) => {
  for (const { mark, nodes, parameters } of entryPoints) {
    if (mark !== 'action') continue;
    const calls = callsIn(nodes);
    const firstArgument = (call: CallExpression): string => call.args[0]?.range.toString() ?? '';
    const looked = new Set(
      calls
        .filter(call => ['has', 'get', 'require', 'requireAuth'].includes(lastPart(calledName(call))))
        .map(firstArgument),
    );
    for (const call of calls) {
      const id = firstArgument(call);
      if (lastPart(calledName(call)) !== 'set' || call.args.length !== 2) continue;
      if (!WHOLE.test(parameters.get(id) ?? '') || looked.has(id)) continue;
      report(call, `a row that is there under ${id} already is overwritten: look with has(${id}) before`);
    }
  }
};

/** The rules for AssemblyScript, in the order in which they look. */
export const ASSEMBLY_SCRIPT_RULES: readonly (readonly [RuleName, Rule])[] = [
  ['any-caller', anyCaller],
  ['integer-wrap', integerWrap],
  ['float-amount', floatAmount],
  ['predictable-randomness', predictableRandomness],
  ['unchecked-coin', uncheckedCoin],
  ['any-notification', anyNotification],
  ['reused-id', reusedId],
];

function callsIn(nodes: EntryPoint['nodes']): CallExpression[] {
  return nodes.filter((node): node is CallExpression => node instanceof CallExpression);
}

/** The sign between two sides, as it is written. */
function signOf({ left, right, range }: BinaryExpression): string {
  const text = range.source.text.slice(left.range.end, right.range.start);
  return text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*|[\s()]/g, '');
}
