// Collections. Who calls has the permission `manage_knowledge`, so every collection of the tenant is the caller's to edit.
import { limits } from '@heddle/contracts/limits'
import {
  type createCollection,
  defaultIndexSettings,
  type queryCollections,
  type updateCollection,
} from '@heddle/contracts/collection/collection'
import type { PrismaClient, Queryable } from '@heddle/db/client'
import type { Prisma } from '@heddle/db/generated/client'
import { lexicalVersion } from '@heddle/retrieval/terms/lexical-terms'
import { z } from 'zod'
import { AppError } from '../../platform/errors/app-error.ts'
import type { Paging } from '../../platform/http/paging.ts'
import type { Actor } from '../../platform/permissions/actor.ts'
import type { AuditService } from '../audit/audit.service.ts'
import { toCollectionTarget } from './collection.audit.ts'
import { presentCollection, presentCollectionUser, presentIndexSettings } from './collection.presenter.ts'
import type { CollectionChange, CollectionRepository, CollectionRow, CollectionView } from './collection.repository.ts'
import { lockCollection } from './source/source.sql.ts'

type CollectionDependencies = {
  readonly db: PrismaClient
  readonly rows: CollectionRepository
  readonly paging: Paging
  readonly audit: AuditService
}

export type NewCollection = z.output<typeof createCollection.schema.body>['collection']
type Settings = z.output<typeof updateCollection.schema.body>['collection']

const toColumns = ({
  name,
  description,
  copyright,
  group_id,
  access,
  allows_preview,
  ocr,
  rerank_model,
  is_paused,
}: Settings): CollectionChange => ({
  ...(name && { name }),
  ...(description && { description }),
  ...(copyright && { copyright }),
  ...(group_id !== undefined && { groupId: group_id }),
  ...(access && { access }),
  ...(allows_preview !== undefined && { allowsPreview: allows_preview }),
  ...(ocr !== undefined && { ocr }),
  ...(rerank_model !== undefined && { rerankModel: rerank_model }),
  ...(is_paused !== undefined && { isPaused: is_paused }),
})

export const auditedCollectionFields = (collection: CollectionRow) => ({
  name: collection.name as Prisma.InputJsonValue,
  description: collection.description as Prisma.InputJsonValue,
  copyright: collection.copyright as Prisma.InputJsonValue,
  group: { id: collection.group.id, name: collection.group.name as Prisma.InputJsonValue },
  access: collection.access,
  allows_preview: collection.allowsPreview,
  ocr: collection.ocr,
  is_paused: collection.isPaused,
  rerank_model: collection.rerankModel,
  ...presentIndexSettings(collection.activeIndex),
})

export type CollectionService = ReturnType<typeof createCollectionService>

