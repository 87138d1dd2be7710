// What columns and measures of a table have to be, and the ids that new ones get.
import { limits } from '@heddle/contracts/limits'
import type { ColumnInput, DatasetKind, DefinitionProblem, DefinitionProblemReason, MeasureInput } from '@heddle/contracts/dataset/dataset'
import { kindColumns } from '@heddle/contracts/dataset/kind-columns'
import type { DatasetColumn, TableDefinition } from '@heddle/contracts/dataset/column'
import { checkPlan } from '@heddle/table/check/check-plan'
import { areComparable, isNumeric, type LinkedTable } from '@heddle/table/query-table'
import { toTextKey } from '@heddle/table/text-key'
import { isUnitId } from '@heddle/units/units'

/** An id has four digits. */
const maxIds = 9_999

type Numbered = { readonly id?: string | undefined }

/** Gives new columns or measures the next ids; one with an id has to be among those that are there. */
function assignIds<Part extends Numbered>(
  part: 'columns' | 'measures',
  given: readonly Part[],
  { known, next }: { readonly known: readonly string[]; readonly next: number },
) {
  const problems: DefinitionProblem[] = []
  const seen = new Set<string>()
  let number = next
  const numbered = given.map((one, index) => {
    const path = `${part}/${index}/id`
    if (one.id === undefined) {
      if (number > maxIds) problems.push({ path, reason: 'too_many_ids' })
      return { ...one, id: `${part === 'columns' ? 'c' : 'm'}${number++}` }
    }
    if (!known.includes(one.id)) problems.push({ path, reason: 'unknown_id' })
    if (seen.has(one.id)) problems.push({ path, reason: 'duplicate_id' })
    seen.add(one.id)
    return { ...one, id: one.id }
  })
  return { numbered, next: number, problems }
}

/** Columns and measures with the numbers of the next ones. */
export type Definition = TableDefinition & { readonly nextColumn: number; readonly nextMeasure: number }
type Given = { readonly columns?: readonly ColumnInput[] | undefined; readonly measures?: readonly MeasureInput[] | undefined }

/** Returns the definition of a kind whose columns are fixed; null of a table. */
export function createKindDefinition(kind: DatasetKind): Definition | null {
  const fixed = kindColumns[kind]
  return fixed && { columns: [...fixed], measures: [], nextColumn: fixed.length + 1, nextMeasure: 1 }
}

/** Returns a draft with the columns and measures that are given in place of its own, and what is wrong with it. */
export function changeDefinition(
  draft: Definition,
  given: Given,
): { readonly draft: Definition; readonly problems: readonly DefinitionProblem[] } {
  const known = { columns: draft.columns.map(({ id }) => id), measures: draft.measures.map(({ id }) => id) }
  const columns = assignIds('columns', given.columns ?? draft.columns, { known: known.columns, next: draft.nextColumn })
  const measures = assignIds('measures', given.measures ?? draft.measures, { known: known.measures, next: draft.nextMeasure })
  const changed = {
    columns: columns.numbered,
    measures: measures.numbered,
    nextColumn: columns.next,
    nextMeasure: measures.next,
  }
  return { draft: changed, problems: [...columns.problems, ...measures.problems, ...findDefinitionProblems(changed)] }
}

function findDefinitionProblems({ columns, measures }: TableDefinition): DefinitionProblem[] {
  return [
    ...columns.flatMap((column, index) => checkColumn(column).map(({ field, reason }) => ({ path: `columns/${index}/${field}`, reason }))),
    ...findEqualNames('columns', columns),
    ...findEqualNames('measures', measures),
    ...findBeyond(columns, ({ key }) => key, 1, { field: 'key', reason: 'second_key' }),
    ...findBeyond(columns, isUnique, limits.datasetUniqueColumns, { field: 'unique', reason: 'too_many_unique' }),
    ...findBeyond(columns, ({ refers_to }) => refers_to, limits.datasetLinks, { field: 'refers_to', reason: 'too_many_links' }),
    ...measures.flatMap(({ unit }, index) =>
      isUnknownUnit(unit) ? [{ path: `measures/${index}/unit`, reason: 'unknown_unit' as const }] : [],
    ),
  ]
}

const isUnknownUnit = (unit: string | undefined) => unit !== undefined && !isUnitId(unit)

export const isUnique = ({ key, unique }: DatasetColumn) => key === true || unique === true
export const isRequired = ({ key, required }: DatasetColumn) => key === true || required === true

function checkColumn(column: DatasetColumn): { field: keyof DatasetColumn; reason: DefinitionProblemReason }[] {
  const { type, unit, decimals, choices, refers_to } = column
  const keys = choices?.map(({ value }) => toTextKey(value)) ?? []
  const found = [
    !isNumeric(type) && unit !== undefined && ({ field: 'unit', reason: 'not_for_type' } as const),
    isNumeric(type) && isUnknownUnit(unit) && ({ field: 'unit', reason: 'unknown_unit' } as const),
    !isNumeric(type) && decimals !== undefined && ({ field: 'decimals', reason: 'not_for_type' } as const),
    type !== 'choice' && choices !== undefined && ({ field: 'choices', reason: 'not_for_type' } as const),
    type === 'choice' && choices === undefined && ({ field: 'choices', reason: 'choices_missing' } as const),
    new Set(keys).size < keys.length && ({ field: 'choices', reason: 'duplicate_choice' } as const),
    type === 'boolean' && isUnique(column) && ({ field: 'unique', reason: 'not_for_type' } as const),
    type === 'boolean' && refers_to !== undefined && ({ field: 'refers_to', reason: 'not_for_type' } as const),
  ]
  return found.filter((problem) => problem !== false)
}

