// The mapping that the editing of an import begins with.
import type { DatasetImport, ImportMapping } from '@heddle/contracts/dataset/import'
import { hasLayout, type PlanTable, toProposed } from './mapping.ts'

/** A mapping that was edited for another file, for one with the same headers. */
export type CarriedMapping = { readonly fingerprint: string; readonly mapping: ImportMapping }

export type InitialMapping = { readonly mapping: ImportMapping; readonly from: 'plan' | 'remembered' | 'carried' | 'checked' }

/** Returns the mapping that is edited: what was checked last, what was edited for the file before, what the dataset remembers, or the proposal. */
export function findInitialMapping({ mapping, mode }: DatasetImport, table: PlanTable, carried: CarriedMapping | null): InitialMapping {
  if (mapping && mode !== null && hasLayout(mapping, table)) return { mapping, from: 'checked' }
  if (carried?.fingerprint === table.fingerprint) return { mapping: { ...carried.mapping, layout: table.layout }, from: 'carried' }
  return mapping && mode === null ? { mapping, from: 'remembered' } : { mapping: toProposed(table), from: 'plan' }
}
