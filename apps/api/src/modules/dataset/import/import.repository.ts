import type { ImportState } from '@heddle/contracts/dataset/import'
import { limits } from '@heddle/contracts/limits'
import type { PrismaClient, Queryable } from '@heddle/db/client'
import type { Prisma } from '@heddle/db/generated/client'

const withoutMore = { moreErrors: true } as const
export type ImportRecord = Prisma.DatasetImportGetPayload<{ omit: typeof withoutMore }>

const withDataset = { dataset: true } as const
/** An import with its dataset as it is, for the job that has it. */
export type ClaimedImport = Prisma.DatasetImportGetPayload<{ include: typeof withDataset; omit: typeof withoutMore }>

/** The import of a person: that of another one does not exist for the caller. */
export type OwnImport = { readonly id: string; readonly datasetId: string; readonly tenantId: string; readonly createdById: string }

const isOwn = ({ tenantId, ...own }: OwnImport) => ({ ...own, dataset: { tenantId } }) satisfies Prisma.DatasetImportWhereInput

/** The right of a job to change its import: each statement compares the job, and the state, which the end of a step changes. */
export type JobKey = { readonly importId: string; readonly jobId: string }

const isClaimed = ({ importId, jobId }: JobKey) =>
  ({ id: importId, jobId, state: { in: ['reading', 'checking', 'applying'] } }) satisfies Prisma.DatasetImportWhereInput

type Change = Prisma.DatasetImportUncheckedUpdateManyInput

export type ImportRepository = ReturnType<typeof createImportRepository>

export function createImportRepository(db: PrismaClient) {
  return {
    create: (tx: Queryable, data: Prisma.DatasetImportUncheckedCreateInput): Promise<ImportRecord> =>
      tx.datasetImport.create({ data, omit: withoutMore }),

    find: (own: OwnImport, on: Queryable = db): Promise<ImportRecord | null> =>
      on.datasetImport.findFirst({ where: isOwn(own), omit: withoutMore }),

    findErrors: (own: OwnImport) =>
      db.datasetImport.findFirst({ where: isOwn(own), select: { errors: true, moreErrors: true, plan: true } }),

    /** Begins a step of an import that is in one of the states, and as it was read when `jobId` is given; false for another one. */
    async begin(tx: Queryable, own: OwnImport, from: readonly ImportState[], data: Change, jobId?: string): Promise<boolean> {
      const where = { ...isOwn(own), state: { in: [...from] }, ...(jobId !== undefined && { jobId }) }
      return (await tx.datasetImport.updateMany({ where, data })).count === 1
    },

    async delete(own: OwnImport): Promise<boolean> {
      return (await db.datasetImport.deleteMany({ where: isOwn(own) })).count === 1
    },

    /** Deletes the earlier import of a person, unless it is being applied. */
    deleteEarlier: (tx: Queryable, { datasetId, createdById }: Pick<OwnImport, 'datasetId' | 'createdById'>) =>
      tx.datasetImport.deleteMany({ where: { datasetId, createdById, state: { not: 'applying' } } }),

    /** Returns the import of a job; null when another job has it, its step has ended, or it is gone. */
    findClaimed: (key: JobKey, on: Queryable = db): Promise<ClaimedImport | null> =>
      on.datasetImport.findFirst({ where: isClaimed(key), include: withDataset, omit: withoutMore }),

    async isClaimed(key: JobKey): Promise<boolean> {
      return (await db.datasetImport.count({ where: isClaimed(key) })) === 1
    },

    /** Changes the import of a job; false when it has lost it. */
    async change(key: JobKey, data: Change, on: Queryable = db): Promise<boolean> {
      return (await on.datasetImport.updateMany({ where: isClaimed(key), data })).count === 1
    },

    findMapping: (datasetId: string, fingerprint: string) =>
      db.datasetMapping.findUnique({ where: { datasetId_fingerprint: { datasetId, fingerprint } } }),

    /** Remembers how a file was applied; of many the latest are kept. */
    async rememberMapping(tx: Queryable, mapping: Prisma.DatasetMappingUncheckedCreateInput) {
      const { datasetId, fingerprint } = mapping
      await tx.datasetMapping.upsert({ where: { datasetId_fingerprint: { datasetId, fingerprint } }, create: mapping, update: mapping })
      const others = await tx.datasetMapping.findMany({
        where: { datasetId },
        select: { fingerprint: true },
        orderBy: { usedAt: 'desc' },
        skip: limits.datasetMappings,
      })
      if (others.length > 0)
        await tx.datasetMapping.deleteMany({ where: { datasetId, fingerprint: { in: others.map((other) => other.fingerprint) } } })
    },
  }
}
