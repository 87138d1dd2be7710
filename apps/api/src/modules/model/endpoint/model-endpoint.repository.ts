import type { PrismaClient, Queryable } from '@heddle/db/client'
import type { Prisma } from '@heddle/db/generated/client'

export type ModelEndpointRow = Prisma.ModelEndpointGetPayload<object>

export type ModelEndpointChange = Omit<
  Prisma.ModelEndpointUncheckedUpdateManyInput,
  'id' | 'tenantId' | 'isFromEnvironment' | 'revision' | 'createdAt' | 'updatedAt'
>

export type ModelEndpointRepository = ReturnType<typeof createModelEndpointRepository>

export function createModelEndpointRepository(db: PrismaClient) {
  return {
    findInTenant: (tenantId: string, id: string, on: Queryable = db): Promise<ModelEndpointRow | null> =>
      on.modelEndpoint.findFirst({ where: { id, tenantId } }),

    /** In the order in which they were connected; that of the environment is the first. */
    findPage: (tenantId: string, { after, take }: { after: EndpointKey | null; take: number }): Promise<ModelEndpointRow[]> =>
      db.modelEndpoint.findMany({
        where: {
          tenantId,
          ...(after && {
            OR: [
              { isFromEnvironment: after.isFromEnvironment, id: { gt: after.id } },
              ...(after.isFromEnvironment ? [{ isFromEnvironment: false }] : []),
            ],
          }),
        },
        orderBy: [{ isFromEnvironment: 'desc' }, { id: 'asc' }],
        take,
      }),

    /** Until the end of the transaction, no other one changes endpoints or models of the tenant. */
    async lock(tx: Queryable, tenantId: string): Promise<void> {
      await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('heddle/models/' || ${tenantId}, 0))`
    },

    listUpstreamNames: async (endpointId: string): Promise<string[]> =>
      (await db.model.findMany({ where: { endpointId }, select: { upstreamName: true } })).map(({ upstreamName }) => upstreamName),

    count: (tx: Queryable, tenantId: string): Promise<number> => tx.modelEndpoint.count({ where: { tenantId } }),

    create: (tx: Queryable, endpoint: Prisma.ModelEndpointUncheckedCreateInput): Promise<ModelEndpointRow> =>
      tx.modelEndpoint.create({ data: endpoint }),

    /** Changes the endpoint if it is still at `revision`; false when it is not. */
    async update(tx: Queryable, id: string, revision: number, change: ModelEndpointChange): Promise<boolean> {
      const { count } = await tx.modelEndpoint.updateMany({ where: { id, revision }, data: { ...change, revision: { increment: 1 } } })
      return count === 1
    },

    /** With its models. */
    async delete(tx: Queryable, id: string): Promise<void> {
      await tx.model.deleteMany({ where: { endpointId: id } })
      await tx.modelEndpoint.delete({ where: { id } })
    },
  }
}

export type EndpointKey = { readonly isFromEnvironment: boolean; readonly id: string }
