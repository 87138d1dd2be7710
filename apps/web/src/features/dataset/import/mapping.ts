// What is edited of a plan before it is checked: which rows are the table, and what becomes of each column of the file.
import type { ColumnType, DatasetColumn } from '@heddle/contracts/dataset/column'
import type { ColumnReading, ImportColumn, ImportMapping, ImportPlan, ImportPlanColumn, NewColumn } from '@heddle/contracts/dataset/import'
import { toText } from '@heddle/table/import/raw-text'

export type PlanTable = NonNullable<ImportPlan['table']>

/** Returns the mapping that a plan proposes. */
export const toProposed = ({ layout, columns }: PlanTable): ImportMapping => ({
  layout,
  columns: columns.map(({ at, target, reading }) => ({ at, target, reading })),
})

/** Whether a mapping is of the rows that a plan has as its table; those that are left out may differ. */
export const hasLayout = ({ layout }: ImportMapping, table: PlanTable): boolean =>
  layout.sheet === table.layout.sheet &&
  layout.first_row === table.layout.first_row &&
  layout.unit_row === table.layout.unit_row &&
  layout.header_rows.join() === table.layout.header_rows.join()

/** What a select of targets has beside the ids of columns. */
export const otherTargets = ['none', 'new'] as const

export const toTargetValue = ({ target }: ImportColumn): string => (target === null ? 'none' : 'column' in target ? target.column : 'new')

const toNewColumn = ({ target, header }: ImportPlanColumn): NewColumn =>
  target !== null && 'add' in target ? target.add : { name: header.slice(0, 200) || '?', type: 'text' }

/** Returns a column with another target: the id of a column of the dataset, a new column, or none. */
export function retarget(column: ImportColumn, planned: ImportPlanColumn, value: string): ImportColumn {
  if (value === 'none') return { ...column, target: null }
  return { ...column, target: value === 'new' ? { add: toNewColumn(planned) } : { column: value } }
}

/** Returns the column of the dataset that cells go to; one that is new has an id of its own. */
export function findTarget({ target }: ImportColumn, columns: readonly DatasetColumn[]): DatasetColumn | null {
  if (target === null) return null
  if ('column' in target) return columns.find(({ id }) => id === target.column) ?? null
  const { name, choices, ...others } = target.add
  return { ...others, id: 'c1', name: { default: name }, ...(choices && { choices: choices.map((value) => ({ value })) }) }
}

/** Returns a new column with another type, without what only the type before has. */
export function retype({ name, unit, choices, key }: NewColumn, type: ColumnType, { samples }: ImportPlanColumn): NewColumn {
  const words = choices ?? [...new Set(samples.map((sample) => toText(sample).trim()).filter((text) => text !== ''))]
  return {
    name,
    type,
    ...(isNumber(type) && unit !== undefined && { unit }),
    ...(type === 'choice' && words.length > 0 && { choices: words }),
    ...(key === true && canBeKey(type) && { key }),
  }
}

export const isNumber = (type: ColumnType): boolean => type === 'number' || type === 'integer'
export const canBeKey = (type: ColumnType): boolean => type === 'text' || type === 'integer'

/** Returns the readings that cells of a type ask for. */
export function pickReading(reading: ColumnReading, type: ColumnType): ColumnReading {
  const { decimal_comma, thousands, unit, date_order, calendar, true_words, false_words, empty_words } = reading
  const own: Partial<Record<ColumnType, ColumnReading>> = {
    number: { decimal_comma, thousands, unit },
    integer: { decimal_comma, thousands, unit },
    date: { date_order, calendar },
    boolean: { true_words, false_words },
  }
  return Object.fromEntries(Object.entries({ ...own[type], empty_words }).filter(([, value]) => value !== undefined))
}

/** Returns the mapping as it is sent. */
export const toSent = ({ layout, columns }: ImportMapping, datasetColumns: readonly DatasetColumn[]): ImportMapping => ({
  layout,
  columns: columns.map((column) => {
    const type = findTarget(column, datasetColumns)?.type
    return { ...column, reading: type === undefined ? {} : pickReading(column.reading, type) }
  }),
})

export type ColumnProblem = 'repeated' | 'nameless' | 'choiceless'

/** Returns what is wrong with a column of a mapping, by its number in the file. */
export function findColumnProblems({ columns }: ImportMapping): ReadonlyMap<number, ColumnProblem> {
  const taken = new Set<string>()
  const problems = new Map<number, ColumnProblem>()
  for (const { at, target } of columns) {
    if (target === null) continue
    if ('column' in target) {
      if (taken.has(target.column)) problems.set(at, 'repeated')
      taken.add(target.column)
    } else if (target.add.name.trim() === '') problems.set(at, 'nameless')
    else if (target.add.type === 'choice' && target.add.choices === undefined) problems.set(at, 'choiceless')
  }
  return problems
}

/** Returns why a mapping cannot be checked; null where it can. */
export function findMappingProblem(mapping: ImportMapping, columns: readonly DatasetColumn[]): 'columns' | 'nothing' | 'key' | null {
  if (findColumnProblems(mapping).size > 0) return 'columns'
  if (mapping.columns.every(({ target }) => target === null)) return 'nothing'
  const key = columns.find((column) => column.key === true)
  const hasKey = mapping.columns.some(({ target }) => target !== null && 'column' in target && target.column === key?.id)
  return key && !hasKey ? 'key' : null
}

/** The letters that spreadsheets name a column by: 1 is A, 27 is AA. */
export function toLetters(at: number): string {
  const rest = Math.floor((at - 1) / 26)
  return (rest > 0 ? toLetters(rest) : '') + String.fromCodePoint(65 + ((at - 1) % 26))
}
