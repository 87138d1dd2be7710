import { type DatasetImport, ImportColumn, ImportCounts, ImportError, ImportMapping, ImportPlan } from '@heddle/contracts/dataset/import'
import { ErrorDetail } from '@heddle/contracts/errors'
import { z } from 'zod'
import { presentTime } from '../../../platform/http/presenting.ts'
import type { ImportRecord } from './import.repository.ts'

export const presentPlan = ({ plan }: { readonly plan: unknown }): ImportPlan | null => ImportPlan.nullable().parse(plan)
export const presentMapping = ({ mapping }: { readonly mapping: unknown }): ImportMapping | null => ImportMapping.nullable().parse(mapping)
export const presentErrors = (errors: unknown): ImportError[] => z.array(ImportError).parse(errors)
export const presentColumns = (columns: unknown): ImportColumn[] => z.array(ImportColumn).parse(columns)

export const presentImport = (record: ImportRecord): DatasetImport => ({
  id: record.id,
  state: record.state,
  file_name: record.fileName,
  plan: presentPlan(record),
  mapping: presentMapping(record),
  mode: record.mode,
  counts: ImportCounts.nullable().parse(record.counts),
  errors: presentErrors(record.errors),
  error_count: record.errorCount,
  progress: { done: record.rowsDone, total: record.rowsTotal },
  failure: ErrorDetail.nullable().parse(record.failure),
  created_at: presentTime(record.createdAt),
})
