// Datasets: their columns and measures, the draft that is edited, and its published versions.
import { z } from 'zod'
import { CollectionAccess } from '../collection/collection.ts'
import type { Endpoint } from '../endpoint.ts'
import { ErrorDetail } from '../errors.ts'
import { limits } from '../limits.ts'
import { schemaIds } from '../schema-ids.ts'
import {
  Count,
  Id,
  IdParams,
  Line,
  LocalizedName,
  LocalizedText,
  LocalizedTextInput,
  PageInfo,
  PageQuery,
  Success,
  Timestamp,
} from '../wire.ts'
import { Cells } from './cell.ts'
import { Choice, ColumnId, DatasetColumn, DatasetMeasure, MeasureId, TableDefinition } from './column.ts'

/** `table`: rows of its own columns. `qa`: approved answers. `eval`: questions with what is expected of their answers. */
export const DatasetKind = z.enum(['table', 'qa', 'eval'])
export type DatasetKind = z.infer<typeof DatasetKind>

/**
 * `building`: its typed table is being filled. `active`: what workflows query. `retired`: it was active, or gave way before it was.
 * `failed`: its rows do not fit its columns.
 */
export const DatasetVersionState = z.enum(['building', 'active', 'retired', 'failed'])
export type DatasetVersionState = z.infer<typeof DatasetVersionState>
schemaIds.add(DatasetVersionState, { id: 'DatasetVersionState' })

/** Numbers go on from version to version, and may leave one out. */
const VersionNumber = z.int().min(1).max(2_147_483_647)

export const DatasetVersion = z.object({
  number: VersionNumber,
  state: DatasetVersionState,
  note: z.string(),
  row_count: Count,
  column_count: Count,
  /** Of a failed one. */
  failure: ErrorDetail.nullable(),
  /** Null when the user was deleted. */
  created_by: z.object({ id: Id, name: LocalizedText }).nullable(),
  created_at: Timestamp,
})
export type DatasetVersion = z.infer<typeof DatasetVersion>
schemaIds.add(DatasetVersion, { id: 'DatasetVersion' })

/** How questions are compared with the wordings of a dataset of kind `qa`. */
export const DatasetMatching = z.object({
  /** Of the next version; null compares by words alone. */
  embedding_model: z.string().nullable(),
  /** The score of that model from which on an approved answer is given; null gives one only to the same words. */
  threshold: z.number().nullable(),
})
export type DatasetMatching = z.infer<typeof DatasetMatching>

/** A dataset in a list. */
export const DatasetItem = z.object({
  id: Id,
  kind: DatasetKind,
  name: LocalizedText,
  description: LocalizedText,
  group: z.object({ id: Id, name: LocalizedText }),
  access: CollectionAccess,
  /** Of the draft. */
  row_count: Count,
  column_count: Count,
  /** What workflows query; null before the first publication. */
  published_version: VersionNumber.nullable(),
  /** Whether rows, columns or measures were changed since the newest version. */
  has_changes: z.boolean(),
  updated_at: Timestamp,
})
export type DatasetItem = z.infer<typeof DatasetItem>
schemaIds.add(DatasetItem, { id: 'DatasetItem' })

export const Dataset = DatasetItem.extend({
  ...TableDefinition.shape,
  /** The number that the draft is published under. */
  draft_version: VersionNumber,
  /** Only of kind `qa`. */
  matching: DatasetMatching.optional(),
  revision: z.int(),
  created_at: Timestamp,
})
export type Dataset = z.infer<typeof Dataset>
schemaIds.add(Dataset, { id: 'Dataset' })

export const DefinitionProblemReason = z.enum([
  'unknown_id',
  'duplicate_id',
  'duplicate_name',
  'duplicate_choice',
  'choices_missing',
  'no_columns',
  'not_for_type',
  'second_key',
  'too_many_unique',
  'too_many_links',
  'too_many_ids',
  'unknown_unit',
  'formula_invalid',
  'unknown_dataset',
  'key_missing',
  'key_of_other_type',
])
export type DefinitionProblemReason = z.infer<typeof DefinitionProblemReason>

/** In the parameter `problems` of `DATASET_DEFINITION_INVALID`. */
export type DefinitionProblem = {
  /** `columns/2/unit`. */
  readonly path: string
  readonly reason: DefinitionProblemReason
}

const Named = { name: LocalizedName, description: LocalizedTextInput.optional() }

