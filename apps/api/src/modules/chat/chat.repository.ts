import type { PrismaClient, Queryable } from '@heddle/db/client'
import type { Prisma } from '@heddle/db/generated/client'
import type { Actor } from '../../platform/permissions/actor.ts'
import { readableChats } from '../../platform/permissions/chat.permissions.ts'
import { whereTemporary } from '../../platform/permissions/temporary.permissions.ts'

const chatInclude = {
  owner: { select: { id: true, name: true, status: true } },
  model: { select: { id: true, name: true } },
  tenant: { select: { requestsPerChat: true } },
  messages: { where: { status: 'generating' }, select: { running: { select: { leaseExpiresAt: true } } } },
} satisfies Prisma.ChatInclude

/** `messages` holds the running reply, if there is one. */
export type ChatRow = Prisma.ChatGetPayload<{ include: typeof chatInclude }>

export type ChatRepository = ReturnType<typeof createChatRepository>

export function createChatRepository(db: PrismaClient) {
  return {
    findReadable: (actor: Actor, id: string): Promise<ChatRow | null> =>
      db.chat.findFirst({ where: { id, AND: [readableChats(actor), whereTemporary('open')] }, include: chatInclude }),

    async create(data: Prisma.ChatUncheckedCreateInput): Promise<ChatRow> {
      const { id } = await db.chat.create({ data, select: { id: true } })
      return db.chat.findUniqueOrThrow({ where: { id }, include: chatInclude })
    },

    /** Null when the chat was deleted meanwhile, or is not `still` as it was. */
    async update(
      id: string,
      data: Pick<Prisma.ChatUncheckedUpdateInput, 'title' | 'explicitlyPublic' | 'modelId' | 'responseLanguage' | 'usesInstructions'>,
      still: Pick<Prisma.ChatWhereInput, 'OR' | 'explicitlyPublic'> = {},
      on: Queryable = db,
    ): Promise<ChatRow | null> {
      const [chat] = await on.chat.updateManyAndReturn({ where: { id, ...still }, data, select: { id: true } })
      return chat ? on.chat.findUnique({ where: { id }, include: chatInclude }) : null
    },

    /** Those of the actor's that are so, at most `take`. */
    async findOwn({ id: ownerId, tenantId }: Actor, where: Pick<Prisma.ChatWhereInput, 'id' | 'folderId'>, take: number) {
      const select = { id: true, messages: { where: { status: 'generating' }, select: { id: true } } } satisfies Prisma.ChatSelect
      const rows = await db.chat.findMany({ where: { ...where, ownerId, tenantId, AND: whereTemporary('none') }, select, take })
      return rows.map(({ id, messages }) => ({ id, isGenerating: messages.length > 0 }))
    },

    async deleteMany(ids: readonly string[]) {
      await db.chat.deleteMany({ where: { id: { in: [...ids] } } })
    },

    /** Whether there was something to delete. */
    async delete(id: string): Promise<boolean> {
      const { count } = await db.chat.deleteMany({ where: { id } })
      return count > 0
    },
  }
}
