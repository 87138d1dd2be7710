import type { PrismaClient, Queryable } from '@heddle/db/client'
import type { Prisma } from '@heddle/db/generated/client'
import {
  findDatasetIds,
  findLinked,
  findNamed,
  findPlanningWorkflows,
  findReferring,
  findUsingWorkflows,
  lockDataset,
  lockForDeletion,
} from './dataset.sql.ts'

const withGroup = { group: { select: { id: true, name: true } } } satisfies Prisma.DatasetInclude

export type DatasetRecord = Prisma.DatasetGetPayload<{ include: typeof withGroup }>

type Filters = Parameters<typeof findDatasetIds>[2]

export type DatasetRepository = ReturnType<typeof createDatasetRepository>

export function createDatasetRepository(db: PrismaClient) {
  return {
    findInTenant: (tenantId: string, id: string, on: Queryable = db): Promise<DatasetRecord | null> =>
      on.dataset.findFirst({ where: { id, tenantId }, include: withGroup }),

    async findPage(tenantId: string, filters: Filters, range: { afterId: string | undefined; take: number }): Promise<DatasetRecord[]> {
      const ids = await findDatasetIds(db, tenantId, filters, range)
      return db.dataset.findMany({ where: { id: { in: ids } }, include: withGroup, orderBy: { id: 'desc' } })
    },

    count: (tx: Queryable, tenantId: string): Promise<number> => tx.dataset.count({ where: { tenantId } }),

    isGroupOf: async (tx: Queryable, tenantId: string, id: string) => (await tx.group.count({ where: { id, tenantId } })) === 1,

    hasEmbeddingModel: async (tx: Queryable, tenantId: string, name: string) =>
      (await tx.model.count({ where: { tenantId, kind: 'embedding', name, enabled: true } })) === 1,

    create: (tx: Queryable, data: Prisma.DatasetUncheckedCreateInput): Promise<DatasetRecord> =>
      tx.dataset.create({ data, include: withGroup }),

    /** Changes a locked dataset. */
    update: (tx: Queryable, id: string, data: Prisma.DatasetUncheckedUpdateInput): Promise<DatasetRecord> =>
      tx.dataset.update({ where: { id }, data, include: withGroup }),

    lock: lockDataset,

    lockForDeletion,

    findLinked,

    findNamed,

    findReferring,
    findPlanningWorkflows,

    findUsingWorkflows,

    findPublishedNames: (tenantId: string) =>
      db.dataset.findMany({
        where: { tenantId, kind: { not: 'eval' }, publishedVersion: { not: null } },
        select: { id: true, kind: true, name: true },
        orderBy: { id: 'asc' },
      }),

    /**
     * From then on it is found nowhere. The worker removes its rows, tables and versions, which it finds by the versions; the draft gets one
     * for that.
     */
    async delete(tx: Queryable, { id, draftVersion, columns, measures }: DatasetRecord) {
      const retired = { state: 'retired', retiredAt: new Date() } as const
      await tx.datasetVersion.updateMany({ where: { datasetId: id }, data: retired })
      await tx.datasetVersion.create({
        data: {
          datasetId: id,
          number: draftVersion,
          columns: columns as Prisma.InputJsonValue,
          measures: measures as Prisma.InputJsonValue,
          rowCount: 0,
          ...retired,
        },
      })
      await tx.dataset.delete({ where: { id } })
    },
  }
}
