import { limits } from '@heddle/contracts/limits'
import type { PrismaClient, Queryable } from '@heddle/db/client'
import type { Prisma } from '@heddle/db/generated/client'
import { detachSources } from './detach-sources.ts'
import {
  countMatchingSources,
  findSourceKeys,
  findSourceOverview,
  type SourceFilters,
  type SourceCursor,
  type SourceOverview,
} from './source.sql.ts'

const withRelations = {
  replacedBy: { select: { id: true, title: true } },
  versions: { orderBy: { id: 'desc' }, take: 1 },
  activeVersion: { include: { indexed: { where: { indexVersion: { state: 'active' } }, select: { chunkCount: true } } } },
} satisfies Prisma.SourceInclude

/** A source with its latest content and the one that is searched. */
export type SourceRow = Prisma.SourceGetPayload<{ include: typeof withRelations }> & { readonly collectionId: string }

export type NewSource = Omit<Prisma.SourceUncheckedCreateInput, 'id' | 'collectionId' | 'state' | 'revision' | 'versions'> & {
  readonly id: string
  readonly collectionId: string
  readonly jobId: string
  /** None of a page that is still to be fetched. */
  readonly version?: Omit<Prisma.SourceVersionUncheckedCreateInput, 'sourceId'>
}

type SourceChange = Prisma.SourceUncheckedUpdateManyInput

export type SourceRepository = ReturnType<typeof createSourceRepository>

export function createSourceRepository(db: PrismaClient) {
  return {
    hasCollection: async (tenantId: string, id: string, on: Queryable = db): Promise<boolean> =>
      (await on.collection.count({ where: { id, tenantId } })) === 1,

    async find(collectionId: string, id: string, on: Queryable = db): Promise<SourceRow | null> {
      const source = await on.source.findFirst({ where: { id, collectionId }, include: withRelations })
      return source && { ...source, collectionId }
    },

    findVersion: (sourceId: string, id: string) => db.sourceVersion.findFirst({ where: { id, sourceId } }),

    /** Of the sources with these ids, those of the collection. */
    findAll: (tx: Queryable, collectionId: string, ids: readonly string[]) =>
      tx.source.findMany({
        where: { id: { in: [...ids] }, collectionId },
        select: { id: true, kind: true, title: true, state: true, failure: true, jobId: true, enabled: true, tags: true },
        orderBy: { id: 'asc' },
      }),

    async findPage(
      collectionId: string,
      filters: SourceFilters,
      range: { after: SourceCursor | null; take: number },
    ): Promise<{ key: SourceCursor; source: SourceRow }[]> {
      const keys = await findSourceKeys(db, collectionId, filters, range)
      const found = await db.source.findMany({ where: { id: { in: keys.map(({ id }) => id) } }, include: withRelations })
      const byId = new Map(found.map((source) => [source.id, source]))
      return keys.flatMap((key) => {
        const source = byId.get(key.id)
        return source ? [{ key, source: { ...source, collectionId } }] : []
      })
    },

    /** At most one more than a list counts. */
    countMatching: (collectionId: string, filters: SourceFilters): Promise<number> =>
      countMatchingSources(db, collectionId, filters, limits.maxCountedRows),

    findOverview: (collectionId: string): Promise<SourceOverview> => findSourceOverview(db, collectionId),

    count: (tx: Queryable, collectionId: string): Promise<number> => tx.source.count({ where: { collectionId } }),

    /** A source of the collection of which a kept content has these bytes. */
    findDuplicate: (tx: Queryable, collectionId: string, bytesHash: string) =>
      tx.source.findFirst({
        where: { collectionId, versions: { some: { bytesHash } } },
        select: { id: true, title: true },
        orderBy: { id: 'asc' },
      }),

    /** The first page of the collection with this address. */
    findByUrl: (tx: Queryable, collectionId: string, url: string) =>
      tx.source.findFirst({ where: { collectionId, url }, select: { id: true, title: true }, orderBy: { id: 'asc' } }),

    async create(tx: Queryable, { version, ...source }: NewSource): Promise<void> {
      await tx.source.create({ data: { ...source, ...(version && { versions: { create: version } }) } })
    },

    createVersion: (tx: Queryable, data: Prisma.SourceVersionUncheckedCreateInput) => tx.sourceVersion.create({ data }),

    /** Changes the source if it is still as `seen`; false when it is not. */
    async update(tx: Queryable, seen: { id: string; revision?: number; jobId?: string | null }, change: SourceChange): Promise<boolean> {
      const { count } = await tx.source.updateMany({ where: seen, data: change })
      return count === 1
    },

    /** Takes the sources out of the collection: they are found nowhere from then on. The worker removes what they have. */
    delete: (tx: Queryable, collectionId: string, ids: readonly string[]): Promise<void> => detachSources(tx, collectionId, { ids }),
  }
}
