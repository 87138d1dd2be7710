// Reads the formula of a measure: numbers, `+ - * /`, parentheses, and aggregates of a column.
import { AggregateFunction, ColumnRef } from '@heddle/contracts/dataset/plan'
import { limits } from '@heddle/contracts/limits'
import type { Formula } from './formula.ts'

export type FormulaErrorCode =
  | 'too_long'
  | 'too_deep'
  | 'unexpected'
  | 'unknown_function'
  | 'column_missing'
  | 'number_out_of_range'
  | 'no_aggregate'

/** `at`: the offset of what is wrong, in UTF-16 units. */
export type FormulaError = { readonly code: FormulaErrorCode; readonly at: number }

export type ParsedFormula = { readonly ok: true; readonly formula: Formula } | { readonly ok: false; readonly error: FormulaError }

/** Parentheses and signs in one another. */
const maxDepth = 20

const token = /\s*(?:(\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|([a-z][a-z0-9_]*(?:\.[a-z0-9]+)?)|([-+*/()]))/y

type Token = { readonly type: 'number' | 'name' | 'sign' | 'end'; readonly text: string; readonly at: number }

class UnreadableFormula extends Error {
  readonly code: FormulaErrorCode
  readonly at: number

  constructor(code: FormulaErrorCode, at: number) {
    super(code)
    this.code = code
    this.at = at
  }
}

/**
 * Returns a formula as a tree, or the first error with its position. `*` and `/` bind closer than `+` and `-`, equal ones from the left.
 * A formula has at least one aggregate. The columns are not looked up here.
 */
export function parseFormula(text: string): ParsedFormula {
  try {
    if (text.length > limits.datasetFormulaCharacters) throw new UnreadableFormula('too_long', limits.datasetFormulaCharacters)
    const reader = createReader(readTokens(text))
    const formula = reader.readSum(0)
    const end = reader.peek()
    if (end.type !== 'end') throw new UnreadableFormula('unexpected', end.at)
    if (!reader.hasAggregate()) throw new UnreadableFormula('no_aggregate', 0)
    return { ok: true, formula }
  } catch (error) {
    if (error instanceof UnreadableFormula) return { ok: false, error: { code: error.code, at: error.at } }
    throw error
  }
}

function readTokens(text: string): Token[] {
  const tokens: Token[] = []
  const end = text.trimEnd().length
  let offset = 0
  while (offset < end) {
    token.lastIndex = offset
    const match = token.exec(text)
    if (!match) throw new UnreadableFormula('unexpected', offset + (text.slice(offset).length - text.slice(offset).trimStart().length))
    const [whole, number, name, sign] = match
    const written = number ?? name ?? sign ?? ''
    tokens.push({
      type: number === undefined ? (name === undefined ? 'sign' : 'name') : 'number',
      text: written,
      at: offset + whole.length - written.length,
    })
    offset = token.lastIndex
  }
  return [...tokens, { type: 'end', text: '', at: end }]
}

function createReader(tokens: readonly Token[]) {
  let index = 0
  let aggregates = 0
  const peek = (): Token => tokens[Math.min(index, tokens.length - 1)] ?? { type: 'end', text: '', at: 0 }
  const takeIf = (...signs: string[]): string | null => {
    const next = peek()
    if (next.type !== 'sign' || !signs.includes(next.text)) return null
    index += 1
    return next.text
  }

  function expectSign(sign: string) {
    if (takeIf(sign) === null) throw new UnreadableFormula('unexpected', peek().at)
  }

  function readSum(depth: number): Formula {
    let formula = readProduct(depth)
    for (let sign = takeIf('+', '-'); sign !== null; sign = takeIf('+', '-'))
      formula = { type: 'operation', operator: sign === '+' ? '+' : '-', a: formula, b: readProduct(depth) }
    return formula
  }

  function readProduct(depth: number): Formula {
    let formula = readFactor(depth)
    for (let sign = takeIf('*', '/'); sign !== null; sign = takeIf('*', '/'))
      formula = { type: 'operation', operator: sign === '*' ? '*' : '/', a: formula, b: readFactor(depth) }
    return formula
  }

  function readFactor(depth: number): Formula {
    const next = peek()
    if (depth > maxDepth) throw new UnreadableFormula('too_deep', next.at)
    if (takeIf('-') !== null) return { type: 'negation', of: readFactor(depth + 1) }
    if (takeIf('(') !== null) {
      const inner = readSum(depth + 1)
      expectSign(')')
      return inner
    }
    index += 1
    if (next.type === 'number') {
      const value = Number(next.text)
      if (!Number.isFinite(value)) throw new UnreadableFormula('number_out_of_range', next.at)
      return { type: 'number', value }
    }
    if (next.type === 'name') return readAggregate(next)
    throw new UnreadableFormula('unexpected', next.at)
  }

  function readAggregate({ text, at }: Token): Formula {
    const fn = AggregateFunction.safeParse(text)
    if (!fn.success) throw new UnreadableFormula('unknown_function', at)
    expectSign('(')
    const column = peek()
    const ref = column.type === 'name' ? column.text : null
    if (ref !== null) {
      if (!ColumnRef.safeParse(ref).success) throw new UnreadableFormula('unexpected', column.at)
      index += 1
    } else if (fn.data !== 'count') throw new UnreadableFormula('column_missing', column.at)
    expectSign(')')
    aggregates += 1
    return { type: 'aggregate', fn: fn.data, ref, at }
  }

  return { peek, readSum, hasAggregate: () => aggregates > 0 }
}
