// Datasets. Who calls has the permission `manage_knowledge`, so every dataset of the tenant is the caller's to edit.
import { type createDataset, DatasetKind, type queryDatasets, type updateDataset } from '@heddle/contracts/dataset/dataset'
import { kindColumns } from '@heddle/contracts/dataset/kind-columns'
import { limits } from '@heddle/contracts/limits'
import type { PrismaClient, Queryable } from '@heddle/db/client'
import type { Prisma } from '@heddle/db/generated/client'
import { z } from 'zod'
import { AppError } from '../../platform/errors/app-error.ts'
import { presentText } from '../../platform/http/presenting.ts'
import type { Paging } from '../../platform/http/paging.ts'
import type { Actor } from '../../platform/permissions/actor.ts'
import type { AuditService } from '../audit/audit.service.ts'
import { toDatasetTarget } from './dataset.audit.ts'
import { assertNoProblems, createDatasetChecks } from './dataset.checks.ts'
import { changeThreshold, presentDataset, presentDefinition, readThreshold } from './dataset.presenter.ts'
import type { DatasetRecord, DatasetRepository } from './dataset.repository.ts'
import { lockPromptly } from './dataset.sql.ts'
import { changeDefinition, createKindDefinition, type Definition, listRetyped } from './definition.rules.ts'
import { assertPartsUnused } from './parts-in-use.ts'
import { readPublishedTable, type PublishedTable } from './query/published-table.ts'
import { findUnfitCells } from './row/unfit-cells.ts'

type DatasetDependencies = {
  readonly db: PrismaClient
  readonly rows: DatasetRepository
  readonly paging: Paging
  readonly audit: AuditService
}

type NewDataset = z.output<typeof createDataset.schema.body>['dataset']
type Settings = z.output<typeof updateDataset.schema.body>['dataset']
type NewSettings = Omit<NewDataset, 'columns' | 'measures'>

/** A definition as a column of the database; zod has parsed it. */
export const toJson = (part: unknown) => part as Prisma.InputJsonValue

const toColumns = ({ name, description, group_id, access }: Settings) => ({
  ...(name && { name }),
  ...(description && { description }),
  ...(group_id !== undefined && { groupId: group_id }),
  ...(access && { access }),
})

export const auditedDatasetFields = (dataset: DatasetRecord) => {
  const { columns, measures } = presentDefinition(dataset)
  return {
    name: toJson(dataset.name),
    description: toJson(dataset.description),
    group: { id: dataset.group.id, name: toJson(dataset.group.name) },
    access: dataset.access,
    columns: columns.map(({ id, type, name }) => ({ id, type, name: name.default })),
    measures: measures.map(({ id, formula, name }) => ({ id, formula, name: name.default })),
    ...(dataset.kind === 'qa' && { embedding_model: dataset.embeddingModel, match_threshold: readThreshold(dataset) }),
  }
}

const unmatched = { embeddingModel: null, matchThresholds: {} }

/** Another model compares in another way: it has a threshold of its own, and a version is to be published with it. */
function toMatchingColumns(
  { matching }: Pick<Settings, 'matching'>,
  before: Pick<DatasetRecord, 'embeddingModel' | 'matchThresholds'> = unmatched,
) {
  if (!matching) return {}
  const { embedding_model: model = before.embeddingModel, threshold, threshold_model: measured = model } = matching
  return {
    embeddingModel: model,
    ...(model !== before.embeddingModel && { hasChanges: true }),
    ...(threshold !== undefined && { matchThresholds: changeThreshold(before.matchThresholds, measured, threshold) }),
  }
}

/** Throws when a dataset whose kind has columns of its own is given others. */
function assertOwnColumns(kind: DatasetRecord['kind'], { columns, measures }: Settings) {
  if (kindColumns[kind] && (columns ?? measures)) throw new AppError('DATASET_COLUMNS_FIXED')
}

/** The columns of a new dataset: those of its kind, or of a table those that are given, with their ids. */
function createDefinition({ kind, ...given }: NewDataset): Definition {
  assertOwnColumns(kind, given)
  const fixed = createKindDefinition(kind)
  if (fixed) return fixed
  const { draft, problems } = changeDefinition({ columns: [], measures: [], nextColumn: 1, nextMeasure: 1 }, given)
  assertNoProblems(problems)
  return draft
}

export type DatasetService = ReturnType<typeof createDatasetService>

