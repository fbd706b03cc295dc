/** The kinds of changes, the same for both languages. */
export const MUTATION_OPERATORS = {
  comparison: 'a comparison becomes its neighbour or its opposite: < becomes <= and >=',
  arithmetic: 'an arithmetic operator becomes its inverse: + becomes -',
  bitwise: 'a bitwise operator becomes another one: & becomes |',
  logical: '"and" becomes "or", and the other way round',
  negation: '"not" and a minus sign are taken out; a condition that is no comparison is negated',
  condition: 'a condition of if, while, until or ?: is always true, always false',
  constant: 'a whole number is one more and one less, true becomes false, a text empty',
  check: 'what assert, or check, makes sure of is not looked at',
  statement: 'a call, an assignment or a break is taken out',
  result: 'a function returns nothing, 0 or the opposite',
} as const;

export type MutationOperator = keyof typeof MUTATION_OPERATORS;

/** What stands in the place of an operator of the language. */
export interface OperatorChange {
  readonly operator: MutationOperator;
  readonly becomes: readonly string[];
}

/** What an author writes for what the mutations need. */
export interface Dialect {
  readonly changes: ReadonlyMap<string, OperatorChange>;
  readonly not: (expression: string) => string;
}

type Changes = Readonly<Record<string, readonly string[]>>;

const COMMON = {
  comparison: { '<': ['<=', '>='], '<=': ['<', '>'], '>': ['>=', '<='], '>=': ['>', '<'] },
  arithmetic: { '+': ['-'], '-': ['+'], '%': ['*'] },
  bitwise: { '&': ['|'], '|': ['&'], '<<': ['>>'], '>>': ['<<'] },
} satisfies Partial<Record<MutationOperator, Changes>>;

export const LUA: Dialect = {
  changes: changesOf({
    comparison: { ...COMMON.comparison, '==': ['~='], '~=': ['=='] },
    arithmetic: { ...COMMON.arithmetic, '*': ['//'], '/': ['*'], '//': ['*'], '^': ['*'] },
    bitwise: { ...COMMON.bitwise, '~': ['&'] },
    logical: { and: ['or'], or: ['and'] },
  }),
  not: expression => `not (${expression})`,
};

export const ASSEMBLY_SCRIPT: Dialect = {
  changes: changesOf({
    comparison: { ...COMMON.comparison, '==': ['!='], '!=': ['=='], '===': ['!=='], '!==': ['==='] },
    arithmetic: {
      ...{ ...COMMON.arithmetic, '*': ['/'], '/': ['*'], '**': ['*'] },
      ...{ '+=': ['-='], '-=': ['+='], '*=': ['/='], '/=': ['*='], '%=': ['*='] },
      ...{ '++': ['--'], '--': ['++'] },
    },
    bitwise: {
      ...{ ...COMMON.bitwise, '^': ['&'], '>>>': ['<<'] },
      ...{ '&=': ['|='], '|=': ['&='], '^=': ['&='], '<<=': ['>>='], '>>=': ['<<='], '>>>=': ['<<='] },
    },
    logical: { '&&': ['||'], '||': ['&&'] },
  }),
  not: expression => `!(${expression})`,
};

function changesOf(
  byOperator: Partial<Record<MutationOperator, Changes>>,
): ReadonlyMap<string, OperatorChange> {
  return new Map(
    Object.entries(byOperator).flatMap(([operator, changes]) =>
      Object.entries(changes).map(([sign, becomes]) => [
        sign,
        { operator: operator as MutationOperator, becomes },
      ]),
    ),
  );
}
