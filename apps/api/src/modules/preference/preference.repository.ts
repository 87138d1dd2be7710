import type { Language } from '@heddle/contracts/languages'
import type { PrismaClient, Queryable } from '@heddle/db/client'
import type { ActorAccess, Actor } from '../../platform/permissions/actor.ts'
import { usableAssistants } from '../../platform/permissions/assistant.permissions.ts'

export type ChatDefaultsRow = { readonly modelId: string | null; readonly responseLanguage: Language | null }

export type InstructionsRow = {
  readonly aboutMe: string
  readonly howToAnswer: string
  readonly instructsNewChats: boolean
  readonly revision: number
}

const instructionColumns = { aboutMe: true, howToAnswer: true, instructsNewChats: true, revision: true } as const

const chatDefaults = { preferredModelId: true, preferredResponseLanguage: true } as const

const toChatDefaults = (user: { preferredModelId: string | null; preferredResponseLanguage: Language | null }): ChatDefaultsRow => ({
  modelId: user.preferredModelId,
  responseLanguage: user.preferredResponseLanguage,
})

export type PreferenceRepository = ReturnType<typeof createPreferenceRepository>

export function createPreferenceRepository(db: PrismaClient) {
  const findFavoriteIds = async (actor: Actor, on: Queryable = db) => {
    const favorites = await on.favoriteAssistant.findMany({
      // What the actor may no longer use is kept, but not shown: it is back when the membership is.
      where: { userId: actor.id, assistant: usableAssistants(actor) },
      orderBy: { position: 'asc' },
      select: { assistantId: true },
    })
    return favorites.map(({ assistantId }) => assistantId)
  }

  /** Changes of one user's favourites wait for each other: two at once would both take the last position. */
  const change = (actor: Actor, act: (tx: Queryable) => Promise<void>) =>
    db.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT id FROM "user" WHERE id = ${actor.id}::uuid FOR UPDATE`
      await act(tx)
      return findFavoriteIds(actor, tx)
    })

  return {
    async findChatDefaults({ id }: ActorAccess): Promise<ChatDefaultsRow> {
      return toChatDefaults(await db.user.findUniqueOrThrow({ where: { id }, select: chatDefaults }))
    },

    async findDefaultAssistantId({ tenantId }: Actor): Promise<string | null> {
      const tenant = await db.tenant.findUnique({ where: { id: tenantId }, select: { defaultAssistantId: true } })
      return tenant?.defaultAssistantId ?? null
    },

    /** What is undefined stays. */
    async setChatDefaults({ id }: Actor, { modelId, responseLanguage }: Partial<ChatDefaultsRow>): Promise<ChatDefaultsRow> {
      const data = { preferredModelId: modelId, preferredResponseLanguage: responseLanguage }
      return toChatDefaults(await db.user.update({ where: { id }, data, select: chatDefaults }))
    },

    /** Null for a user who has never saved any. */
    findInstructions: ({ id }: ActorAccess): Promise<InstructionsRow | null> =>
      db.userSetting.findUnique({ where: { userId: id }, select: instructionColumns }),

    /** Null when they are of another revision. */
    async setInstructions({ id }: Actor, { revision, ...texts }: InstructionsRow): Promise<InstructionsRow | null> {
      await db.userSetting.createMany({ data: { userId: id }, skipDuplicates: true })
      const [row] = await db.userSetting.updateManyAndReturn({
        where: { userId: id, revision },
        data: { ...texts, revision: { increment: 1 } },
        select: instructionColumns,
      })
      return row ?? null
    },

    /** Returns true for the first call of all. */
    async offerTour({ id }: Actor): Promise<boolean> {
      const { count } = await db.user.updateMany({ where: { id, tourOfferedAt: null }, data: { tourOfferedAt: new Date() } })
      return count > 0
    },

    findFavoriteIds: (actor: Actor) => findFavoriteIds(actor),

    /** `refuse` is asked with the number of favourites there are, and may throw. */
    addFavorite: (actor: Actor, assistantId: string, refuse: (count: number) => void) =>
      change(actor, async (tx) => {
        const favorites = await tx.favoriteAssistant.findMany({ where: { userId: actor.id }, orderBy: { position: 'asc' } })
        if (favorites.some((favorite) => favorite.assistantId === assistantId)) return
        refuse(favorites.length)
        const position = (favorites.at(-1)?.position ?? -1) + 1
        await tx.favoriteAssistant.create({ data: { userId: actor.id, assistantId, position } })
      }),

    removeFavorite: (actor: Actor, assistantId: string) =>
      change(actor, async (tx) => {
        await tx.favoriteAssistant.deleteMany({ where: { userId: actor.id, assistantId } })
      }),

    replaceFavorites: (actor: Actor, assistantIds: readonly string[]) =>
      change(actor, async (tx) => {
        // A user who orders the favorites does not see the hidden ones, which must not get lost.
        const hidden = await tx.favoriteAssistant.findMany({
          where: { userId: actor.id, assistant: { NOT: usableAssistants(actor) } },
          orderBy: { position: 'asc' },
        })
        const ids = new Set([...assistantIds, ...hidden.map(({ assistantId }) => assistantId)])
        await tx.favoriteAssistant.deleteMany({ where: { userId: actor.id } })
        await tx.favoriteAssistant.createMany({
          data: [...ids].map((assistantId, position) => ({ userId: actor.id, assistantId, position })),
        })
      }),
  }
}