export function createDatasetService({ db, rows, paging, audit }: DatasetDependencies) {
  const { assertGroup, assertMatching, assertReferences } = createDatasetChecks(rows)
  const list = paging.defineList({
    name: 'datasets',
    filters: z.object({ keyword: z.string().optional(), group_id: z.string().optional(), kind: DatasetKind.optional() }),
    key: z.object({ id: z.string() }),
    defaultSize: limits.chatPageSize,
  })

  async function getDataset(actor: Pick<Actor, 'tenantId'>, id: string, on?: Queryable): Promise<DatasetRecord> {
    const dataset = await rows.findInTenant(actor.tenantId, id, on)
    if (!dataset) throw new AppError('DATASET_NOT_FOUND')
    return dataset
  }

  /** Locks a dataset in the transaction of the caller, whose changes take turns with those of others. */
  async function lockDataset(tx: Queryable, actor: Actor, id: string): Promise<DatasetRecord> {
    await lockPromptly(tx, () => rows.lock(tx, actor.tenantId, id))
    return getDataset(actor, id, tx)
  }

  /** Returns the definition that a dataset gets by a change. Throws when it is not valid, or when cells do not fit it. */
  async function redefine(tx: Queryable, actor: Actor, dataset: DatasetRecord, given: Settings) {
    assertOwnColumns(dataset.kind, given)
    const before = presentDefinition(dataset)
    const { nextColumn, nextMeasure } = dataset
    const { draft, problems } = changeDefinition({ ...before, nextColumn, nextMeasure }, given)
    assertNoProblems(problems)
    await assertReferences(tx, actor, draft, dataset.id)
    await assertPartsUnused(tx, { rows, dataset, after: draft })
    const { count, cells } = await findUnfitCells(tx, dataset.id, listRetyped(before.columns, draft.columns))
    if (count > 0) throw new AppError('DATASET_CELLS_INVALID', { params: { count, cells } })
    return { ...draft, columns: toJson(draft.columns), measures: toJson(draft.measures), hasChanges: true }
  }

  /** Inserts a dataset without rows, in the transaction of the caller, who tells the audit log. */
  async function insertDataset(tx: Queryable, actor: Actor, given: NewSettings, draft: Definition): Promise<DatasetRecord> {
    await assertGroup(tx, actor, given.group_id)
    if ((await rows.count(tx, actor.tenantId)) >= limits.datasetsPerTenant)
      throw new AppError('DATASET_TOO_MANY', { params: { max: limits.datasetsPerTenant } })
    await assertMatching(tx, actor, { kind: given.kind, embeddingModel: null }, given)
    await assertReferences(tx, actor, draft)
    return rows.create(tx, {
      tenantId: actor.tenantId,
      groupId: given.group_id,
      kind: given.kind,
      ...toColumns(given),
      ...toMatchingColumns(given),
      name: given.name,
      ...draft,
      columns: toJson(draft.columns),
      measures: toJson(draft.measures),
    })
  }

  return {
    getDataset,
    lockDataset,

    /** Returns the datasets of the tenant that workflows can query, by name. */
    listPublishedNames: (actor: Actor) => rows.findPublishedNames(actor.tenantId),

    /** Returns the published version of a table; null for one that the tenant does not have, or has not published. */
    readPublishedTable: (tenantId: string, id: string, on: Queryable = db) => readPublishedTable(on, tenantId, id),

    async getPublishedTable(actor: Actor, id: string): Promise<PublishedTable> {
      if ((await getDataset(actor, id)).kind !== 'table') throw new AppError('DATASET_NOT_FOUND')
      const published = await readPublishedTable(db, actor.tenantId, id)
      if (!published) throw new AppError('DATASET_VERSION_NOT_FOUND')
      return published
    },

    async queryDatasets(actor: Actor, { keyword, group_id, kind, ...request }: z.output<typeof queryDatasets.schema.body>) {
      const page = list.read(request, { keyword, group_id, kind })
      const found = await rows.findPage(actor.tenantId, page.filters, { afterId: page.after?.id, take: page.size + 1 })
      return list.cut(page, found, ({ id }) => ({ id }))
    },

    insertDataset,

    createDataset: (actor: Actor, given: NewDataset): Promise<DatasetRecord> =>
      db.$transaction(async (tx) => {
        // Formulas of a new dataset name its columns by the ids that these get in their order.
        const created = await insertDataset(tx, actor, given, createDefinition(given))
        await audit.record(tx, actor, { action: 'createDataset', target: toDatasetTarget(created), after: auditedDatasetFields(created) })
        return created
      }),

    async updateDataset(
      actor: Actor,
      id: string,
      { revision, dataset: given }: z.output<typeof updateDataset.schema.body>,
    ): Promise<DatasetRecord> {
      return db.$transaction(async (tx) => {
        const before = await lockDataset(tx, actor, id)
        if (given.group_id !== undefined) await assertGroup(tx, actor, given.group_id)
        if (before.revision !== revision) throw new AppError('REVISION_MISMATCH', { params: { current: presentDataset(before) } })
        await assertMatching(tx, actor, before, given)
        const after = await rows.update(tx, id, {
          ...toColumns(given),
          ...toMatchingColumns(given, before),
          ...((given.columns ?? given.measures) && (await redefine(tx, actor, before, given))),
          revision: { increment: 1 },
        })
        await audit.record(tx, actor, {
          action: 'updateDataset',
          target: toDatasetTarget(after),
          before: auditedDatasetFields(before),
          after: auditedDatasetFields(after),
        })
        return after
      })
    },

    async deleteDataset(actor: Actor, id: string): Promise<void> {
      await db.$transaction(async (tx) => {
        await lockPromptly(tx, () => rows.lockForDeletion(tx, actor.tenantId, id))
        const dataset = await getDataset(actor, id, tx)
        const referring = await rows.findReferring(tx, actor.tenantId, id)
        const querying = await rows.findUsingWorkflows(tx, actor.tenantId, id)
        const [datasets, workflows] = [referring, querying].map((users) =>
          users.map((each) => ({ id: each.id, name: presentText(each.name) })),
        )
        if (referring.length + querying.length > 0) throw new AppError('DATASET_IN_USE', { params: { datasets, workflows } })
        await rows.delete(tx, dataset)
        await audit.record(tx, actor, { action: 'deleteDataset', target: toDatasetTarget(dataset), before: auditedDatasetFields(dataset) })
      })
    },
  }
}