/** A column without an id is a new one, and gets the next; one that is left out is removed. */
export const ColumnInput = z.strictObject({
  ...DatasetColumn.shape,
  ...Named,
  id: ColumnId.optional(),
  choices: z
    .array(z.strictObject({ ...Choice.shape, name: LocalizedName.optional() }))
    .min(1)
    .max(limits.datasetChoices)
    .optional(),
})
export type ColumnInput = z.output<typeof ColumnInput>
export const MeasureInput = z.strictObject({ ...DatasetMeasure.shape, ...Named, id: MeasureId.optional() })
export type MeasureInput = z.output<typeof MeasureInput>

const Settings = {
  name: LocalizedName,
  description: LocalizedTextInput.optional(),
  group_id: Id,
  access: CollectionAccess.optional(),
  columns: z.array(ColumnInput).max(limits.datasetColumns).optional(),
  measures: z.array(MeasureInput).max(limits.datasetMeasures).optional(),
  /**
   * Only of kind `qa`. Each model has a threshold of its own, which holds for the versions that are compared by it. `threshold_model` is whose
   * scores a threshold is for, null for words; without it, those of the next version.
   */
  matching: z
    .strictObject({
      embedding_model: Line.min(1).max(200).nullable(),
      threshold: z.number().min(0).max(1).nullable(),
      threshold_model: Line.min(1).max(200).nullable(),
    })
    .partial()
    .optional(),
}

const Revision = z.int()
const DatasetResponse = z.object({ dataset: Dataset })

export const queryDatasets = {
  method: 'POST',
  url: '/api/v1/knowledge/dataset/query',
  schema: {
    summary: 'The datasets of the tenant, the latest first',
    body: PageQuery.extend({ keyword: Line.max(200).optional(), group_id: Id.optional(), kind: DatasetKind.optional() }),
    response: { 200: PageInfo.extend({ datasets: z.array(DatasetItem) }) },
  },
  config: { policy: 'manage_knowledge' },
} as const satisfies Endpoint

export const createDataset = {
  method: 'POST',
  url: '/api/v1/knowledge/dataset',
  schema: {
    summary:
      'Create a dataset without rows; columns without an id are c1, c2 and so on in their order, and only a table has columns of its own',
    body: z.strictObject({ dataset: z.strictObject({ kind: DatasetKind, ...Settings }) }),
    response: { 200: DatasetResponse },
  },
  config: {
    policy: 'manage_knowledge',
    audited: true,
    errors: ['AUTH_GROUP_NOT_FOUND', 'DATASET_TOO_MANY', 'DATASET_DEFINITION_INVALID', 'DATASET_COLUMNS_FIXED', 'MODEL_NOT_FOUND'],
  },
} as const satisfies Endpoint

export const getDataset = {
  method: 'GET',
  url: '/api/v1/knowledge/dataset/:id',
  schema: { summary: 'One dataset with the columns and measures of its draft', params: IdParams, response: { 200: DatasetResponse } },
  config: { policy: 'manage_knowledge', errors: ['DATASET_NOT_FOUND'] },
} as const satisfies Endpoint

export const updateDataset = {
  method: 'PUT',
  url: '/api/v1/knowledge/dataset/:id',
  schema: {
    summary: 'Change a dataset, also the columns and measures of its draft; what is not named stays',
    params: IdParams,
    body: z.strictObject({ revision: Revision, dataset: z.strictObject(Settings).partial() }),
    response: { 200: DatasetResponse },
  },
  config: {
    policy: 'manage_knowledge',
    audited: true,
    errors: [
      'DATASET_NOT_FOUND',
      'DATASET_BUSY',
      'AUTH_GROUP_NOT_FOUND',
      'DATASET_DEFINITION_INVALID',
      'DATASET_COLUMNS_FIXED',
      'DATASET_CELLS_INVALID',
      'DATASET_COLUMN_IN_USE',
      'MODEL_NOT_FOUND',
      'REVISION_MISMATCH',
    ],
  },
} as const satisfies Endpoint

export const deleteDataset = {
  method: 'DELETE',
  url: '/api/v1/knowledge/dataset/:id',
  schema: {
    summary: 'Delete a dataset with its rows and versions; refused with a list while other datasets or workflows use it',
    params: IdParams,
    response: { 200: Success },
  },
  config: { policy: 'manage_knowledge', audited: true, errors: ['DATASET_NOT_FOUND', 'DATASET_BUSY', 'DATASET_IN_USE'] },
} as const satisfies Endpoint

