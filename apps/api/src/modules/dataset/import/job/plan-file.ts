import { kindColumns } from '@heddle/contracts/dataset/kind-columns'
import { presentDefinition } from '../../dataset.presenter.ts'
import { toJson } from '../../dataset.service.ts'
import { applyRemembered } from '../fingerprint.ts'
import { presentColumns } from '../import.presenter.ts'
import type { ImportRepository } from '../import.repository.ts'
import { planImport } from '../plan-import.ts'
import { sampleTable } from '../sample-table.ts'
import { readParts, readTold, type Step } from './step.ts'

/** Reads the file, and says what its import would be; a mapping that was applied to a file of the same headers is taken over. */
export async function planFile(imports: ImportRepository, step: Step) {
  const { record } = step
  const { columns } = presentDefinition(record.dataset)
  const { sheet, layout } = readTold(record)
  const isFixed = kindColumns[record.dataset.kind] !== null
  const plan = planImport(await sampleTable(readParts(step)), { columns, isFixed, sheet, layout })
  const { table } = plan
  const remembered = table && (await imports.findMapping(record.datasetId, table.fingerprint))
  const planned = { state: 'planned', plan: toJson(plan) } as const
  if (!table || !remembered) return planned
  const ids = new Set(columns.map(({ id }) => id))
  const mapped = applyRemembered(table.columns, presentColumns(remembered.columns), ids)
  const mapping = { layout: table.layout, columns: mapped.map(({ at, target, reading }) => ({ at, target, reading })) }
  return { ...planned, mapping: toJson(mapping), mode: remembered.mode }
}
