import type { PrismaClient, Queryable } from '@heddle/db/client'
import type { Prisma } from '@heddle/db/generated/client'

const whole = {
  prices: { orderBy: { validFrom: 'desc' } },
  endpoint: { select: { isFromEnvironment: true } },
  lastTest: { include: { testedBy: { select: { id: true, name: true } } } },
} as const satisfies Prisma.ModelInclude

/** A model with what its administrators see of it. */
export type ManagedModelRow = Prisma.ModelGetPayload<{ include: typeof whole }>

export type ModelColumns = Omit<
  Prisma.ModelUncheckedUpdateManyInput,
  'id' | 'tenantId' | 'endpointId' | 'kind' | 'isDefault' | 'position' | 'revision' | 'createdAt' | 'updatedAt'
>

export type PriceColumns = Omit<Prisma.ModelPriceCreateManyInput, 'modelId'>

export type ModelWithEndpoint = Prisma.ModelGetPayload<{ include: { endpoint: true } }>

/** What a test has found out of what a model can do; null is nothing. */
export type FoundCapabilities = {
  readonly images: 'yes' | 'no' | null
  readonly reasoning: 'yes' | null
  readonly jsonSchema: 'yes' | 'no' | null
  readonly embeddingDimension: number | null
}

export type ModelKey = { readonly position: number; readonly name: string }

export type ManagedModelRepository = ReturnType<typeof createManagedModelRepository>

export function createManagedModelRepository(db: PrismaClient) {
  return {
    findInTenant: (tenantId: string, id: string, on: Queryable = db): Promise<ManagedModelRow | null> =>
      on.model.findFirst({ where: { id, tenantId }, include: whole }),

    findWithEndpoint: (tenantId: string, id: string): Promise<ModelWithEndpoint | null> =>
      db.model.findFirst({ where: { id, tenantId }, include: { endpoint: true } }),

    /** In the tenant's order. */
    findPage: (
      where: Pick<Prisma.ModelWhereInput, 'tenantId' | 'endpointId' | 'kind'>,
      { after, take }: { after: ModelKey | null; take: number },
    ): Promise<ManagedModelRow[]> =>
      db.model.findMany({
        where: {
          ...where,
          ...(after && { OR: [{ position: { gt: after.position } }, { position: after.position, name: { gt: after.name } }] }),
        },
        include: whole,
        orderBy: [{ position: 'asc' }, { name: 'asc' }],
        take,
      }),

    /** Every model of the tenant with what it falls back to, in the tenant's order. */
    listAll: (tx: Queryable, tenantId: string) =>
      tx.model.findMany({
        where: { tenantId },
        select: { id: true, kind: true, fallbackModelId: true, position: true },
        orderBy: [{ position: 'asc' }, { name: 'asc' }],
      }),

    create: (tx: Queryable, model: Prisma.ModelUncheckedCreateInput) => tx.model.create({ data: model, select: { id: true } }),

    /** Changes the model if it is still at `revision`; false when it is not. */
    async update(tx: Queryable, id: string, revision: number, change: ModelColumns): Promise<boolean> {
      const { count } = await tx.model.updateMany({ where: { id, revision }, data: { ...change, revision: { increment: 1 } } })
      return count === 1
    },

    async replacePrices(tx: Queryable, modelId: string, prices: readonly PriceColumns[]): Promise<void> {
      await tx.modelPrice.deleteMany({ where: { modelId } })
      await tx.modelPrice.createMany({ data: prices.map((price) => ({ ...price, modelId })) })
    },

    async setPosition(tx: Queryable, id: string, position: number): Promise<void> {
      await tx.model.update({ where: { id }, data: { position, revision: { increment: 1 } } })
    },

    /** A tenant has one default, so the old one gives way; false when the model is none that may be chosen. */
    async setDefault(tx: Queryable, tenantId: string, id: string): Promise<boolean> {
      await tx.model.updateMany({ where: { tenantId, isDefault: true, id: { not: id } }, data: { isDefault: false } })
      const { count } = await tx.model.updateMany({
        where: { id, tenantId, enabled: true, kind: 'chat', endpoint: { enabled: true } },
        data: { isDefault: true, revision: { increment: 1 } },
      })
      return count === 1
    },

    /** Keeps a test as the last of its model. */
    async saveTest(tx: Queryable, modelId: string, test: Omit<Prisma.ModelTestUncheckedCreateInput, 'modelId'>): Promise<void> {
      await tx.modelTest.upsert({ where: { modelId }, create: { ...test, modelId }, update: test })
    },

    /** Fills in what is unknown of a model. The revision stays: no administrator has changed anything. */
    async saveCapabilities(tx: Queryable, id: string, found: FoundCapabilities): Promise<void> {
      const { images, reasoning, jsonSchema, embeddingDimension } = found
      const source = 'probed'
      const fill = async (where: Prisma.ModelWhereInput, data: Prisma.ModelUncheckedUpdateManyInput) => {
        await tx.model.updateMany({ where: { id, ...where }, data })
      }
      if (images) await fill({ images: 'unknown' }, { images, imagesSource: source })
      if (reasoning) await fill({ reasoning: 'unknown' }, { reasoning, reasoningSource: source })
      if (jsonSchema) await fill({ jsonSchema: 'unknown' }, { jsonSchema, jsonSchemaSource: source })
      if (embeddingDimension !== null) await fill({ embeddingDimension: null }, { embeddingDimension })
    },

    async delete(tx: Queryable, id: string): Promise<void> {
      await tx.model.delete({ where: { id } })
    },
  }
}
