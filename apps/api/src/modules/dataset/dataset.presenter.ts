import { TableDefinition } from '@heddle/contracts/dataset/column'
import type { Dataset, DatasetItem } from '@heddle/contracts/dataset/dataset'
import { z } from 'zod'
import { presentText, presentTime } from '../../platform/http/presenting.ts'
import type { DatasetRecord } from './dataset.repository.ts'

/** Returns the columns and measures of a draft or a version. */
export const presentDefinition = ({ columns, measures }: { readonly columns: unknown; readonly measures: unknown }): TableDefinition =>
  TableDefinition.parse({ columns, measures })

const Thresholds = z.record(z.string(), z.number())
/** What has the threshold of words among those of models. */
const ofWords = ''

type Matching = Pick<DatasetRecord, 'embeddingModel' | 'matchThresholds'>

/** Returns the threshold for the scores of the next version. */
export const readThreshold = ({ embeddingModel, matchThresholds }: Matching): number | null =>
  Thresholds.parse(matchThresholds)[embeddingModel ?? ofWords] ?? null

/** Returns the thresholds of all models, with another one for the scores of a model, or of words for null. */
export function changeThreshold(stored: unknown, model: string | null, threshold: number | null): Record<string, number> {
  const { [model ?? ofWords]: _, ...others } = Thresholds.parse(stored)
  return { ...others, ...(threshold !== null && { [model ?? ofWords]: threshold }) }
}

export function presentDatasetItem(dataset: DatasetRecord): DatasetItem {
  return {
    id: dataset.id,
    kind: dataset.kind,
    name: presentText(dataset.name),
    description: presentText(dataset.description),
    group: { id: dataset.group.id, name: presentText(dataset.group.name) },
    access: dataset.access,
    row_count: dataset.rowCount,
    column_count: presentDefinition(dataset).columns.length,
    published_version: dataset.publishedVersion,
    has_changes: dataset.hasChanges,
    updated_at: presentTime(dataset.updatedAt),
  }
}

export const presentDataset = (dataset: DatasetRecord): Dataset => ({
  ...presentDatasetItem(dataset),
  ...presentDefinition(dataset),
  draft_version: dataset.draftVersion,
  ...(dataset.kind === 'qa' && { matching: { embedding_model: dataset.embeddingModel, threshold: readThreshold(dataset) } }),
  revision: dataset.revision,
  created_at: presentTime(dataset.createdAt),
})
