import { limits } from '@heddle/contracts/limits'
import type { PrismaClient, Queryable } from '@heddle/db/client'
import type { Prisma } from '@heddle/db/generated/client'
import { fold } from '@heddle/text/language/folding'
import { escapeLike } from '../../platform/database/like-literal.ts'
import { type Actor, hasPermission } from '../../platform/permissions/actor.ts'
import { readableTenants } from '../../platform/permissions/tenant.permissions.ts'

export type TenantRow = Prisma.TenantGetPayload<object>

/** What people may choose. */
const offered = { enabled: true, kind: 'chat', endpoint: { enabled: true } } as const satisfies Prisma.ModelWhereInput

const whole = {
  models: {
    where: offered,
    select: { id: true, name: true, isDefault: true },
    orderBy: [{ isDefault: 'desc' }, { position: 'asc' }, { name: 'asc' }],
  },
  assistants: { where: { isPublic: true }, select: { id: true, name: true }, orderBy: { id: 'asc' }, take: limits.namedAssistants },
  defaultAssistant: { select: { id: true, name: true } },
  groups: { select: { id: true, name: true }, orderBy: { id: 'asc' }, take: limits.namedGroups },
  _count: { select: { users: { where: { status: { not: 'deleted' } } }, groups: true } },
} satisfies Prisma.TenantInclude

/** A tenant with what its administrators see of it. */
export type WholeTenantRow = Prisma.TenantGetPayload<{ include: typeof whole }>

const copiedOfModel = {
  name: true,
  upstreamName: true,
  kind: true,
  position: true,
  isDefault: true,
  contextTokens: true,
  images: true,
  imagesSource: true,
} as const satisfies Prisma.ModelSelect

export type TenantChange = Omit<Prisma.TenantUncheckedUpdateManyInput, 'id' | 'revision' | 'createdAt' | 'updatedAt'>

export type TenantKey = { readonly name: string; readonly id: string }

export type TenantRepository = ReturnType<typeof createTenantRepository>