export function createCollectionService({ db, rows, paging, audit }: CollectionDependencies) {
  const list = paging.defineList({
    name: 'collections',
    filters: z.object({ keyword: z.string().optional(), group_id: z.string().optional() }),
    key: z.object({ id: z.string() }),
    defaultSize: limits.chatPageSize,
  })

  async function getCollection(actor: Actor, id: string, on?: Queryable): Promise<CollectionView> {
    const view = await rows.findInTenant(actor.tenantId, id, on)
    if (!view) throw new AppError('COLLECTION_NOT_FOUND')
    return view
  }

  async function assertGroup(tx: Queryable, actor: Actor, groupId: string) {
    if (!(await rows.isGroupOf(tx, actor.tenantId, groupId))) throw new AppError('AUTH_GROUP_NOT_FOUND')
  }

  async function assertModel(tx: Queryable, actor: Actor, kind: 'embedding' | 'rerank', name: string | null | undefined) {
    if (typeof name === 'string' && !(await rows.hasModel(tx, actor.tenantId, kind, name))) throw new AppError('MODEL_NOT_FOUND')
  }

  /** Throws for a group or a model that the tenant does not have, and when it has as many collections as it may. */
  async function assertPlacement(
    actor: Actor,
    { group_id, embedding_model, rerank_model }: Pick<NewCollection, 'group_id' | 'embedding_model' | 'rerank_model'>,
    on: Queryable = db,
  ) {
    await assertGroup(on, actor, group_id)
    await assertModel(on, actor, 'embedding', embedding_model)
    await assertModel(on, actor, 'rerank', rerank_model)
    if ((await rows.count(on, actor.tenantId)) >= limits.collectionsPerTenant)
      throw new AppError('COLLECTION_TOO_MANY', { params: { max: limits.collectionsPerTenant } })
  }

  /** Inserts a collection in the transaction of the caller, who records it. */
  async function insertCollection(tx: Queryable, actor: Actor, given: NewCollection): Promise<CollectionView> {
    const index = { ...defaultIndexSettings, ...given }
    await assertPlacement(actor, given, tx)
    const id = await rows.create(tx, {
      tenantId: actor.tenantId,
      ...(toColumns(given) as Partial<Prisma.CollectionUncheckedCreateInput>),
      name: given.name,
      groupId: given.group_id,
      index: {
        chunkStrategy: index.chunk_strategy,
        chunkTokens: index.chunk_tokens,
        overlapTokens: index.overlap_tokens,
        embeddingModel: index.embedding_model,
        termVersion: lexicalVersion,
      },
    })
    return getCollection(actor, id, tx)
  }

  return {
    getCollection,

    lockCollection,

    /** Returns the workflows that search a collection. */
    findWorkflows: (actor: Actor, id: string) => rows.findWorkflows(actor.tenantId, id),

    /** Returns the collections of the tenant by name. */
    listNames: (actor: Actor) => rows.findNames(actor.tenantId),

    async queryCollections(actor: Actor, { keyword, group_id, ...request }: z.output<typeof queryCollections.schema.body>) {
      const page = list.read(request, { keyword, group_id })
      const found = await rows.findPage(actor.tenantId, page.filters, { afterId: page.after?.id, take: page.size + 1 })
      return list.cut(page, found, ({ collection: { id } }) => ({ id }))
    },

    assertPlacement,

    insertCollection,

    async createCollection(actor: Actor, given: NewCollection): Promise<CollectionView> {
      return db.$transaction(async (tx) => {
        const created = await insertCollection(tx, actor, given)
        const after = auditedCollectionFields(created.collection)
        await audit.record(tx, actor, { action: 'createCollection', target: toCollectionTarget(created.collection), after })
        return created
      })
    },

    async updateCollection(
      actor: Actor,
      id: string,
      { revision, collection: given }: z.output<typeof updateCollection.schema.body>,
    ): Promise<CollectionView> {
      return db.$transaction(async (tx) => {
        const before = await getCollection(actor, id, tx)
        if (given.group_id !== undefined) await assertGroup(tx, actor, given.group_id)
        await assertModel(tx, actor, 'rerank', given.rerank_model)
        const isUpdated = before.collection.revision === revision && (await rows.update(tx, id, revision, toColumns(given)))
        const after = await getCollection(actor, id, tx)
        if (!isUpdated) throw new AppError('REVISION_MISMATCH', { params: { current: presentCollection(after) } })
        await audit.record(tx, actor, {
          action: 'updateCollection',
          target: toCollectionTarget(after.collection),
          before: auditedCollectionFields(before.collection),
          after: auditedCollectionFields(after.collection),
        })
        return after
      })
    },

    async deleteCollection(actor: Actor, id: string): Promise<void> {
      await db.$transaction(async (tx) => {
        await rows.lockForDeletion(tx, actor.tenantId, id)
        const { collection } = await getCollection(actor, id, tx)
        const workflows = await rows.findWorkflows(actor.tenantId, id, tx)
        if (workflows.length > 0) throw new AppError('COLLECTION_IN_USE', { params: { workflows: workflows.map(presentCollectionUser) } })
        await rows.delete(tx, id)
        await audit.record(tx, actor, {
          action: 'deleteCollection',
          target: toCollectionTarget(collection),
          before: auditedCollectionFields(collection),
        })
      })
    },
  }
}
