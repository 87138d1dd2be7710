import type { PrismaClient } from '@heddle/db/client'
import type { Prisma } from '@heddle/db/generated/client'
import type { Actor } from '../../permissions/actor.ts'
import { usableAssistants } from '../../permissions/assistant.permissions.ts'

/** What a permission and the presenter need to know of an assistant, for this actor. */
export const assistantInclude = (actor: Actor) =>
  ({
    group: { select: { id: true, name: true } },
    workflow: {
      select: {
        groupId: true,
        openToAllGroups: true,
        allowedModels: true,
        versions: { select: { graph: true }, orderBy: { number: 'desc' }, take: 1 },
      },
    },
    favorites: { where: { userId: actor.id }, select: { position: true } },
  }) satisfies Prisma.AssistantInclude

export type AssistantRow = Prisma.AssistantGetPayload<{ include: ReturnType<typeof assistantInclude> }>

export type AssistantRepository = ReturnType<typeof createAssistantRepository>

export function createAssistantRepository(db: PrismaClient) {
  /** Case and width do not matter, in any of the languages of the name and the description. */
  async function findIdsByKeyword(tenantId: string, keyword: string): Promise<string[]> {
    const rows = await db.$queryRaw<{ id: string }[]>`
      SELECT id FROM assistant
      WHERE tenant_id = ${tenantId}::uuid AND EXISTS (
        SELECT FROM (SELECT value FROM jsonb_each_text(name) UNION ALL SELECT value FROM jsonb_each_text(description)) AS texts
        WHERE strpos(lower(normalize(value, NFKC)), lower(normalize(${keyword}, NFKC))) > 0)`
    return rows.map(({ id }) => id)
  }

  const whereUsable = async (actor: Actor, keyword: string | undefined): Promise<Prisma.AssistantWhereInput> => ({
    AND: [usableAssistants(actor), keyword ? { id: { in: await findIdsByKeyword(actor.tenantId, keyword) } } : {}],
  })

  return {
    findUsable: (actor: Actor, id: string): Promise<AssistantRow | null> =>
      db.assistant.findFirst({ where: { id, AND: usableAssistants(actor) }, include: assistantInclude(actor) }),

    /** Which of the ids the actor may use, in no order. */
    async findUsableIds(actor: Actor, ids: readonly string[]): Promise<ReadonlySet<string>> {
      const rows = await db.assistant.findMany({ where: { id: { in: [...ids] }, AND: usableAssistants(actor) }, select: { id: true } })
      return new Set(rows.map(({ id }) => id))
    },

    /** The newest first; with `onlyOthers` without the actor's favourites. */
    async findNewest(
      actor: Actor,
      query: { keyword?: string | undefined; onlyOthers: boolean; afterId: string | undefined; take: number },
    ) {
      return db.assistant.findMany({
        where: {
          AND: [
            await whereUsable(actor, query.keyword),
            query.onlyOthers ? { favorites: { none: { userId: actor.id } } } : {},
            query.afterId === undefined ? {} : { id: { lt: query.afterId } },
          ],
        },
        include: assistantInclude(actor),
        orderBy: { id: 'desc' },
        take: query.take,
      })
    },

    /** In the order that the actor gave them. */
    async findFavorites(actor: Actor, query: { keyword?: string | undefined; afterPosition: number | undefined; take: number }) {
      const favorites = await db.favoriteAssistant.findMany({
        where: {
          userId: actor.id,
          assistant: await whereUsable(actor, query.keyword),
          ...(query.afterPosition !== undefined && { position: { gt: query.afterPosition } }),
        },
        include: { assistant: { include: assistantInclude(actor) } },
        orderBy: { position: 'asc' },
        take: query.take,
      })
      return favorites.map(({ assistant }) => assistant)
    },
  }
}
