// A dataset as a file: a zip of `dataset.json`, which is a `DatasetManifest`, and of its rows, a line of JSON each.
// docs/dataset-file.md describes it.
import { z } from 'zod'
import { CollectionAccess } from '../collection/collection.ts'
import type { Endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { schemaIds } from '../schema-ids.ts'
import { Id, IdParams, Line, LocalizedName, LocalizedText, LocalizedTextInput } from '../wire.ts'
import { ColumnId, ColumnType, MeasureId } from './column.ts'
import { ColumnInput, Dataset, MeasureInput } from './dataset.ts'

/** The entries of the zip. */
export const datasetEntries = { manifest: 'dataset.json', rows: 'rows.jsonl' } as const

export const datasetFormat = 'heddle.dataset/1'

/**
 * Where a column refers to: the dataset by its name, with the columns that the link needs of it, its key and those that formulas name. Another
 * site has other ids of datasets, and may have another dataset of this name.
 */
const FileLink = z.strictObject({
  dataset: LocalizedName,
  columns: z
    .array(z.strictObject({ id: ColumnId, name: LocalizedName, type: ColumnType, key: z.boolean() }))
    .min(1)
    .max(limits.datasetColumns),
})
export type FileLink = z.output<typeof FileLink>

const FileColumn = ColumnInput.omit({ refers_to: true }).extend({ id: ColumnId, link: FileLink.optional() })
export type FileColumn = z.output<typeof FileColumn>

const Named = { name: LocalizedName, description: LocalizedTextInput, access: CollectionAccess }

/** Only a table has columns of its own. */
const FileDataset = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('table'),
    ...Named,
    columns: z.array(FileColumn).max(limits.datasetColumns),
    measures: z.array(MeasureInput.extend({ id: MeasureId })).max(limits.datasetMeasures),
  }),
  z.strictObject({
    kind: z.literal('qa'),
    ...Named,
    /** The name of a model is a wish: another site may have others, and the threshold is for its scores. */
    matching: z.strictObject({ embedding_model: Line.min(1).max(200).nullable(), threshold: z.number().min(0).max(1).nullable() }),
  }),
  z.strictObject({ kind: z.literal('eval'), ...Named }),
])

export const DatasetManifest = z.strictObject({
  format: z.literal(datasetFormat),
  dataset: FileDataset,
  /** How many the entry of the rows has: those of the draft. */
  rows: z.int().min(0),
  /** What was said of the version that workflows queried; null of a dataset that was never published. */
  published_note: z.string().max(limits.workflowNoteCharacters).nullable(),
})
export type DatasetManifest = z.output<typeof DatasetManifest>

/**
 * What a site could not take over. `link_removed`: it has no dataset of that name with these columns, and the column is a plain one.
 * `measure_removed`: its formula needs that link. `model_missing`: questions are compared by their words.
 */
export const DatasetFileNotice = z.object({
  reason: z.enum(['link_removed', 'measure_removed', 'model_missing']),
  /** Of the column, the measure or the model. */
  name: LocalizedText,
  /** Where the column referred to. */
  dataset: LocalizedText.optional(),
})
export type DatasetFileNotice = z.infer<typeof DatasetFileNotice>
schemaIds.add(DatasetFileNotice, { id: 'DatasetFileNotice' })

export const exportDatasetFile = {
  method: 'GET',
  url: '/api/v1/knowledge/dataset/:id/file',
  schema: {
    summary: 'A dataset as a file: its settings, columns and measures, and the rows of its draft',
    params: IdParams,
    response: { 200: { description: 'A zip', content: { 'application/zip': { schema: z.file() } } } },
  },
  config: {
    policy: 'manage_knowledge',
    audited: true,
    errors: ['DATASET_NOT_FOUND', 'DATASET_CELLS_INVALID', 'FILE_UNPACKS_TOO_LARGE', 'FILE_TOO_LARGE'],
  },
} as const satisfies Endpoint

export const importDatasetFile = {
  method: 'POST',
  url: '/api/v1/knowledge/dataset/file',
  schema: {
    summary: 'Create a dataset from a file, as a draft with all of its rows or not at all',
    querystring: z.strictObject({ group_id: Id }),
    response: { 200: z.object({ dataset: Dataset, notices: z.array(DatasetFileNotice) }) },
  },
  config: {
    policy: 'manage_knowledge',
    audited: true,
    form: z.object({ files: z.array(z.file()).length(1) }),
    errors: [
      'AUTH_GROUP_NOT_FOUND',
      'DATASET_TOO_MANY',
      'DATASET_TOO_LARGE',
      'DATASET_DEFINITION_INVALID',
      'DATASET_CELLS_INVALID',
      'DATASET_FILE_INVALID',
      'DATASET_FILE_TOO_NEW',
      'FILE_TOO_MANY',
      'FILE_TOO_LARGE',
      'FILE_UNREADABLE',
      'FILE_ENCRYPTED',
      'FILE_UNPACKS_TOO_LARGE',
      'FILE_STORE_UNAVAILABLE',
    ],
  },
} as const satisfies Endpoint