/** Names that are equal in one language, as a reader or a model would not tell them apart. */
function findEqualNames(part: 'columns' | 'measures', all: readonly { readonly name: DatasetColumn['name'] }[]): DefinitionProblem[] {
  const seen = new Set<string>()
  return all.flatMap(({ name }, index) => {
    const keys = Object.entries(name).flatMap(([language, text]) => (text ? [`${language} ${toTextKey(text)}`] : []))
    const isTaken = keys.some((key) => seen.has(key))
    for (const key of keys) seen.add(key)
    return isTaken ? [{ path: `${part}/${index}/name`, reason: 'duplicate_name' as const }] : []
  })
}

/** The columns of a kind of which there are more than `max`, from the first too many on. */
const findBeyond = (
  columns: readonly DatasetColumn[],
  isOne: (column: DatasetColumn) => unknown,
  max: number,
  { field, reason }: { readonly field: keyof DatasetColumn; readonly reason: DefinitionProblemReason },
): DefinitionProblem[] =>
  columns.flatMap((column, index) => (isOne(column) ? [{ path: `columns/${index}/${field}`, reason }] : [])).slice(max)

/**
 * Returns what is wrong with the links and the formulas of a definition, given the columns of the datasets that links lead to. A formula is
 * checked as in the plan of a query that asks for its measure.
 */
export function findReferenceProblems(
  { columns, measures }: TableDefinition,
  linked: ReadonlyMap<string, readonly DatasetColumn[]>,
): DefinitionProblem[] {
  const links = Object.fromEntries(
    columns.flatMap(({ id, refers_to }): [string, LinkedTable][] => {
      const target = refers_to === undefined ? undefined : linked.get(refers_to)
      return target ? [[id, { number: 0, columns: target }]] : []
    }),
  )
  const table = { number: 0, columns, measures, links }
  const isInvalid = (id: string) => !checkPlan({ select: [id] }, table).ok
  return [
    ...columns.flatMap((column, index): DefinitionProblem[] => {
      const reason = findLinkFault(column, linked)
      return reason ? [{ path: `columns/${index}/refers_to`, reason }] : []
    }),
    ...measures.flatMap(({ id }, index): DefinitionProblem[] =>
      isInvalid(id) ? [{ path: `measures/${index}/formula`, reason: 'formula_invalid' }] : [],
    ),
  ]
}

function findLinkFault(
  { refers_to, type }: DatasetColumn,
  linked: ReadonlyMap<string, readonly DatasetColumn[]>,
): DefinitionProblemReason | null {
  if (refers_to === undefined) return null
  const target = linked.get(refers_to)
  if (!target) return 'unknown_dataset'
  const key = target.find((column) => column.key)
  if (!key) return 'key_missing'
  return areComparable(key.type, type) ? null : 'key_of_other_type'
}

/**
 * Returns the columns that a change removes, retypes or no longer has as the key, and that a definition which refers to the dataset needs:
 * for its link, or in a formula.
 */
export function listLostColumns(
  datasetId: string,
  { before, after }: { readonly before: readonly DatasetColumn[]; readonly after: readonly DatasetColumn[] },
  referring: TableDefinition,
): DatasetColumn[] {
  const links = referring.columns.filter(({ refers_to }) => refers_to === datasetId).map(({ id }) => id)
  const isNeeded = ({ id, key }: DatasetColumn) =>
    key === true || referring.measures.some(({ formula }) => links.some((link) => new RegExp(String.raw`\b${link}\.${id}\b`).test(formula)))
  return links.length === 0 ? [] : before.filter((column) => isLost(column, after) && isNeeded(column))
}

/** Whether a change removes or retypes a column, or no longer has it as the key. */
export function isLost({ id, type, key }: DatasetColumn, after: readonly DatasetColumn[]): boolean {
  const kept = after.find((column) => column.id === id)
  if (!kept || (key === true && kept.key !== true)) return true
  return !areComparable(type, kept.type) && !(isNumeric(type) && isNumeric(kept.type))
}

/** Returns the columns whose cells have to be looked at again: another type, or other choices. */
export const listRetyped = (before: readonly DatasetColumn[], after: readonly DatasetColumn[]): DatasetColumn[] =>
  after.filter((column) => {
    const earlier = before.find(({ id }) => id === column.id)
    if (!earlier) return false
    const offered = new Set(column.choices?.map(({ value }) => value))
    return earlier.type !== column.type || (earlier.choices ?? []).some(({ value }) => !offered.has(value))
  })
