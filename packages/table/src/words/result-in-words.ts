// Says in a reader's language what came of a query: the result as rows and as a table, or which of its texts the rows do not have.
import { type Language, languageTags } from '@heddle/contracts/languages'
import { translate } from '@heddle/words/words'
import type { CheckedPlan } from '../check/checked-plan.ts'
import type { QueryResult, ResultCell } from '../compile/read-result.ts'
import type { OpenText, TakenText } from '../lookup/take-texts.ts'
import { type ColumnUse, findColumn } from '../query-table.ts'
import { describePlan, nameColumn, nameResultColumns, type Writer } from './plan-in-words.ts'

type NamedRows = {
  readonly columns: readonly string[]
  readonly rows: readonly Readonly<Record<string, string | number | boolean | null>>[]
}

/** Digits of a number with decimals: what comes after them is the error of its binary form. Integers are exact. */
const maxDigits = 15

/** Returns the rows of a result by the names of their columns; of two columns of one name the second has a number. */
export function nameRows(plan: CheckedPlan, result: QueryResult, writer: Writer): NamedRows {
  const names = nameResultColumns(plan, writer)
  const columns = names.map((name, index) => {
    const earlier = names.slice(0, index).filter((each) => each === name).length
    return earlier > 0 ? `${name} (${earlier + 1})` : name
  })
  const rows = result.rows.map(({ cells }) => Object.fromEntries(columns.map((name, index) => [name, toPlainCell(cells[index] ?? null)])))
  return { columns, rows }
}

function toPlainCell(cell: ResultCell): string | number | boolean | null {
  if (typeof cell === 'number') return Number.isInteger(cell) ? cell : Number(cell.toPrecision(maxDigits))
  return typeof cell === 'object' && cell !== null ? `${cell.mark}${cell.number ?? ''}` : cell
}

/** Returns the query in words and, in Markdown, the table of its rows; of a query without rows one sentence. */
export function describeResult(plan: CheckedPlan, result: QueryResult, writer: Writer): string {
  const query = describePlan(plan, result, writer)
  if (result.shown === 0) return translate(writer.language, 'query.result.empty', { query })
  const { columns, rows } = nameRows(plan, result, writer)
  const tag = languageTags[writer.language]
  const integers = new Intl.NumberFormat(tag, { useGrouping: false })
  const decimals = new Intl.NumberFormat(tag, { useGrouping: false, maximumSignificantDigits: maxDigits })
  const write = (cell: NamedRows['rows'][number][string] | undefined) => {
    if (typeof cell === 'number') return (Number.isInteger(cell) ? integers : decimals).format(cell)
    if (typeof cell === 'boolean') return translate(writer.language, cell ? 'query.yes' : 'query.no')
    return cell ?? ''
  }
  const lines = [columns, columns.map(() => '---'), ...rows.map((row) => columns.map((column) => write(row[column])))]
  return [query, '', ...lines.map((cells) => `| ${cells.map(escapeCell).join(' | ')} |`)].join('\n')
}

const escapeCell = (cell: string) => cell.replaceAll(/[\\|]/g, String.raw`\$&`).replaceAll(/\s*\n\s*/g, ' ')

/** Returns a sentence for each text that no row has, with the nearest, or a question for each that may be several values. */
export const describeOpenTexts = (type: 'no_such_value' | 'ambiguous', texts: readonly OpenText[], writer: Writer): string =>
  texts
    .map(({ ref, given, values }) => {
      const words = { column: nameRef(ref, writer), value: given, values: values.join(' / ') }
      if (type === 'ambiguous') return translate(writer.language, 'query.result.ambiguous', words)
      return translate(writer.language, values.length > 0 ? 'query.result.nearest' : 'query.result.noSuchValue', words)
    })
    .join('\n')

/** Returns which value each text was taken for, as `fibre: 棉 → cotton`. */
export const describeTakenTexts = (taken: readonly TakenText[], writer: Writer): string[] =>
  taken.map(({ ref, given, value }) => `${nameRef(ref, writer)}: ${given} → ${value}`)

function nameRef(ref: string, writer: Writer): string {
  const use = findColumn(writer.table, ref)
  return use ? nameColumn(use, writer) : ref
}

/** Returns what is said where no query is made: of a table that is not there, or not for the reader, the same as where nothing is. */
export const describeNoQuery = (outcome: 'empty' | 'not_expressible', language: Language): string =>
  translate(language, outcome === 'empty' ? 'query.result.nothing' : 'query.result.notExpressible')

/** Returns the sentence about the columns whose value a question does not give. */
export const describeMissing = (uses: readonly ColumnUse[], writer: Writer): string =>
  translate(writer.language, 'query.result.valueMissing', {
    columns: uses.map((use) => nameColumn(use, writer)).reduce((a, b) => translate(writer.language, 'query.list', { a, b })),
  })