export const publishDataset = {
  method: 'POST',
  url: '/api/v1/knowledge/dataset/:id/publish',
  schema: {
    summary: 'Check the rows of the draft and make a version of it; the worker fills its table, and workflows query it from then on',
    params: IdParams,
    body: z.strictObject({ revision: Revision, note: Line.max(limits.workflowNoteCharacters).optional() }),
    response: { 200: z.object({ version: DatasetVersion }) },
  },
  config: {
    policy: 'manage_knowledge',
    audited: true,
    errors: [
      'DATASET_NOT_FOUND',
      'DATASET_BUSY',
      'DATASET_DEFINITION_INVALID',
      'DATASET_CELLS_INVALID',
      'DATASET_WORDINGS_TOO_MANY',
      'REVISION_MISMATCH',
    ],
  },
} as const satisfies Endpoint

export const queryDatasetVersions = {
  method: 'POST',
  url: '/api/v1/knowledge/dataset/:id/version/query',
  schema: {
    summary: 'The versions that are kept, the newest first',
    params: IdParams,
    body: z.strictObject({}),
    response: { 200: z.object({ versions: z.array(DatasetVersion) }) },
  },
  config: { policy: 'manage_knowledge', errors: ['DATASET_NOT_FOUND'] },
} as const satisfies Endpoint

/** A row that differs between two versions: `before` is null of one that was added, `after` of one that was removed. */
export const DatasetRowChange = z.object({ id: Id, row_no: Count, before: Cells.nullable(), after: Cells.nullable() })
export type DatasetRowChange = z.infer<typeof DatasetRowChange>
schemaIds.add(DatasetRowChange, { id: 'DatasetRowChange' })

/** What plans over the published version of a table may name. */
export const PublishedTable = z.object({
  version: VersionNumber,
  columns: z.array(DatasetColumn),
  measures: z.array(DatasetMeasure),
  /** The columns of the published tables that columns refer to, by the ids of these. */
  links: z.record(ColumnId, z.array(DatasetColumn)),
})
export type PublishedTable = z.infer<typeof PublishedTable>
schemaIds.add(PublishedTable, { id: 'PublishedTable' })

export const getPublishedTable = {
  method: 'GET',
  url: '/api/v1/knowledge/dataset/:id/published_table',
  schema: {
    summary: 'The columns and measures of the published version of a table, with the columns that its links lead to',
    params: IdParams,
    response: { 200: z.object({ table: PublishedTable }) },
  },
  config: { policy: 'manage_knowledge', errors: ['DATASET_NOT_FOUND', 'DATASET_VERSION_NOT_FOUND'] },
} as const satisfies Endpoint

export const compareDatasetVersions = {
  method: 'POST',
  url: '/api/v1/knowledge/dataset/:id/version/compare',
  schema: {
    summary: 'The rows that were added, changed or removed from one version to a later one',
    params: IdParams,
    body: PageQuery.extend({
      /** 0 is the empty dataset before the first version. */
      from: z.int().min(0).max(2_147_483_647),
      /** Null is the draft. */
      to: VersionNumber.nullable(),
    }).refine(({ from, to }) => to === null || from < to, { path: ['to'], message: 'Not later than from' }),
    response: {
      200: PageInfo.extend({
        changes: z.array(DatasetRowChange),
        /** With the first page. */
        counts: z.object({ added: Count, changed: Count, removed: Count }).optional(),
        columns: z.object({ before: z.array(DatasetColumn), after: z.array(DatasetColumn) }),
      }),
    },
  },
  config: { policy: 'manage_knowledge', errors: ['DATASET_NOT_FOUND', 'DATASET_VERSION_NOT_FOUND'] },
} as const satisfies Endpoint

export const restoreDatasetVersion = {
  method: 'POST',
  url: '/api/v1/knowledge/dataset/:id/version/:number/restore',
  schema: {
    summary: 'Write rows, columns and measures of a version into the draft; what is published stays',
    params: z.strictObject({ id: Id, number: z.coerce.number<number>().int().min(1).max(2_147_483_647) }),
    body: z.strictObject({ revision: Revision }),
    response: { 200: DatasetResponse },
  },
  config: {
    policy: 'manage_knowledge',
    audited: true,
    errors: ['DATASET_NOT_FOUND', 'DATASET_BUSY', 'DATASET_VERSION_NOT_FOUND', 'DATASET_COLUMN_IN_USE', 'REVISION_MISMATCH'],
  },
} as const satisfies Endpoint
