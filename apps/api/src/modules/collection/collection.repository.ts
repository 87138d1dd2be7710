import type { PrismaClient, Queryable } from '@heddle/db/client'
import type { Prisma } from '@heddle/db/generated/client'
import { detachSources } from './source/detach-sources.ts'
import { type CollectionTotals, findCollectionIds, findCollectionTotals, findUsingWorkflows, lockForDeletion } from './collection.sql.ts'

const withRelations = {
  group: { select: { id: true, name: true } },
  activeIndex: true,
  // At most one: the next one retires it.
  indexes: { where: { state: { in: ['building', 'failed'] } } },
} satisfies Prisma.CollectionInclude

export type CollectionRow = Prisma.CollectionGetPayload<{ include: typeof withRelations }>
export type CollectionView = { readonly collection: CollectionRow; readonly totals: CollectionTotals }

type NewCollection = Omit<Prisma.CollectionUncheckedCreateInput, 'id' | 'revision' | 'createdAt' | 'updatedAt' | 'indexes' | 'sources'> & {
  readonly index: Omit<Prisma.IndexVersionUncheckedCreateInput, 'collectionId'>
}

export type CollectionChange = Partial<
  Pick<
    Prisma.CollectionUncheckedUpdateManyInput,
    'name' | 'description' | 'copyright' | 'groupId' | 'access' | 'allowsPreview' | 'ocr' | 'rerankModel' | 'isPaused'
  >
>

type Filters = Parameters<typeof findCollectionIds>[2]

export type CollectionRepository = ReturnType<typeof createCollectionRepository>

export function createCollectionRepository(db: PrismaClient) {
  async function addTotals(collections: readonly CollectionRow[], on: Queryable): Promise<CollectionView[]> {
    const totals = await findCollectionTotals(
      on,
      collections.map(({ id }) => id),
    )
    const byId = new Map(totals.map((each) => [each.id, each]))
    return collections.flatMap((collection) => {
      const own = byId.get(collection.id)
      return own ? [{ collection, totals: own }] : []
    })
  }

  return {
    async findInTenant(tenantId: string, id: string, on: Queryable = db): Promise<CollectionView | null> {
      const collection = await on.collection.findFirst({ where: { id, tenantId }, include: withRelations })
      const [view = null] = collection ? await addTotals([collection], on) : []
      return view
    },

    async findPage(tenantId: string, filters: Filters, range: { afterId: string | undefined; take: number }): Promise<CollectionView[]> {
      const ids = await findCollectionIds(db, tenantId, filters, range)
      const found = await db.collection.findMany({ where: { id: { in: ids } }, include: withRelations, orderBy: { id: 'desc' } })
      return addTotals(found, db)
    },

    count: (tx: Queryable, tenantId: string): Promise<number> => tx.collection.count({ where: { tenantId } }),

    isGroupOf: async (tx: Queryable, tenantId: string, id: string) => (await tx.group.count({ where: { id, tenantId } })) === 1,

    /** Whether the tenant offers a model of this kind and name. */
    hasModel: async (tx: Queryable, tenantId: string, kind: 'embedding' | 'rerank', name: string) =>
      (await tx.model.count({ where: { tenantId, name, kind, enabled: true } })) === 1,

    /** Inserts a collection with an index that is searched from now on. */
    async create(tx: Queryable, { index, ...collection }: NewCollection): Promise<string> {
      const { id } = await tx.collection.create({ data: collection, select: { id: true } })
      const { id: activeIndexId } = await tx.indexVersion.create({
        data: { ...index, collectionId: id, state: 'active' },
        select: { id: true },
      })
      await tx.collection.update({ where: { id }, data: { activeIndexId } })
      return id
    },

    /** Inserts an index that is built beside the one that is searched; returns its id. */
    async addIndex(tx: Queryable, index: Prisma.IndexVersionUncheckedCreateInput): Promise<number> {
      const { id } = await tx.indexVersion.create({ data: { ...index, state: 'building' }, select: { id: true } })
      return id
    },

    /** Retires what is being built, or could not be; returns the jobs. The worker removes its rows. */
    async retireUnfinishedIndexes(tx: Queryable, collectionId: string): Promise<string[]> {
      const where = { collectionId, state: { in: ['building', 'failed'] } } satisfies Prisma.IndexVersionWhereInput
      const found = await tx.indexVersion.findMany({ where, select: { jobId: true } })
      await tx.indexVersion.updateMany({ where, data: { state: 'retired', retiredAt: new Date() } })
      return found.flatMap(({ jobId }) => (jobId === null ? [] : [jobId]))
    },

    /** Changes the collection if it is still at `revision`; false when it is not. */
    async update(tx: Queryable, id: string, revision: number, change: CollectionChange): Promise<boolean> {
      const { count } = await tx.collection.updateMany({ where: { id, revision }, data: { ...change, revision: { increment: 1 } } })
      return count === 1
    },

    lockForDeletion,

    findWorkflows: (tenantId: string, id: string, on: Queryable = db) => findUsingWorkflows(on, tenantId, id),

    /** The names of the tenant's collections, by id. */
    findNames: (tenantId: string) =>
      db.collection.findMany({ where: { tenantId }, select: { id: true, name: true }, orderBy: { id: 'asc' } }),

    /** From then on it is found nowhere. The worker removes its sources, with their files, and its indexes. */
    async delete(tx: Queryable, id: string) {
      await detachSources(tx, id)
      await tx.indexVersion.updateMany({ where: { collectionId: id }, data: { state: 'retired', retiredAt: new Date(), jobId: null } })
      await tx.collection.delete({ where: { id } })
    },
  }
}
