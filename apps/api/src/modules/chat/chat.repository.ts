import type { PrismaClient } from '@heddle/db/client'
import type { Prisma } from '@heddle/db/generated/client'
import type { Pool } from 'pg'
import type { ActorAccess, Actor } from '../../platform/permissions/actor.ts'
import { whereTemporary } from '../../platform/permissions/temporary.permissions.ts'
import { type ChatRow, findReadableChat } from './chat-row.sql.ts'

export type ChatRepository = ReturnType<typeof createChatRepository>

export function createChatRepository({ db, pool }: { readonly db: PrismaClient; readonly pool: Pool }) {
  const findReadable = (actor: ActorAccess, id: string): Promise<ChatRow | null> => findReadableChat(pool, actor, id)

  return {
    findReadable,

    async create(actor: Actor, chat: Omit<Prisma.ChatUncheckedCreateInput, 'ownerId' | 'tenantId'>): Promise<ChatRow> {
      const { id } = await db.chat.create({ data: { ...chat, ownerId: actor.id, tenantId: actor.tenantId }, select: { id: true } })
      const created = await findReadable(actor, id)
      if (!created) throw new Error('A chat was deleted while it was created')
      return created
    },

    /** Null when the chat was deleted meanwhile, or is not `still` as it was. */
    async update(
      actor: Actor,
      id: string,
      data: Pick<Prisma.ChatUncheckedUpdateInput, 'title' | 'modelId' | 'responseLanguage' | 'usesInstructions'>,
      still: Pick<Prisma.ChatWhereInput, 'OR'> = {},
    ): Promise<ChatRow | null> {
      const { count } = await db.chat.updateMany({ where: { id, ...still }, data })
      return count === 0 ? null : findReadable(actor, id)
    },

    isAtVersion: async ({ id, version }: ChatRow): Promise<boolean> => (await db.chat.count({ where: { id, version } })) > 0,

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
