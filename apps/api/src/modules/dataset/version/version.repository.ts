import type { PrismaClient, Queryable } from '@heddle/db/client'
import type { Prisma } from '@heddle/db/generated/client'

const withCreator = { createdBy: { select: { id: true, name: true } } } satisfies Prisma.DatasetVersionInclude

export type VersionRecord = Prisma.DatasetVersionGetPayload<{ include: typeof withCreator }>

export type VersionRepository = ReturnType<typeof createVersionRepository>

export function createVersionRepository(db: PrismaClient) {
  return {
    findAll: (datasetId: string): Promise<VersionRecord[]> =>
      db.datasetVersion.findMany({ where: { datasetId }, include: withCreator, orderBy: { number: 'desc' } }),

    find: (tx: Queryable, datasetId: string, number: number): Promise<VersionRecord | null> =>
      tx.datasetVersion.findUnique({ where: { datasetId_number: { datasetId, number } }, include: withCreator }),

    /** Returns the highest number of a row of the draft; null of one without rows. */
    findLastRowNo: async (tx: Queryable, datasetId: string): Promise<number | null> =>
      (await tx.datasetRow.aggregate({ where: { datasetId, versionTo: null }, _max: { rowNo: true } }))._max.rowNo,

    create: (tx: Queryable, data: Prisma.DatasetVersionUncheckedCreateInput): Promise<VersionRecord> =>
      tx.datasetVersion.create({ data, include: withCreator }),

    /** Gives up versions whose tables are not filled yet. */
    retireUnfinished: (tx: Queryable, datasetId: string) =>
      tx.datasetVersion.updateMany({ where: { datasetId, state: 'building' }, data: { state: 'retired', retiredAt: new Date() } }),
  }
}
