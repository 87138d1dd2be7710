// What a mapping makes of a dataset: the columns that it gets, and those of the file that are read into them.
import type { DatasetColumn, TableDefinition } from '@heddle/contracts/dataset/column'
import type { ColumnInput, DatasetKind } from '@heddle/contracts/dataset/dataset'
import type { ImportLayout, ImportMapping, ImportMode, ImportPlan, ImportRefusal, NewColumn } from '@heddle/contracts/dataset/import'
import { kindColumns } from '@heddle/contracts/dataset/kind-columns'
import { limits } from '@heddle/contracts/limits'
import { isUnitId } from '@heddle/units/units'
import { isDeepStrictEqual } from 'node:util'
import { AppError } from '../../../platform/errors/app-error.ts'
import { changeDefinition } from '../definition.rules.ts'
import type { CheckedColumn } from './check-rows.ts'

export const refuseImport = (reason: ImportRefusal, params: Readonly<Record<string, number>> = {}) =>
  new AppError('DATASET_IMPORT_INVALID', { params: { reason, ...params } })

export type ResolvedMapping = {
  /** With the columns that are added, whose ids are the next ones of the dataset. */
  readonly definition: TableDefinition & { readonly nextColumn: number; readonly nextMeasure: number }
  readonly columns: readonly CheckedColumn[]
  readonly key: DatasetColumn | undefined
  /** The new columns among them. */
  readonly added: readonly DatasetColumn[]
}

const toColumnInput = ({ name, choices, ...column }: NewColumn): ColumnInput => ({
  ...column,
  name: { default: name },
  ...(choices && { choices: choices.map((value) => ({ value })) }),
})

/** Rows that are left out are the choice of who confirms. */
const isSameLayout = (layout: ImportLayout, planned: ImportLayout) => isDeepStrictEqual({ ...layout, omitted: planned.omitted }, planned)

/** Throws `DATASET_IMPORT_INVALID` for a mapping that is not one of the file. */
function assertOfPlan({ layout, columns }: ImportMapping, { table }: ImportPlan) {
  if (!table) throw refuseImport('no_table')
  if (!isSameLayout(layout, table.layout)) throw refuseImport('other_layout')
  const numbers = new Set(columns.map(({ at }) => at))
  if (numbers.size < columns.length) throw refuseImport('column_repeated')
  if (columns.some(({ at }) => !table.columns.some((column) => column.at === at))) throw refuseImport('unknown_column')
  if (columns.every(({ target }) => target === null)) throw refuseImport('nothing_mapped')
}

function assertUnits({ columns }: ImportMapping) {
  const given = columns.flatMap(({ reading, target }) => [reading.unit, target && 'add' in target ? target.add.unit : undefined])
  if (given.some((unit) => unit !== undefined && !isUnitId(unit))) throw refuseImport('unknown_unit')
}

type Draft = Parameters<typeof changeDefinition>[0] & { readonly kind: DatasetKind }

/**
 * Returns what becomes of a draft. Throws `DATASET_IMPORT_INVALID` or `DATASET_DEFINITION_INVALID` where it cannot be, and
 * `DATASET_COLUMNS_FIXED` for a new column of a kind whose columns are fixed.
 */
export function resolveMapping(draft: Draft, plan: ImportPlan, mapping: ImportMapping, mode: ImportMode): ResolvedMapping {
  assertOfPlan(mapping, plan)
  assertUnits(mapping)
  const given = mapping.columns.flatMap(({ target }) => (target && 'add' in target ? [toColumnInput(target.add)] : []))
  if (given.length > 0 && kindColumns[draft.kind]) throw new AppError('DATASET_COLUMNS_FIXED')
  if (draft.columns.length + given.length > limits.datasetColumns) throw refuseImport('too_many_columns', { max: limits.datasetColumns })
  const { draft: definition, problems } = changeDefinition(draft, { columns: [...draft.columns, ...given] })
  if (problems.length > 0) throw new AppError('DATASET_DEFINITION_INVALID', { params: { problems } })
  const known = new Map(definition.columns.map((column) => [column.id, column]))
  const added = definition.columns.slice(draft.columns.length)
  const others = added.values()
  const columns = mapping.columns.flatMap(({ at, target, reading }): CheckedColumn[] => {
    if (target === null) return []
    const column = 'add' in target ? others.next().value : known.get(target.column)
    if (!column) throw refuseImport('unknown_column')
    return [{ at, column, reading }]
  })
  if (new Set(columns.map(({ column }) => column.id)).size < columns.length) throw refuseImport('target_repeated')
  const key = definition.columns.find((column) => column.key === true)
  const hasKey = columns.some(({ column }) => column.id === key?.id)
  if (key ? !hasKey : mode === 'update') throw refuseImport('key_missing')
  return { definition, columns, key, added }
}
