import type { PrismaClient } from '@heddle/db/client'
import type { Prisma } from '@heddle/db/generated/client'
import type { Pool } from 'pg'
import type { ActorAccess, Actor } from '../../platform/permissions/actor.ts'
import { editableAssistants, usableAssistants } from '../../platform/permissions/assistant.permissions.ts'
import { type AssistantRow, findAssistantRows, findFileReaders } from './assistant.sql.ts'

/** The position of an assistant in a list; the number in that of the favorites. */
export type AssistantKey = { readonly id: string; readonly position?: number }

type AssistantSearch = { readonly keyword?: string | undefined; readonly acceptsFiles?: boolean | undefined }

export type AssistantRepository = ReturnType<typeof createAssistantRepository>

export function createAssistantRepository(db: PrismaClient, pool: Pool) {
  /** Case and width do not matter, in any of the languages of the name and the description. */
  async function findIdsByKeyword(tenantId: string, keyword: string): Promise<string[]> {
    const rows = await db.$queryRaw<{ id: string }[]>`
      SELECT id FROM assistant
      WHERE tenant_id = ${tenantId}::uuid AND EXISTS (
        SELECT FROM (SELECT value FROM jsonb_each_text(name) UNION ALL SELECT value FROM jsonb_each_text(description)) AS texts
        WHERE strpos(lower(normalize(value, NFKC)), lower(normalize(${keyword}, NFKC))) > 0)`
    return rows.map(({ id }) => id)
  }

  const whereUsable = async (actor: ActorAccess, { keyword, acceptsFiles }: AssistantSearch): Promise<Prisma.AssistantWhereInput> => ({
    AND: [
      usableAssistants(actor),
      keyword ? { id: { in: await findIdsByKeyword(actor.tenantId, keyword) } } : {},
      acceptsFiles ? { id: { in: await findFileReaders(pool, actor.tenantId) } } : {},
    ],
  })

  async function findUsableIds(actor: ActorAccess, ids: readonly string[]): Promise<string[]> {
    const rows = await db.assistant.findMany({ where: { id: { in: [...ids] }, AND: usableAssistants(actor) }, select: { id: true } })
    return rows.map(({ id }) => id)
  }

  return {
    async findUsable(actor: ActorAccess, id: string): Promise<AssistantRow | null> {
      const [row] = await findAssistantRows(pool, actor.id, await findUsableIds(actor, [id]))
      return row ?? null
    },

    /** In the order of the ids; deleted ones are missing. */
    findRows: (actor: ActorAccess, ids: readonly string[]): Promise<AssistantRow[]> => findAssistantRows(pool, actor.id, ids),

    /** Which of the ids the actor may use, in no order. */
    findUsableIds: async (actor: Actor, ids: readonly string[]): Promise<ReadonlySet<string>> => new Set(await findUsableIds(actor, ids)),

    /** The newest first; the others are those without the actor's favourites. */
    async findNewest(
      actor: Actor,
      query: AssistantSearch & { scope: 'others' | 'all' | 'managed'; afterId: string | undefined; take: number },
    ): Promise<AssistantKey[]> {
      return db.assistant.findMany({
        where: {
          AND: [
            await whereUsable(actor, query),
            query.scope === 'others' ? { favorites: { none: { userId: actor.id } } } : {},
            query.scope === 'managed' ? editableAssistants(actor) : {},
            query.afterId === undefined ? {} : { id: { lt: query.afterId } },
          ],
        },
        select: { id: true },
        orderBy: { id: 'desc' },
        take: query.take,
      })
    },

    /** In the order that the actor gave them. */
    async findFavorites(
      actor: Actor,
      query: AssistantSearch & { afterPosition: number | undefined; take: number },
    ): Promise<AssistantKey[]> {
      const favorites = await db.favoriteAssistant.findMany({
        where: {
          userId: actor.id,
          assistant: await whereUsable(actor, query),
          ...(query.afterPosition !== undefined && { position: { gt: query.afterPosition } }),
        },
        select: { assistantId: true, position: true },
        orderBy: { position: 'asc' },
        take: query.take,
      })
      return favorites.map(({ assistantId, position }) => ({ id: assistantId, position }))
    },
  }
}