export function createTenantRepository(db: PrismaClient) {
  return {
    get: (id: string): Promise<TenantRow> => db.tenant.findUniqueOrThrow({ where: { id } }),

    /** The tenant of a host name, else the first of the installation; null before there is one. */
    findByHostname: async (hostname: string): Promise<TenantRow | null> =>
      (await db.tenant.findUnique({ where: { hostname: hostname.toLowerCase() } })) ?? db.tenant.findFirst({ orderBy: { id: 'asc' } }),

    findReadable: (actor: Actor, id: string, on: Queryable = db): Promise<WholeTenantRow | null> =>
      on.tenant.findFirst({ where: { id, AND: readableTenants(actor) }, include: whole }),

    /** By name; the keyword is looked for in the names and in the host name. */
    async findPage(actor: Actor, { keyword = '', after, take }: { keyword?: string | undefined; after: TenantKey | null; take: number }) {
      const pattern = `%${escapeLike(fold(keyword))}%`
      const keys = await db.$queryRaw<TenantKey[]>`
        SELECT t.id::text, fold(t.name ->> 'default') AS name FROM tenant t
        WHERE (fold(localized_values(t.name)) LIKE ${pattern} OR t.hostname LIKE ${pattern})
          AND (${after === null} OR (fold(t.name ->> 'default'), t.id) > (${after?.name ?? ''}, ${after?.id ?? actor.tenantId}::uuid))
          AND (${hasPermission(actor, 'manage_tenants')} OR t.id = ${actor.tenantId}::uuid)
        ORDER BY 2, 1 LIMIT ${take}`
      const rows = await db.tenant.findMany({
        where: { id: { in: keys.map(({ id }) => id) }, AND: readableTenants(actor) },
        include: whole,
      })
      return keys.flatMap((key) => rows.filter(({ id }) => id === key.id).map((tenant) => ({ key, tenant })))
    },

    create: (tx: Queryable, tenant: Prisma.TenantUncheckedCreateInput): Promise<TenantRow> => tx.tenant.create({ data: tenant }),

    /** Changes the tenant if it is still at `revision`; false when it is not. */
    async update(tx: Queryable, id: string, revision: number, change: TenantChange): Promise<boolean> {
      const { count } = await tx.tenant.updateMany({ where: { id, revision }, data: { ...change, revision: { increment: 1 } } })
      return count === 1
    },

    /**
     * Offers the same models of the environment's endpoint as another tenant does, in the same order and with the same default. An
     * endpoint that a tenant has connected is its own.
     */
    async copyModels(tx: Queryable, from: string, to: string) {
      const endpoint = await tx.modelEndpoint.findFirst({ where: { tenantId: from, isFromEnvironment: true } })
      if (!endpoint) return
      const { name, baseUrl } = endpoint
      const { id: endpointId } = await tx.modelEndpoint.create({ data: { tenantId: to, name, baseUrl, isFromEnvironment: true } })
      const models = await tx.model.findMany({
        where: { endpointId: endpoint.id, enabled: true },
        select: copiedOfModel,
      })
      await tx.model.createMany({ data: models.map((model) => ({ ...model, tenantId: to, endpointId })) })
    },

    /** Makes one of the enabled models the default; false when it is none of them. A tenant has one default, so the old one gives way. */
    async setDefaultModel(tx: Queryable, tenantId: string, modelId: string): Promise<boolean> {
      await tx.model.updateMany({ where: { tenantId, isDefault: true }, data: { isDefault: false } })
      const { count } = await tx.model.updateMany({ where: { tenantId, id: modelId, ...offered }, data: { isDefault: true } })
      return count === 1
    },

    isPublicAssistant: async (tx: Queryable, tenantId: string, id: string): Promise<boolean> =>
      (await tx.assistant.count({ where: { tenantId, id, isPublic: true } })) === 1,

    /** Whether each of the ids is that of a group of the tenant. */
    areGroups: async (tx: Queryable, tenantId: string, ids: readonly string[]): Promise<boolean> =>
      (await tx.group.count({ where: { tenantId, id: { in: [...ids] } } })) === new Set(ids).size,

    /** Locks the tenant for this transaction: nothing is added to it meanwhile, because a foreign key waits for this lock. */
    async lock(tx: Queryable, id: string) {
      await tx.$queryRaw`SELECT FROM tenant WHERE id = ${id}::uuid FOR UPDATE`
    },

    /**
     * What would be lost with a tenant. Its super users go with it, since the last of them cannot be deleted otherwise,
     * and so does what it was given at the start if it is unchanged; what was shared by people long gone goes too.
     */
    async countUses(tx: Queryable, tenantId: string) {
      const touched = { revision: { gt: 0 } }
      return {
        users: await tx.user.count({ where: { tenantId, role: { not: 'S' }, status: { not: 'deleted' } } }),
        /** Deleted, with private chats that are kept for the retention time. */
        users_in_retention: await tx.user.count({ where: { tenantId, status: 'deleted', purgedAt: null } }),
        assistants: await tx.assistant.count({ where: { tenantId, OR: [touched, { createdById: { not: null } }] } }),
        workflows: await tx.workflow.count({ where: { tenantId, ...touched } }),
      }
    },

    /** From the leaves to the root: what hangs on these goes with them. */
    async deleteWhole(tx: Queryable, tenantId: string) {
      const all = { where: { tenantId } }
      await tx.chat.deleteMany(all)
      await tx.prompt.deleteMany(all)
      await tx.assistant.deleteMany(all)
      await tx.workflow.deleteMany(all)
      await tx.group.deleteMany(all)
      await tx.user.deleteMany(all)
      await tx.model.deleteMany(all)
      await tx.tenant.delete({ where: { id: tenantId } })
    },
  }
}
